/** A comment that excuses a finding for a while. Whether it does, and breaks nothing, is tried before it is offered. */
import { type CommentForm, commentForms } from '../../migrate/index.js';
import { type Found, Lines } from '../../scan/index.js';
import type { FolderAnalysis } from './folder.js';

const DAYS = 90;
const REASON = 'not migrated yet';

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

export async function suppressionOf(
  analysis: FolderAnalysis,
  { finding, row }: Found,
  today: string,
): Promise<Insertion | null> {
  const { file, start } = finding.at;
  const text = analysis.textOf(file);
  if (text === null) return null;
  const before = countsOf((await analysis.tried(file, text)) ?? []);
  const rest = `${row.entry} until ${dayAfter(today, DAYS)} -- ${REASON}`;
  for (const insertion of insertionsAt(text, start, commentForms(finding.language), rest)) {
    const after = await analysis.tried(
      file,
      text.slice(0, insertion.at) + insertion.text + text.slice(insertion.at),
    );
    if (after !== null && onlyLess(before, countsOf(after), row.entry)) return insertion;
  }
  return null;
}

/** On a line of its own above the finding; behind it where no line can stand above. */
function insertionsAt(
  text: string,
  offset: number,
  forms: readonly CommentForm[],
  rest: string,
): readonly Insertion[] {
  const lines = new Lines(text);
  const number = lines.lineAt(offset);
  const line = lines.line(number);
  const start = lines.start(number);
  const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const comment = ({ open, close }: CommentForm, keyword: string) =>
    `${open} edge-sunset-${keyword} ${rest}${close === '' ? '' : ` ${close}`}`;
  return [
    ...forms.map((form) => ({ at: start, text: `${indent}${comment(form, 'ignore-next-line')}${eol}` })),
    ...forms.map((form) => ({ at: start + line.length, text: ` ${comment(form, 'ignore-line')}` })),
  ];
}

function countsOf(found: readonly Found[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { row } of found) counts.set(row.entry, (counts.get(row.entry) ?? 0) + 1);
  return counts;
}

/** Findings of one entry are fewer, and of every other entry as many as before. */
function onlyLess(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  entry: string,
): boolean {
  const entries = new Set([...before.keys(), ...after.keys()]);
  return [...entries].every((one) => {
    const [was, is] = [before.get(one) ?? 0, after.get(one) ?? 0];
    return one === entry ? is < was : is === was;
  });
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
