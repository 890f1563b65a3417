/** The lines of code around a call, found by their indentation: true for every language that people indent. */

import type { SourceFile } from '../../read/index.js';
import { maskSecrets } from '../../report/index.js';

export interface CodeBlock {
  /** Counted from 1; the last one is included. */
  readonly from: number;
  readonly to: number;
}

const LONGEST_LINE = 140;
const CLOSES = /^\s*(?:[)\]}]|end\b|fi\b|done\b|esac\b|else\b|elif\b|except\b|catch\b|finally\b|rescue\b)/;

/**
 * The block around some lines: up to the line that is indented less, again and again until the block would have more
 * lines than allowed. Where none fits, the lines up to the next empty ones.
 */
export function blockAround(lines: readonly string[], from: number, to: number, most: number): CodeBlock {
  let block = { from, to };
  for (;;) {
    const outer = outerOf(lines, block);
    if (outer === null || outer.to - outer.from + 1 > most)
      return block.from === from && block.to === to ? paragraphAround(lines, block, most) : block;
    block = outer;
  }
}

function paragraphAround(lines: readonly string[], { from, to }: CodeBlock, most: number): CodeBlock {
  let [first, last] = [from, to];
  while (first > 1 && !isBlank(lines[first - 2]) && last - first + 1 < most) first--;
  while (last < lines.length && !isBlank(lines[last]) && last - first + 1 < most) last++;
  return { from: first, to: last };
}

function outerOf(lines: readonly string[], { from, to }: CodeBlock): CodeBlock | null {
  const depth = depthOf(lines[from - 1] ?? '');
  if (depth === 0) return null;
  let first = from - 1;
  while (
    first > 0 &&
    (isBlank(lines[first - 1]) ||
      depthOf(lines[first - 1] ?? '') >= depth ||
      CLOSES.test(lines[first - 1] ?? ''))
  )
    first--;
  if (first === 0) return null;
  const head = depthOf(lines[first - 1] ?? '');
  let last = to;
  while (last < lines.length && (isBlank(lines[last]) || depthOf(lines[last] ?? '') > head)) last++;
  if (
    last < lines.length &&
    depthOf(lines[last] ?? '') === head &&
    /^\s*(?:[)\]}]|end\b|fi\b|done\b)/.test(lines[last] ?? '')
  )
    last++;
  while (last > to && isBlank(lines[last - 1])) last--;
  // The name of a function may stand above the bracket that opens it.
  if (first > 1 && (lines[first - 1] ?? '').trim() === '{') first--;
  return { from: first, to: last };
}

/** Blocks of one file in order, those that touch joined. */
export function joinedBlocks(blocks: readonly CodeBlock[]): readonly CodeBlock[] {
  const joined: CodeBlock[] = [];
  for (const block of [...blocks].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && block.from <= last.to + 1)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, block.to) };
    else joined.push(block);
  }
  return joined;
}

export function linesOf(file: SourceFile): readonly string[] {
  return file.text.split('\n').map((line) => line.replace(/\r$/, ''));
}

export function lineAt(file: SourceFile, offset: number): number {
  let line = 1;
  for (let at = file.text.indexOf('\n'); at >= 0 && at < offset; at = file.text.indexOf('\n', at + 1)) line++;
  return line;
}

/** As it is shown: without secrets, and not longer than a line that people read. */
export function shownLine(line: string): string {
  const masked = maskSecrets(line);
  return masked.length <= LONGEST_LINE ? masked : `${masked.slice(0, LONGEST_LINE - 1)}…`;
}

function depthOf(line: string): number {
  return (/^[ \t]*/.exec(line)?.[0] ?? '').replace(/\t/g, '    ').length;
}

function isBlank(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}
