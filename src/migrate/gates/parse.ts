/** A script that was read must still be one. */
import { projectOf } from '../../read/javascript/modules/project.js';
import { parseFile } from '../../read/javascript/parse/index.js';
import type { Program } from '../../read/reader.js';

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/;

/**
 * Why a file of the program after the edits is no script any more; null where it is one, or never was. The program
 * parses each file once, whoever asks.
 */
export function parseFault(path: string, program: Program): string | null {
  if (!SCRIPT.test(path)) return null;
  const project = projectOf(program);
  project.modules(path);
  const refused = project.refusal(path);
  return refused === null ? null : `it would not parse any more: ${refused}`;
}

/** The same for a text that is part of no program. */
export function textFault(path: string, text: string): string | null {
  return SCRIPT.test(path) ? parseFile(path, text).refused : null;
}
