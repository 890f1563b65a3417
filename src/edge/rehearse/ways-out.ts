/** Ways out of a network namespace that lead over files. */
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { entriesBelow } from './entries.js';

/** Of `/run`, what holds programs or files of users and not sockets of services. */
const HARMLESS = new Set(['current-system', 'wrappers', 'opengl-driver', 'media', 'lock', 'shm']);
const MOST_SOCKETS = 1000;
/** Of a folder that is looked through for sockets. */
const MOST_ENTRIES = 20_000;
const SKIPPED = new Set(['node_modules', '.git']);

/**
 * Files by which a process can be reached that is outside: sockets with a path are in no network namespace. Folders of
 * services are emptied; other sockets are covered that the system lists, or that lie in the tree, the home folder or the
 * one for temporary files.
 */
export function waysOut(
  cwd: string,
  environment: Readonly<Record<string, string>>,
  sockets: SocketSearch,
): { readonly folders: readonly string[]; readonly files: readonly string[] } {
  const needed = [cwd, environment.HOME ?? '/', environment.TMPDIR ?? '/tmp'].map(
    (path) => `${realPath(path)}${sep}`,
  );
  const folders: string[] = [];
  const files: string[] = [];
  for (const parent of new Set(['/run', '/var/run'].map(realPath))) {
    for (const name of namesIn(parent)) {
      const path = join(parent, name);
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status === undefined || HARMLESS.has(name)) continue;
      if (status.isSocket()) files.push(path);
      else if (status.isDirectory() && !needed.some((folder) => folder.startsWith(`${path}${sep}`)))
        folders.push(path);
    }
  }
  const named = [environment.SSH_AUTH_SOCK ?? ''];
  for (const path of [...listeningSockets(), ...named, ...sockets.below([...needed, '/tmp'])].map(realPath)) {
    if (files.length >= MOST_SOCKETS) break;
    if (folders.some((folder) => path.startsWith(`${folder}${sep}`)) || files.includes(path)) continue;
    if (isSocket(path)) files.push(path);
  }
  return { folders, files };
}

/**
 * The system lists a socket by the name that it was bound to: relative to some folder, or that of another file by now.
 * Each folder is looked through once for all runs of a setup: that takes longer than a short program.
 */
export class SocketSearch {
  readonly #found = new Map<string, readonly string[]>();

  below(folders: readonly string[]): readonly string[] {
    return [...new Set(folders.map(realPath))].flatMap((folder) => {
      const known = this.#found.get(folder);
      if (known !== undefined) return known;
      const found = [...entriesBelow(folder, MOST_ENTRIES, SKIPPED)].flatMap(({ path, entry }) =>
        entry.isSocket() ? [path] : [],
      );
      this.#found.set(folder, found);
      return found;
    });
  }
}

function listeningSockets(): string[] {
  try {
    const rows = readFileSync('/proc/net/unix', 'latin1').split('\n').slice(1);
    const paths = rows.map((row) => /^(?:\S+\s+){7}(\/.*)$/.exec(row)?.[1] ?? '').filter(Boolean);
    return [...new Set(paths)].map((path) => Buffer.from(path, 'latin1').toString('utf8'));
  } catch {
    return [];
  }
}

function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket();
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
