import { relative } from 'node:path';
import { codemodsFor } from '../../../codemods/index.js';
import {
  type Chosen,
  type ClusterChoice,
  Interrupted,
  type JsonPlan,
  jsonOf,
  type MigrationPlan,
  markdownOf,
  type PlanOptions,
  patchOf,
  planInSteps,
  type RootPlan,
  sarifOf,
  textOf,
  treeOf,
  type WriteFailure,
  withoutFailures,
  writePlan,
} from '../../migrate/index.js';
import { colours, type Report, visible } from '../../report/index.js';
import {
  type Material,
  RootError,
  runScan,
  type ScanRequest,
  type ShowProgress,
  targetsOf,
} from '../../scan/index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { progressLine } from '../base/progress.js';
import { wantsColours } from '../base/terminal.js';
import { asksForRoots, overRoots } from '../roots/over-roots.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { followUp } from '../scan/follow-up.js';
import { dayOf, planOf, type RootSettings as ScanPlan, type ScanValues } from '../scan/settings.js';
import { optimiseStage } from '../start/stages.js';
import { withBriefWasm } from '../start/v8-settings.js';
import type { PlannedRoot } from '../verify/agent.js';
import { checkAgentValues } from './agent-flags.js';
import { refuseDirty, type TouchedFiles } from './clean.js';
import { exitCode } from './exit-code.js';
import { MIGRATE_FLAGS, type MigrateValues, strategiesOf, typesOf } from './flags.js';
import { askForEach, type Rest } from './questions.js';
import { isInterrupted, recovered, treesOf, withLock, withLocks } from './state.js';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'rewrite calls of retired APIs, or preview it',
  flags: MIGRATE_FLAGS,
  help: `Rewrite calls of retired APIs to their replacements. Without --write nothing is changed: the default is a preview.

Usage: edge-sunset migrate [options] [paths]

  edge-sunset migrate                              preview the diff
  edge-sunset migrate --write                      apply safe changes, mark the other calls
  edge-sunset migrate --write --level review       also apply changes that need a review
  edge-sunset migrate -i                           ask for each change
  edge-sunset migrate --write --agent 'claude -p --permission-mode acceptEdits'
                                                   let a coding agent do the rest (docs/agents.md)
  edge-sunset undo                                 revert the last run

${flagHelp(MIGRATE_FLAGS)}

What is likely a secret is masked in the formats text, markdown and sarif, except on a terminal. json and patch contain
the text of the files as it is: they are for programs, not for logs or tickets.

Exit codes:
  0  nothing is left to do
  1  something is left: to be written, to be reviewed, or to be done manually
  2  usage or configuration error, uncommitted changes, or an internal error
  3  incomplete: a file could not be read or parsed
  4  a gate rejected every change, or a file could not be written
`,
  run: migrate,
  perRoot: {
    argv: (root) => ['--format=json', '--', root],
    hasPathsOfCwd: true,
    rows: (stdout) => {
      const { sites, settled, skipped, gates, files, summary }: JsonPlan = JSON.parse(stdout);
      return {
        rows: [
          ...sites.map((site) => ({ type: 'site', ...site })),
          ...settled.map((site) => ({ type: 'settled', ...site })),
          // The text of files stays on the machine that has them.
          ...files.map(({ path, created, edits }) => ({ type: 'file', path, created, edits: edits.length })),
          ...skipped.map((row) => ({ type: 'skipped', ...row })),
          ...gates.map((gate) => ({ type: 'gate', ...gate })),
        ],
        summary,
      };
    },
  },
};

