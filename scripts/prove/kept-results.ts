/**
 * Twins that were equal are not run again while nothing changed: neither programs nor scenarios, neither the emulated
 * API nor what runs and compares them. `--fresh` runs all of them.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODEMODS, type Files, filesIn } from './cases.js';
import type { TwinResult } from './twins.js';

const ROOT = join(CODEMODS, '..');
const FOLDER = join(ROOT, 'node_modules', '.cache', 'edge-sunset-twins');
/** The emulated API and its rows, packages, and the machinery. */
const MACHINERY = [
  'src/edge',
  'src/catalogue/generated',
  'scripts/prove/compiled.ts',
  'scripts/prove/firewall-scenarios.ts',
  'scripts/prove/majors.ts',
  'scripts/prove/scenarios.ts',
  'scripts/prove/trees.ts',
  'scripts/prove/troubles.ts',
  'scripts/prove/twins.ts',
  'package-lock.json',
];

let machinery: string | null = null;

/** A name for these programs in these scenarios. */
export function keyOf(programs: readonly Files[], more: unknown): string {
  machinery ??= digest(MACHINERY.map((path) => join(ROOT, path)).map(digestOfPath));
  const trees = programs.map((files) =>
    [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, content]) => [path, digest(content)]),
  );
  return digest(JSON.stringify([machinery, trees, more]));
}

export function keptResults(key: string): readonly TwinResult[] | null {
  const file = join(FOLDER, `${key}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TwinResult[]) : null;
}

/** Keeps them if nothing is wrong with any. */
export function keepResults(key: string, results: readonly TwinResult[]): void {
  if (results.some(({ equal }) => !equal)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${key}.json`), JSON.stringify(results));
}

function digestOfPath(path: string): string {
  if (statSync(path).isFile()) return digest(readFileSync(path));
  return digest([...filesIn(path)].map(([name, content]) => `${name} ${digest(content)}`));
}

function digest(content: string | Buffer | readonly string[]): string {
  const data = typeof content === 'string' || Buffer.isBuffer(content) ? content : content.join('\n');
  return createHash('sha256').update(data).digest('hex');
}
