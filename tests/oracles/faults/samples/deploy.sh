#!/usr/bin/env bash
set -euo pipefail

readonly ROOT="$(cd "$(dirname "$0")/.." && pwd)"
readonly HOSTS=("one.example.org" "two.example.org" "three.example.org")
target="staging"
tries=3

usage() {
  cat <<EOF
Usage: $0 [--target NAME] [--tries N] VERSION
EOF
  exit 2
}

log() {
  local level="$1"
  shift
  printf '%s %s %s\n' "$(date +%T)" "$level" "$*" >&2
}

parse() {
  while [ "$#" -gt 0 ]; do
    case "$1" in
      --target)
        target="$2"
        shift 2
        ;;
      --tries)
        tries="$2"
        shift 2
        ;;
      -h | --help)
        usage
        ;;
      *)
        version="$1"
        shift
        ;;
    esac
  done
  if [ -z "${version:-}" ]; then
    usage
  fi
}

build() {
  local folder="$ROOT/build/$version"
  if [ -d "$folder" ]; then
    log "info" "already built in $folder"
    return 0
  fi
  mkdir -p "$folder"
  for part in client server docs; do
    if ! (cd "$ROOT/$part" && make "VERSION=$version" all); then
      log "error" "cannot build $part"
      return 1
    fi
    cp -r "$ROOT/$part/out" "$folder/$part"
  done
}

copy() {
  local host="$1" n=0
  until rsync -a "$ROOT/build/$version/" "deploy@$host:/srv/$target/"; do
    n=$((n + 1))
    if [ "$n" -ge "$tries" ]; then
      log "error" "gave up on $host after $n tries"
      return 1
    fi
    sleep "$n"
  done
  log "info" "copied to $host"
}

check() {
  local host="$1" status
  status="$(curl -s -o /dev/null -w '%{http_code}' "https://$host/health" || echo "none")"
  if [[ "$status" == 2* ]]; then
    log "info" "$host answers"
  elif [ "$status" = "none" ]; then
    log "error" "$host does not answer"
    return 1
  else
    log "warn" "$host answers $status"
  fi
}

main() {
  parse "$@"
  build
  for host in "${HOSTS[@]}"; do
    copy "$host"
    check "$host"
  done
  while read -r line; do
    log "info" "$line"
  done < <(ls "$ROOT/build")
}

main "$@"
