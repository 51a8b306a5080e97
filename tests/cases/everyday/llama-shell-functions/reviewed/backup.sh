#!/bin/bash

SOURCE="$HOME/documents"
TARGET="/mnt/backup"
LOG="/var/log/backup.log"

log() {
    echo "$(date) $1" >> "$LOG"
}

copy() {
    rsync -a --delete "$SOURCE/" "$TARGET/"
}

check_mounted() {
    if ! mountpoint -q "$TARGET"; then
        log "target is not mounted"
        exit 1
    fi
}

main() {
    log "start"
    check_mounted
    copy
    log "done"
}

main
