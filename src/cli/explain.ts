import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { entryMarkdown, entryText } from '../catalogue/describe/index.js';
import type { Entry } from '../catalogue/index.js';
import { daysBetween, unescaped } from '../report/index.js';
import { flagHelp, parseArguments, UsageError } from './arguments.js';
import { catalogueWith } from './catalogue-files.js';
import type { Command, Io } from './command.js';
import { dayGiven, entryNamed, profileOf, sinceText } from './entries.js';
import { EXIT } from './exit-code.js';

const FLAGS = {
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json', 'markdown'],
    summary: 'text (default), json or markdown',
  },
  now: { kind: 'value', value: 'DATE', summary: 'judge as of this UTC day, YYYY-MM-DD (default: today)' },
  catalogue: { kind: 'list', value: 'FILE', summary: 'a catalogue of your own; may be repeated' },
} as const;

export const explain: Command = {
  name: 'explain',
  summary: 'explain an entry, or a place in a file',
  help: `Explain one deprecation: what is dead, since when and for how many days, what callers see, the
replacement with an example, the codemod and its level, and the sources.

Usage: edge-sunset explain [options] <entry|file:line|id>

  edge-sunset explain firewall-rules
  edge-sunset explain src/deploy.ts:14   what is dead there, how that is known, what migrate would do
  edge-sunset explain 03b1f2c4           the same for the id that a migration marker carries
  edge-sunset catalogue list          all entries

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
  if (place !== null) {
    const { explainPlace } = await import('./explain-place.js');
    io.stdout(await explainPlace(place, { now, catalogues: values.catalogue }, io));
    return EXIT.clean;
  }
  if (/^[0-9a-f]{8,}$/.test(id)) {
    const { explainMarker } = await import('./explain-place.js');
    io.stdout(await explainMarker(id, { now, catalogues: values.catalogue }, io));
    return EXIT.clean;
  }
  const catalogue = await catalogueWith(values.catalogue, io.cwd);
  const entry = entryNamed(id, catalogue);
  const profile = profileOf(entry, catalogue);
  if (values.format === 'json') io.stdout(`${JSON.stringify(asJson(entry, now), null, 2)}\n`);
  else if (values.format === 'markdown') io.stdout(entryMarkdown(entry, profile));
  else io.stdout(entryText(entry, profile, { since: sinceText(entry, now), whole: false }));
  return EXIT.clean;
}

/** `src/deploy.ts:14`, as reports and editors write places; null for what names no file. */
function placeNamed(text: string, cwd: string): { readonly path: string; readonly line: number } | null {
  const [, written = '', line = ''] = /^(.+?):(\d+)(?::\d+)?$/s.exec(text) ?? [];
  // A report writes a character that cannot be seen as an escape.
  const path = [written, unescaped(written)].find((name) => name !== '' && existsSync(resolve(cwd, name)));
  return path === undefined ? null : { path, line: Number(line) };
}

function asJson({ match: _match, noMatch: _noMatch, ...entry }: Entry, now: string): object {
  return { ...entry, now, daysPast: entry.endOfLife === null ? null : daysBetween(entry.endOfLife, now) };
}
