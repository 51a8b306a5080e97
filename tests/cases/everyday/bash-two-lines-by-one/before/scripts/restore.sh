#!/bin/bash
set -e

BACKUP_DIR=/var/backups/app

gunzip $BACKUP_DIR/db.sql.gz
psql app < $BACKUP_DIR/db.sql
tar xzf $BACKUP_DIR/uploads.tgz -C /
