import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { DEAD_CALL, LIVE_CALL } from '../cli/command-line.js';
import { output } from '../package/packed.js';
import { GIT_ENVIRONMENT, gitIn, temporaryFolder } from '../pull-request/clone.js';

describe('the hooks of pre-commit', () => {
  it('stop a commit that adds a dead call, and no other', () => {
    // The repository of the hooks, with what they need of it.
    const hooks = temporaryFolder();
    for (const path of ['.pre-commit-hooks.yaml', 'action/index.cjs'])
      cpSync(join(ROOT, path), join(hooks, path), { recursive: true });
    const author = ['-c', 'user.name=K', '-c', 'user.email=k@example.com'];
    gitIn(hooks, 'init', '--quiet');
    gitIn(hooks, 'add', '--all', '--force');
    gitIn(hooks, ...author, 'commit', '--quiet', '-m', 'Hooks');
    expect(output(ROOT, 'pre-commit', 'validate-manifest', '.pre-commit-hooks.yaml')).toBe('');

    const project = temporaryFolder();
    const home = temporaryFolder();
    gitIn(project, 'init', '--quiet');
    const config = [
      'repos:',
      `  - repo: ${hooks}`,
      `    rev: ${gitIn(hooks, 'rev-parse', 'HEAD')}`,
      '    hooks:',
    ];
    const ids = ['      - id: edge-sunset', '      - id: edge-sunset-all', ''];
    writeFileSync(join(project, '.pre-commit-config.yaml'), [...config, ...ids].join('\n'));
    writeFileSync(join(project, 'old.js'), DEAD_CALL);
    writeFileSync(join(project, 'new.js'), LIVE_CALL);
    gitIn(project, 'add', 'new.js', '.pre-commit-config.yaml');
    const run = (...argv: readonly string[]) =>
      spawnSync('pre-commit', ['run', ...argv], {
        cwd: project,
        encoding: 'utf8',
        env: { ...process.env, ...GIT_ENVIRONMENT, HOME: home, PRE_COMMIT_HOME: home },
      });
    expect(run('edge-sunset')).toMatchObject({ status: 0 });
    gitIn(project, 'add', 'old.js');
    const stopped = run('edge-sunset');
    expect(stopped.status).toBe(1);
    expect(stopped.stdout).toContain('firewall-rules');
    expect(run('edge-sunset-all', '--hook-stage', 'push')).toMatchObject({ status: 1 });
  });
});

describe('the container file', () => {
  it('passes the linter, which finds faults in another', () => {
    const linter = createRequire(import.meta.url).resolve('dockerfilelint/bin/dockerfilelint');
    const lint = (file: string) => {
      const { stdout } = spawnSync(process.execPath, [linter, '-o', 'json', file], { encoding: 'utf8' });
      return Number(JSON.parse(stdout).totalIssues);
    };
    expect(lint(join(ROOT, 'Dockerfile'))).toBe(0);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'Dockerfile'), 'FROM node:latest\nMAINTAINER somebody\nFOO bar\n');
    expect(lint(join(folder, 'Dockerfile'))).toBeGreaterThan(1);
  });
});
