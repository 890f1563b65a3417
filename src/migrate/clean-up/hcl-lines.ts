/** Whole lines of Terraform files that go. */
import type { Edit } from '../../analysis/index.js';

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Text {
  readonly text: string;
  readonly comments: readonly Stretch[];
}

/**
 * The lines of a block or an attribute, with the comment that stands above it alone and the empty lines that would be
 * left one after the other; null where something else stands on the lines.
 */
export function linesAround({ text, comments }: Text, { start, end }: Stretch): Stretch | null {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const behind = comments.find((one) => one.start >= end && one.start < to);
  const isAlone =
    text.slice(from, start).trim() === '' && /^[\s,]*$/.test(text.slice(end, behind?.start ?? to));
  if (!isAlone) return null;
  const next = text.slice(to, lineEnd(text, to)).trim();
  const isLast = next === '' || /^(?:\}|#|\/\/)/.test(next);
  const top = isLast ? commentAbove(text, from) : from;
  const gap = afterGap(text, to);
  const isBehindGap = /(?:^|[{\n])[ \t]*\r?\n$/.test(text.slice(0, top));
  if (gap > to && isBehindGap) return { start: top, end: gap };
  // The empty line above would stand in front of the end of the block.
  const close = /^[ \t]*\}/.test(text.slice(to, lineEnd(text, to)));
  return { start: close && isBehindGap ? trimmed(text, top) : top, end: to };
}

/** The edits that take stretches out, without the empty lines that would be left at the end of the file. */
export function withoutStretches(text: string, stretches: readonly Stretch[]): readonly Edit[] {
  const joined: Stretch[] = [];
  for (const one of [...stretches].sort((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    if (last !== undefined && last.end >= one.start)
      joined.splice(-1, 1, { start: last.start, end: Math.max(last.end, one.end) });
    else joined.push(one);
  }
  return joined.map(({ start, end }) => {
    const isTail = text.slice(end).trim() === '';
    return { start: isTail ? trimmed(text, start) : start, end: isTail ? text.length : end, text: '' };
  });
}

function commentAbove(text: string, from: number): number {
  let top = from;
  while (top > 0) {
    const above = lineStart(text, top - 1);
    if (!/^\s*(?:#|\/\/)/.test(text.slice(above, top))) break;
    top = above;
  }
  return top;
}

function trimmed(text: string, at: number): number {
  const kept = text.slice(0, at).trimEnd();
  return kept === '' ? 0 : lineEnd(text, kept.length);
}

function afterGap(text: string, at: number): number {
  let to = at;
  while (to < text.length && text.slice(to, lineEnd(text, to)).trim() === '') to = lineEnd(text, to);
  return to;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found + 1;
}
