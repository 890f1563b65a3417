import { catalogueTable, entryMarkdown, entryText } from '../../catalogue/describe/index.js';
import {
  builtinCatalogue,
  builtinSamples,
  type Catalogue,
  type CatalogueProblem,
  type Entry,
  loadCatalogueFile,
  mergeCatalogues,
  type NamedPart,
  nearest,
  problemText,
} from '../../catalogue/index.js';
import { daysBetween, visible } from '../../report/index.js';
import { type Arguments, flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import { catalogueWith, readCatalogue } from '../base/catalogue-files.js';
import type { Command, Io } from '../base/command.js';
import { dayGiven, entryNamed, profileOf, sinceText } from '../base/entries.js';
import { EXIT } from '../base/exit-code.js';

const FLAGS = {
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json', 'yaml', 'markdown'],
    summary: 'text (default), json, yaml or markdown',
  },
  schedule: {
    kind: 'list',
    names: true,
    value: 'NAME',
    summary: 'only entries of this schedule; may be repeated, or given as a,b',
  },
  catalogue: {
    kind: 'list',
    value: 'FILE',
    summary: 'add your own entries from a YAML file; may be repeated',
  },
  'older-than': {
    kind: 'value',
    value: 'DAYS',
    summary: "with 'outdated': how many days a check of the sources lasts (default: 90)",
  },
  now: { kind: 'value', value: 'DATE', summary: 'evaluate as of this UTC day, YYYY-MM-DD (default: today)' },
} as const;

type Options = Arguments<typeof FLAGS>['values'];
type Action = (names: readonly string[], options: Options, io: Io) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = { list, show, validate, export: exportAll, outdated };

export const catalogue: Command = {
  name: 'catalogue',
  summary: 'list, show, validate and export the known deprecations; list outdated entries',
  flags: FLAGS,
  help: `Print the catalogue of deprecations as data.

Usage: edge-sunset catalogue list [options]             all entries, one line each
       edge-sunset catalogue show [options] <entry …>   everything about some entries
       edge-sunset catalogue validate <file …>          check your own catalogue files
       edge-sunset catalogue export [options]           the whole catalogue
       edge-sunset catalogue outdated [options]         entries whose sources were not checked for 90 days

Your own files describe other deprecations in the same format; schema/catalogue.schema.json is for editors.
'edge-sunset catalogue show --format yaml rate-limits' prints an example.

${flagHelp(FLAGS)}

Exit codes: 0 success, 1 if 'outdated' lists an entry, 2 usage error or an invalid catalogue.
`,
  run: runCatalogue,
};

async function runCatalogue(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  const [name, ...names] = positionals;
  const known = Object.keys(ACTIONS);
  const action = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action !== undefined) return action(names, values, io);
  if (name === undefined) throw new UsageError(`name an action: ${known.join(', ')}.`);
  const meant = nearest(name, known);
  const hint = meant === undefined ? `It must be one of ${known.join(', ')}.` : `Did you mean '${meant}'?`;
  throw new UsageError(`unknown action ${JSON.stringify(name)}. ${hint}`);
}

async function list(names: readonly string[], options: Options, io: Io): Promise<number> {
  refuseNames('list', names);
  const now = dayGiven(options.now, io);
  const whole = await catalogueWith(options.catalogue, io.cwd);
  const entries = ofSchedules(whole, options.schedule);
  if (options.format === 'markdown') {
    io.stdout(`${catalogueTable(entries, (id) => `entries/${id}.md`)}\n`);
    return EXIT.clean;
  }
  if (options.format === 'json' || options.format === 'yaml') {
    return print(entries.map(summaryOf), options.format, io);
  }
  const width = Math.max(...entries.map((entry) => entry.id.length), 0);
  for (const schedule of new Set(entries.map((entry) => entry.schedule))) {
    io.stdout(`schedule ${schedule}\n`);
    for (const entry of entries.filter((candidate) => candidate.schedule === schedule)) {
      io.stdout(
        `  ${entry.id.padEnd(width)}  ${sinceText(entry, now)}\n  ${' '.repeat(width)}  ${entry.title}\n`,
      );
    }
  }
  return EXIT.clean;
}

/** What `list` says of an entry to a program; nothing is left out that is asked for by name. */
function summaryOf(entry: Entry): object {
  const { id, title, area, schedule, profile, endOfLife, summary, endpoints, replacement, automation } =
    entry;
  return {
    id,
    title,
    area,
    schedule,
    profile,
    endOfLife,
    vendor: entry.vendor ?? null,
    severity: entry.severity ?? null,
    summary,
    endpoints,
    replacement,
    codemod: entry.codemod ?? null,
    automation,
  };
}

async function show(names: readonly string[], options: Options, io: Io): Promise<number> {
  if (names.length === 0) throw new UsageError("name an entry: 'edge-sunset catalogue show rate-limits'.");
  const now = dayGiven(options.now, io);
  const whole = await withSamples(await catalogueWith(options.catalogue, io.cwd));
  const entries = names.map((name) => entryNamed(name, whole));
  if (options.format === 'json' || options.format === 'yaml')
    return printEntries(entries, options.format, io);
  const pages = entries.map((entry) => {
    const profile = profileOf(entry, whole);
    return options.format === 'markdown'
      ? entryMarkdown(entry, profile, entry)
      : entryText(entry, profile, { since: sinceText(entry, now), whole: true });
  });
  io.stdout(pages.join('\n'));
  return EXIT.clean;
}

