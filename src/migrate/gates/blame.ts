/** What a gate refuses, and which of several clusters that meet in a file are to blame for it. */
import type { Program } from '../../read/index.js';
import type { Composition } from '../compose/index.js';
import type { GateName } from '../plan.js';
import { misplacedFunction } from './added-functions.js';
import { strayChange } from './bytes.js';
import { textFault } from './parse.js';
import { checkTypes } from './types.js';

export interface Fault {
  readonly gate: GateName;
  readonly path: string;
  readonly detail: string;
}

/** What the texts of the files show by themselves. */
export function faultOfTexts({ files }: Composition, program: Program): Fault | null {
  for (const file of files.values()) {
    const stray = strayChange(file);
    if (stray !== null) return { gate: 'bytes', path: file.path, detail: stray };
    const misplaced = misplacedFunction(file, program);
    if (misplaced !== null) return { gate: 'parse', path: file.path, detail: misplaced };
  }
  return null;
}

/** Whether a file fails although one cluster alone is in it. */
export function failsAlone({ files }: Composition, path: string, program: Program): boolean {
  const file = files.get(path);
  if (file === undefined) return false;
  return (strayChange(file) ?? misplacedFunction(file, program) ?? textFault(file, program)) !== null;
}

/**
 * Halves what is known to fail together until single clusters are left; all of it if no half fails. `only` composes some
 * clusters without the others.
 */
export function toBlameForTypes(
  ids: readonly number[],
  path: string,
  root: string,
  only: (ids: readonly number[]) => Composition,
): readonly number[] {
  if (ids.length < 2) return ids;
  const middle = Math.ceil(ids.length / 2);
  const halves = [ids.slice(0, middle), ids.slice(middle)];
  const failing = halves.filter((half) => failsTypes(only(half), path, root));
  return failing.length === 0 ? ids : failing.flatMap((half) => toBlameForTypes(half, path, root, only));
}

function failsTypes({ files }: Composition, path: string, root: string): boolean {
  const texts = new Map([...files.values()].map((file) => [file.path, file.after]));
  const verdict = checkTypes(root, texts, true);
  return verdict?.outcome === 'failed' && verdict.faults.some((fault) => fault.path === path);
}
