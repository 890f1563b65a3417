import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Profile } from '../../src/catalogue/index.js';

/**
 * Whether the package a file belongs to depends on an SDK of the API. It decides about files whose words alone
 * decide nothing, which are most files of a project: the answer is kept for a folder, and looked up again after a
 * while, for an editor runs on for days.
 */
export function usesSdk(filename: string, root: string, profiles: readonly Profile[]): boolean {
  return isUsedIn(dirname(filename), root, profiles, performance.now());
}

function isUsedIn(folder: string, root: string, profiles: readonly Profile[], now: number): boolean {
  const known = answers.get(folder);
  if (known !== undefined && known.profiles === profiles && now - known.at < LOOK_AGAIN_MS) return known.uses;
  const dependencies = dependenciesIn(folder);
  const above = dirname(folder);
  const uses =
    dependencies === null
      ? folder !== root && folder !== above && isUsedIn(above, root, profiles, now)
      : packagesOf(profiles).some((name) => dependencies.has(name));
  if (answers.size >= MOST_FOLDERS) answers.clear();
  answers.set(folder, { at: now, profiles, uses });
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
  const file = join(folder, 'package.json');
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
