/** Members of a mapping in YAML that stand on lines of their own. */
import type { Edit } from '../../src/analysis/index.js';
import { startOfLine } from './elements.js';

/** A key with a plain or quoted text and nothing behind it. */
const MEMBER = /^([ \t]*)["']?[\w-]+["']?:[ \t]+(?:[\w.@*-]+|"[^"\\]*"|'[^']*')[ \t]*\r?\n?$/;
const COMMENT = /^[ \t]*#/;

/** The edits that take out the lines of some members of one mapping; null where a comment or nothing would be left. */
export function withoutYamlMembers(text: string, places: readonly number[]): readonly Edit[] | null {
  const edits = places.map((at) => lineAround(text, at));
  const indents = new Set(edits.map(({ start, end }) => MEMBER.exec(text.slice(start, end))?.[1]));
  const [indent] = indents;
  if (indents.size > 1 || indent === undefined) return null;
  const isExplained = edits.some(({ start }) => COMMENT.test(lineBefore(text, start)));
  const isLeft = edits.some(({ start, end }) => isBeside(text, start, end, indent, edits));
  return isExplained || !isLeft ? null : edits;
}

/** The line right above or below is a member of the same mapping, and stays. */
function isBeside(text: string, start: number, end: number, indent: string, gone: readonly Edit[]): boolean {
  const above = lineBefore(text, start);
  const below = lineAround(text, end);
  const isMember = (line: string, of: string) =>
    line.startsWith(of) && /^["']?[\w-]+["']?:/.test(line.slice(of.length));
  const isGone = (at: number) => gone.some((edit) => edit.start === at);
  const first = `${indent.slice(0, -2)}- `;
  return (
    (!isGone(startOfLine(text, start - 1)) && (isMember(above, indent) || isMember(above, first))) ||
    (end < text.length && !isGone(end) && isMember(text.slice(below.start, below.end), indent))
  );
}

function lineAround(text: string, at: number): Edit {
  const close = text.indexOf('\n', at);
  return { start: startOfLine(text, at), end: close < 0 ? text.length : close + 1, text: '' };
}

function lineBefore(text: string, start: number): string {
  return start === 0 ? '' : text.slice(startOfLine(text, start - 1), start);
}
