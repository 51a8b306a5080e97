#!/usr/bin/env bash
set -e

DIR=/var/backups
NAME=db-$(date +%F).sql

pg_dump app > $DIR/$NAME
gzip $DIR/$NAME
