import { readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAFE_CALL } from '../migrate/project.js';
import { type Clone, cloneOf, gitIn, temporaryFolder } from './clone.js';

const SHIELD = 'edge-sunset/page-shield';
const FILES = { 'package.json': '{"type":"module"}\n', 'scripts.js': SAFE_CALL };

/** What a run leaves in the folder for temporary files once it may not remove anything there: whether it made a work tree. */
async function makesWorkTree(clone: Clone, ...argv: readonly string[]): Promise<boolean> {
  const ran = join(temporaryFolder(), 'ran');
  // git runs this where it checks out, and only there.
  clone.git('config', 'filter.seen.smudge', `sh -c 'echo >> ${ran}; cat'`);
  clone.git('config', 'filter.seen.clean', 'cat');
  const ended = await clone.run(['pr', '--dry-run', ...argv]);
  expect(ended.code).toBe(0);
  return readdirSync(join(ran, '..')).length > 0;
}

function observed(): Clone {
  return cloneOf({ ...FILES, '.gitattributes': 'package.json filter=seen\n' });
}

describe('the base', () => {
  it('is read in the clone where the clone holds it', async () => {
    const clone = observed();
    expect(await makesWorkTree(clone)).toBe(false);
    expect((await clone.run(['pr', '--dry-run'])).stdout).toContain(`Branch ${SHIELD}`);
  });

  it('is read in the clone beside files that git ignores', async () => {
    const clone = observed();
    writeFileSync(join(clone.folder, '.git/info/exclude'), 'own.js\n');
    clone.write('own.js', SAFE_CALL);
    expect(await makesWorkTree(clone)).toBe(false);
    expect((await clone.run(['pr', '--dry-run'])).stdout).not.toContain('own.js');
  });

  it.each<[string, (clone: Clone) => void]>([
    ['a file is changed', (clone) => clone.write('scripts.js', 'await other();\n')],
    [
      'a change is staged',
      (clone) => {
        clone.write('scripts.js', 'await other();\n');
        clone.git('add', '.');
      },
    ],
    ['a file is deleted', (clone) => rmSync(join(clone.folder, 'scripts.js'))],
    ['a file is new', (clone) => clone.write('new.js', SAFE_CALL)],
    [
      'a change is hidden from git',
      (clone) => {
        clone.git('update-index', '--assume-unchanged', 'scripts.js');
        clone.write('scripts.js', 'await other();\n');
      },
    ],
    [
      'a file is left out of the checkout',
      (clone) => {
        clone.git('update-index', '--skip-worktree', 'scripts.js');
        rmSync(join(clone.folder, 'scripts.js'));
      },
    ],
    [
      'another commit is checked out',
      (clone) => {
        clone.git('checkout', '--quiet', '-b', 'other');
        clone.write('scripts.js', 'await other();\n');
        clone.git('commit', '--quiet', '-am', 'other');
      },
    ],
    [
      'a repository is in the repository',
      (clone) => {
        const { folder } = cloneOf({ 'inner.js': SAFE_CALL });
        clone.git(
          '-c',
          'protocol.file.allow=always',
          'submodule',
          '--quiet',
          'add',
          realpathSync(folder),
          'inner',
        );
        clone.git('commit', '--quiet', '-am', 'inner');
        clone.git('push', '--quiet', 'origin', 'main');
      },
    ],
  ])('is read in a work tree where %s, with the same result', async (_, change) => {
    const clone = observed();
    const expected = (await clone.run(['pr', '--dry-run'])).stdout;
    change(clone);
    expect(await makesWorkTree(clone, '--base', 'main')).toBe(true);
    expect((await clone.run(['pr', '--dry-run', '--base', 'main'])).stdout).toBe(expected);
  });

  it('is not committed to where a file is saved after it was planned', async () => {
    const clone = cloneOf(FILES);
    // A hook of the checkout of the work tree stands for somebody who saves: a filter gives it other text.
    clone.write('.git/info/attributes', 'scripts.js filter=later\n');
    clone.git('config', 'filter.later.smudge', "sh -c 'cat; echo //'");
    clone.git('config', 'filter.later.clean', "sh -c 'cat'");
    const ended = await clone.run(['pr']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('scripts.js is not as it was when it was planned. Run the command again');
    expect(gitIn(clone.folder, 'branch', '--list', SHIELD)).toBe('');
  });
});
