import { visible } from '../../report/index.js';
import type { ReportSuppression } from '../../scan/index.js';
import { flagHelp, parseArguments } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { SCAN_FLAGS } from './flags.js';
import { scanOrExplain, targetsNamed } from './scan.js';
import { dayOf, planOf } from './settings.js';

const FLAGS = {
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json'],
    summary: 'text (default) or json',
  },
  now: SCAN_FLAGS.now,
  include: SCAN_FLAGS.include,
  exclude: SCAN_FLAGS.exclude,
  vendored: SCAN_FLAGS.vendored,
  config: SCAN_FLAGS.config,
  'no-config': SCAN_FLAGS['no-config'],
  catalogue: SCAN_FLAGS.catalogue,
} as const;

export const suppressionsCommand: Command = {
  name: 'suppressions',
  summary: 'list suppression comments, with those that are unused or expired',
  flags: FLAGS,
  help: `List all suppression comments with place, entry, expiry date and reason.

Usage: edge-sunset suppressions [options] [paths]

A suppression may expire; from the day after, every scan reports it:
  // edge-sunset-ignore-next-line firewall-rules until 2027-01-31 -- the old dashboard is removed in January

${flagHelp(FLAGS)}

Exit codes:
  0  all of them are in use
  1  one is unused, expired or invalid
  2  usage or configuration error, or an internal error
`,
  run: suppressions,
};

async function suppressions(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  const all = { ...parseArguments([], SCAN_FLAGS).values, ...values };
  const now = dayOf(all, io);
  const targets = await Promise.all(targetsNamed(positionals, io).map((target) => planOf(target, all, io)));
  const rows: ReportSuppression[] = [];
  const root = (
    _label: string | undefined,
    result: { readonly suppressions: readonly ReportSuppression[] },
  ) => {
    for (const row of result.suppressions) rows.push(row);
  };
  await io.readingOnly(() => scanOrExplain({ targets, now, cwd: io.cwd }, { root }));
  if (values.format === 'json')
    io.stdout(`${JSON.stringify({ schemaVersion: 1, suppressions: rows }, null, 2)}\n`);
  else for (const line of textLines(rows)) io.stdout(`${line}\n`);
  return rows.some(({ problem }) => problem !== null) ? EXIT.findings : EXIT.clean;
}

function* textLines(rows: readonly ReportSuppression[]): Iterable<string> {
  let faults = 0;
  for (const { path, line, entries, until, reason, problem } of rows) {
    const end = until === null ? '' : `  until ${visible(until)}`;
    const why = reason === null ? '' : `  ${visible(reason)}`;
    yield `${visible(path)}:${line}  ${entries.map(visible).join(', ')}${end}${why}`;
    if (problem === null) continue;
    faults++;
    yield `    ${visible(problem)}`;
  }
  const count = rows.length === 1 ? '1 suppression' : `${rows.length} suppressions`;
  yield rows.length === 0 ? 'No suppressions.' : `${count}, ${faults} to fix`;
}
