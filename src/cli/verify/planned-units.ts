/** Scans a folder, plans its migration without writing anything, and names its units. */
import { CODEMODS } from '../../../codemods/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import { planRoot, type RootPlan } from '../../migrate/index.js';
import type { Report } from '../../report/index.js';
import { type Material, RootError, runScan, targetsOf } from '../../scan/index.js';
import { type Unit, unitsOf } from '../../verify/index.js';
import { parseArguments, UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { planOf, type ScanValues } from '../scan/settings.js';
import { withBriefWasm } from '../start/v8-settings.js';

export interface PlannedUnits {
  readonly report: Report;
  readonly catalogue: Catalogue;
  readonly material: Material;
  readonly plan: RootPlan;
  readonly units: readonly Unit[];
}

/**
 * The units of one folder, planned at level `review`: what `migrate` could write at most. `now` is a UTC day.
 * `values` are options of `scan`; those that are left out have their defaults.
 */
export async function plannedUnits(
  folder: string,
  { now, values = {} }: { readonly now: string; readonly values?: Partial<ScanValues> },
  io: Io,
): Promise<PlannedUnits> {
  const found = targetsOf([folder], io.cwd);
  const [target] = found.ok ? found.targets : [];
  if (target === undefined) throw new UsageError(`the path ${JSON.stringify(folder)} does not exist.`);
  const scan = await planOf(target, { ...parseArguments([], SCAN_FLAGS).values, ...values }, io);
  let planned: Omit<PlannedUnits, 'report' | 'catalogue'> | null = null;
  const material = async (one: Material) => {
    const planning = () =>
      planRoot(one, {
        codemods: CODEMODS,
        catalogue: scan.catalogue,
        now,
        level: 'review',
        markers: true,
        types: 'off',
        strategies: new Map(),
      });
    const plan = await withBriefWasm(planning);
    const units = unitsOf({ plan, program: one.program, codemods: CODEMODS });
    planned = { material: one, plan, units };
  };
  const report = await scanned(() => runScan({ targets: [scan], now, cwd: io.cwd }, { material }));
  // Assigned by the callback, which the compiler does not see.
  const made = planned as Omit<PlannedUnits, 'report' | 'catalogue'> | null;
  if (made === null) throw new Error(`the scan of ${folder} handed over nothing`);
  return { report, catalogue: scan.catalogue, ...made };
}

async function scanned(scan: () => Promise<Report>): Promise<Report> {
  try {
    return await scan();
  } catch (error) {
    if (error instanceof RootError) throw new UsageError(error.message);
    throw error;
  }
}
