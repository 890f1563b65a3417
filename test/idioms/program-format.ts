/**
 * Reads the programs of this folder. A file holds many cases; a case is a title, what is expected, and files:
 *
 *     === a path in a template
 *     expect: firewall-rules GET
 *     --- src/rules.ts
 *     await fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/⟦firewall/rules⟧`);
 *
 * `⟦…⟧` marks the exact text a finding points at; the n-th mark belongs to the n-th `expect` line, counted
 * through all files of the case. Marks may nest. The words after the entry may stand in any order: a method
 * (`-` for one that cannot be told), a confidence, a severity, a context, a kind; what is not named is not
 * compared, except that a finding is expected to be one that is reported by default (no `possible`, no `hint`).
 *
 * A negative case says `expect: nothing` (nothing a user would see by default) or `expect: silence` (not even
 * a `possible` or a hint). `catalogue: whole` runs a case with the vendor's newer schedule too. `undetermined: 1` also counts the calls whose path cannot be told. `twins: living`
 * leaves out the twin with another host, where nothing in the program can tell the host. `note:` lines are for
 * people.
 */
import type { Confidence, FindingKind, Severity } from '../../src/analysis/finding.js';

export interface ProgramFile {
  readonly path: string;
  readonly text: string;
}

export interface Expectation {
  readonly entry: string;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly method?: string | null;
  readonly confidence?: Confidence;
  readonly severity?: Severity;
  readonly context?: string;
  readonly kind?: FindingKind;
}

export interface ProgramCase {
  readonly name: string;
  readonly files: readonly ProgramFile[];
  readonly expectations: readonly Expectation[];
  /** Set for negative cases: how quiet the product has to be. */
  readonly negative: 'nothing' | 'silence' | null;
  readonly undetermined: number | null;
  /** Whether the same program with another host has to be quiet. */
  readonly tellsHost: boolean;
  /** Whether all schedules are looked for, not only the one of the specification. */
  readonly wholeCatalogue?: boolean;
}

type Words = Omit<Expectation, 'path' | 'start' | 'end'>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CONFIDENCES: readonly Confidence[] = ['exact', 'likely', 'possible'];
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'hint'];
const CONTEXTS = ['code', 'test', 'types', 'docs'];
const KINDS: readonly FindingKind[] = [
  'endpoint',
  'sdk',
  'resource',
  'field',
  'value',
  'expression',
  'header',
  'behaviour',
];

/** Every case of one file; throws with file and title on anything that is not of the form. */
export function parsePrograms(source: string, fileName: string): ProgramCase[] {
  const chunks = source.replace(/\r\n/g, '\n').split(/^=== /m);
  const preamble = chunks.shift() ?? '';
  if (preamble.trim() !== '') throw new Error(`${fileName}: text before the first "=== title"`);
  return chunks.map((chunk) => parseCase(chunk, fileName));
}

function parseCase(chunk: string, fileName: string): ProgramCase {
  const [head = '', ...rest] = chunk.split(/^--- (?=\S)/m);
  const [title = '', ...headLines] = head.split('\n');
  const fail = (message: string): never => {
    throw new Error(`${fileName}: "${title}": ${message}`);
  };
  const expected: Words[] = [];
  let negative: ProgramCase['negative'] = null;
  let undetermined: number | null = null;
  let tellsHost = true;
  let wholeCatalogue = false;
  for (const line of headLines) {
    const [, key, value = ''] = /^(\w+):\s*(.*)$/.exec(line) ?? [];
    if (line.trim() === '' || key === 'note') continue;
    if (key === 'undetermined') undetermined = Number(value);
    else if (key === 'twins' && value === 'living') tellsHost = false;
    else if (key === 'catalogue' && value === 'whole') wholeCatalogue = true;
    else if (key !== 'expect')
      fail(`a head line must be expect, undetermined, twins, catalogue or note, not "${line}"`);
    else if (value === 'nothing' || value === 'silence') negative = value;
    else expected.push(expectation(value, fail));
  }
  if (expected.length === 0 && negative === null) fail('neither an expectation nor "expect: nothing"');
  if (expected.length > 0 && negative !== null) fail('expects something and nothing at once');
  if (rest.length === 0) fail('no file');

  const files: ProgramFile[] = [];
  const marks: { path: string; start: number; end: number }[] = [];
  for (const part of rest) {
    const lineEnd = part.indexOf('\n');
    const path = part.slice(0, lineEnd).trim();
    const body = unmark(part.slice(lineEnd + 1).replace(/\n+$/, '\n'), path, fail);
    files.push({ path, text: body.text });
    marks.push(...body.marks);
  }
  if (marks.length !== expected.length)
    fail(`${marks.length} marks for ${expected.length} expect lines; the n-th mark belongs to the n-th line`);
  const expectations = expected.flatMap((words, index) => {
    const mark = marks[index];
    return mark === undefined ? [] : [{ ...words, ...mark }];
  });
  return { name: title.trim(), files, expectations, negative, undetermined, tellsHost, wholeCatalogue };
}

function expectation(line: string, fail: (message: string) => never): Words {
  const [entry = '', ...words] = line.split(/\s+/);
  const result: { -readonly [Key in keyof Words]: Words[Key] } = { entry };
  for (const word of words) {
    const confidence = CONFIDENCES.find((one) => one === word);
    const severity = SEVERITIES.find((one) => one === word);
    const kind = KINDS.find((one) => one === word);
    if (word === '-') result.method = null;
    else if (METHODS.includes(word)) result.method = word;
    else if (confidence !== undefined) result.confidence = confidence;
    else if (severity !== undefined) result.severity = severity;
    else if (CONTEXTS.includes(word)) result.context = word;
    else if (kind !== undefined) result.kind = kind;
    else fail(`unknown word "${word}" in "${line}"`);
  }
  return result;
}

/** Takes the marks out of a text; they are listed in the order in which they open. */
function unmark(marked: string, path: string, fail: (message: string) => never) {
  const marks: { path: string; start: number; end: number }[] = [];
  const open: number[] = [];
  let text = '';
  for (const character of marked) {
    if (character === '⟦') {
      open.push(marks.length);
      marks.push({ path, start: text.length, end: -1 });
    } else if (character === '⟧') {
      const index = open.pop();
      const mark = index === undefined ? undefined : marks[index];
      if (mark === undefined || index === undefined) fail(`a "⟧" too many in ${path}`);
      else marks[index] = { ...mark, end: text.length };
    } else text += character;
  }
  if (open.length > 0) fail(`a "⟦" is never closed in ${path}`);
  return { text, marks };
}
