/**
 * Large files are read in parts, each the surroundings of some triggers: whatever a file holds, no reader gets more
 * than it can take. What a part says of values that stand elsewhere in the file is not known.
 */
import type { Root } from '../read/reader.js';

/** Files beyond this many characters are read in parts. */
export const LARGE_CHARACTERS = 2_000_000;

/** Characters before and after a trigger; a statement is shorter. */
const AROUND = 1_000;
const PART_CHARACTERS = 100_000;

export interface Part {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text, in order, that do not overlap and hold every trigger. They begin and end with lines where they can. */
export function partsOf(text: string, roots: readonly Root[]): readonly Part[] {
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

/** Beginning of the first line within reach, or of the reach. */
function lineStart(text: string, from: number): number {
  const reach = Math.max(0, from - AROUND);
  if (reach === 0) return 0;
  const line = text.slice(reach, from).indexOf('\n');
  return line < 0 ? reach : reach + line + 1;
}

function lineEnd(text: string, from: number): number {
  const reach = Math.min(text.length, from + AROUND);
  if (reach === text.length) return reach;
  const line = text.slice(from, reach).lastIndexOf('\n');
  return line < 0 ? reach : from + line + 1;
}
