import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { builtinCatalogue, type Entry } from '../../catalogue/index.js';
import {
  compareRuns,
  comparisonReport,
  comparisonText,
  type Exemption,
  readExemptions,
} from '../../edge/compare/index.js';
import { scan } from '../../index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { dayGiven } from '../base/entries.js';
import { EXIT } from '../base/exit-code.js';
import { given } from '../base/given-file.js';
import { EDGE_FLAGS, stateFrom, unusable } from './options.js';
import { RUN_FLAGS, runOptions } from './run-options.js';

const FLAGS = {
  before: { kind: 'value', value: 'DIR', summary: 'the tree before the migration (required)' },
  after: { kind: 'value', value: 'DIR', summary: 'the tree after it (required)' },
  'before-date': {
    kind: 'value',
    value: 'DATE',
    summary:
      'day of the first run (default: the day before the end of life of what scan finds in the old tree)',
  },
  'after-date': { kind: 'value', value: 'DATE', summary: 'day of the second run (default: today)' },
  state: EDGE_FLAGS.state,
  schedule: EDGE_FLAGS.schedule,
  exempt: {
    kind: 'value',
    value: 'FILE',
    summary: 'intended differences: a JSON array of {name, reason, kind, where, change, text}',
  },
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json'],
    summary: 'format of the report: text (default) or json',
  },
  ...RUN_FLAGS,
} as const;

export const compareCommand: Command = {
  name: 'compare',
  summary: 'compare a program before and after its migration',
  flags: FLAGS,
  help: `Run one command in two trees against an emulated API: the old tree on a day before the end of life, the new tree
on a day after it. Compares the final state, the effect of the rules on requests, the output and the exit code. Ids
may differ one to one. Finally the old tree runs on the later day and must fail.

Usage: edge-sunset compare --before DIR --after DIR [options] -- <command>

  git worktree add ../before main
  edge-sunset compare --before ../before --after . -- node deploy.js

Rules, records and lines of output are aligned, so that an inserted one is one difference. Expressions that decide
the same for all sampled requests are equal.

An exemption is an intended difference: {"name":"…","reason":"…","kind":"state","where":"zones.*.settings.minify"}.
kind is state, effect, stdout, stderr or exit; * in where matches any text. "change" restricts it to what was removed,
added, moved (the order) or changed, and "text" to a line of output: {"kind":"stdout","change":"removed",
"text":"warning: *","where":"*","name":"…","reason":"…"}.
Programs are isolated as with rehearse. Each run may write into its tree. The output of the programs goes to stderr, the
report to stdout.
Exit codes: 0 equal, 1 not equal or not proven, 2 usage error.

${flagHelp(FLAGS)}
`,
  run: runCompare,
};

async function runCompare(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals: command } = parseArguments(argv, FLAGS);
  if (command.length === 0) {
    throw new UsageError(
      "name the program after '--': edge-sunset compare --before A --after B -- node deploy.js",
    );
  }
  const { profiles, entries } = builtinCatalogue();
  const [profile] = profiles;
  if (profile === undefined) throw new Error('the catalogue has no profile');
  const before = folder('--before', values.before, io);
  const after = folder('--after', values.after, io);
  const schedule = values.schedule === 'vendor' ? 'vendor' : 'spec';
  const afterDate = dayGiven(values['after-date'], io, '--after-date');
  const beforeDate =
    values['before-date'] === undefined
      ? dayBeforeEnd(await entriesFoundIn(before, afterDate, entries), schedule)
      : dayGiven(values['before-date'], io, '--before-date');
  if (beforeDate >= afterDate) {
    throw new UsageError(`--before-date (${beforeDate}) must be earlier than --after-date (${afterDate}).`);
  }
  const comparison = await compareRuns({
    entries,
    profile,
    command,
    before,
    after,
    beforeDate,
    afterDate,
    schedule,
    ...(values.state === undefined ? {} : { state: await stateFrom(values.state, io.cwd) }),
    env: io.env,
    exemptions: values.exempt === undefined ? [] : await exemptionsFrom(values.exempt, io.cwd),
    ...runOptions(values, io),
  });
  const report = comparisonReport(comparison);
  io.stdout(values.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : comparisonText(report));
  return report.equal ? EXIT.clean : EXIT.findings;
}

function folder(flag: string, given: string | undefined, io: Io): string {
  if (given === undefined) throw new UsageError(`${flag} is missing: name the tree, such as ${flag} ../tree`);
  const path = resolve(io.cwd, given);
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    throw new UsageError(`${flag}: there is no folder ${JSON.stringify(given)}.`);
  }
  return path;
}

/** What the old tree calls, or all entries if nothing is found there. */
async function entriesFoundIn(
  folder: string,
  now: string,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const { findings } = await scan({ paths: ['.'], cwd: folder, now });
  const names = new Set(findings.filter(({ severity }) => severity !== 'hint').map(({ entry }) => entry));
  const found = entries.filter(({ id }) => names.has(id));
  return found.length > 0 ? found : entries;
}

function dayBeforeEnd(entries: readonly Entry[], schedule: 'spec' | 'vendor'): string {
  const moved = (entry: Entry) => (schedule === 'vendor' ? entry.vendor?.date : undefined);
  const ends = entries.flatMap((entry) => moved(entry) ?? entry.endOfLife ?? []).sort();
  const first = Date.parse(`${ends[0] ?? '2020-01-01'}T00:00:00Z`);
  return new Date(first - 86_400_000).toISOString().slice(0, 10);
}

async function exemptionsFrom(file: string, cwd: string): Promise<readonly Exemption[]> {
  const read = readExemptions(await given('--exempt', file, cwd));
  if (!read.ok) throw unusable('--exempt', file, read.problems);
  return read.exemptions;
}
