import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Profile } from '../../src/catalogue/index.js';
import type { Place } from './place.js';

/**
 * Whether the package a file belongs to depends on an SDK of the API. It decides about files whose words alone
 * decide nothing. A manifest is read once: a linter that runs on for days looks again after a while.
 */
export function usesSdk({ root, path }: Place, profiles: readonly Profile[]): boolean {
  const names = profiles.flatMap((profile) =>
    profile.packages.filter((name) => name.startsWith('npm:')).map((name) => name.slice('npm:'.length)),
  );
  for (let folder = dirname(join(root, path)); ; folder = dirname(folder)) {
    const dependencies = dependenciesIn(folder);
    if (dependencies !== null) return names.some((name) => dependencies.has(name));
    if (folder === root || folder === dirname(folder)) return false;
  }
}

const LOOK_AGAIN_MS = 10_000;
const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const manifests = new Map<string, { readonly at: number; readonly names: ReadonlySet<string> | null }>();

function dependenciesIn(folder: string): ReadonlySet<string> | null {
  const now = performance.now();
  const known = manifests.get(folder);
  if (known !== undefined && now - known.at < LOOK_AGAIN_MS) return known.names;
  const names = read(join(folder, 'package.json'));
  manifests.set(folder, { at: now, names });
  return names;
}

function read(file: string): ReadonlySet<string> | null {
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
