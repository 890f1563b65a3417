import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../../src/analysis/index.js';
import { applied, movedBy } from '../../src/migrate/compose/apply.js';
import { type Hunk, hunksOf, linesOf } from '../../src/migrate/report/diff.js';

/** Applies hunks as a patch program does, and checks every line it goes by. */
function patched(before: string, hunks: readonly Hunk[]): string {
  const lines = linesOf(before);
  const result: string[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount, lines: rows } of hunks) {
    const start = oldCount === 0 ? oldStart : oldStart - 1;
    expect(start).toBeGreaterThanOrEqual(at);
    result.push(...lines.slice(at, start));
    at = start;
    expect(result.length).toBe(newCount === 0 ? newStart : newStart - 1);
    const before = result.length;
    for (const { kind, text } of rows) {
      if (kind !== 'added') expect(lines[at++]).toBe(text);
      if (kind !== 'removed') result.push(text);
    }
    expect(at - start).toBe(oldCount);
    expect(result.length - before).toBe(newCount);
  }
  return [...result, ...lines.slice(at)].join('');
}

const text = fc
  .array(fc.constantFrom('a', 'bb', '\n', '\n', '\r\n', ' '), { maxLength: 60 })
  .map((parts) => parts.join(''));

const changed = text.chain((before) =>
  fc
    .array(
      fc.tuple(fc.nat(before.length), fc.nat(6), fc.constantFrom('', 'x', 'x\n', '\ny', '\n', 'z\r\n')),
      { maxLength: 5 },
    )
    .map((wanted) => {
      const edits: Edit[] = [];
      let from = 0;
      for (const [start, length, inserted] of [...wanted].sort((a, b) => a[0] - b[0])) {
        if (start < from) continue;
        const end = Math.min(before.length, start + length);
        edits.push({ start, end, text: inserted });
        from = end + 1;
      }
      return { before, edits };
    }),
);

describe('hunks', () => {
  it('lead from the text before to the text after', () => {
    fc.assert(
      fc.property(changed, ({ before, edits }) => {
        const after = applied(before, edits);
        expect(patched(before, hunksOf(before, after, edits))).toBe(after);
      }),
      { seed: 8, numRuns: 3000 },
    );
  });

  it('lead there also where no edits are known', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(patched(before, hunksOf(before, after, []))).toBe(after);
      }),
      { seed: 8, numRuns: 500 },
    );
  });

  it('show three lines around a change, and changes that are near in one', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `${index}\n`);
    const at = (line: number): Edit => {
      const start = lines.slice(0, line).join('').length;
      return { start, end: start + String(line).length, text: 'x' };
    };
    const before = lines.join('');
    const hunks = (edits: readonly Edit[]) => hunksOf(before, applied(before, edits), edits);
    expect(hunks([at(10), at(16)]).map(({ oldStart, oldCount }) => [oldStart, oldCount])).toEqual([[8, 13]]);
    expect(hunks([at(10), at(20)]).map(({ oldStart, oldCount }) => [oldStart, oldCount])).toEqual([
      [8, 7],
      [18, 7],
    ]);
    expect(hunks([])).toEqual([]);
  });
});

describe('an offset', () => {
  it('moves with what is written before it, and is gone with its text', () => {
    fc.assert(
      fc.property(changed, fc.nat(60), ({ before, edits }, offset) => {
        fc.pre(offset < before.length);
        const after = applied(before, edits);
        const now = movedBy(edits)(offset);
        const isReplaced = edits.some(({ start, end }) => start <= offset && offset < end);
        expect(now === null).toBe(isReplaced);
        if (now !== null) expect(after[now]).toBe(before[offset]);
      }),
      { seed: 8, numRuns: 2000 },
    );
  });
});
