/** The example with Spark, run as it is, with a stand-in for the few calls of `pyspark` that it makes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { DEAD_CALL, edgeSunset, folderOf, LIVE_CALL } from '../cli/command-line.js';

/** Partitions one after the other, in this process. As in Spark, a command is no shell and gets no variable that is not named. */
const PYSPARK = `
import glob, os, shlex, subprocess


class RDD:
    def __init__(self, partitions):
        self.partitions = partitions

    def mapPartitions(self, function):
        return RDD([lambda part=part: function(part()) for part in self.partitions])

    def pipe(self, command, env=None, checkCode=False):
        def piped(records):
            text = "".join(str(record).rstrip("\\n") + "\\n" for record in records)
            done = subprocess.run(shlex.split(command), env=env or {}, input=text, capture_output=True, text=True)
            if checkCode and done.returncode != 0:
                raise RuntimeError(f"Pipe function exited with error code {done.returncode}")
            return iter(done.stdout.splitlines())
        return self.mapPartitions(piped)

    def saveAsTextFile(self, target):
        os.mkdir(target)
        for index, part in enumerate(self.partitions):
            with open(f"{target}/part-{index:05}", "w") as file:
                file.writelines(line + "\\n" for line in part())


class SparkContext:
    def __init__(self, appName):
        pass

    def binaryFiles(self, pattern, partitions):
        files = sorted(glob.glob(pattern))
        def read(at):
            return iter([("file:" + name, open(name, "rb").read()) for name in files[at::partitions]])
        return RDD([lambda at=at: read(at) for at in range(partitions)])
`;

function archived(name: string, files: Readonly<Record<string, string>>, cwd: string): void {
  execFileSync('tar', ['-czf', join(cwd, 'archives', `${name}.tar.gz`), '-C', folderOf(files), '.']);
}

function submit(cwd: string, edgeSunsetCommand: string): void {
  execFileSync('python3', [join(ROOT, 'examples/fleet/spark.py'), 'archives/*.tar.gz', 'streams', '2'], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      PYTHONPATH: join(cwd, 'stand-in'),
      TMPDIR: join(cwd, 'temporary'),
      EDGE_SUNSET: edgeSunsetCommand,
    },
    stdio: 'pipe',
  });
}

it('scans archives in partitions, and leaves nothing behind', async () => {
  const cwd = folderOf({ 'stand-in/pyspark.py': PYSPARK });
  for (const name of ['archives', 'temporary']) mkdirSync(join(cwd, name));
  archived('shop', { 'a.mjs': DEAD_CALL }, cwd);
  archived('api', { 'a.mjs': LIVE_CALL }, cwd);
  archived('waf', { 'a.mjs': DEAD_CALL.repeat(2) }, cwd);
  expect(() => submit(cwd, 'false')).toThrow('exited with error code 1');
  execFileSync('rm', ['-r', join(cwd, 'streams')]);
  submit(cwd, `${process.execPath} ${join(ROOT, 'dist/cli/main.js')}`);
  const parts = readdirSync(join(cwd, 'streams'));
  const streams = parts.map((part) => readFileSync(join(cwd, 'streams', part), 'utf8'));
  expect(streams.map((text) => text.match(/^\{"type":"done","root":"(\w+)/gm)?.length)).toEqual([2, 1]);
  expect(readdirSync(join(cwd, 'temporary'))).toEqual([]);
  const files = parts.map((part) => `streams/${part}`);
  const { stdout } = await edgeSunset(['report', ...files, '--format=csv'], { cwd });
  expect(stdout.match(/^(?:shop|waf)\b/gm)).toEqual(['waf', 'waf', 'shop']);
});
