import type { RunDifference } from './difference.js';

const CONTEXT = 2;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** A unified diff of two outputs, whose differences are known; empty if there are none. */
export function unifiedDiff(
  before: readonly string[],
  after: readonly string[],
  differences: readonly RunDifference[],
  stream: string,
): string {
  if (differences.length === 0) return '';
  const lines = diffLines(before, after, differences, stream);
  const changed = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  const shown = new Set(
    changed.flatMap((index) =>
      Array.from({ length: 2 * CONTEXT + 1 }, (_, offset) => index - CONTEXT + offset),
    ),
  );
  const text = [`--- before ${stream}`, `+++ after ${stream}`];
  let hunk: Line[] = [];
  const flush = () => {
    const [first] = hunk;
    if (first === undefined) return;
    const count = (sign: '-' | '+') => hunk.filter((line) => line.sign === ' ' || line.sign === sign).length;
    text.push(`@@ -${first.before + 1},${count('-')} +${first.after + 1},${count('+')} @@`);
    text.push(...hunk.map((line) => `${line.sign}${line.text}`));
    hunk = [];
  };
  for (const [index, line] of lines.entries()) {
    if (shown.has(index)) hunk.push(line);
    else flush();
  }
  flush();
  return `${text.join('\n')}\n`;
}

/** Lines that were moved are shown where they were and where they are. */
function diffLines(
  before: readonly string[],
  after: readonly string[],
  differences: readonly RunDifference[],
  stream: string,
): readonly Line[] {
  const gone = new Set<number>();
  const come = new Set<number>();
  const pairs = new Map<number, string>();
  for (const { change, where, before: was, after: is } of differences) {
    const index = Number(where.slice(stream.length + 1));
    if (change === 'added') come.add(index);
    else gone.add(index);
    if (change === 'changed') pairs.set(index, String(is));
    if (change === 'moved' && typeof was === 'number' && typeof is === 'number') come.add(is);
  }
  const lines: Line[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const place = { before: left, after: right };
    if (left < before.length && gone.has(left)) {
      lines.push({ ...place, sign: '-', text: before[left] ?? '' });
      const replaced = pairs.get(left++);
      if (replaced === undefined) continue;
      lines.push({ before: left, after: right++, sign: '+', text: replaced });
    } else if (right < after.length && (come.has(right) || left >= before.length)) {
      lines.push({ ...place, sign: '+', text: after[right++] ?? '' });
    } else {
      lines.push({ ...place, sign: ' ', text: after[right++] ?? '' });
      left += 1;
    }
  }
  return lines;
}
