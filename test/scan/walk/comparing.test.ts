import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startComparing } from '../../../src/scan/walk/changes.js';
import { gitTree } from '../../../src/scan/walk/git-list.js';
import { findRepository } from '../../../src/scan/walk/repository.js';
import { CLEAN_ENVIRONMENT, emptyFolder, git, repository, write } from './trees.js';

const FILES = { 'a.ts': 'a', 'in/b.ts': 'b', 'in/c.ts': 'c' };

function treeAt(root: string, environment = CLEAN_ENVIRONMENT) {
  const found = findRepository(root);
  if (found === undefined) throw new Error(`${root} lies in no repository.`);
  return gitTree(found, root, environment);
}

/** An environment with a git that does as the other one, after this line of a script. */
function withGit(line: string) {
  const folder = emptyFolder();
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  write(folder, { git: `#!/bin/sh\n${line}\nexec '${real}' "$@"\n` });
  chmodSync(join(folder, 'git'), 0o755);
  return { ...CLEAN_ENVIRONMENT, PATH: `${folder}:${CLEAN_ENVIRONMENT.PATH}` };
}

describe('comparing the work tree with its index', () => {
  it('tells which files changed, by their paths below the root', async () => {
    const root = repository(FILES);
    expect(await startComparing(treeAt(root))?.()).toEqual(new Set());
    appendFileSync(join(root, 'in/b.ts'), 'more');
    expect(await startComparing(treeAt(root))?.()).toEqual(new Set(['in/b.ts']));
    expect(await startComparing(treeAt(join(root, 'in')))?.()).toEqual(new Set(['b.ts']));
  });

  it('tells nothing where git complains of a file', async () => {
    const root = repository(FILES);
    expect(await startComparing(treeAt(root, withGit(':')))?.()).toEqual(new Set());
    const complaining = withGit('case "$*" in *diff-files*) echo "a.ts: Permission denied" >&2;; esac');
    expect(await startComparing(treeAt(root, complaining))?.()).toBeUndefined();
  });

  it('tells nothing where the index was written meanwhile', async () => {
    const root = repository(FILES);
    const changed = startComparing(treeAt(root));
    write(root, { 'a.ts': 'other' });
    git(root, 'add', 'a.ts');
    expect(await changed?.()).toBeUndefined();
  });
});
