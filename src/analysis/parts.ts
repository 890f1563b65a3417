/**
 * Large files are read in parts, each the surroundings of some triggers: whatever a file holds, no reader gets more
 * than it can take. What a part says of values that stand elsewhere in the file is not known.
 */
import type { Root } from '../read/index.js';
import type { FileAnalysis } from './analyzer.js';

/** Files beyond this many characters are read in parts. */
export const LARGE_CHARACTERS = 2_000_000;
export const TOO_LARGE = `more than ${LARGE_CHARACTERS} characters`;

/** Characters before and after a trigger; a statement is shorter. */
const AROUND = 1_000;
const PART_CHARACTERS = 100_000;

export interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text, in order, that do not overlap and hold every trigger. They begin and end with lines or statements where they can. */
export function partsOf(text: string, roots: readonly Root[]): readonly FilePart[] {
  const parts: { start: number; end: number }[] = [];
  for (const root of roots) {
    const last = parts.at(-1);
    if (last !== undefined && root.end <= last.end) continue;
    const start = Math.max(lineStart(text, root.start), last?.end ?? 0);
    const end = lineEnd(text, root.end);
    if (last !== undefined && start <= last.end && end - last.start <= PART_CHARACTERS) last.end = end;
    else parts.push({ start: Math.min(start, root.start), end });
  }
  return parts;
}

/** Beginning of the first line within reach, else of the first statement, else of the reach. */
function lineStart(text: string, from: number): number {
  const reach = Math.max(0, from - AROUND);
  if (reach === 0) return 0;
  const before = text.slice(reach, from);
  const line = before.indexOf('\n');
  // In what has no lines, a part that begins inside of a literal would take code for texts.
  return reach + 1 + (line < 0 ? before.search(STATEMENT_END) : line);
}

function lineEnd(text: string, from: number): number {
  const reach = Math.min(text.length, from + AROUND);
  if (reach === text.length) return reach;
  const after = text.slice(from, reach);
  const line = after.lastIndexOf('\n');
  const end = line < 0 ? Math.max(after.lastIndexOf(';'), after.lastIndexOf('}')) : line;
  return end < 0 ? reach : from + end + 1;
}

const STATEMENT_END = /[;}]/;

/** What was read of a file in parts; `why` it was not read as a whole. */
export function inParts(parts: readonly FileAnalysis[], why: string): FileAnalysis {
  return {
    findings: parts.flatMap(({ findings }) => findings),
    undetermined: parts.flatMap(({ undetermined }) => undetermined),
    problems: parts.flatMap(({ problems }) => problems).slice(0, 1),
    tier: 'text',
    degraded: why,
    unexplained: parts.some(({ unexplained }) => unexplained),
  };
}
