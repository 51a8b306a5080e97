#!/bin/sh
set -e
npm run build
