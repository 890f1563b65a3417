import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { edgeSunset } from '../cli/command-line.js';
import { APP, APP_BRANCH } from './app.js';
import { cloneOf, GIT_ENVIRONMENT, gitIn, temporaryFolder } from './clone.js';

const npmTest = (folder: string) =>
  spawnSync(process.execPath, ['--test'], { cwd: folder, env: GIT_ENVIRONMENT, encoding: 'utf8' });

describe('from dead calls to a pull request', () => {
  it('brings an application with five dead calls in three languages to a branch that works', async () => {
    const clone = cloneOf(APP);
    // Work that has nothing to do with it, in three states.
    clone.write('src/block.js', `${clone.read('src/block.js')}// unfinished\n`);
    clone.write('staged.txt', 'staged\n');
    clone.git('add', 'staged.txt');
    clone.write('notes.txt', 'untracked\n');
    const before = [
      clone.git('status', '--porcelain'),
      clone.git('rev-parse', 'HEAD'),
      clone.git('stash', 'list'),
    ];

    // The scan fails the build, and so do the tests.
    const scan = await clone.run(['scan', '--format', 'json']);
    expect(scan.code).toBe(1);
    expect(JSON.parse(scan.stdout).findings.map(({ path }: { path: string }) => path)).toEqual([
      'infra/gate.tf',
      'infra/gate.tf',
      'scripts/waf.py',
      'src/block.js',
      'src/block.js',
    ]);
    expect(npmTest(clone.folder).status).not.toBe(0);

    const first = await clone.run(['pr', '--push', '--verify', 'node --test']);
    expect(first.stderr).toBe(`edge-sunset pr: ${APP_BRANCH}: running node --test\n`);
    expect(first).toMatchObject({ code: 0, stdout: `created  ${APP_BRANCH}\n` });
    expect(clone.branches()).toEqual([APP_BRANCH, 'main']);

    // Nothing of the clone changed, and nothing is left in it.
    const after = [
      clone.git('status', '--porcelain'),
      clone.git('rev-parse', 'HEAD'),
      clone.git('stash', 'list'),
    ];
    expect(after).toEqual(before);
    expect(clone.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(clone.git('branch', '--list', 'edge-sunset/*')).toBe('');

    // One commit for each codemod, by the user, with only files of the plan.
    const commits = clone
      .remoteGit('log', '--reverse', '--format=%an <%ae>: %s', `main..${APP_BRANCH}`)
      .split('\n');
    expect(commits).toEqual([
      'Sam Example <sam@example.com>: Replace retired calls: Firewall Rules API and Filters API (javascript)',
      'Sam Example <sam@example.com>: Replace retired calls: Firewall Rules API and Filters API (terraform)',
    ]);
    expect(clone.remoteGit('diff', '--name-only', 'main', APP_BRANCH).split('\n')).toEqual([
      'infra/gate.tf',
      'scripts/waf.py',
      'src/block.js',
      'src/customRules.js',
    ]);

    // A fresh clone of the branch: its tests pass, and a scan is clean but for the counted marker.
    const fresh = join(temporaryFolder(), 'fresh');
    gitIn(clone.folder, 'clone', '--quiet', '--branch', APP_BRANCH, clone.remote, fresh);
    expect(npmTest(fresh)).toMatchObject({ status: 0 });
    const rescan = await edgeSunset(['scan', '--format', 'json'], { cwd: fresh, env: GIT_ENVIRONMENT });
    const { findings, summary } = JSON.parse(rescan.stdout);
    expect(findings.map(({ path, state }: { path: string; state: string }) => [path, state])).toEqual([
      ['scripts/waf.py', 'marked'],
    ]);
    expect(summary).toMatchObject({ marked: 1, markers: 1 });

    // A second run does nothing.
    const tip = clone.remoteGit('rev-parse', APP_BRANCH);
    expect(await clone.run(['pr', '--push'])).toMatchObject({
      code: 0,
      stdout: `up to date  ${APP_BRANCH}\n`,
      stderr: '',
    });
    expect(clone.remoteGit('rev-parse', APP_BRANCH)).toBe(tip);

    // More work on the base updates the branch; what the user did there is kept.
    clone.git('checkout', '--quiet', '--force', 'main');
    clone.git('rm', '--quiet', '-r', 'infra');
    clone.git('commit', '--quiet', '--message', 'Remove the infrastructure');
    clone.git('push', '--quiet');
    expect((await clone.run(['pr', '--push'])).stdout).toBe(`updated  ${APP_BRANCH}\n`);
    expect(clone.remoteGit('log', '--format=%s', `main..${APP_BRANCH}`).split('\n')).toHaveLength(1);

    // A commit by a person is respected.
    gitIn(fresh, 'fetch', '--quiet', 'origin');
    gitIn(fresh, 'reset', '--quiet', '--hard', `origin/${APP_BRANCH}`);
    gitIn(
      fresh,
      '-c',
      'user.name=Kim',
      '-c',
      'user.email=kim@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '-mMine',
    );
    gitIn(fresh, 'push', '--quiet');
    const edited = clone.remoteGit('rev-parse', APP_BRANCH);
    clone.git('rm', '--quiet', 'scripts/waf.py');
    clone.git('commit', '--quiet', '--message', 'Remove the report');
    clone.git('push', '--quiet');
    expect(await clone.run(['pr', '--push'])).toMatchObject({
      code: 0,
      stdout: `left alone  ${APP_BRANCH}: somebody else committed to it, so it was not changed. Delete the branch to have it recreated\n`,
    });
    expect(clone.remoteGit('rev-parse', APP_BRANCH)).toBe(edited);
  });
});
