/**
 * Counts what public monorepos look like, for the one that `monorepo.ts` makes. Writes bench/scan/shapes.json.
 *
 *     npx tsx bench/scan/shape.ts --mirrors DIR owner/name …
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from '../../scripts/corpus/checkout.js';
import { TIER_BITS } from '../../src/analysis/prefilter/index.js';
import { signsOf } from '../../src/analysis/signs.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { prefilterOf } from '../../src/scan/candidates/triggers.js';
import { filesIn } from '../real/side-by-side.js';

/** Quantiles of a distribution: at 0, 10, 25, 50, 75, 90, 99 and 100 of a hundred. */
export const AT = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1];

export interface Shape {
  readonly name: string;
  readonly scripts: number;
  /** Of scripts; the mean of a folder. */
  readonly bytes: readonly number[];
  readonly perPackage: readonly number[];
  readonly perFolder: number;
  readonly imports: readonly number[];
  /** Shares of imports: of the package itself, of other packages of the tree. */
  readonly own: number;
  readonly workspace: number;
  /** Share of scripts that export others and do nothing else, and how many each exports. */
  readonly barrels: number;
  readonly exported: readonly number[];
  /** Shares of the scripts and of their bytes: declarations alone, and what a tool wrote. */
  readonly generated: number;
  readonly generatedBytes: number;
  /** Shares of scripts with an everyday word of the API, and with one that is nobody else's. */
  readonly weak: number;
  readonly strong: number;
  /** Share of packages with a script that shows the API. */
  readonly usesApi: number;
}

const IMPORT = /\b(?:from|import|require)[ \t]*\(?[ \t]*['"]([^'"\n]+)['"]/g;
const STATEMENT_OF_BARREL =
  /^(?:export\b[^;'"]*\bfrom|import\b[^;'"]*\bfrom|import)[ \t]*['"]([^'"\n]+)['"];?/;
const COMMENT = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;
const GENERATED = /@generated|auto-?generated|do not edit/i;

/** What a barrel exports; null for another script. */
function exportedBy(text: string): number | null {
  let rest = text.replace(COMMENT, '').trim();
  let count = 0;
  while (rest !== '') {
    const [statement] = STATEMENT_OF_BARREL.exec(rest) ?? [];
    if (statement === undefined) return null;
    count++;
    rest = rest.slice(statement.length).trim();
  }
  return count === 0 ? null : count;
}

function quantiles(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return AT.map((share) => sorted[Math.round(share * (sorted.length - 1))] ?? 0);
}

function counted<Key>(keys: readonly Key[]): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function shapeOf(name: string, root: string): Shape {
  const files = filesIn(root);
  const manifests = files.filter((path) => /(?:^|\/)package\.json$/.test(path));
  const homes = new Set(manifests.map((path) => dirname(path)));
  const homeOf = (path: string): string => {
    let folder = dirname(path);
    while (folder !== '.' && !homes.has(folder)) folder = dirname(folder);
    return folder;
  };
  const names = new Set(manifests.flatMap((path) => nameIn(join(root, path))));
  const scripts = files
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => ({ path, home: homeOf(path), text: readFileSync(join(root, path), 'utf8') }));
  const prefilter = prefilterOf(builtinCatalogue());
  const signs = signsOf(builtinCatalogue());
  const imports = scripts.map(({ text }) => Array.from(text.matchAll(IMPORT), ([, from = '']) => from));
  const all = imports.flat();
  const share = <Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number =>
    Number((items.filter(isMeant).length / items.length).toFixed(4));
  const isWorkspace = (from: string): boolean =>
    names.has(
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  const barrels = scripts.flatMap(({ text }) => exportedBy(text) ?? []);
  const isGenerated = ({ path, text }: { readonly path: string; readonly text: string }): boolean =>
    /\.d\.[cm]?ts$/.test(path) || GENERATED.test(text.slice(0, 400));
  const bytes = (some: typeof scripts): number => some.reduce((sum, { text }) => sum + text.length, 0);
  const tiers = scripts.map(({ text }) => prefilter.scanText(text));
  const showing = new Set(scripts.filter(({ text }) => text.search(signs) >= 0).map(({ home }) => home));
  const perPackage = counted(scripts.map(({ home }) => home));
  return {
    name,
    scripts: scripts.length,
    bytes: quantiles(scripts.map(({ text }) => text.length)),
    perPackage: quantiles([...perPackage.values()]),
    perFolder: Number((scripts.length / new Set(scripts.map(({ path }) => dirname(path))).size).toFixed(1)),
    imports: quantiles(imports.map(({ length }) => length)),
    own: share(all, (from) => /^[.~#]|^@\//.test(from)),
    workspace: share(all, isWorkspace),
    barrels: Number((barrels.length / scripts.length).toFixed(4)),
    exported: quantiles(barrels),
    generated: share(scripts, isGenerated),
    generatedBytes: Number((bytes(scripts.filter(isGenerated)) / bytes(scripts)).toFixed(4)),
    weak: share(tiers, (tier) => (tier & TIER_BITS.weak) !== 0),
    strong: share(tiers, (tier) => (tier & TIER_BITS.strong) !== 0),
    usesApi: share([...perPackage.keys()], (home) => showing.has(home)),
  };
}

function nameIn(manifest: string): readonly string[] {
  const [, name] = /"name"\s*:\s*"([^"]+)"/.exec(readFileSync(manifest, 'utf8')) ?? [];
  return name === undefined ? [] : [name];
}

export function knownShapes(): readonly Shape[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'shapes.json'), 'utf8'));
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    options: { mirrors: { type: 'string' } },
    allowPositionals: true,
  });
  const work = mkdtempSync(join(tmpdir(), 'bench-shape-'));
  const rows = positionals.flatMap((name) => {
    const mirror = findMirror(values.mirrors ?? '', name);
    const root = join(work, name.replace('/', '+'));
    mkdirSync(root);
    if (mirror === null || !checkOut(mirror, 'HEAD', root)) return [];
    const shape = shapeOf(name, root);
    rmSync(root, { recursive: true });
    return [`  ${JSON.stringify(shape)}`];
  });
  rmSync(work, { recursive: true });
  writeFileSync(join(import.meta.dirname, 'shapes.json'), `[\n${rows.join(',\n')}\n]\n`);
}
