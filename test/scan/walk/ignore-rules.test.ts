import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IgnoreRules } from '../../../src/scan/walk/ignore-rules.js';
import { random } from '../../analysis/prefilter/naive.js';
import { processorTime } from '../../processor-time.js';
import { CLEAN_ENVIRONMENT, emptyFolder, git, gitPaths, listing, paths } from './trees.js';

const verdict = (rules: string, path: string, isFolder = false) =>
  new IgnoreRules(Buffer.from(rules).toString('latin1')).verdict(
    Buffer.from(path).toString('latin1').split('/'),
    isFolder,
  );

describe('one file of rules', () => {
  test.each([
    ['*.log', 'a/b.log'],
    ['*.log', '.log'],
    ['/top', 'top'],
    ['a/*.js', 'a/b.js'],
    ['**/x', 'x'],
    ['**/x', 'a/b/x'],
    ['a/**/x', 'a/x'],
    ['a/**/x', 'a/b/c/x'],
    ['a/**', 'a/b/c'],
    ['a**b', 'axxb'],
    ['[a-c]?.ts', 'b1.ts'],
    ['[!a-c].ts', 'd.ts'],
    ['[]x].ts', '].ts'],
    ['[[:digit:]].ts', '7.ts'],
    ['\\#a', '#a'],
    ['\\!a', '!a'],
    ['a\\ ', 'a '],
    ['a   ', 'a'],
    ['a\r', 'a'],
    ['\ufeffa', 'a'],
    ['été?', 'étéx'],
    ['!a\na', 'a'],
  ])('%j takes %j', (rules, path) => {
    expect(verdict(rules, path)).toBe('ignored');
  });

  test.each([
    ['*.log', 'a.logs'],
    ['/top', 'a/top'],
    ['a/*.js', 'a/b/c.js'],
    ['a/*.js', 'x/a/b.js'],
    ['a/**', 'a'],
    ['x/', 'x'],
    ['# a', 'a'],
    ['[a-c].ts', 'd.ts'],
    ['[a.ts', '[a.ts'],
    ['a?b', 'a/b'],
    ['a*b', 'a/b'],
    ['\\', 'a'],
  ])('%j does not take %j', (rules, path) => {
    expect(verdict(rules, path)).toBeUndefined();
  });

  test('the last rule that matches decides', () => {
    expect(verdict('*.log\n!keep.log', 'keep.log')).toBe('kept');
    expect(verdict('!keep.log\n*.log', 'keep.log')).toBe('ignored');
    expect(verdict('x/', 'x', true)).toBe('ignored');
  });

  test('no pattern makes matching slow', () => {
    const path = `${'a'.repeat(5000)}`;
    const started = processorTime();
    expect(verdict(`${'*a'.repeat(200)}b`, path)).toBeUndefined();
    expect(verdict(`${'**/a/'.repeat(200)}b`, Array(1000).fill('a').join('/'))).toBeUndefined();
    expect(processorTime() - started).toBeLessThan(2000);
  });
});

const NAMES = ['a', 'b', 'ab', 'b.log', 'a.js', '.x', 'é', '[a]', '#a', 'a b'];
const PIECES = [
  '*',
  '**',
  '?',
  'a',
  'b',
  '.log',
  '.js',
  '[ab]',
  '[!a]',
  '\\a',
  'é',
  '#',
  ' ',
  '/',
  '/',
  '.x',
];

/** Random trees and random ignore files in several of their folders: our walk must see what git sees. */
test('a walk lists what git does not ignore', async () => {
  const next = random(11);
  const pick = (from: readonly string[]) => from[next(from.length)] ?? 'a';
  const pattern = () =>
    (next(4) === 0 ? '!' : '') +
    Array.from({ length: 1 + next(4) }, () => pick(PIECES)).join('') +
    (next(5) === 0 ? '/' : '');
  for (let round = 0; round < 40; round++) {
    const folder = emptyFolder();
    const seen = new Set<string>();
    for (let file = 0; file < 60; file++) {
      const path = Array.from({ length: 1 + next(4) }, () => pick(NAMES)).join('/');
      try {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), '');
        seen.add(dirname(path));
      } catch {
        // A file stands where a folder would be needed: that tree just has one file less.
      }
    }
    for (const place of ['.', ...seen].slice(0, 4)) {
      writeFileSync(
        join(folder, place, '.gitignore'),
        Array.from({ length: 1 + next(5) }, pattern).join('\n'),
      );
    }
    const walked = await paths(listing(folder, {}, CLEAN_ENVIRONMENT));
    git(folder, 'init', '-q');
    const fromGit = await paths(listing(folder, {}, CLEAN_ENVIRONMENT));
    const rules = git(folder, 'ls-files', '-o', '--full-name', '*.gitignore');
    expect(fromGit, rules).toEqual(gitPaths(folder));
    expect(walked, rules).toEqual(gitPaths(folder));
  }
});