async function migrate(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, MIGRATE_FLAGS);
  if (asksForRoots(values)) return overRoots(migrateCommand, { values, positionals }, io);
  checkAgentValues(values);
  if (values.agent !== undefined && values.interactive)
    throw new UsageError('--agent and --interactive exclude each other.');
  const scanValues = { ...parseArguments([], SCAN_FLAGS).values, ...values };
  const now = dayOf(scanValues, io);
  const targets = targetsOf(positionals.length === 0 ? ['.'] : positionals, io.cwd);
  if (!targets.ok) throw new UsageError(`${targets.problem}.`);
  const plans: ScanPlan[] = [];
  for (const target of targets.targets) plans.push(await planOf(target, scanValues, io));
  const isWriting = values.write || values.interactive;
  lookAtInterrupted(
    plans.map(({ target }) => target.root),
    isWriting,
    io,
  );
  const ask = values.interactive ? askerOf(values, io) : undefined;
  const planned: PlannedRoot[] = [];
  const level = levelOf(values);
  const progress = progressLine(io);
  const request = { targets: plans, now, cwd: io.cwd };
  const planOne = async (material: Material): Promise<void> => {
    const settings = plans.find(({ target }) => target.root === material.root);
    if (settings === undefined) return;
    const { catalogue, target } = settings;
    const exemptCrawlers = settings.exemptCrawlers && !values['no-crawler-condition'];
    const options: PlanOptions = {
      codemods: codemodsFor({ exemptCrawlers }),
      catalogue,
      now,
      level,
      markers: !values['no-markers'],
      types: typesOf(values),
      strategies: strategiesOf(values, catalogue),
      choose: ask === undefined ? undefined : (choices) => ask(material.root, choices),
    };
    const steps = await withBriefWasm(() => planInSteps(material, options));
    planned.push({ material, steps, target, options });
  };
  const plannedReport = () => scanned(request, progress.update, planOne);
  // A question of ours hears interrupts by itself.
  const report = await (ask === undefined ? io.readingOnly(plannedReport) : plannedReport());
  progress.done();
  const roots = await plansWithAgent(planned, { values, scan: scanValues, now }, io);
  if (roots === null) return interruptCode(io);
  const plan: MigrationPlan = { now, level, places: report.places, roots };
  if (!isWriting) {
    print(plan, values, positionals, false, io);
    return exitCode(plan, report, plans, [], false);
  }
  if (!values['allow-dirty']) refuseDirty(plan.roots, io);
  const results = written(plan.roots, io);
  const failures = results.flatMap((result) => result.failures);
  const done = { ...plan, roots: results.map(({ root, failures: own }) => withoutFailures(root, own)) };
  print(done, values, positionals, true, io);
  for (const { path, detail, files } of failures) {
    const others = files.length > 1 ? ` (and with it ${files.length - 1} other files)` : '';
    io.stderr(`edge-sunset migrate: ${visible(path)} was not written${others}: ${visible(detail)}\n`);
  }
  return exitCode(done, report, plans, failures, true);
}

/** What codemods and an agent do to the roots; null if the agent was interrupted. */
async function plansWithAgent(
  planned: readonly PlannedRoot[],
  { values, scan, now }: { readonly values: MigrateValues; readonly scan: ScanValues; readonly now: string },
  io: Io,
): Promise<readonly RootPlan[] | null> {
  const plans = planned.map(({ steps }) => steps.plan);
  if (values.agent === undefined) return plans;
  // Before anything is paid for.
  if (values.write && !values['allow-dirty']) refuseDirty(plans.map(touchedFiles), io);
  const { withAgent } = await import('../verify/agent.js');
  try {
    const run = { command: 'migrate', values, scan, now, signal: io.interruption() } as const;
    return (await withAgent(planned, run, io)).map(({ plan }) => plan);
  } catch (error) {
    if (error instanceof Interrupted) return null;
    throw error;
  }
}

function touchedFiles({ root, files, sites }: RootPlan): TouchedFiles {
  const known = new Set(sites.map(({ found }) => found.finding.at.file));
  for (const { path, before } of files) if (before !== null) known.add(path);
  return { root, files: [...known].map((path) => ({ path, before: '' })) };
}

function interruptCode(io: Io): number {
  const { reason } = io.interruption();
  return typeof reason === 'number' ? reason : 130;
}

/** A preview for a person shows all that can be written; programs and `--write` get what they ask for. */
function levelOf({ level, write, interactive, format = 'text' }: MigrateValues): 'safe' | 'review' {
  const showsAll = level === undefined && !write && !interactive && format === 'text';
  return level === 'review' || showsAll ? 'review' : 'safe';
}

