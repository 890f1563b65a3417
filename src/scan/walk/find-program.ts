/** Where a program of the system lies. */

import { accessSync, constants, realpathSync } from 'node:fs';
import path, { type PlatformPath } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The program's full path. Looked up here because systems also search the current folder, which is the tree
 * being scanned: only absolute folders of the search path count.
 */
export function findProgram(
  name: string,
  environment: Environment,
  platform: NodeJS.Platform,
  exists: (file: string) => boolean,
): string | undefined {
  const windows = platform === 'win32';
  const system: PlatformPath = windows ? path.win32 : path.posix;
  const searched = Object.entries(environment).find(
    ([key]) => (windows ? key.toUpperCase() : key) === 'PATH',
  )?.[1];
  for (const folder of (searched ?? '').split(system.delimiter)) {
    if (!system.isAbsolute(folder)) continue;
    const file = system.join(folder, windows ? `${name}.exe` : name);
    if (exists(file)) return file;
  }
  return undefined;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The git of the user. `npx` and `npm run` put `node_modules/.bin` of the scanned tree and of the folders above it first
 * on the search path, and other tools put `bin` of the tree there.
 */
export function findGit(environment: Environment, top: string): string | undefined {
  return findOutside('git', environment, top);
}

/** A program of the user: none of the tree or of a `node_modules` folder. */
export function findOutside(name: string, environment: Environment, top: string): string | undefined {
  const usable = (file: string) =>
    isExecutable(file) && !belongsTo(file, top) && !belongsTo(realpathSync.native(file), top);
  return findProgram(name, environment, process.platform, usable);
}

function belongsTo(file: string, top: string): boolean {
  if (file.split(path.sep).includes('node_modules')) return true;
  const below = path.relative(top, file);
  return below.split(path.sep)[0] !== '..' && !path.isAbsolute(below);
}
