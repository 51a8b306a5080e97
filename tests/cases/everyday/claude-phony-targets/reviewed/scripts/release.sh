#!/usr/bin/env bash
set -euo pipefail

VERSION=${1:?usage: release.sh VERSION}

if [[ -n "$(git status --porcelain)" ]]; then
  echo "working tree is not clean" >&2
  exit 1
fi

rm -rf dist
python3 -m build
twine check dist/*

git tag "v$VERSION"
git push --tags
twine upload dist/*
