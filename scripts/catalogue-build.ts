/**
 * Compiles the YAML of `src/catalogue` to `src/catalogue/generated`, and with `--check` only says whether
 * what is committed is what would be written.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalogue } from '../src/catalogue/model/types.js';
import { loadCatalogueFile } from '../src/catalogue/schema/load.js';
import type { CatalogueProblem } from '../src/catalogue/schema/located.js';
import { mergeCatalogues, type NamedPart } from '../src/catalogue/schema/merge.js';
import { problemText } from '../src/catalogue/schema/problem.js';
import { deriveCompanions } from '../src/catalogue/triggers/companions.js';
import { deriveTriggers } from '../src/catalogue/triggers/triggers.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCES = ['src/catalogue/profiles', 'src/catalogue/sdk', 'src/catalogue/entries'];
const HEAD = '// Written by scripts/catalogue-build.ts from the YAML of src/catalogue; do not edit.\n';

function yamlFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.yaml'))
    .sort();
}

async function readSources(): Promise<Catalogue> {
  const parts: NamedPart[] = [];
  const problems: CatalogueProblem[] = [];
  for (const file of SOURCES.flatMap(yamlFiles)) {
    const loaded = await loadCatalogueFile(file, readFileSync(path.join(ROOT, file), 'utf8'));
    if (loaded.ok) parts.push({ file, ...loaded });
    else problems.push(...loaded.problems);
  }
  const merged = mergeCatalogues({ profiles: [], entries: [] }, parts);
  if (!merged.ok) problems.push(...merged.problems);
  if (problems.length > 0 || !merged.ok) {
    for (const problem of problems) process.stderr.write(`${problemText(problem)}\n`);
    process.exit(2);
  }
  return merged.catalogue;
}

/** JSON in one string literal: parsing that is several times faster than evaluating the same object. */
function asLiteral(value: unknown): string {
  const json = JSON.stringify(value)
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `'${json}'`;
}

/** What every run needs. Samples and SDK methods are modules of their own: most runs read neither. */
function dataModule(catalogue: Catalogue): string {
  const entries = catalogue.entries.map((entry) => ({ ...entry, match: [], noMatch: [] }));
  const profiles = catalogue.profiles.map((profile) => ({ ...profile, sdk: [] }));
  return module('CATALOGUE_JSON', { profiles, entries });
}

function sdkModule(catalogue: Catalogue): string {
  return module('SDK_JSON', Object.fromEntries(catalogue.profiles.map(({ id, sdk }) => [id, sdk])));
}

function samplesModule(catalogue: Catalogue): string {
  return module(
    'SAMPLES_JSON',
    catalogue.entries.map(({ id, match, noMatch }) => ({ id, match, noMatch })),
  );
}

function module(name: string, value: unknown): string {
  return `${HEAD}
export const ${name}: string =
  ${asLiteral(value)};
`;
}

function idsModule(catalogue: Catalogue): string {
  const union = catalogue.entries.map((entry) => `  | '${entry.id}'`).join('\n');
  return `${HEAD}
/** Every entry of the built-in catalogue. @public */
export type EntryId =
${union};
`;
}

const catalogue = await readSources();
const outputs: readonly (readonly [file: string, content: string])[] = [
  ['src/catalogue/generated/catalogue.ts', dataModule(catalogue)],
  ['src/catalogue/generated/sdk.ts', sdkModule(catalogue)],
  ['src/catalogue/generated/samples.ts', samplesModule(catalogue)],
  ['src/catalogue/generated/triggers.ts', module('TRIGGERS_JSON', deriveTriggers(catalogue))],
  ['src/catalogue/generated/companions.ts', module('COMPANIONS_JSON', deriveCompanions(catalogue))],
  ['src/catalogue/generated/ids.ts', idsModule(catalogue)],
];

const check = process.argv.includes('--check');
let stale = 0;
for (const [file, content] of outputs) {
  const place = path.join(ROOT, file);
  let present = '';
  try {
    present = readFileSync(place, 'utf8');
  } catch {
    // A file that is not there yet is out of date.
  }
  if (present === content) continue;
  if (check) {
    process.stderr.write(`${file} is out of date: run npm run catalogue:build\n`);
    stale++;
  } else {
    writeFileSync(place, content);
    process.stdout.write(`wrote ${file}\n`);
  }
}
process.exitCode = stale > 0 ? 1 : 0;
