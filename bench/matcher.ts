/**
 * What matching a path costs, in units of `path.split('/')` of the same path, measured in turns in one run.
 * `npx tsx bench/matcher.ts`; the table of the last run stands in `bench/matcher.md`.
 */
import { builtinCatalogue, type Catalogue, type Entry } from '../src/catalogue/index.js';
import { createPathMatcher, holeText, type PathMatcher } from '../src/catalogue/paths/index.js';

const ROUNDS = 41;
const REPEATS = 40;

const catalogue = builtinCatalogue();
const hole = holeText('zone.id');

const SETS: Readonly<Record<string, readonly string[]>> = {
  'URLs that match': catalogue.entries
    .flatMap((entry) => entry.endpoints)
    .map(({ path }) => `https://api.cloudflare.com/client/v4${path.replace(/\{\w+\}/g, hole)}`),
  'paths that match': catalogue.entries
    .flatMap((entry) => entry.endpoints)
    .map(({ path }) => path.replace(/\{\w+\}/g, '023e105f4ecef8ad9ca31a8372d0c353')),
  'paths of the API that do not match': [
    '/zones/023e105f4ecef8ad9ca31a8372d0c353/pagerules/9a7806061c88ada191ed06f989cc3dac',
    '/accounts/023e105f4ecef8ad9ca31a8372d0c353/workers/scripts/front/schedules',
    '/zones/023e105f4ecef8ad9ca31a8372d0c353/firewall/access_rules/rules',
  ],
  'other paths': [
    '../components/buttons/primary/index.js',
    '/api/v2/customers/1234/invoices/2024/lines',
    'https://www.example.com/articles/2024/05/how-to-write/part-two.html',
  ],
};

/** Texts that are not internalised: `split` answers those from a cache. */
function fresh(paths: readonly string[]): string[] {
  return Array.from({ length: 64 }, (_, index) => `${paths[index % paths.length] ?? ''}?page=${index}`);
}

function times(action: (path: string) => unknown, paths: readonly string[]): number {
  let kept = 0;
  const start = process.hrtime.bigint();
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const path of paths) if (action(path) !== undefined) kept++;
  }
  const nanoseconds = Number(process.hrtime.bigint() - start);
  if (kept === 0) throw new Error('nothing was measured');
  return nanoseconds / (paths.length * REPEATS);
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? Number.NaN;
}

function tenTimes(base: Catalogue): Catalogue {
  const copy = (entry: Entry, index: number): Entry => ({
    ...entry,
    id: `${entry.id}-${index}`,
    endpoints: entry.endpoints.map((endpoint) => ({
      ...endpoint,
      path: endpoint.path.replace(/\/(\w+)$/, `/$1_${index}`).replace(/\/(\w+)\/\{/, `/$1_${index}/{`),
    })),
  });
  const copies = Array.from({ length: 9 }, (_, index) => base.entries.map((entry) => copy(entry, index)));
  return { ...base, entries: [...base.entries, ...copies.flat()] };
}

function ratios(paths: readonly string[], small: PathMatcher, large: PathMatcher): [number, number] {
  const texts = fresh(paths);
  const splits: number[] = [];
  const matches: number[] = [];
  const larges: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    splits.push(times((path) => path.split('/'), texts));
    matches.push(times((path) => small.match(path), texts));
    larges.push(times((path) => large.match(path), texts));
  }
  const one = median(matches);
  return [one / median(splits), median(larges) / one];
}

const small = createPathMatcher(catalogue);
const large = createPathMatcher(tenTimes(catalogue));
const rows = Object.entries(SETS).map(([name, paths]) => {
  ratios(paths, small, large);
  const [toSplit, toSmall] = ratios(paths, small, large);
  return `| ${name} | ${toSplit.toFixed(2)} | ${toSmall.toFixed(2)} |`;
});
console.log('| paths | match / split | ten times the catalogue / the catalogue |');
console.log('|---|---|---|');
for (const row of rows) console.log(row);
