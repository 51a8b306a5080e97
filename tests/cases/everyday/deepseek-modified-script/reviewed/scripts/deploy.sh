#!/bin/bash
set -euo pipefail

cd "$(dirname "$0")/.."
git pull --ff-only
docker compose build
docker compose up -d
docker image prune -f
