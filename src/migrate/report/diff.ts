/** Hunks of a unified diff, made from the edits themselves: no guess is needed at what belongs together. */
import type { Edit } from '../../analysis/index.js';
import { ordered } from '../compose/apply.js';

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  /** With its line break, if it has one. */
  readonly text: string;
}

export interface Hunk {
  /** Counted from 1; 0 where the side is empty. */
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  readonly lines: readonly DiffLine[];
}

interface Block {
  /** Index of the first line, counted from 0. */
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const CONTEXT = 3;

export function hunksOf(before: string, after: string, edits: readonly Edit[]): readonly Hunk[] {
  const list =
    edits.length === 0 && before !== after ? [{ start: 0, end: before.length, text: after }] : edits;
  const lines = linesOf(before);
  const blocks = blocksOf(before, lines, list);
  const hunks: Hunk[] = [];
  let shift = 0;
  for (let index = 0; index < blocks.length; ) {
    const group: Block[] = [];
    for (let block = blocks[index]; block !== undefined; block = blocks[index]) {
      const last = group.at(-1);
      if (last !== undefined && block.at - (last.at + last.removed.length) > 2 * CONTEXT) break;
      group.push(block);
      index++;
    }
    const hunk = hunkOf(lines, group, shift);
    hunks.push(hunk);
    shift += hunk.newCount - hunk.oldCount;
  }
  return hunks;
}

function hunkOf(lines: readonly string[], blocks: readonly Block[], shift: number): Hunk {
  const first = blocks[0]?.at ?? 0;
  const last = blocks.at(-1);
  const end = Math.min(lines.length, (last?.at ?? 0) + (last?.removed.length ?? 0) + CONTEXT);
  const start = Math.max(0, first - CONTEXT);
  const rows: DiffLine[] = [];
  const same = (from: number, to: number) =>
    rows.push(...lines.slice(from, to).map((text) => ({ kind: 'same', text }) as const));
  let at = start;
  for (const { at: from, removed, added } of blocks) {
    same(at, from);
    rows.push(...removed.map((text) => ({ kind: 'removed', text }) as const));
    rows.push(...added.map((text) => ({ kind: 'added', text }) as const));
    at = from + removed.length;
  }
  same(at, end);
  const oldCount = rows.filter(({ kind }) => kind !== 'added').length;
  const newCount = rows.filter(({ kind }) => kind !== 'removed').length;
  return {
    oldStart: oldCount === 0 ? start : start + 1,
    oldCount,
    newStart: newCount === 0 ? start + shift : start + shift + 1,
    newCount,
    lines: rows,
  };
}

/** Stretches of whole lines that the edits touch, without the lines that stay the same at both ends. */
function blocksOf(before: string, lines: readonly string[], edits: readonly Edit[]): readonly Block[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length;
  }
  const startOf = (index: number) => starts[index] ?? before.length;
  const lineAt = (at: number) => {
    let low = 0;
    let high = Math.max(0, lines.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (startOf(middle) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const ranges: { from: number; to: number; edits: Edit[] }[] = [];
  for (const edit of ordered(edits)) {
    const from =
      lines.length > 0 && edit.start >= before.length && before.endsWith('\n')
        ? lines.length
        : lineAt(edit.start);
    const wholeLines = edit.end === startOf(from) || (edit.end > edit.start && starts.includes(edit.end));
    const keepsLine = edit.text === '' || edit.text.endsWith('\n');
    const last =
      edit.end >= before.length ? lines.length : lineAt(edit.end) + (wholeLines && keepsLine ? 0 : 1);
    const to = Math.max(from, last);
    const open = ranges.at(-1);
    if (open !== undefined && from < open.to) {
      open.to = Math.max(open.to, to);
      open.edits.push(edit);
    } else ranges.push({ from, to, edits: [edit] });
  }
  return ranges.map(({ from, to, edits: inside }) => {
    let text = '';
    let at = startOf(from);
    for (const { start, end, text: inserted } of inside) {
      text += before.slice(at, start) + inserted;
      at = end;
    }
    text += before.slice(at, Math.max(at, startOf(to)));
    return trimmed({ at: from, removed: lines.slice(from, to), added: linesOf(text) });
  });
}

function trimmed({ at, removed, added }: Block): Block {
  let head = 0;
  while (head < removed.length && head < added.length && removed[head] === added[head]) head++;
  let tail = 0;
  while (
    tail < removed.length - head &&
    tail < added.length - head &&
    removed[removed.length - 1 - tail] === added[added.length - 1 - tail]
  )
    tail++;
  return {
    at: at + head,
    removed: removed.slice(head, removed.length - tail),
    added: added.slice(head, added.length - tail),
  };
}

/** Lines with their breaks, as patches count them; a last line without one is a line too. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
