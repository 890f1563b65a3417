/** Which shell runs a script of a workflow. */
import { itemAround } from './lines.js';

const IS_SHELL = /^["']?(?:\/\w+)*\/?(?:bash|sh)\b/;
/** Machines on which another shell is the usual one. */
const WINDOWS = /\bwindows-(?:latest|\d)/;

/** A shell of this kind is named beside the key, or no other one anywhere in the file. */
export function runsShell(text: string, keyLine: number): boolean {
  const everywhere = shellsIn(text.split('\n'));
  if (!WINDOWS.test(text) && everywhere.every((shell) => IS_SHELL.test(shell))) return true;
  const beside = shellsIn(itemAround(text, keyLine)?.lines ?? []);
  return beside.length > 0 && beside.every((shell) => IS_SHELL.test(shell));
}

function shellsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^[ \t-]*shell: *(\S.*)$/.exec(line)?.[1] ?? []);
}
