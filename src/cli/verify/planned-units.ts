/** Scans a folder, plans its migration without writing anything, and names its units. */
import { codemodsFor } from '../../../codemods/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import { planRoot, planSites, type RootPlan } from '../../migrate/index.js';
import type { Report } from '../../report/index.js';
import { type Material, RootError, runScan, targetsOf } from '../../scan/index.js';
import { type Unit, unitsOf } from '../../verify/index.js';
import { parseArguments, UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { planOf, type RootSettings, type ScanValues } from '../scan/settings.js';
import { withBriefWasm } from '../start/v8-settings.js';

export interface PlannedUnits {
  readonly report: Report;
  readonly catalogue: Catalogue;
  readonly material: Material;
  readonly plan: RootPlan;
  readonly units: readonly Unit[];
  /** Rules that are made of rate limits exempt known crawlers. */
  readonly exemptCrawlers: boolean;
}

/**
 * The units of one folder, planned at level `review`: what `migrate` could write at most. `now` is a UTC day.
 * `values` are options of `scan`; those that are left out have their defaults.
 */
export async function plannedUnits(
  folder: string,
  options: {
    readonly now: string;
    readonly values?: Partial<ScanValues>;
    readonly exemptCrawlers?: boolean;
    /** Only what the units are: no text is made of the edits, and no gate asked. */
    readonly sitesOnly?: true;
  },
  io: Io,
): Promise<PlannedUnits> {
  const { now } = options;
  const { value, ...scan } = await withMaterial(folder, options, io, async (material, settings) => {
    const { catalogue } = settings;
    const exemptCrawlers = settings.exemptCrawlers && options.exemptCrawlers !== false;
    const codemods = codemodsFor({ exemptCrawlers });
    const plan = options.sitesOnly === true ? planSites : planRoot;
    const planning = () =>
      plan(material, {
        codemods,
        catalogue,
        now,
        level: 'review',
        markers: true,
        types: 'off',
        strategies: new Map(),
      });
    const planned = await withBriefWasm(planning);
    const units = unitsOf({ plan: planned, program: material.program, codemods });
    return { material, plan: planned, units, exemptCrawlers };
  });
  return { ...scan, ...value };
}

/** What a scan found in a folder, or in some files of it; nothing is planned. */
export async function materialOf(
  folder: string,
  options: Pick<Scanning, 'now' | 'files' | 'catalogue'>,
  io: Io,
): Promise<Material> {
  return (await withMaterial(folder, options, io, async (material) => material)).value;
}

interface Scanning {
  readonly now: string;
  readonly values?: Partial<ScanValues>;
  /** Relative to the folder; all if there is no list. */
  readonly files?: readonly string[];
  /** Another form of the catalogue that the settings ask for. */
  readonly catalogue?: (catalogue: Catalogue) => Catalogue;
}

async function withMaterial<Made>(
  folder: string,
  { now, values = {}, files, catalogue = (same) => same }: Scanning,
  io: Io,
  make: (material: Material, settings: RootSettings) => Promise<Made>,
): Promise<{ readonly report: Report; readonly catalogue: Catalogue; readonly value: Made }> {
  const found = targetsOf([folder], io.cwd);
  const [whole] = found.ok ? found.targets : [];
  if (whole === undefined) throw new UsageError(`the path ${JSON.stringify(folder)} does not exist.`);
  const target = files === undefined ? whole : { ...whole, files };
  const asked = await planOf(target, { ...parseArguments([], SCAN_FLAGS).values, ...values }, io);
  const scan = { ...asked, catalogue: catalogue(asked.catalogue) };
  const made: Made[] = [];
  const material = async (one: Material) => void made.push(await make(one, scan));
  const report = await scanned(() => runScan({ targets: [scan], now, cwd: io.cwd }, { material }));
  const [value] = made;
  if (value === undefined) throw new Error(`the scan of ${folder} handed over nothing`);
  return { report, catalogue: scan.catalogue, value };
}

async function scanned(scan: () => Promise<Report>): Promise<Report> {
  try {
    return await scan();
  } catch (error) {
    if (error instanceof RootError) throw new UsageError(error.message);
    throw error;
  }
}
