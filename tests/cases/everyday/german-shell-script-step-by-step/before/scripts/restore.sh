#!/bin/bash
# Spielt eine Sicherung wieder ein: restore.sh 2024-03-01
set -e

ZIEL=/srv/backup
DATUM=$1

if [ -z "$DATUM" ]; then
    echo "Aufruf: $0 DATUM" >&2
    exit 1
fi

gunzip -c $ZIEL/shop-$DATUM.sql.gz | psql shop
tar xzf $ZIEL/uploads-$DATUM.tar.gz -C /
