#!/usr/bin/env bash
set -euo pipefail

HOST="${DEPLOY_HOST:?DEPLOY_HOST is not set}"
TARGET="/srv/app"
KEEP=5

log() {
  printf '%s %s\n' "$(date +%T)" "$*"
}

build() {
  log "building"
  npm ci
  npm run build
  tar czf release.tar.gz dist package.json
}

upload() {
  log "uploading to $HOST"
  scp release.tar.gz "$HOST:$TARGET/releases/"
}

activate() {
  log "activating"
  ssh "$HOST" "cd $TARGET && tar xzf releases/release.tar.gz && systemctl restart app"
}

cleanup() {
  rm -f release.tar.gz
}
trap cleanup EXIT

build
upload
activate
