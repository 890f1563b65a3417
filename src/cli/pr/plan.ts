/** The plan of `pr`: the base branch as it is in the clean work tree, split into branches. */
import { codemodsFor } from '../../../codemods/index.js';
import type { Entry } from '../../catalogue/index.js';
import {
  MigratedPackages,
  type PlanInSteps,
  type PlanOptions,
  planInSteps,
  type RootPlan,
  treeOf,
} from '../../migrate/index.js';
import { type Split, splitPlan } from '../../migrate/pull-request/index.js';
import type { Report } from '../../report/index.js';
import { type Material, RootError, runScan } from '../../scan/index.js';
import { parseArguments, UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { progressLine } from '../base/progress.js';
import { strategiesOf } from '../migrate/flags.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { dayOf, planOf } from '../scan/settings.js';
import { withBriefWasm } from '../start/v8-settings.js';
import type { AgentRun, PlannedRoot } from '../verify/agent.js';
import { type PrValues, prefixOf } from './flags.js';

export interface PlannedTree extends Pick<PlanInSteps, 'filesWith'> {
  readonly rootPlan: RootPlan;
  readonly split: Split;
  readonly report: Report;
  readonly entryOf: (id: string) => Entry | undefined;
  readonly allowIncomplete: boolean;
}

export async function planTree(
  root: string,
  values: PrValues,
  signal: AbortSignal,
  io: Io,
): Promise<PlannedTree> {
  const scanValues = { ...parseArguments([], SCAN_FLAGS).values, ...values };
  const now = dayOf(scanValues, io);
  const target = await planOf({ root, label: '.', files: null }, scanValues, io);
  const { catalogue } = target;
  const entries = new Map(catalogue.entries.map((entry) => [entry.id, entry]));
  const planned: PlannedRoot[] = [];
  const progress = progressLine(io);
  const planOne = async (material: Material): Promise<void> => {
    const options: PlanOptions = {
      codemods: codemodsFor({
        exemptCrawlers: target.exemptCrawlers && !values['no-crawler-condition'],
      }),
      catalogue,
      now,
      level: values.level === 'safe' ? 'safe' : 'review',
      markers: !values['no-markers'],
      types: values.types ? 'run' : 'tell',
      strategies: strategiesOf(values, catalogue),
    };
    const steps = await withBriefWasm(() => planInSteps(material, options));
    planned.push({ material, steps, target: target.target, options });
  };
  const report = await runScan(
    { targets: [target], now, cwd: root },
    { progress: progress.update, material: planOne },
  ).catch((error: unknown) => {
    throw error instanceof RootError ? new UsageError(error.message) : error;
  });
  progress.done();
  const [one] = planned;
  if (one === undefined) throw new Error('the scan handed over nothing');
  const steps = await stepsWithAgent(one, { values, scan: scanValues, now, signal }, io);
  const packages = new MigratedPackages(one.material.program);
  const split = splitPlan(steps, {
    prefix: prefixOf(values),
    areaOf: (id) => entries.get(id)?.area ?? 'api',
    folderOf: (path) => packages.folderOf(path),
  });
  return {
    rootPlan: steps.plan,
    filesWith: steps.filesWith,
    split,
    report,
    entryOf: (id) => entries.get(id),
    allowIncomplete: target.allowIncomplete,
  };
}

async function stepsWithAgent(
  planned: PlannedRoot,
  run: Omit<AgentRun, 'command' | 'state'>,
  io: Io,
): Promise<PlanInSteps> {
  if (run.values.agent === undefined) return planned.steps;
  const { withAgent } = await import('../verify/agent.js');
  // The work tree is another one in every run.
  const [steps] = await withAgent([planned], { ...run, command: 'pr', state: treeOf(io.cwd, io.env) }, io);
  return steps ?? planned.steps;
}
