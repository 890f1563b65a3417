import { existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { Profile } from '../../src/catalogue/index.js';
import { readRegularFile } from '../../src/scan/index.js';
import { realPathOf } from './place.js';

/**
 * Whether the package a file belongs to depends on an SDK of the API. It decides about files whose words alone
 * decide nothing, which are most files of a project. Which manifest a folder belongs to is kept for long, for
 * manifests seldom come and go; what one says is looked up again after a while, for an editor runs on for days.
 * Above the root nothing is looked at.
 */
export function belongsToSdkUser(
  { physicalFilename, cwd }: { readonly physicalFilename: string; readonly cwd: string },
  profiles: readonly Profile[],
): boolean {
  const home = homeOf(folderOf(physicalFilename), cwd);
  return home !== null && (knownUse(home, profiles) ?? usesSdk(home, cwd, profiles));
}

const LOOK_AGAIN_MS = 30_000;
const MOVED_MS = 600_000;
const MOST_FOLDERS = 10_000;
/** Of a manifest, in bytes. */
const LARGEST = 1024 * 1024;

interface Home {
  readonly at: number;
  /** The nearest folder with a manifest, here or above; null if there is none. */
  readonly folder: string | null;
}

interface Answer {
  readonly at: number;
  readonly profiles: readonly Profile[];
  readonly uses: boolean;
}

const homes = new Map<string, Home>();
const answers = new Map<string, Answer>();

/** What stands before the last separator. To ask for it takes less than to have the name understood as a path. */
function folderOf(file: string): string {
  const end = file.lastIndexOf(sep);
  return end > 0 ? file.slice(0, end) : dirname(file);
}

function knownHome(folder: string): string | null | undefined {
  const known = homes.get(folder);
  return known === undefined || performance.now() - known.at >= MOVED_MS ? undefined : known.folder;
}

function homeOf(folder: string, root: string): string | null {
  const known = knownHome(folder);
  if (known !== undefined) return known;
  const above = dirname(folder);
  const isLast = folder === root || folder === above;
  const home = existsSync(manifestIn(folder)) ? folder : isLast ? null : homeOf(above, root);
  if (homes.size >= MOST_FOLDERS) homes.clear();
  homes.set(folder, { at: performance.now(), folder: home });
  return home;
}

function manifestIn(folder: string): string {
  // A folder is whole already: to join, which looks for `..`, takes longer than to ask for the file.
  return `${folder}${sep}package.json`;
}

function knownUse(home: string, profiles: readonly Profile[]): boolean | undefined {
  const known = answers.get(home);
  if (known === undefined || known.profiles !== profiles) return undefined;
  return performance.now() - known.at < LOOK_AGAIN_MS ? known.uses : undefined;
}

/** What cannot be read, such as a manifest that is being written, says nothing: then the one above counts. */
function usesSdk(home: string, root: string, profiles: readonly Profile[]): boolean {
  const dependencies = dependenciesIn(home, root);
  const uses =
    dependencies === null
      ? usesAbove(home, root, profiles)
      : packagesOf(profiles).some((name) => dependencies.has(name));
  if (answers.size >= MOST_FOLDERS) answers.clear();
  answers.set(home, { at: performance.now(), profiles, uses });
  return uses;
}

function usesAbove(home: string, root: string, profiles: readonly Profile[]): boolean {
  const above = dirname(home);
  const next = home === root || home === above ? null : homeOf(above, root);
  return next !== null && usesSdk(next, root, profiles);
}

/** Names in the registry that manifests of scripts name. */
function packagesOf(profiles: readonly Profile[]): readonly string[] {
  const names = profiles.flatMap((profile) => profile.packages);
  return names.filter((name) => name.startsWith('npm:')).map((name) => name.slice('npm:'.length));
}

const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function dependenciesIn(folder: string, root: string): ReadonlySet<string> | null {
  const found = readRegularFile(manifestIn(folder), LARGEST, { follow: true, inside: realPathOf(root) });
  if (found.kind !== 'read') return null;
  let manifest: unknown;
  try {
    manifest = JSON.parse(found.bytes.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof manifest !== 'object' || manifest === null) return null;
  const groups = GROUPS.map((group) => (manifest as Readonly<Record<string, unknown>>)[group]);
  return new Set(groups.flatMap((group) => (typeof group === 'object' && group ? Object.keys(group) : [])));
}
