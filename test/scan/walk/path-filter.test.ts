import { describe, expect, test } from 'vitest';
import { nothingLeftOut } from '../../../src/scan/walk/left-out.js';
import { PathFilter } from '../../../src/scan/walk/path-filter.js';
import { random } from '../../analysis/prefilter/naive.js';

function accepts(filter: PathFilter, path: string): boolean {
  const bytes = Buffer.from(`<${path}>`, 'latin1');
  return filter.accepts(bytes, 1, bytes.length - 1);
}

describe('a path that leads out of the tree', () => {
  const unsafe = (path: string, windows = false): boolean => {
    const leftOut = nothingLeftOut();
    const filter = new PathFilter({ include: [], exclude: [], all: true }, [], leftOut, windows);
    const accepted = accepts(filter, path);
    expect(leftOut.unsafe.files).toBe(accepted ? 0 : 1);
    return !accepted;
  };

  test.each(['a', 'a/b', '.a', '..b', 'a..', '.gitignore', '.github/x', 'a/...', 'a\\b', 'a:b'])(
    '%j does not',
    (path) => {
      expect(unsafe(path)).toBe(false);
    },
  );

  test.each(['', '/a', 'a/', 'a//b', '.', '..', 'a/../b', './a', '.git/config', 'a/.GIT/x'])(
    '%j does',
    (path) => {
      expect(unsafe(path)).toBe(true);
    },
  );

  test.each(['a\\..\\b', 'C:/x', 'a:stream'])('%j does on Windows', (path) => {
    expect(unsafe(path, true)).toBe(true);
    expect(unsafe('a/b', true)).toBe(false);
  });
});

const NAMES = ['a', 'ab', 'b', 'dist', 'node_modules', 'c.ts', 'x.png', 'é', 'a-b'];

/** What a filter remembers of the path before must never show: each path is also asked of a new filter. */
test('a path is judged alike whatever came before it', () => {
  const next = random(17);
  const patterns = (): string[] =>
    Array.from({ length: next(3) }, () => ['a', '/ab/', '*.ts', 'a/**', '!c.ts'][next(5)] ?? 'a');
  for (let round = 0; round < 200; round++) {
    const options = { include: next(2) === 0 ? [] : patterns(), exclude: patterns(), all: next(4) === 0 };
    const leftOut = nothingLeftOut();
    const filter = new PathFilter(options, [], leftOut);
    let refused = 0;
    for (let index = 0; index < 40; index++) {
      const path = Array.from({ length: 1 + next(4) }, () => NAMES[next(NAMES.length)]).join('/');
      const alone = accepts(new PathFilter(options, [], nothingLeftOut()), path);
      expect(accepts(filter, path), path).toBe(alone);
      if (!alone) refused++;
    }
    expect(Object.values(leftOut).reduce((sum, { files }) => sum + files, 0)).toBe(refused);
  }
});
