import { expect, test } from 'vitest';
import { nothingLeftOut } from '../../../src/scan/walk/left-out.js';
import { PathFilter } from '../../../src/scan/walk/path-filter.js';
import { random } from '../../analysis/prefilter/naive.js';

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
      const bytes = Buffer.from(`<${path}>`);
      const alone = new PathFilter(options, [], nothingLeftOut()).accepts(bytes, 1, bytes.length - 1);
      expect(filter.accepts(bytes, 1, bytes.length - 1), path).toBe(alone);
      if (!alone) refused++;
    }
    expect(Object.values(leftOut).reduce((sum, { files }) => sum + files, 0)).toBe(refused);
  }
});
