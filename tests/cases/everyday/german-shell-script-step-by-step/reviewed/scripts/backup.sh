#!/bin/bash
# Sichert Datenbank und Uploads nach /srv/backup.
set -euo pipefail

ZIEL=/srv/backup
DATUM=$(date +%F)
BEHALTEN=14
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT

log() {
    echo "$(date '+%F %T') $*"
}

sichern() {
    log "Datenbank"
    pg_dump shop | gzip > "$TMP/shop-$DATUM.sql.gz"
    log "Uploads"
    tar czf "$TMP/uploads-$DATUM.tar.gz" /srv/shop/uploads
    mv "$TMP"/*.gz "$ZIEL"/
}

aufraeumen() {
    find $ZIEL -name '*.gz' -mtime +$BEHALTEN -delete
}

sichern
aufraeumen
log "fertig"
