/**
 * Shell scripts inside other files. A codemod is shown a file of the same length in which all but the script is blank,
 * so places are the same in both; what it writes is brought back into the file in the way of its format.
 */
import { parseText, type SyntaxTree } from '../../../grammar/index.js';
import type { SourceFile } from '../../../read/index.js';
import type { FileEdit, Site, Verdict } from '../../model.js';
import { dockerfile } from './dockerfile.js';
import { JQ, type Range, type ScriptFormat } from './format.js';
import { makefile } from './makefile.js';
import { yaml } from './yaml/index.js';

export { emptyScripts } from './yaml/index.js';

/** By the language of the file. */
const FORMATS: ReadonlyMap<string, (file: SourceFile, at: number) => Unread | null> = new Map([
  ['yaml', reading(yaml)],
  ['dockerfile', reading(dockerfile)],
  ['makefile', reading(makefile)],
]);

/** Each script of a file is kept as a text of the length of the file. */
const LARGEST = 64 * 1024;

/** Languages with scripts of another one inside. */
export const HOLD_SCRIPTS: ReadonlySet<string> = new Set(FORMATS.keys());

export interface InnerScript extends Range {
  /** The script as a file of its own. */
  readonly file: SourceFile;
  readonly tree: SyntaxTree;
  readonly hasJq: boolean;
  /** An edit of it as one of the file around it; null where it has no place there. */
  readonly broughtBack: (edit: FileEdit) => FileEdit | null;
  /** The edit that takes out all of it. */
  readonly gone: (reported: readonly number[]) => FileEdit | null;
}

/** Scripts of a run, each of which is read once: what is planned is planned for a script as a whole. */
export class InnerScripts {
  readonly #known = new Map<string, InnerScript | null>();

  /** The script that a site stands in; null where it stands in none that can be edited. */
  of({ file, finding: { at } }: Site): InnerScript | null {
    if (file.text.length > LARGEST) return null;
    const found = FORMATS.get(file.language)?.(file, at.start) ?? null;
    if (found === null || at.end > found.end) return null;
    const key = `${found.start} ${file.path}`;
    const script = this.#known.has(key) ? (this.#known.get(key) ?? null) : found.read();
    this.#known.set(key, script);
    return script;
  }
}

interface Unread extends Range {
  readonly read: () => InnerScript | null;
}

function reading<Place extends Range>(format: ScriptFormat<Place>) {
  return (file: SourceFile, at: number): Unread | null => {
    const place = format.placeAt(file, at);
    return place === null ? null : { ...place, read: () => scriptIn(format, file, place) };
  };
}

function scriptIn<Place extends Range>(
  format: ScriptFormat<Place>,
  around: SourceFile,
  place: Place,
): InnerScript | null {
  const { path, text } = around;
  const { start, end } = place;
  const script = format.shown(text.slice(start, end));
  if (script.text.length !== end - start) return null;
  // A command that does nothing stands for the file around it: the script may lose its last one.
  const shown = `:${'\n'.repeat(start - 1)}${script.text}${'\n'.repeat(text.length - end)}`;
  const tree = parseText('shell', shown);
  if (tree === null) return null;
  return {
    start,
    end,
    file: { path, text: shown, language: 'shell' },
    tree,
    hasJq: JQ.test(script.text) || format.hasJq(around, place),
    broughtBack: (edit) => {
      // Beyond its end stands at most the end of its line.
      if (edit.start < start || edit.end > (text[end] === '\n' ? end + 1 : end)) return null;
      const column = edit.start - (shown.lastIndexOf('\n', edit.start - 1) + 1);
      const inside = format.inside(script.written(edit.text), column, text.slice(start, end), place);
      return inside === null ? null : { ...edit, text: inside };
    },
    gone: (reported) => {
      const edit = format.without(text, place, reported);
      return edit === null ? null : { ...edit, file: path };
    },
  };
}

const NO_PLACE = 'what has to be written has no place in the line that holds the script';
const NO_JQ = 'the new code needs jq, which the image of the container may not have';

/** A verdict about a script as one about the file around it, in which other places are `reported`. */
export function broughtBack(
  verdict: Verdict,
  script: InnerScript,
  steps: string,
  reported: () => readonly number[],
): Verdict {
  if (verdict.strategy === 'marker') return verdict;
  const byHand = (reason: string): Verdict => ({ strategy: 'marker', reason, steps });
  if (!script.hasJq && verdict.edits.some(({ text }) => JQ.test(text))) return byHand(NO_JQ);
  if (isEmptied(verdict.edits, script)) {
    const gone = script.gone(reported());
    return gone === null ? byHand('nothing would be left of the script') : { ...verdict, edits: [gone] };
  }
  const edits: FileEdit[] = [];
  for (const edit of verdict.edits) {
    const own = edit.file === script.file.path ? script.broughtBack(edit) : edit;
    if (own === null) return byHand(NO_PLACE);
    edits.push(own);
  }
  return { ...verdict, edits };
}

/** Whether no command is left. */
function isEmptied(edits: readonly FileEdit[], { file, start, end }: InnerScript): boolean {
  let left = '';
  let at = start;
  for (const edit of edits.filter((one) => one.file === file.path).toSorted((a, b) => a.start - b.start)) {
    left += file.text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return /^(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:#.*)?$/.test(left + file.text.slice(at, end));
}
