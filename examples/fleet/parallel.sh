#!/bin/sh
# Several machines, with GNU parallel: sh parallel.sh repositories.txt hosts.txt >> scan.ndjson
# repositories.txt has a URL on each line; hosts.txt is a --sshloginfile (`:` is this machine). Each host needs git and
# Node, or the executable of edge-sunset as EDGE_SUNSET. The same command again goes on where it was ended.
set -eu
here=$(dirname "$0")
parallel --sshloginfile "$2" --env EDGE_SUNSET --basefile "$here/worker.sh" \
  --joblog parallel.log --resume --max-args "${BATCH:-50}" \
  sh "$here/worker.sh" <"$1"