/** Asks only what can be written: uncommitted changes are told of first. */
function askerOf(
  values: MigrateValues,
  io: Io,
): (root: string, choices: readonly ClusterChoice[]) => Promise<Chosen> {
  const { ask } = io;
  if (ask === undefined) throw new UsageError('--interactive needs a terminal.');
  const paint = colours(io.isTerminal.stderr && wantsColours(io));
  let rest: Rest = 'ask';
  return async (root, choices) => {
    const files = rest === 'none' ? [] : choices.flatMap((choice) => choice.files);
    if (files.length > 0 && !values['allow-dirty']) refuseDirty([{ root, files }], io);
    const answered = await askForEach(choices, rest, root, paint, { ...io, ask });
    rest = answered.rest;
    return answered.chosen;
  };
}

async function scanned(
  request: ScanRequest,
  progress: ShowProgress,
  material: (material: Material) => Promise<void>,
): Promise<Report> {
  try {
    return await runScan(request, { progress, material, stage: optimiseStage });
  } catch (error) {
    if (error instanceof RootError) throw new UsageError(error.message);
    throw error;
  }
}

/** A preview changes nothing, so it only tells of a run that was interrupted. */
function lookAtInterrupted(roots: readonly string[], isWriting: boolean, io: Io): void {
  for (const tree of treesOf(roots, io)) {
    if (!isInterrupted(tree)) continue;
    if (isWriting) withLock(tree, 'migrate', (locked) => recovered(locked, 'migrate', io));
    else
      io.stderr(
        `edge-sunset migrate: an earlier run was interrupted in ${visible(tree.root)}, or is still running. 'edge-sunset undo' reverts its changes.\n`,
      );
  }
}

interface RootWritten {
  readonly root: RootPlan;
  readonly failures: readonly WriteFailure[];
}

function written(roots: readonly RootPlan[], io: Io): readonly RootWritten[] {
  const changed = roots.filter(({ files }) => files.length > 0).map(({ root }) => root);
  return withLocks(treesOf(changed, io), 'migrate', (locked) => {
    if (locked.some(({ records }) => records.hasOpen()))
      throw new UsageError(
        'another run was interrupted in the meantime, and nothing was written. Run the command again.',
      );
    return roots.map((root) => {
      const { root: tree, above } = treeOf(root.root, io.env);
      const target = locked.find((one) => one.tree === tree);
      return { root, failures: target === undefined ? [] : writePlan(root, { ...target, above }).failures };
    });
  });
}

function print(
  plan: MigrationPlan,
  values: MigrateValues,
  paths: readonly string[],
  isWritten: boolean,
  io: Io,
): void {
  const next = (instead: Partial<MigrateValues>) =>
    followUp('migrate', MIGRATE_FLAGS, values, paths, { interactive: false, format: undefined, ...instead });
  switch (values.format ?? 'text') {
    case 'json':
      io.stdout(jsonOf(plan, isWritten));
      return;
    case 'sarif':
      io.stdout(sarifOf(plan));
      return;
    case 'markdown':
      io.stdout(markdownOf(plan, next({ write: true, types: false })));
      return;
    case 'patch':
      for (const piece of patchOf(plan)) io.stdout(piece);
      return;
    default: {
      const commands = {
        write: next({ write: true, types: false, level: plan.level === 'review' ? 'review' : values.level }),
        writeSafe: next({ write: true, types: false, level: undefined }),
        review: next({ write: false, level: 'review' }),
        undo: undoCommands(plan, io),
      };
      const context = {
        paint: colours(wantsColours(io)),
        written: isWritten,
        commands,
        isPrivate: io.isTerminal.stdout,
      };
      for (const piece of textOf(plan, context)) io.stdout(piece);
    }
  }
}

/** What takes back the changes: one command for each tree. */
function undoCommands(plan: MigrationPlan, io: Io): string {
  const here = treeOf(io.cwd, io.env).root;
  const changed = plan.roots.filter(({ files }) => files.length > 0).map(({ root }) => root);
  return treesOf(changed, io)
    .map(({ root }) => (root === here ? [] : [relative(io.cwd, root)]))
    .map((paths) => followUp('undo', {}, {}, paths))
    .join(' and ');
}
