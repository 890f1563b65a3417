/** Which files of the tree after have to be scanned: nothing of the others can have changed. */

import { MigratedPackages } from '../../migrate/index.js';
import type { Material } from '../../scan/index.js';
import { reachedFrom, type Unit } from '../units.js';
import type { ChangedFile } from './trees.js';

/** The changed files, those that a value of them may reach, and those of the units. */
export function filesReached(
  changes: readonly ChangedFile[],
  { material: { program }, units }: { readonly material: Material; readonly units: readonly Unit[] },
): readonly string[] {
  const packages = new MigratedPackages(program);
  const gone = new Set(changes.flatMap(({ path, after }) => (after === null ? [path] : [])));
  const reached = new Set<string>(units.flatMap(({ files }) => files));
  for (const { path } of changes)
    for (const file of reachedFrom(path, program, packages)) {
      // A folder stands for all that is in it.
      if (!file.endsWith('/')) reached.add(file);
      else for (const beside of program.siblings?.(path) ?? []) reached.add(beside);
      reached.add(path);
    }
  return [...reached].filter((path) => !gone.has(path)).sort();
}
