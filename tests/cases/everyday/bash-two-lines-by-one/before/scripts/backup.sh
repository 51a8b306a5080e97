#!/bin/bash
set -e

BACKUP_DIR=/var/backups/app
KEEP_DAYS=7

log() {
  echo "[backup] $1"
}

dump_db() {
  log "dumping database"
  pg_dump app > $BACKUP_DIR/db.sql
  gzip $BACKUP_DIR/db.sql
}

dump_files() {
  log "archiving uploads"
  tar czf $BACKUP_DIR/uploads.tgz /srv/app/uploads
}

cleanup() {
  log "removing old backups"
  find $BACKUP_DIR -mtime +$KEEP_DAYS -delete
}

dump_db
dump_files
cleanup
log "done"
