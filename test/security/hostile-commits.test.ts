/** `verify` and `brief`: commits that hold what no folder can, repositories that lack objects, and names that forge lines. */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';

const ENV = { PATH: process.env.PATH ?? '' };

afterEach(() => {
  vi.unstubAllEnvs();
});

function repositoryOf(files: Readonly<Record<string, string>>) {
  const folder = folderOf(files);
  const git = (...args: readonly string[]) => {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  };
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return { folder, git };
}

/** Runs with a folder of its own for temporary files, and tells what is left in it. */
async function verified(folder: string) {
  const temporary = folderOf({});
  vi.stubEnv('TMPDIR', temporary);
  const result = await edgeSunset(['verify'], { cwd: folder, env: ENV });
  return { ...result, left: readdirSync(temporary).filter((name) => name.startsWith('edge-sunset-before-')) };
}

describe.runIf(process.platform === 'linux')('verify', () => {
  it('does not take a file for absent whose object the repository lacks, as a partial clone does', async () => {
    const { folder, git } = repositoryOf({ 'a.mjs': DEAD_CALL });
    writeFileSync(join(folder, 'a.mjs'), '');
    expect((await verified(folder)).stdout).toContain('a.mjs');
    const object = git('rev-parse', 'HEAD:a.mjs');
    rmSync(join(folder, '.git/objects', object.slice(0, 2), object.slice(2)), { force: true });
    const { code, stdout, stderr, left } = await verified(folder);
    expect([code, stdout, left]).toEqual([2, '', []]);
    expect(stderr).toContain('"a.mjs" of the commit is not in the repository: a partial clone');
  });

  it('names a file of a commit that no folder can hold, and leaves no copy behind', async () => {
    const { folder, git } = repositoryOf({ 'a.mjs': DEAD_CALL });
    const object = git('rev-parse', 'HEAD:a.mjs');
    git('update-index', '--add', '--cacheinfo', `100644,${object},${'l'.repeat(300)}.mjs`);
    git('commit', '-q', '-m', 'second');
    const { code, stderr, left } = await verified(folder);
    expect([code, left]).toEqual([2, []]);
    expect(stderr).toMatch(/l{300}\.mjs" of the commit cannot be written as a file \(ENAMETOOLONG\)/);
  });
});

describe.runIf(process.platform === 'linux')('a name with line breaks and escape sequences', () => {
  const HOSTILE = 'x\n::error::forged\u001b[31m\u202e.mjs';

  it.each(['brief --full', 'brief .', 'verify'])('forges nothing in %s', async (line) => {
    const argv = line.split(' ');
    const { folder } = repositoryOf({ [HOSTILE]: DEAD_CALL });
    if (line === 'verify') writeFileSync(join(folder, HOSTILE), '');
    const { stdout } = await edgeSunset(argv, { cwd: folder, env: ENV });
    expect(stdout).toContain('x\\n::error::forged\\u{1b}[31m\\u{202e}.mjs');
    expect(stdout).not.toMatch(/^\s*::/m);
    for (const one of ['\u001b', '\u202e']) expect(stdout).not.toContain(one);
  });
});

describe('brief', () => {
  it('shows quoted code so that no line of it is a command to a build server', async () => {
    const { folder } = repositoryOf({ 'a.mjs': `/*\n::error::forged\u001b[31m\n*/\n\t${DEAD_CALL}` });
    const { stdout } = await edgeSunset(['brief', '--full'], { cwd: folder });
    expect(stdout).toContain('a.mjs:');
    expect(stdout).not.toMatch(/^\s*::/m);
    expect(stdout).not.toContain('\u001b');
  });
});
