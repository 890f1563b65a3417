import { existsSync, readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { Profile } from '../../src/catalogue/index.js';
import type { SdkUse } from './engine.js';

/**
 * Whether the package a file belongs to depends on an SDK of the API. It decides about files whose words alone
 * decide nothing, which are most files of a project: the answer is kept for a folder, and looked up again after a
 * while, for an editor runs on for days. Above the root nothing is looked at.
 */
export function sdkUse(
  file: { readonly physicalFilename: string; readonly cwd: string },
  profiles: readonly Profile[],
): SdkUse {
  return {
    known: () => fresh(dirname(file.physicalFilename), profiles)?.uses,
    found: () => isUsedIn(dirname(file.physicalFilename), file.cwd, profiles),
  };
}

function fresh(folder: string, profiles: readonly Profile[]): Answer | null {
  const known = answers.get(folder);
  if (known === undefined || known.profiles !== profiles) return null;
  return performance.now() - known.at < LOOK_AGAIN_MS ? known : null;
}

function isUsedIn(folder: string, root: string, profiles: readonly Profile[]): boolean {
  const known = fresh(folder, profiles);
  if (known !== null) return known.uses;
  const dependencies = dependenciesIn(folder);
  const above = dirname(folder);
  const uses =
    dependencies === null
      ? folder !== root && folder !== above && isUsedIn(above, root, profiles)
      : packagesOf(profiles).some((name) => dependencies.has(name));
  if (answers.size >= MOST_FOLDERS) answers.clear();
  answers.set(folder, { at: performance.now(), profiles, uses });
  return uses;
}

/** Names in the registry that manifests of scripts name. */
function packagesOf(profiles: readonly Profile[]): readonly string[] {
  const names = profiles.flatMap((profile) => profile.packages);
  return names.filter((name) => name.startsWith('npm:')).map((name) => name.slice('npm:'.length));
}

const LOOK_AGAIN_MS = 30_000;
const MOST_FOLDERS = 10_000;
const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

interface Answer {
  readonly at: number;
  readonly profiles: readonly Profile[];
  readonly uses: boolean;
}

const answers = new Map<string, Answer>();

function dependenciesIn(folder: string): ReadonlySet<string> | null {
  // A folder is whole already: to join, which looks for `..`, takes longer than to ask for the file.
  const file = `${folder}${sep}package.json`;
  if (!existsSync(file)) return null;
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  if (typeof manifest !== 'object' || manifest === null) return null;
  const groups = GROUPS.map((group) => (manifest as Readonly<Record<string, unknown>>)[group]);
  return new Set(groups.flatMap((group) => (typeof group === 'object' && group ? Object.keys(group) : [])));
}
