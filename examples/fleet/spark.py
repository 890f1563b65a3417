"""Archives of repositories in object storage, scanned by Spark: one process of edge-sunset for each partition.

    spark-submit spark.py 's3a://repositories/*.tar.gz' s3a://streams/2026-11 400
    hadoop fs -getmerge s3a://streams/2026-11 scan.ndjson && npx edge-sunset report scan.ndjson

Each machine needs Node, or the executable of edge-sunset as EDGE_SUNSET. The repositories of a partition are on the disk of
its machine while they are scanned; the third argument says how many partitions there are.
"""

import io
import os
import shlex
import sys
import tarfile
import tempfile

from pyspark import SparkContext

# Its exit code tells of findings: what counts is a `done` line for each repository. Spark repeats a partition that fails.
SCAN = r"""
set -eu
list=$(mktemp)
cat >"$list"
[ -s "$list" ] || exit 0
top=$(dirname "$(head -n 1 "$list")")
trap 'rm -rf "$list" "$top"' EXIT
cd "$top"
sed 's|.*/||' "$list" >list
${EDGE_SUNSET:-npx edge-sunset} scan --roots list --into stream >&2 || true
cat stream
[ "$(grep -c '^{"type":"done"' stream)" -eq "$(wc -l <list)" ]
"""


def unpacked(archives):
    """Folders with the files of archives."""
    top = tempfile.mkdtemp(prefix="retired-apis-")
    for name, content in archives:
        folder = os.path.join(top, os.path.basename(name).removesuffix(".tar.gz"))
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extractall(folder, filter="data")
        yield folder


def main(source, target, partitions):
    context = SparkContext(appName="retired-apis")
    # `pipe` hands on no variable by itself.
    env = {name: os.environ[name] for name in ("PATH", "HOME", "EDGE_SUNSET") if name in os.environ}
    archives = context.binaryFiles(source, int(partitions))
    scanned = archives.mapPartitions(unpacked).pipe(shlex.join(["sh", "-c", SCAN]), env, checkCode=True)
    scanned.saveAsTextFile(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
