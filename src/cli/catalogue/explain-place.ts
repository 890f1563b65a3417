/** What is dead at one line of a file or under a marker, how that is known, and what `migrate` would make of it. */
import { CODEMODS } from '../../../codemods/index.js';
import { actionFor } from '../../catalogue/guide/index.js';
import { type PlannedSite, planRoot } from '../../migrate/index.js';
import {
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
  /** Files of the user with entries of their own. */
  readonly catalogues: readonly string[];
}

export async function explainPlace(place: FileLine, { now, catalogues }: Explained, io: Io): Promise<string> {
  const { sites, undetermined } = await placesIn(place.path, now, catalogues, io);
  const isHere = ({ line, endLine }: Range) => line <= place.line && place.line <= endLine;
  const here = sites.filter(({ row }) => isHere(row));
  const unclear = undetermined.filter(({ line }) => line === place.line);
  const texts = [...here.map(foundText), ...unclear.map(undeterminedText)];
  if (texts.length > 0) return plainLines(texts.join('\n'));
  const lines = [...new Set(sites.map(({ row }) => row.line))].join(', ');
  throw new UsageError(
    sites.length === 0
      ? `no retired call was found in ${visible(place.path)}.`
      : `no retired call was found on line ${place.line} of ${visible(place.path)}, but on ${lines}.`,
  );
}

/** What stands under a migration marker, by the id that the marker carries. */
export async function explainMarker(id: string, { now, catalogues }: Explained, io: Io): Promise<string> {
  const { sites } = await placesIn('.', now, catalogues, io);
  const here = sites.filter(({ row }) => row.fingerprint.startsWith(id));
  if (here.length > 0) return here.map(foundText).join('\n');
  throw new UsageError(
    `no call with the id ${id} was found below this folder. It may have been removed or edited: try 'edge-sunset explain file:line'.`,
  );
}

interface PlacesFound {
  readonly sites: readonly { readonly row: ReportFinding; readonly site: PlannedSite | undefined }[];
  readonly undetermined: readonly ReportUndetermined[];
}

/** All that any report may name, whatever the options it was made with. */
async function placesIn(
  path: string,
  now: string,
  catalogues: readonly string[],
  io: Io,
): Promise<PlacesFound> {
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
function foundText({ row, site }: PlacesFound['sites'][number]): string {
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
