import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { entryMarkdown, entryText } from '../../catalogue/describe/index.js';
import {
  type Catalogue,
  type Entry,
  entriesFor,
  type GeneralError,
  generalErrorOf,
  type Lead,
} from '../../catalogue/index.js';
import { daysBetween, unescaped, visible } from '../../report/index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import { catalogueWith } from '../base/catalogue-files.js';
import type { Command, Io } from '../base/command.js';
import { dayGiven, noSuchEntry, profileOf, sinceText } from '../base/entries.js';
import { EXIT } from '../base/exit-code.js';

const FLAGS = {
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json', 'markdown'],
    summary: 'text (default), json or markdown',
  },
  now: { kind: 'value', value: 'DATE', summary: 'evaluate as of this UTC day, YYYY-MM-DD (default: today)' },
  catalogue: {
    kind: 'list',
    value: 'FILE',
    summary: 'add your own entries from a YAML file; may be repeated',
  },
} as const;

export const explain: Command = {
  name: 'explain',
  summary: 'explain an entry, an error, a path, a method, a field, or a line of a file',
  flags: FLAGS,
  help: `Explain one deprecation: what is retired and since when, the error that callers get, the
replacement with an example, the codemod and its level, and the sources.

Usage: edge-sunset explain [options] <entry|file:line|id|error|path|method|resource|field>

  edge-sunset explain firewall-rules
  edge-sunset explain src/deploy.ts:14   why this line is reported, and what migrate would do
  edge-sunset explain 03b1f2c4           the same for the id of a migration marker
  edge-sunset explain 10020              an error code, a message in quotes, or an HTTP status
  edge-sunset explain /zones/x/rate_limits
  edge-sunset explain client.firewall.rules.list
  edge-sunset explain cloudflare_filter  a resource of Terraform or Pulumi, a field or a setting
  edge-sunset catalogue list             all entries

${flagHelp(FLAGS)}
`,
  run: runExplain,
};

async function runExplain(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  const now = dayGiven(values.now, io);
  const [id, ...more] = positionals;
  if (id === undefined) throw new UsageError("name an entry: 'edge-sunset explain firewall-rules'.");
  if (more.length > 0)
    throw new UsageError(`explain takes one entry, place or id, not ${positionals.length}.`);
  const place = placeNamed(id, io.cwd);
  if (place !== null || /^[0-9a-f]{8,}$/.test(id)) {
    const { explainMarker, explainPlace } = await import('./explain-place.js');
    const options = { now, catalogues: values.catalogue, format: values.format };
    io.stdout(await (place === null ? explainMarker(id, options, io) : explainPlace(place, options, io)));
    return EXIT.clean;
  }
  const catalogue = await catalogueWith(values.catalogue, io.cwd);
  const general = generalErrorOf(id);
  if (general !== undefined) {
    io.stdout(generalText(id, general, catalogue, { now, format: values.format }));
    return EXIT.clean;
  }
  const leads = entriesFor(id, catalogue);
  const [first, second] = leads;
  if (first === undefined) throw unknown(id, catalogue);
  io.stdout(
    second === undefined
      ? oneText(id, first, { catalogue, now, format: values.format })
      : severalText(id, leads, { now, format: values.format }),
  );
  return EXIT.clean;
}

interface Shown {
  readonly now: string;
  readonly format: string | undefined;
}

function oneText(
  asked: string,
  { entry, as }: Lead,
  shown: Shown & { readonly catalogue: Catalogue },
): string {
  const profile = profileOf(entry, shown.catalogue);
  if (shown.format === 'json') return jsonText(asJson(entry, shown.now));
  if (shown.format === 'markdown') return entryMarkdown(entry, profile);
  const text = entryText(entry, profile, { since: sinceText(entry, shown.now), whole: false });
  return asked === entry.id ? text : `${visible(asked)} leads to ${entry.id}, as ${as}.\n\n${text}`;
}

/** An error that says nothing of the part that gave it: what it means, and which retired parts lead to it. */
function generalText(
  asked: string,
  { title, meaning, heading, entries: led }: GeneralError,
  { entries: all }: Catalogue,
  { now, format }: Shown,
): string {
  const entries = all.filter((entry) =>
    'status' in led ? entry.symptoms.some(({ status }) => status === led.status) : led.includes(entry.id),
  );
  if (format === 'json')
    return jsonText({ asked, title, meaning, entries: entries.map((entry) => asJson(entry, now)) });
  if (format === 'markdown')
    return `# ${title}\n\n${meaning.join('\n')}\n\n${heading}\n\n${markdownList(entries)}`;
  const next = `Next: edge-sunset scan   finds the calls; edge-sunset explain ${entries[0]?.id} explains one part`;
  return [title, '', ...meaning, '', heading, '', ...listed(entries), '', next, ''].join('\n');
}

function severalText(asked: string, leads: readonly Lead[], { now, format }: Shown): string {
  const entries = leads.map(({ entry }) => entry);
  if (format === 'json') return jsonText({ asked, entries: entries.map((entry) => asJson(entry, now)) });
  if (format === 'markdown') return markdownList(entries);
  return [
    `${visible(asked)} leads to ${entries.length} entries, as ${leads[0]?.as}:`,
    '',
    ...listed(entries),
    '',
    `Details: edge-sunset explain ${entries[0]?.id}`,
    '',
  ].join('\n');
}

function jsonText(value: ExplainedEntry | ExplainedEntries): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function markdownList(entries: readonly Entry[]): string {
  return entries.map((entry) => `* \`${entry.id}\`: ${entry.title}\n`).join('');
}

function listed(entries: readonly Entry[]): readonly string[] {
  const width = Math.max(...entries.map(({ id }) => id.length));
  return entries.map(({ id, title }) => `  ${id.padEnd(width)}  ${title}`);
}

/** A word that looks like an id is a slip of the hand; for all else, what could have been given. */
function unknown(asked: string, catalogue: Catalogue): UsageError {
  if (/^[\d-]*[a-z][a-z\d-]*$/.test(asked)) return noSuchEntry(asked, catalogue);
  return new UsageError(
    `no entry matches ${JSON.stringify(asked)}. Pass an entry, an error code or message, a path, an SDK method, a resource, a field, the id of a marker, or file:line.`,
  );
}

/** `src/deploy.ts:14`, as reports and editors write places; null for what names no file. */
function placeNamed(text: string, cwd: string): { readonly path: string; readonly line: number } | null {
  const [, written = '', line = ''] = /^(.+?):(\d+)(?::\d+)?$/s.exec(text) ?? [];
  // A report writes a character that cannot be seen as an escape.
  const path = [written, unescaped(written)].find((name) => name !== '' && existsSync(resolve(cwd, name)));
  return path === undefined ? null : { path, line: Number(line) };
}

/** An entry without its samples, for other programs. */
export interface ExplainedEntry extends Omit<Entry, 'match' | 'noMatch'> {
  readonly now: string;
  /** Days since the end of life; null if it has no date. */
  readonly daysPast: number | null;
}

/** What leads to several entries: an error that says nothing of the part that gave it, a path, a method. */
export interface ExplainedEntries {
  readonly asked: string;
  /** Of an error. */
  readonly title?: string;
  readonly meaning?: readonly string[];
  readonly entries: readonly ExplainedEntry[];
}

function asJson({ match: _match, noMatch: _noMatch, ...entry }: Entry, now: string): ExplainedEntry {
  return { ...entry, now, daysPast: entry.endOfLife === null ? null : daysBetween(entry.endOfLife, now) };
}
