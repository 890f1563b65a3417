/** What is dead at one line of a file or under a marker, how that is known, and what `migrate` would make of it. */
import { CODEMODS } from '../../../codemods/index.js';
import { actionFor } from '../../catalogue/guide/index.js';
import { type PlannedSite, planRoot } from '../../migrate/index.js';
import {
  type JsonFinding,
  type JsonUndetermined,
  jsonFinding,
  jsonUndetermined,
  plainLines,
  type Range,
  type ReportFinding,
  type ReportUndetermined,
  visible,
} from '../../report/index.js';
import { type Material, runScan, targetsOf } from '../../scan/index.js';
import { parseArguments, UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { SCAN_FLAGS } from '../scan/flags.js';
import { planOf } from '../scan/settings.js';
import { withBriefWasm } from '../start/v8-settings.js';

export interface FileLine {
  readonly path: string;
  readonly line: number;
}

export interface Explained {
  readonly now: string;
  /** `json`, or text. */
  readonly format: string | undefined;
  /** Files of the user with entries of their own. */
  readonly catalogues: readonly string[];
}

/** What is reported at a line or under a marker, for other programs. */
export interface ExplainedPlace {
  readonly asked: string;
  readonly findings: readonly ExplainedFinding[];
  readonly undetermined: readonly JsonUndetermined[];
}

export interface ExplainedFinding extends JsonFinding {
  /** What `migrate` would do; null for a mention in prose, which it leaves alone. */
  readonly migrate: {
    readonly strategy: PlannedSite['strategy'];
    readonly level: PlannedSite['level'];
    readonly reason: string;
    readonly differences: PlannedSite['differences'];
    /** What a person has to do; null where `migrate` rewrites. */
    readonly steps: string | null;
  } | null;
}

export async function explainPlace(place: FileLine, options: Explained, io: Io): Promise<string> {
  const { sites, undetermined } = await placesIn(place.path, options, io);
  const isHere = ({ line, endLine }: Range) => line <= place.line && place.line <= endLine;
  const here = sites.filter(({ row }) => isHere(row));
  const unclear = undetermined.filter(({ line }) => line === place.line);
  if (here.length + unclear.length > 0) return shownAs(options, `${place.path}:${place.line}`, here, unclear);
  const lines = [...new Set(sites.map(({ row }) => row.line))].join(', ');
  throw new UsageError(
    sites.length === 0
      ? `no retired call was found in ${visible(place.path)}.`
      : `no retired call was found on line ${place.line} of ${visible(place.path)}, but on ${lines}.`,
  );
}

/** What stands under a migration marker, by the id that the marker carries. */
export async function explainMarker(id: string, options: Explained, io: Io): Promise<string> {
  const { sites } = await placesIn('.', options, io);
  const here = sites.filter(({ row }) => row.fingerprint.startsWith(id));
  if (here.length > 0) return shownAs(options, id, here, []);
  throw new UsageError(
    `no call with the id ${id} was found below this folder. It may have been removed or edited: try 'edge-sunset explain file:line'.`,
  );
}

function shownAs(
  { format }: Explained,
  asked: string,
  sites: readonly SiteFound[],
  undetermined: readonly ReportUndetermined[],
): string {
  if (format !== 'json') {
    const texts = [...sites.map(foundText), ...undetermined.map(undeterminedText)];
    return plainLines(texts.join('\n'));
  }
  const report: ExplainedPlace = {
    asked,
    findings: sites.map(({ row, site }) => ({
      ...jsonFinding(row),
      migrate:
        site === undefined
          ? null
          : {
              strategy: site.strategy,
              level: site.level,
              reason: site.reason,
              differences: site.differences,
              steps: site.steps,
            },
    })),
    undetermined: undetermined.map(jsonUndetermined),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

interface SiteFound {
  readonly row: ReportFinding;
  readonly site: PlannedSite | undefined;
}

interface PlacesFound {
  readonly sites: readonly SiteFound[];
  readonly undetermined: readonly ReportUndetermined[];
}

/** All that any report may name, whatever the options it was made with. */
async function placesIn(path: string, { now, catalogues }: Explained, io: Io): Promise<PlacesFound> {
  const found = targetsOf([path], io.cwd);
  const [target] = found.ok ? found.targets : [];
  if (target === undefined) throw new UsageError(`the path ${JSON.stringify(path)} does not exist.`);
  const flags = { ...parseArguments([], SCAN_FLAGS).values, catalogue: catalogues, undetermined: true };
  const { catalogue, settings } = await planOf(target, flags, io);
  const everything = { ...settings, minConfidence: 'possible' as const, hints: true, only: null, skip: NONE };
  const sites: PlacesFound['sites'][number][] = [];
  const material = async (one: Material) => {
    const planning = () =>
      planRoot(one, {
        codemods: CODEMODS,
        catalogue,
        now,
        level: 'review',
        markers: true,
        types: 'off',
        strategies: new Map(),
      });
    const plan = await withBriefWasm(planning);
    const planned = new Map(plan.sites.map((site) => [site.found, site]));
    sites.push(...one.found.map((found) => ({ row: found.row, site: planned.get(found) })));
  };
  const targets = [{ target, settings: everything, catalogue }];
  const { undetermined } = await runScan({ targets, now, cwd: io.cwd }, { material });
  return { sites, undetermined };
}

const NONE: ReadonlySet<string> = new Set();

function undeterminedText({ path, line, column, why }: ReportUndetermined): string {
  return `${visible(path)}:${line}:${column}  could not be determined: ${visible(why)}\n`;
}

/** A mention in prose is no work of a migration, and has no site. */
function foundText({ row, site }: SiteFound): string {
  const lines = [
    `${visible(row.path)}:${row.line}:${row.column}  ${row.entry}  (${row.confidence})`,
    `  ${visible(row.message)}`,
    ...row.evidence.map((one) => `  because ${visible(one)}`),
    ...row.related.map((one) => `  ${visible(one.message)}: ${visible(one.path)}:${one.line}`),
    ...(site === undefined ? [] : planLines(site)),
    ...(site === undefined ? [] : [`  all of it: npx edge-sunset brief ${row.fingerprint.slice(0, 8)}`]),
    `  more: npx edge-sunset explain ${row.entry}`,
  ];
  return `${lines.join('\n')}\n`;
}

function planLines({ strategy, level, reason, steps, differences }: PlannedSite): readonly string[] {
  const action = strategy === 'marker' ? actionFor(reason) : null;
  return [
    `  migrate: ${strategy === 'marker' ? 'manual' : `${strategy}, ${level}`}; ${visible(reason)}`,
    ...differences.map(({ name, what }) => `    differs ${name}: ${visible(what)}`),
    ...(action === null ? [] : [`    ${action}`]),
    ...(steps === null ? [] : [`    ${visible(steps)}`]),
  ];
}
