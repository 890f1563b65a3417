/** What is dead at one line of a file, how that is known, and what `migrate` would make of it. */
import { CODEMODS } from '../../codemods/index.js';
import { builtinCatalogue } from '../catalogue/index.js';
import { type PlannedSite, planRoot } from '../migrate/index.js';
import { visible } from '../report/index.js';
import { DEFAULT_SETTINGS, type Material, runScan, targetsOf } from '../scan/index.js';
import { UsageError } from './arguments.js';

export interface Place {
  readonly path: string;
  readonly line: number;
}

export async function explainPlace(place: Place, now: string, cwd: string): Promise<string> {
  const sites = await sitesIn(place.path, now, cwd);
  const here = sites.filter(({ found: { row } }) => row.line === place.line);
  if (here.length > 0) return here.map(siteText).join('\n');
  const lines = [...new Set(sites.map(({ found: { row } }) => row.line))].join(', ');
  throw new UsageError(
    sites.length === 0
      ? `nothing retired was found in ${visible(place.path)}.`
      : `nothing retired was found on line ${place.line} of ${visible(place.path)}, but on ${lines}.`,
  );
}

async function sitesIn(path: string, now: string, cwd: string): Promise<readonly PlannedSite[]> {
  const found = targetsOf([path], cwd);
  if (!found.ok) throw new UsageError(`the path ${JSON.stringify(found.missing)} does not exist.`);
  const catalogue = builtinCatalogue();
  const settings = { ...DEFAULT_SETTINGS, minConfidence: 'possible' as const };
  const targets = found.targets.map((target) => ({ target, settings, catalogue }));
  const sites: PlannedSite[] = [];
  const material = async (one: Material) => {
    const plan = await planRoot(one, {
      codemods: CODEMODS,
      catalogue,
      now,
      level: 'review',
      markers: true,
      types: false,
      strategies: new Map(),
    });
    sites.push(...plan.sites);
  };
  await runScan({ targets, now }, { material });
  return sites;
}

function siteText({ found: { row }, strategy, level, reason, steps, differences }: PlannedSite): string {
  const lines = [
    `${visible(row.path)}:${row.line}:${row.column}  ${row.entry}  (${row.confidence})`,
    `  ${visible(row.message)}`,
    ...row.evidence.map((one) => `  because ${visible(one)}`),
    ...row.related.map((one) => `  ${visible(one.message)}: ${visible(one.path)}:${one.line}`),
    `  migrate: ${strategy === 'marker' ? 'by hand' : `${strategy}, ${level}`}; ${visible(reason)}`,
    ...differences.map(({ name, what }) => `    differs ${name}: ${visible(what)}`),
    ...(steps === null ? [] : [`    ${visible(steps)}`]),
    `  more: npx edge-sunset explain ${row.entry}`,
  ];
  return `${lines.join('\n')}\n`;
}
