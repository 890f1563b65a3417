/** A file that was read must still be one of its language. */
import { isReadWhole, parseText } from '../../grammar/index.js';
import type { Program } from '../../read/index.js';
import { projectOf } from '../../read/javascript/index.js';
import { parseFile } from '../../read/javascript/parse/index.js';
import type { ComposedFile } from '../compose/index.js';
import { emptyScripts } from '../judge/index.js';

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/;

/**
 * Why a file of the program after the edits is no script any more; null where it is one, or never was. The program
 * parses each file once, whoever asks.
 */
export function parseFault(file: ComposedFile, program: Program): string | null {
  const { path } = file;
  if (!SCRIPT.test(path)) return grammarFault(file, program);
  const refused = projectOf(program).refusal(path);
  return refused === null ? null : `the result does not parse: ${refused}`;
}

/** The same for the text alone. */
export function textFault(file: ComposedFile, program: Program): string | null {
  const { path, after } = file;
  return SCRIPT.test(path) ? parseFile(path, after).refused : grammarFault(file, program);
}

/** A grammar reads on behind what it does not know: there may be no more of that than before. */
function grammarFault({ path, before, after }: ComposedFile, program: Program): string | null {
  const language = program.file(path)?.language ?? '';
  if (language === 'yaml' && emptyScripts(after) > emptyScripts(before ?? ''))
    return 'nothing would be left of a script';
  if (isReadWhole(language, after)) return null;
  const errors = parseText(language, after)?.errors ?? [];
  if (errors.length === 0 || errors.length <= (parseText(language, before ?? '')?.errors.length ?? 0))
    return null;
  const line = after.slice(0, errors.at(-1)?.start).split('\n').length;
  return `the result does not parse: a syntax error at line ${line}`;
}
