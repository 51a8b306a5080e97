#!/usr/bin/env bash
# Nightly backup of the wiki.
set -euo pipefail

BACKUP_DIR=/var/backups/wiki
DATE=$(date +%F)
DB=wiki
KEEP=7

echo "Starting backup for $DATE"

mkdir -p "$BACKUP_DIR"

echo "Dumping database"
mysqldump --single-transaction "$DB" | gzip > "$BACKUP_DIR/db-$DATE.sql.gz"

echo "Archiving uploads"
tar czf $BACKUP_DIR/uploads-$DATE.tar.gz /srv/wiki/uploads

echo "Removing old backups"
ls -t $BACKUP_DIR/db-*.sql.gz | tail -n +8 | xargs -r rm
ls -t $BACKUP_DIR/uploads-*.tar.gz | tail -n +8 | xargs -r rm

echo "Backup finished"
