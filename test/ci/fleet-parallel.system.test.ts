/** The example with GNU parallel, run as it is: two jobs of it on this machine. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { DEAD_CALL, folderOf } from '../cli/command-line.js';
import { cloneOf, GIT_ENVIRONMENT } from '../pull-request/clone.js';

it('scans in batches, and does not repeat what is done', () => {
  const urls = [1, 2, 3].map(() => `file://${cloneOf({ 'a.mjs': DEAD_CALL }).remote}`);
  const cwd = folderOf({ 'repositories.txt': `${urls.join('\n')}\n`, hosts: '2/:\n' });
  const run = () =>
    execFileSync('sh', [join(ROOT, 'examples/fleet/parallel.sh'), 'repositories.txt', 'hosts'], {
      cwd,
      env: {
        ...GIT_ENVIRONMENT,
        HOME: cwd,
        BATCH: '2',
        EDGE_SUNSET: `${process.execPath} ${join(ROOT, 'dist/cli/main.js')}`,
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const stream = run();
  expect(stream.match(/^\{"type":"done"/gm)).toHaveLength(3);
  expect(stream.match(/^\{"type":"start"/gm)).toHaveLength(2);
  expect(run()).toBe('');
});
