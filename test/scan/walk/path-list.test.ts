import { expect, test } from 'vitest';
import { merged, type PathList, PathListBuilder, without } from '../../../src/scan/walk/path-list.js';
import { random } from '../../analysis/prefilter/naive.js';

function listOf(paths: readonly (string | Buffer)[]): PathList {
  const builder = new PathListBuilder();
  for (const path of paths) {
    const bytes = Buffer.from(path);
    builder.add(Buffer.concat([Buffer.from('??'), bytes]), 2, bytes.length + 2);
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

test('gives back what was put in, sorted and once', () => {
  const next = random(3);
  for (let round = 0; round < 50; round++) {
    const paths = randomPaths(next, next(200));
    expect([...listOf(paths)]).toEqual(sorted(paths));
    expect([...listOf(sorted(paths))]).toEqual(sorted(paths));
    expect(listOf(paths).count).toBe(sorted(paths).length);
  }
});

test('keeps paths that are no text, and puts the folder before them', () => {
  const odd = Buffer.from([0x61, 0x2f, 0xff, 0xfe, 0x0a]);
  const cursor = listOf(['a', odd]).cursor('/root/dir');
  expect(cursor.next()).toBe(true);
  expect(cursor.path().toString()).toBe('/root/dir/a');
  expect(cursor.next()).toBe(true);
  expect(cursor.relative()).toEqual(odd);
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

test('a hundred thousand paths of a deep tree take a third of their text', () => {
  const paths = Array.from({ length: 100_000 }, (_, index) => {
    const number = String(index).padStart(6, '0');
    return `packages/part-${number.slice(0, 2)}/source/module-${number.slice(2, 4)}/component-${number}.ts`;
  });
  const builder = new PathListBuilder();
  for (const path of paths) builder.add(Buffer.from(path), 0, path.length);
  const list = builder.finish();
  expect(list.count).toBe(100_000);
  expect(list.bytes).toBeLessThan(paths.join('').length / 3);
});
