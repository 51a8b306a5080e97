#!/usr/bin/env bash
set -e

APP_DIR=/srv/app
BACKUP_DIR=/srv/backups
HOST=${1:?usage: deploy.sh HOST [TAG]}
TAG=${2:-latest}

log() {
    echo "[deploy] $*"
}

build() {
    log "building $TAG"
    docker build -t "registry.example.com/app:$TAG" .
}

push() {
    log "pushing $TAG"
    docker push "registry.example.com/app:$TAG"
}

backup() {
    log "backing up the database"
    ssh "$HOST" "cd $APP_DIR && docker compose exec -T db pg_dump -U app app > $BACKUP_DIR/app.sql"
}

restart() {
    log "restarting"
    ssh "$HOST" "cd $APP_DIR && docker compose pull && docker compose up -d"
}

build
push
backup
restart
log "done"
