#!/bin/bash
# Sichert Datenbank und Uploads nach /srv/backup.
set -e

ZIEL=/srv/backup
DATUM=$(date +%F)
BEHALTEN=14

log() {
    echo "$(date '+%F %T') $*"
}

sichern() {
    log "Datenbank"
    pg_dump shop > $ZIEL/shop-$DATUM.sql
    gzip $ZIEL/shop-$DATUM.sql
    log "Uploads"
    tar czf $ZIEL/uploads-$DATUM.tar.gz /srv/shop/uploads
}

aufraeumen() {
    find $ZIEL -name '*.gz' -mtime +$BEHALTEN -delete
}

sichern
aufraeumen
log "fertig"
