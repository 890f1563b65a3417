import { existsSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { findRepository } from '../../scan/walk/index.js';
import {
  checkOut,
  type JsonVerification,
  UNIT_ID_LENGTH,
  type UnitPlace,
  type Verification,
  verificationJson,
  verificationText,
} from '../../verify/index.js';
import { type Arguments, flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { dayGiven } from '../base/entries.js';
import { EXIT } from '../base/exit-code.js';
import { decisionsIn, JUDGE_FLAGS } from '../base/judge-flags.js';
import { ROOT_FLAGS } from '../roots/flags.js';
import { asksForRoots, overRoots } from '../roots/over-roots.js';
import { verifyChange } from './change.js';

const FLAGS = {
  before: {
    kind: 'value',
    value: 'REF|DIR',
    summary: 'the tree before the change: a commit or a folder (default: HEAD)',
  },
  after: { kind: 'value', value: 'DIR', summary: 'the tree after it (default: the work tree)' },
  unit: {
    kind: 'value',
    value: 'UNIT',
    summary: 'only this unit: its id, as brief and markers name it, or a file:line of it',
  },
  ...JUDGE_FLAGS,
  now: { kind: 'value', value: 'DATE', summary: 'judge as of this UTC day (default: today)' },
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json'],
    summary: 'text (default) or json',
  },
  ...ROOT_FLAGS,
} as const;

type Values = Arguments<typeof FLAGS>['values'];

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'judge a migration, whoever wrote it',
  flags: FLAGS,
  help: `Compare the tree before a migration with the tree after it, and say for each unit whether the change does what the
old code did.

Usage: edge-sunset verify [options]

  edge-sunset verify                                  HEAD against the work tree
  edge-sunset verify --run 'node deploy.js'           and run both against the emulated API
  edge-sunset verify --before main --unit 1a2b3c4d    one unit, against another commit

verified    what is sent means the same, and the runs of --run left the same state and output
consistent  what is sent means the same; nothing was run
refuted     it does something else: the difference is shown
not proven  something could not be followed; the report says what, and whether a run settles it

${flagHelp(FLAGS)}

Exit codes: 0 verified or consistent, 1 refuted, 3 not proven, 2 usage error.
`,
  run: runVerify,
  perRoot: {
    argv: (root) => ['--format=json', `--after=${root}`],
    rows: (stdout) => {
      const { units, untouched }: JsonVerification = JSON.parse(stdout);
      return {
        rows: units.map((unit) => ({ type: 'verdict', ...unit })),
        summary: { units: units.length, untouched },
      };
    },
  },
};

async function runVerify(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  if (asksForRoots(values)) {
    if (values.after !== undefined) throw new UsageError('--roots names the folders: leave out --after.');
    return overRoots(verifyCommand, { values, positionals }, io);
  }
  if (positionals.length > 0)
    throw new UsageError('verify takes no paths: name the trees with --before and --after.');
  const now = dayGiven(values.now, io, '--now');
  const after = folderOf(values.after, io);
  const before = treeBefore(values.before, after, io);
  try {
    const { result, shown } = await verifyChange(
      {
        before: before.root,
        after,
        unit: unitNamed(values.unit, after, io),
        commands: values.run,
        decided: decisionsIn(values.decide),
        allowed: new Set(values['allow-difference']),
        now,
      },
      io,
    );
    io.stdout(values.format === 'json' ? verificationJson(result, shown) : verificationText(result, shown));
    return exitOf(result, values);
  } finally {
    before.close();
  }
}

/** As briefs and markers name it; equal lines in several files have equal ids, so that a line does, too. */
function unitNamed(named: string | undefined, after: string, io: Io): UnitPlace | null {
  if (named === undefined) return null;
  if (new RegExp(`^[0-9a-f]{${UNIT_ID_LENGTH}}$`).test(named)) return { kind: 'id', id: named };
  const [, written, line] = /^(.+?):(\d+)$/s.exec(named) ?? [];
  if (written === undefined)
    throw new UsageError(
      `--unit must be a file:line of the tree before, or the ${UNIT_ID_LENGTH} hex digits that name a unit.`,
    );
  const path = relative(after, resolve(io.cwd, written)).split(sep).join('/');
  return { kind: 'line', path: path.startsWith('../') ? written : path, line: Number(line) };
}

function exitOf({ units }: Verification, values: Values): number {
  const verdicts = units.map(({ verdict }) => verdict);
  if (verdicts.includes('refuted')) return EXIT.findings;
  const needsRun = values.require === 'verified' && verdicts.some((verdict) => verdict !== 'verified');
  return needsRun || verdicts.includes('not proven') ? EXIT.incomplete : EXIT.clean;
}

/** The top of the repository, so that changes of other packages are seen; or the folder that is named. */
function folderOf(named: string | undefined, io: Io): string {
  const path = resolve(io.cwd, named ?? '.');
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new UsageError(`--after: there is no folder ${JSON.stringify(named)}.`);
  return named === undefined ? (findRepository(path)?.top ?? path) : path;
}

interface Before {
  readonly root: string;
  readonly close: () => void;
}

function treeBefore(named: string | undefined, after: string, io: Io): Before {
  const path = named === undefined ? null : resolve(io.cwd, named);
  if (path !== null && existsSync(path) && statSync(path).isDirectory())
    return { root: path, close: () => {} };
  const found = checkOut(named ?? 'HEAD', after, io.env);
  if (!found.ok) throw new UsageError(`--before: ${found.problem}.`);
  return found.tree;
}
