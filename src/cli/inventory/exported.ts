/** Reads exports: answers of lists, with the path that each was asked for. */
import { visible } from '../../report/index.js';
import { UsageError } from '../base/arguments.js';

export type Fields = Readonly<Record<string, unknown>>;

/** One list of a zone or an account, all pages together. */
export interface ExportedList {
  /** Below the base of the API: `/zones/1f…/firewall/rules`. */
  readonly path: string;
  readonly items: readonly Fields[];
}

export interface Exported {
  readonly lists: readonly ExportedList[];
  /** Names of zones by their ids. */
  readonly zones: ReadonlyMap<string, string>;
  /** What is missing: pages, and lists that were not answered. */
  readonly missing: readonly string[];
}

/** Lines as the script writes them, a list of such objects, or one object with an answer for each path. */
export function exportedIn(texts: readonly { readonly name: string; readonly text: string }[]): Exported {
  const answers = texts.flatMap(({ name, text }) => answersIn(text, name));
  const byPath = new Map<string, Fields[]>();
  const pages = new Map<string, { readonly seen: Set<number>; total: number }>();
  const missing: string[] = [];
  const zones = new Map<string, string>();
  for (const { path, answer } of answers) {
    const found = itemsOf(path, answer);
    if (typeof found === 'string') {
      missing.push(`${visible(path)}: ${found}`);
      continue;
    }
    byPath.set(path, [...(byPath.get(path) ?? []), ...found]);
    const { page, total_pages: total } = fieldsIn(fieldsIn(answer).result_info);
    const own = pages.get(path) ?? { seen: new Set<number>(), total: 1 };
    own.seen.add(typeof page === 'number' ? page : 1);
    if (typeof total === 'number' && total < MOST_PAGES) own.total = Math.max(own.total, total);
    pages.set(path, own);
    for (const { id, name } of /^\/zones(?:\/[^/]+)?$/.test(path) ? found : [])
      if (typeof id === 'string' && typeof name === 'string') zones.set(id, name);
  }
  for (const [path, { seen, total }] of pages)
    if (seen.size < total) missing.push(`${visible(path)}: ${seen.size} of ${total} pages`);
  return { lists: [...byPath].map(([path, items]) => ({ path, items })), zones, missing };
}

const MOST_PAGES = 1_000_000;

interface Answer {
  readonly path: string;
  readonly answer: unknown;
}

function answersIn(text: string, name: string): readonly Answer[] {
  const whole = parsed(text);
  const rows = whole === undefined ? linesIn(text, name) : Array.isArray(whole) ? whole : [whole];
  return rows.flatMap((row) => {
    const fields = fieldsIn(row);
    if (typeof fields.path === 'string' && 'answer' in fields)
      return [{ path: plainPath(fields.path), answer: fields.answer }];
    const entries = Object.entries(fields);
    if (entries.length === 0 || entries.some(([path]) => !path.startsWith('/'))) throw unknownForm(name);
    return entries.map(([path, answer]) => ({ path: plainPath(path), answer }));
  });
}

function linesIn(text: string, name: string): readonly unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parsed(line);
    if (value === undefined) throw new UsageError(`${visible(name)}:${index + 1}: this line is no JSON.`);
    return [value];
  });
}

function unknownForm(name: string): UsageError {
  return new UsageError(
    `${visible(name)} is no export: it needs {"path": "/zones/…", "answer": {…}} on each line, or an object with an answer for each path. 'edge-sunset inventory --script' prints a script that makes one.`,
  );
}

/** Without the base of the API and without what asks for a page. */
function plainPath(written: string): string {
  const [path = ''] = written.split('?', 1);
  return path.replace(/^https?:\/\/[^/]+/, '').replace(/^\/client\/v4(?=\/)/, '');
}

/** The objects of an answer, or why there are none. */
function itemsOf(path: string, answer: unknown): readonly Fields[] | string {
  if (Array.isArray(answer)) return listIn(answer);
  const fields = fieldsIn(answer);
  if (fields.success === false) {
    const [error] = listIn(fields.errors);
    // A ruleset that is not there is an answer: there are no rules.
    if (error?.code === NO_RULESET && path.includes('/rulesets/')) return [];
    return `the API answered ${String(error?.code ?? 'with an error')}${typeof error?.message === 'string' ? ` ${visible(error.message)}` : ''}`;
  }
  if (!('result' in fields)) return answer === null ? 'no answer' : 'the answer has no result';
  const { result } = fields;
  if (result === null) return [];
  return (Array.isArray(result) ? result : [result]).map(fieldsIn);
}

const NO_RULESET = 10003;

export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsIn) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
