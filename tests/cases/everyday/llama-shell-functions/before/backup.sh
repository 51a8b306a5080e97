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

main() {
    log "start"
    copy
    log "done"
}

main