async function exportAll(names: readonly string[], options: Options, io: Io): Promise<number> {
  refuseNames('export', names);
  const whole = await withSamples(await catalogueWith(options.catalogue, io.cwd));
  const entries = ofSchedules(whole, options.schedule);
  switch (options.format) {
    case 'yaml':
      return printEntries(entries, 'yaml', io);
    case 'markdown':
      io.stdout(entries.map((entry) => entryMarkdown(entry, profileOf(entry, whole), entry)).join('\n'));
      return EXIT.clean;
    case 'text': {
      const now = dayGiven(options.now, io);
      const texts = entries.map((entry) =>
        entryText(entry, profileOf(entry, whole), { since: sinceText(entry, now), whole: true }),
      );
      io.stdout(texts.join('\n'));
      return EXIT.clean;
    }
    default:
      return print({ profiles: whole.profiles, entries }, 'json', io);
  }
}

async function validate(files: readonly string[], options: Options, io: Io): Promise<number> {
  const all = [...files, ...options.catalogue];
  if (all.length === 0) throw new UsageError("name a file: 'edge-sunset catalogue validate own.yaml'.");
  const parts: NamedPart[] = [];
  const problems: CatalogueProblem[] = [];
  for (const file of all) {
    const loaded = await loadCatalogueFile(file, readCatalogue(file, io.cwd));
    if (loaded.ok) parts.push({ file, part: loaded.part, places: loaded.places });
    else problems.push(...loaded.problems);
  }
  const merged = mergeCatalogues(builtinCatalogue(), parts);
  // Files that could not be read may be what the others rely on.
  if (!merged.ok && problems.length === 0) problems.push(...merged.problems);
  if (options.format === 'json') io.stdout(`${JSON.stringify(problems, null, 2)}\n`);
  else for (const problem of problems) io.stderr(`${visible(problemText(problem))}\n`);
  if (problems.length > 0) return EXIT.usage;
  if (options.format !== 'json') {
    for (const { file, part } of parts)
      io.stdout(`${file}: valid, ${count(part.entries.length, 'entry', 'entries')}\n`);
  }
  return EXIT.clean;
}

const DEFAULT_AGE = 90;

/** Entries whose sources were last compared with them too long ago, the oldest first. */
async function outdated(names: readonly string[], options: Options, io: Io): Promise<number> {
  refuseNames('outdated', names);
  const now = dayGiven(options.now, io);
  const limit = ageGiven(options['older-than']);
  const whole = await catalogueWith(options.catalogue, io.cwd);
  const old = ofSchedules(whole, options.schedule)
    .map(({ id, checked, sources }) => ({
      id,
      checked: checked ?? null,
      days: checked === undefined ? null : daysBetween(checked, now),
      sources,
    }))
    .filter(({ days }) => days === null || days > limit)
    .sort((a, b) => (a.checked ?? '').localeCompare(b.checked ?? '') || a.id.localeCompare(b.id));
  if (options.format === 'json' || options.format === 'yaml') await print(old, options.format, io);
  else if (old.length === 0)
    io.stdout(`The sources of all entries were checked in the last ${limit} days.\n`);
  else {
    for (const { id, checked, days, sources } of old) {
      const since = checked === null ? 'never checked' : `checked on ${checked}, ${days} days ago`;
      io.stdout(`${id}  ${since}\n${sources.map((source) => `  ${source}\n`).join('')}`);
    }
  }
  return old.length > 0 ? EXIT.findings : EXIT.clean;
}

function ageGiven(written: string | undefined): number {
  if (written === undefined) return DEFAULT_AGE;
  if (/^\d{1,5}$/.test(written)) return Number(written);
  throw new UsageError(`--older-than must be a number of days such as 90, not ${JSON.stringify(written)}.`);
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function refuseNames(action: string, names: readonly string[]): void {
  if (names.length > 0)
    throw new UsageError(`catalogue ${action} takes no names; use 'catalogue show ${names[0] ?? ''}'.`);
}

function ofSchedules(whole: Catalogue, schedules: readonly string[]): readonly Entry[] {
  const known = [...new Set(whole.entries.map((entry) => entry.schedule))];
  for (const schedule of schedules) {
    if (known.includes(schedule)) continue;
    const meant = nearest(schedule, known);
    throw new UsageError(
      `unknown schedule ${JSON.stringify(schedule)}. ${
        meant === undefined ? `It must be one of ${known.join(', ')}.` : `Did you mean '${meant}'?`
      }`,
    );
  }
  return schedules.length === 0
    ? whole.entries
    : whole.entries.filter((entry) => schedules.includes(entry.schedule));
}

async function withSamples(whole: Catalogue): Promise<Catalogue> {
  const samples = new Map((await builtinSamples()).map((sample) => [sample.id, sample]));
  return { ...whole, entries: whole.entries.map((entry) => ({ ...entry, ...samples.get(entry.id) })) };
}

async function print(value: unknown, format: 'json' | 'yaml', io: Io): Promise<number> {
  if (format === 'json') io.stdout(`${JSON.stringify(value, null, 2)}\n`);
  else io.stdout((await import('yaml')).stringify(value, { lineWidth: 110, aliasDuplicateObjects: false }));
  return EXIT.clean;
}

async function printEntries(entries: readonly Entry[], format: 'json' | 'yaml', io: Io): Promise<number> {
  if (format === 'json') return print(entries, 'json', io);
  const { entriesYaml } = await import('../../catalogue/describe/yaml.js');
  io.stdout(entriesYaml(entries));
  return EXIT.clean;
}
