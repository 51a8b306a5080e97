#!/bin/sh
# Nightly backup of the wiki.

BACKUP_DIR=/var/backups/wiki
DATE=$(date +%F)
DB=wiki
KEEP=7

echo "Starting backup for $DATE"

mkdir -p $BACKUP_DIR

echo "Dumping database"
mysqldump $DB > $BACKUP_DIR/db-$DATE.sql
gzip $BACKUP_DIR/db-$DATE.sql

echo "Archiving uploads"
tar czf $BACKUP_DIR/uploads-$DATE.tar.gz /srv/wiki/uploads

echo "Sleeping a bit"
sleep 5

echo "Removing old backups"
ls -t $BACKUP_DIR/db-*.sql.gz | tail -n +8 | xargs rm
ls -t $BACKUP_DIR/uploads-*.tar.gz | tail -n +8 | xargs rm

echo "Backup finished"
