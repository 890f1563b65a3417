/**
 * Shell scripts inside YAML: `run:` of workflows, `script:` of pipelines, `args:` of containers. A codemod is shown a
 * file of the same length in which all but the script is blank, so places are the same in both; what it writes is
 * brought back into the block, with the indentation of its lines.
 */
import { parseText, type SyntaxTree } from '../../../grammar/index.js';
import type { SourceFile } from '../../../read/index.js';
import type { FileEdit, Site, Verdict } from '../../model.js';
import { isScriptList, type Range, rangeAt } from './lines.js';
import { runsShell } from './shells.js';
import { withoutStep } from './step.js';

export { emptyScripts } from './lines.js';

export interface YamlScript extends Range {
  /** The script as a file of its own. */
  readonly file: SourceFile;
  readonly tree: SyntaxTree;
  /** The whole file. */
  readonly text: string;
  /** Whether jq is there: machines of GitHub have it, an image may have next to nothing. */
  readonly hasJq: boolean;
  /** Expressions of workflows, which no shell could read, by the variables that stand for them. */
  readonly expressions: ReadonlyMap<string, string>;
}

/** Files in which `$name` is filled in before a shell sees it. */
const OTHER_DOLLARS = /(?:^|\/)(?:(?:docker-)?compose|cloudbuild)[^/]*\.ya?ml$/;
/** Templates, but for expressions of workflows; dollars that are doubled. */
const OTHER_BRACES = /(?<!\$)\{\{|\$\$[\w{(]/;
const EXPRESSION = /\$\{\{[^\n{}]{0,200}\}\}/g;
const WORKFLOW = /(?:^|\/)(?:\.github\/workflows\/[^/]*|action)\.ya?ml$/;
const JQ = /\bjq\b/;

/** Scripts of a run, each of which is read once: what is planned is planned for a script as a whole. */
export class YamlScripts {
  readonly #known = new Map<string, YamlScript | null>();

  /** The script that a site stands in; null where it stands in none that can be edited. */
  of({ file, finding }: Site): YamlScript | null {
    if (file.language !== 'yaml' || OTHER_DOLLARS.test(file.path) || OTHER_BRACES.test(file.text))
      return null;
    const range = rangeAt(file.text, finding.at.start);
    if (range === null || finding.at.end > range.end) return null;
    const key = `${range.start} ${file.path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isAlone = runsShell(file.text, range.keyLine) && !isReadElsewhere(file.text, range);
    const script = isAlone ? scriptIn(file, range) : null;
    this.#known.set(key, script);
    return script;
  }
}

/** Commands of a list hand variables and functions on to those behind them, which a look at one of them does not show. */
function isReadElsewhere(text: string, { start, end, keyLine }: Range): boolean {
  if (!isScriptList(text, keyLine)) return false;
  const others = new Set((text.slice(0, start) + text.slice(end)).match(/\w+/g));
  const script = text.slice(start, end);
  const read = [...script.matchAll(/\bread((?: -?\w+){1,9})/g)].flatMap(([, words = '']) => words.split(' '));
  const given = [...script.matchAll(/\b[A-Za-z_]\w*(?==|[ \t]{0,9}\(\))/g)].map(([name]) => name);
  return [...read, ...given].some((name) => others.has(name));
}

function scriptIn({ path, text }: SourceFile, range: Range): YamlScript | null {
  const expressions = new Map<string, string>();
  const script = text.slice(range.start, range.end).replace(EXPRESSION, (expression) => {
    const name = `e${expressions.size}`.padEnd(expression.length - '${}'.length, '_');
    expressions.set(name, expression);
    return `\${${name}}`;
  });
  if (script.length !== range.end - range.start) return null;
  // A command that does nothing stands for the file around it: the script may lose its last one.
  const shown = `:${'\n'.repeat(range.start - 1)}${script}${'\n'.repeat(text.length - range.end)}`;
  const tree = parseText('shell', shown);
  if (tree === null) return null;
  const hasJq = JQ.test(script) || (WORKFLOW.test(path) && !/^[ \t]*container:/m.test(text));
  return { ...range, file: { path, text: shown, language: 'shell' }, tree, text, hasJq, expressions };
}

const NO_PLACE = 'what has to be written has no place in this line of YAML';
const NO_JQ = 'the new code needs jq, which the image of the container may not have';

/** A verdict about a script as one about the file around it. */
export function broughtBack(verdict: Verdict, script: YamlScript, steps: string): Verdict {
  if (verdict.strategy === 'marker') return verdict;
  const byHand = (reason: string): Verdict => ({ strategy: 'marker', reason, steps });
  if (!script.hasJq && verdict.edits.some(({ text }) => JQ.test(text))) return byHand(NO_JQ);
  if (isEmptied(verdict.edits, script)) {
    const step = withoutStep(script.text, script.keyLine);
    const edits = step === null ? [] : [{ ...step, file: script.file.path }];
    return step === null ? byHand('nothing would be left of the script') : { ...verdict, edits };
  }
  const edits: FileEdit[] = [];
  for (const edit of verdict.edits) {
    const text = edit.file === script.file.path ? textInside(edit, script) : edit.text;
    if (text === null) return byHand(NO_PLACE);
    edits.push({ ...edit, text });
  }
  return { ...verdict, edits };
}

/** Whether no command is left. */
function isEmptied(edits: readonly FileEdit[], { file, start, end }: YamlScript): boolean {
  let left = '';
  let at = start;
  for (const edit of edits.filter((one) => one.file === file.path).toSorted((a, b) => a.start - b.start)) {
    left += file.text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return /^(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:#.*)?$/.test(left + file.text.slice(at, end));
}

function textInside(edit: FileEdit, { file, start, end, indent, expressions }: YamlScript): string | null {
  if (edit.start < start || edit.end > end + 1) return null;
  const text = edit.text.replace(/\$\{(e\d+_*)\}/g, (whole, name: string) => expressions.get(name) ?? whole);
  if (indent === null) return /\n|: |:$| #/.test(text) ? null : text;
  const column = edit.start - (file.text.lastIndexOf('\n', edit.start - 1) + 1);
  const kept = new Set(file.text.slice(start, end).split('\n'));
  return text
    .split('\n')
    .map((line, index) => {
      if (line === '' || (index === 0 && column >= indent)) return line;
      // What was taken from the script as it stands has its indentation.
      return index > 0 && kept.has(line) ? line : ' '.repeat(indent) + line;
    })
    .join('\n');
}
