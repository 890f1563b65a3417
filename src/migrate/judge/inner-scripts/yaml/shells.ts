/** Which shell runs a script of a workflow. */
import { columnsBefore, itemAround } from './lines.js';

const IS_SHELL = /^["']?(?:\/\w+)*\/?(?:bash|sh)\b/;
/** Machines on which another shell is the usual one. */
const WINDOWS = /\bwindows-(?:latest|\d)/;

/** One of this kind: named beside the key, else by the defaults of the file, else by its machines. */
export function runsShell(text: string, keyLine: number): boolean {
  const own = shellsIn(itemAround(text, keyLine)?.lines ?? []);
  if (own.length > 0) return own.every((shell) => IS_SHELL.test(shell));
  return !WINDOWS.test(text) && shellsIn(defaultsIn(text)).every((shell) => IS_SHELL.test(shell));
}

function shellsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^[ \t-]*shell: *(\S.*)$/.exec(line)?.[1] ?? []);
}

/** The lines below `defaults:`, of the file and of its jobs. */
function defaultsIn(text: string): readonly string[] {
  let columns = Number.POSITIVE_INFINITY;
  return text.split('\n').filter((line) => {
    if (line.trim() === '') return false;
    if (columnsBefore(line) <= columns)
      columns = /^[ \t]*defaults:/.test(line) ? columnsBefore(line) : Number.POSITIVE_INFINITY;
    return columnsBefore(line) > columns;
  });
}
