#!/usr/bin/env bash

TARGET=/backups
DATE=$(date +%F)

pg_dump mydb > $TARGET/db-$DATE.sql
find $TARGET -mtime +30 -delete
echo "done"
