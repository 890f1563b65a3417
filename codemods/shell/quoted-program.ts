/** A program of jq as it is written in a word of a shell, in either quotes or in none. */

export interface QuotedProgram {
  /** What jq is given; a character stands for each value that the shell puts into it. */
  readonly program: string;
  /** Another program, as a word; null where it cannot be written in this way. */
  readonly word: (program: string) => string | null;
}

/** What stands for a value: no program writes these characters. */
const FIRST_HOLE = 0xe000;
const HOLES = /[\ue000-\ue0ff]/g;
const EXPANDED = /\\(["\\$`])|\$(?:[A-Za-z_]\w*|\d|\{\w+\})/g;

/** Null where a value may be code of the program, or is what a command prints. */
export function quotedProgram(written: string): QuotedProgram | null {
  if (written.startsWith("'"))
    return {
      program: written.slice(1, -1),
      word: (program) => (program.includes("'") ? null : `'${program}'`),
    };
  if (!written.startsWith('"'))
    return {
      program: written,
      word: (program) => (/^[\w.]+$/.test(program) ? program : program.includes("'") ? null : `'${program}'`),
    };
  const inner = written.slice(1, -1);
  if (/[$`]/.test(inner.replaceAll(EXPANDED, ''))) return null;
  const holes: string[] = [];
  const program = inner.replaceAll(EXPANDED, (text, escaped?: string) =>
    escaped === undefined ? String.fromCharCode(FIRST_HOLE + holes.push(text) - 1) : escaped,
  );
  const outside = program.replace(/"(?:[^"\\]|\\[^(])*"/g, '').replace(/\[[\ue000-\ue0ff]\]/g, '');
  if (/[\ue000-\ue0ff]/.test(outside)) return null;
  const word = (other: string) =>
    `"${other
      .replaceAll(/["$`]|\\(?=["\\$`\n]|$)/g, '\\$&')
      .replaceAll(HOLES, (hole) => holes[hole.charCodeAt(0) - FIRST_HOLE] ?? '')}"`;
  return { program, word };
}
