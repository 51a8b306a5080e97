#!/bin/bash

VERSION=$1

git tag "v$VERSION"
git push --tags
python3 -m build
twine upload dist/*
