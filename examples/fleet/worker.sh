#!/bin/sh
# Clones repositories, prints the stream of their scan, and removes them: sh worker.sh URL...
# EDGE_SUNSET is the command to run (default: npx edge-sunset).
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for url in "$@"; do
  folder=${url#*://}
  folder=${folder#/}
  # One that cannot be cloned has a `done` line with an error.
  git clone --quiet --depth 1 "$url" "$folder" || true
  printf '%s\n' "$folder" >>list
done
# Its exit code tells of findings and of repositories that are missing: what counts is a `done` line for each.
${EDGE_SUNSET:-npx edge-sunset} scan --roots list --into stream || true
cat stream
[ "$(grep -c '^{"type":"done"' stream)" -eq "$#" ]
