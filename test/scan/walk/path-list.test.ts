import { expect, test } from 'vitest';
import { PathNames } from '../../../src/scan/walk/names.js';
import { merged, type PathList, PathListBuilder, without } from '../../../src/scan/walk/path-list.js';
import { random } from '../../analysis/prefilter/naive.js';

function listOf(paths: readonly (string | Buffer)[], copied = true): PathList {
  const builder = new PathListBuilder();
  for (const path of paths) {
    const bytes = Buffer.concat([Buffer.from('??'), Buffer.from(path)]);
    if (copied) builder.addCopy(bytes, 2, bytes.length);
    else builder.addRange(bytes, 2, bytes.length);
    if (copied) bytes.fill(0);
  }
  return builder.finish();
}

function sorted(paths: Iterable<string>): string[] {
  return [...new Set(paths)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function randomPaths(next: (below: number) => number, count: number): string[] {
  const part = () => ['a', 'b', 'ab', 'é', '\u{1F600}', 'x'.repeat(next(300)), 'a-', 'a.ts'][next(8)] ?? 'a';
  return Array.from({ length: count }, () => Array.from({ length: 1 + next(5) }, part).join('/'));
}

test('gives back what was put in', () => {
  const next = random(3);
  for (let round = 0; round < 50; round++) {
    const paths = randomPaths(next, next(200));
    for (const copied of [true, false]) {
      expect([...listOf(paths, copied)]).toEqual(paths);
      expect(listOf(paths, copied).count).toBe(paths.length);
    }
  }
});

test('keeps paths that are no text, and puts the folder before them', () => {
  const odd = Buffer.from([0x61, 0x2f, 0xff, 0xfe, 0x0a]);
  const cursor = listOf(['a', odd]).cursor('/root/dir');
  expect(cursor.next()).toBe(true);
  expect(cursor.path().toString()).toBe('/root/dir/a');
  expect(cursor.next()).toBe(true);
  expect(cursor.relative()).toEqual(odd);
  expect([odd, odd.subarray(0, 2), Buffer.alloc(0)].map((prefix) => cursor.startsWith(prefix))).toEqual([
    true,
    true,
    true,
  ]);
  expect([Buffer.from('b'), Buffer.concat([odd, odd])].map((prefix) => cursor.startsWith(prefix))).toEqual([
    false,
    false,
  ]);
  expect(cursor.path()).toEqual(Buffer.concat([Buffer.from('/root/dir/'), odd]));
  expect(cursor.next()).toBe(false);
  expect(listOf([]).cursor('/').next()).toBe(false);
});

test('adds lists and takes them away', () => {
  const next = random(5);
  for (let round = 0; round < 50; round++) {
    const [left, right] = [randomPaths(next, next(60)), randomPaths(next, next(60))];
    const gone = new Set(right);
    expect([...without(listOf(left), listOf(right))]).toEqual(sorted(left.filter((path) => !gone.has(path))));
    expect([...merged([listOf(left), listOf(right)])]).toEqual(sorted([...left, ...right]));
  }
});

test('many paths of one buffer, and paths longer than a chunk', () => {
  const text = Buffer.from('abcdefgh'.repeat(2000));
  const builder = new PathListBuilder();
  for (let at = 0; at + 3 <= text.length; at++) builder.addRange(text, at, at + 3);
  const list = [...builder.finish()];
  expect(list).toHaveLength(text.length - 2);
  expect(list[9]).toBe('bcd');
  const long = 'x'.repeat(300_000);
  const cursor = listOf(['a', long, 'b']).cursor('/root');
  const lengths: number[] = [];
  while (cursor.next()) lengths.push(cursor.path().length);
  expect(lengths).toEqual([7, 300_006, 7]);
});

test('finds the paths below a folder of a sorted list', () => {
  const next = random(7);
  for (let round = 0; round < 60; round++) {
    const paths = sorted(randomPaths(next, next(120)));
    for (const copied of [true, false]) {
      const list = listOf(paths, copied);
      for (const folder of ['a/', 'ab/', 'a', 'é/', 'a-/a/', 'none/', '~']) {
        const prefix = Buffer.from(folder);
        const cursor = list.cursor();
        cursor.seek(prefix);
        const found: string[] = [];
        while (cursor.next() && cursor.startsWith(prefix)) found.push(cursor.relativePath());
        expect(found).toEqual(paths.filter((path) => path.startsWith(folder)));
      }
    }
  }
});

test('tells files by their names, whatever folder they are in', () => {
  const names = new PathNames(['go.mod', 'package.json']);
  const found = (paths: readonly string[]) => {
    const cursor = listOf(paths).cursor();
    return paths.filter(() => cursor.next() && cursor.isNamed(names));
  };
  const named = ['go.mod', 'a/go.mod', 'package.json', `${'d'.repeat(40)}/package.json`, 'p/go.mod/go.mod'];
  expect(found(named)).toEqual(named);
  const others = [
    'o.mod',
    'go.mo',
    'go.mod/a',
    'ago.mod',
    'a/package.json5',
    'p',
    'x-package.json',
    'Go.mod',
  ];
  expect(found(others)).toEqual([]);
});
