#!/bin/sh
# Changes one repository, for engines that commit what a script leaves in the work tree. With multi-gitter:
#   multi-gitter run "sh $PWD/change.sh" --org acme --branch edge-sunset --commit-message 'Replace retired API calls'
# EDGE_SUNSET is the command to run (default: npx edge-sunset).
set -eu
status=0
${EDGE_SUNSET:-npx edge-sunset} migrate --write --level review --no-types || status=$?
# 1: something is left for a person, with a comment above it. Anything else is an error, and nothing is committed.
[ "$status" -le 1 ]
