import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtBin, runBin } from '../cli/bin.js';
import { SAFE_CALL } from '../migrate/project.js';
import { atHost, cloneOf, GIT_ENVIRONMENT } from './clone.js';
import { githubServer } from './servers.js';

const bin = builtBin();
const BRANCH = 'edge-sunset/page-shield';

describe('a run that is killed', () => {
  // Where it hangs when the signal comes, and what is there then.
  const MOMENTS = [
    { where: 'while commits are made', hook: true, verify: [], hang: null, pushed: false, states: [] },
    {
      where: 'while --verify runs',
      hook: false,
      verify: ['--verify', 'wait'],
      hang: null,
      pushed: false,
      states: [],
    },
    { where: 'when the branch is pushed', hook: false, verify: [], hang: 'before', pushed: true, states: [] },
    {
      where: 'when the request is open',
      hook: false,
      verify: [],
      hang: 'after',
      pushed: true,
      states: ['open'],
    },
  ] as const;

  it.each(
    MOMENTS.flatMap((moment) =>
      (['SIGKILL', 'SIGTERM'] as const).map((signal) => [signal, moment.where, moment] as const),
    ),
  )('by %s %s leaves nothing half done', async (signal, _, moment) => {
    const clone = cloneOf({ 'package.json': '{"type":"module"}\n', 'scripts.js': SAFE_CALL });
    const server = await githubServer();
    atHost(clone, 'https://github.example.com/owner/shop.git');
    const env = {
      ...GIT_ENVIRONMENT,
      GITHUB_SERVER_URL: 'https://github.example.com',
      GITHUB_API_URL: server.url,
      GITHUB_TOKEN: 'not-a-real-token',
    };
    const reached = join(clone.folder, '.git/reached');
    // It ends with the clone.
    const wait = `touch ${reached}; while [ -e ${reached} ]; do sleep 0.1; done`;
    clone.write('.git/hooks/pre-commit', `#!/bin/sh\n${wait}\n`);
    const { chmodSync, existsSync } = await import('node:fs');
    if (moment.hook) chmodSync(join(clone.folder, '.git/hooks/pre-commit'), 0o755);
    let isHanging = false;
    server.fault = ({ method }) => {
      if (method !== 'POST' || moment.hang === null) return null;
      isHanging = true;
      return moment.hang === 'before' ? 'hang' : 'hang after';
    };
    const verify = moment.verify.map((word) => (word === 'wait' ? wait : word));
    const ended = await runBin(bin(), ['pr', '--push', ...verify], {
      cwd: clone.folder,
      env,
      during: (child) => {
        const timer = setInterval(() => {
          if (!isHanging && !existsSync(reached)) return;
          clearInterval(timer);
          child.kill(signal);
        }, 20);
        child.on('exit', () => clearInterval(timer));
      },
    });
    expect(ended.code ?? ended.signal).toBe(signal === 'SIGTERM' ? 143 : 'SIGKILL');
    expect(clone.git('status', '--porcelain')).toBe('');
    expect(clone.branches().includes(BRANCH)).toBe(moment.pushed);
    expect(server.requests.map(({ state }) => state)).toEqual(moment.states);
    // Whoever can still act takes the work tree away; after a kill the next run does.
    if (signal === 'SIGTERM') expect(clone.git('worktree', 'list').split('\n')).toHaveLength(1);
    server.fault = () => null;
    clone.git('config', 'core.hooksPath', '/dev/null');
    const again = await runBin(bin(), ['pr', '--push'], { cwd: clone.folder, env });
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(server.requests).toMatchObject([{ branch: BRANCH, state: 'open' }]);
    expect(clone.git('worktree', 'list').split('\n')).toHaveLength(1);
  });
});
