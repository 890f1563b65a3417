/**
 * What removed lines leave behind: the comment that spoke of them alone, the one at the end of their line, and a blank
 * line where there were two.
 */

import type { Script } from '../../analysis/edits/index.js';
import type { Edit } from '../../analysis/index.js';
import { pathTo } from '../../read/javascript/syntax/index.js';
import { ordered } from '../compose/apply.js';

/** The edits, with those that take out whole lines grown over what is left of them. */
export function withoutLeftovers(script: Script, edits: readonly Edit[]): readonly Edit[] {
  const inOrder = ordered(edits).map((edit) => ({ ...edit }));
  for (const stretch of stretchesOf(script.text, inOrder)) {
    const first = inOrder[stretch.first];
    const last = inOrder[stretch.last];
    if (first === undefined || last === undefined) continue;
    const before = inOrder[stretch.first - 1]?.end ?? 0;
    const after = inOrder[stretch.last + 1]?.start ?? script.text.length;
    const [start, end] = grown(script, [first.start, last.end], [before, after]);
    for (let index = stretch.first; index < stretch.last; index++) {
      const [edit, following] = [inOrder[index], inOrder[index + 1]];
      if (edit !== undefined && following !== undefined) edit.end = following.start;
    }
    first.start = start;
    last.end = end;
    const next = inOrder[stretch.last + 1];
    const isInserted = next !== undefined && next.start === end && next.end === end;
    // What is put at the end of a line that is gone begins no new one.
    if (isInserted && lineStart(script.text, start) === start) next.text = next.text.replace(/^[\r\n]+/, '');
  }
  return inOrder;
}

interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** Runs of removals with nothing but blanks between them, that take out all of their lines. */
function stretchesOf(text: string, edits: readonly Edit[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let first = 0; first < edits.length; first++) {
    let last = first;
    if (!isRemoval(edits[first])) continue;
    while (isRemoval(edits[last + 1]) && isBlank(text.slice(edits[last]?.end, edits[last + 1]?.start)))
      last++;
    const start = edits[first]?.start ?? 0;
    if (isBlank(text.slice(lineStart(text, start), start))) stretches.push({ first, last });
    first = last;
  }
  return stretches;
}

function isRemoval(edit: Edit | undefined): boolean {
  return edit !== undefined && edit.text === '' && edit.end > edit.start;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

/** Start of the line above the one that begins at an offset. */
function lineAbove(text: string, start: number): number {
  return lineStart(text, start - (text.startsWith('\r\n', start - 2) ? 2 : 1));
}

/** Behind the end of the line of an offset. */
function nextLine(text: string, offset: number): number {
  return offset + (/^[^\r\n]*(?:\r\n|\n|\r)?/.exec(text.slice(offset))?.[0].length ?? 0);
}

type Range = readonly [number, number];

function grown(script: Script, [from, to]: Range, [least, most]: Range): Range {
  const { text } = script;
  let start = lineStart(text, from);
  let end = to;
  if (end !== lineStart(text, end)) {
    const rest = text.slice(end, nextLine(text, end));
    if (!/^[ \t]*(?:\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*)?(?:\r\n|\n|\r)?$/.test(rest)) return [from, to];
    end += rest.length;
  }
  if (start < least || end > most) return [from, to];
  const comment = commentAbove(script, start);
  // A blank line among what is gone ends what a comment above speaks of.
  const isApart = /\n[ \t]*\r?\n/.test(text.slice(from, end));
  const isOwn = comment !== null && (isOfNext(text, comment) || isApart || !goesOn(text, end));
  if (comment !== null && comment >= least && isOwn) start = comment;
  const above = text.slice(lineAbove(text, start), start);
  const blanksBelow = blankLines(text, end);
  const isAtTop = start === 0 || isBlank(above) || /[{[(]\s*$/.test(above);
  if (isAtTop && blanksBelow > end && blanksBelow <= most) return [start, blanksBelow];
  const closes = /^\s*[}\])]/.test(text.slice(end)) || end === text.length;
  return closes && start > 0 && isBlank(above) && lineAbove(text, start) >= least
    ? [lineAbove(text, start), end]
    : [start, end];
}

/** Behind the blank lines that begin at an offset. */
function blankLines(text: string, from: number): number {
  return from + (/^(?:[ \t]*(?:\r\n|\n|\r))+/.exec(text.slice(from))?.[0].length ?? 0);
}

/** Whether the next line is code that a comment above could speak of as well. */
function goesOn(text: string, offset: number): boolean {
  return /^[ \t]*[^\s}\])/]/.test(text.slice(offset, nextLine(text, offset)));
}

/** Comments for the one line below them. */
const OF_NEXT =
  /eslint-disable-next-line|oxlint-disable-next-line|@ts-(?:ignore|expect-error)|(?:prettier|biome)-ignore|(?:istanbul|c8|v8) ignore next|edge-sunset-disable-next-line/;
/** Comments that head a part of a file, or speak to tools about more than the next line. */
const OF_MORE =
  /[-=*#_~─═]{3}|eslint-(?:disable(?!-next)|enable)|#?(?:end)?region\b|edge-sunset-todo|copyright|@license/i;

/** A doc comment speaks of what is right below it, too. */
function isOfNext(text: string, start: number): boolean {
  return OF_NEXT.test(text.slice(start, nextLine(text, start))) || isDoc(text, start);
}

function isDoc(text: string, start: number): boolean {
  return /^\s*\/\*\*/.test(text.slice(start, start + 200));
}

/** Start of the comment right above a line, if it speaks of what is below it alone. */
function commentAbove(script: Script, line: number): number | null {
  const { text } = script;
  let start = line;
  for (;;) {
    const above = start === 0 ? start : lineAbove(text, start);
    if (above === start || !/^[ \t]*\/\//.test(text.slice(above, start))) break;
    start = above;
    // One line of several may speak of the next one only.
    if (OF_NEXT.test(text.slice(above, line))) break;
  }
  if (start === line) start = blockAbove(text, line) ?? line;
  const written = text.slice(start, line);
  const isImport = /^[ \t]*import\b/.test(text.slice(line, line + 200));
  const isHead = start === 0 && !OF_NEXT.test(written) && (isImport || !isDoc(text, start));
  if (start === line || isHead || OF_MORE.test(written)) return null;
  const first = start + written.search(/\S/);
  const inner = pathTo(script.program, first).at(-1)?.type;
  return inner === 'TemplateElement' || inner === 'Literal' || String(inner) === 'JSXText' ? null : start;
}

function blockAbove(text: string, line: number): number | null {
  const close = text.slice(0, line).trimEnd();
  if (!close.endsWith('*/') || /\n[^\n]*\n/.test(text.slice(close.length, line))) return null;
  const open = close.lastIndexOf('/*');
  const start = lineStart(text, open);
  return open >= 0 && isBlank(text.slice(start, open)) ? start : null;
}
