import { describe, expect, it } from 'vitest';
import { codeOwners, ownersIn } from '../../src/scan/results/code-owners.js';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';

describe('owners of files', () => {
  it.each([
    ['* @all', 'a/b.ts', ['@all']],
    ['*.ts @ts @js', 'a/b.ts', ['@ts', '@js']],
    ['docs/ @docs', 'docs/a/b.md', ['@docs']],
    ['docs/ @docs', 'lib/docs/a.md', ['@docs']],
    ['/docs/ @docs', 'lib/docs/a.md', []],
    ['docs/ @docs', 'docs', []],
    ['docs/* @docs', 'docs/a.md', ['@docs']],
    ['docs/* @docs', 'docs/a/b.md', []],
    ['**/logs @logs', 'a/logs/b/c.ts', ['@logs']],
    ['apps @a', 'x/apps/y.ts', ['@a']],
    ['* @all\n/src/ @src\n/src/free/', 'src/free/a.ts', []],
    ['* @all\n/src/ @src', 'src/a.ts', ['@src']],
    ['# * @all\n* me@example.com # why', 'a.ts', ['me@example.com']],
    ['[Section] @group\n/src/', 'src/a.ts', ['@group']],
    ['my\\ file.ts @me', 'my file.ts', ['@me']],
    ['[ @broken', 'a.ts', []],
  ])('%j owns %s: %j', (text, path, owners) => {
    expect(ownersIn(text)(path)).toEqual(owners);
  });

  it('are read from where code hosts look for them, and are nobody without a file', () => {
    expect(
      codeOwners(folderOf({ 'docs/CODEOWNERS': '* @docs', '.github/CODEOWNERS': '* @github' }))('a'),
    ).toEqual(['@github']);
    expect(codeOwners(folderOf({}))('a')).toEqual([]);
  });

  it('stand in the page, by which it filters', async () => {
    const cwd = folderOf({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'infra/a.ts': DEAD_CALL,
      CODEOWNERS: '/infra/ @example/infra',
    });
    const { stdout } = await edgeSunset(['scan', '-f', 'html'], { cwd });
    expect(stdout).toContain('data-owner="@example/infra"');
    expect(stdout).toContain('<option value="@example/infra">');
  });
});
