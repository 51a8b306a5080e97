#!/bin/bash
set -euo pipefail

BACKUP_DIR=/var/backups/app
KEEP_DAYS="${KEEP_DAYS:-7}"

log() {
  echo "[backup] $1"
}

dump_db() {
  log "dumping database"
  pg_dump app | gzip > "$BACKUP_DIR/db.sql.gz"
}

dump_files() {
  log "archiving uploads"
  tar czf $BACKUP_DIR/uploads.tgz /srv/app/uploads
}

cleanup() {
  log "removing old backups"
  find "$BACKUP_DIR" -type f -mtime +"$KEEP_DAYS" -delete
}

dump_db
dump_files
cleanup
log "done"
