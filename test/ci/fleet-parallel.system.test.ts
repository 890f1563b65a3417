/** The example with GNU parallel, run as it is: two jobs of it on this machine, and two machines that are reached over SSH. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { DEAD_CALL, folderOf } from '../cli/command-line.js';
import { cloneOf, GIT_ENVIRONMENT } from '../pull-request/clone.js';
import { machine } from './ssh.js';

const SCRIPT = join(ROOT, 'examples/fleet/parallel.sh');

function folderWith(hosts: string): string {
  const urls = [1, 2, 3].map(() => `file://${cloneOf({ 'a.mjs': DEAD_CALL }).remote}`);
  return folderOf({ 'repositories.txt': `${urls.join('\n')}\n`, hosts });
}

function run(cwd: string, batch: string): string {
  return execFileSync('sh', [SCRIPT, 'repositories.txt', 'hosts'], {
    cwd,
    env: {
      ...GIT_ENVIRONMENT,
      HOME: cwd,
      BATCH: batch,
      EDGE_SUNSET: `${process.execPath} ${join(ROOT, 'dist/cli/main.js')}`,
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

it('scans in batches, and does not repeat what is done', () => {
  const cwd = folderWith('2/:\n');
  const stream = run(cwd, '2');
  expect(stream.match(/^\{"type":"done"/gm)).toHaveLength(3);
  expect(stream.match(/^\{"type":"start"/gm)).toHaveLength(2);
  expect(run(cwd, '2')).toBe('');
});

it('sends batches to machines over SSH, which need nothing of ours beforehand', async () => {
  const machines = [await machine(), await machine()];
  const cwd = folderWith(`${machines.map(({ login }) => login).join('\n')}\n`);
  const stream = run(cwd, '1');
  expect(stream.match(/^\{"type":"done","root":"[^"]+".*"exit":1/gm)).toHaveLength(3);
  const log = readFileSync(join(cwd, 'parallel.log'), 'utf8').trim().split('\n').slice(1);
  expect(new Set(log.map((line) => line.split('\t')[1])).size).toBe(2);
  for (const { logins } of machines) expect(logins()).toBeGreaterThan(0);
  expect(run(cwd, '1')).toBe('');
});
