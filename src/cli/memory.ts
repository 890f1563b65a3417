import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryPlace } from '../scan/index.js';
import { VERSION } from '../version.js';
import { cacheFolder, type Environment } from './cache-folder.js';

/** Where scans keep what they learn for the next one; `undefined` where the user has no such folder. */
export function memoryPlace(environment: Environment): MemoryPlace | undefined {
  const folder = cacheFolder(process.platform, environment);
  const program = process.argv[1];
  const built = program === undefined ? undefined : statSync(program, { throwIfNoEntry: false });
  if (folder === null || built === undefined) return undefined;
  // Who builds the same version anew may have changed how it searches.
  return { folder: join(folder, 'trees'), build: `${VERSION} ${built.mtimeMs}` };
}
