import type { Binding } from '../../syntax/bindings.js';
import type { At, Environment, Frame, Free } from '../domain/term.js';

/** Runs that are kept of one name. */
const MAX_KEPT = 8;

interface Kept {
  readonly frame: Frame;
  readonly env: Environment | null;
  readonly level: number;
  readonly runs: readonly At[] | null;
}

/**
 * The runs of the frames of free names, worked out once per place they are asked from: every use of a parameter
 * asks for them, and each run found anew would evaluate all that leads to it again.
 */
export class Runs {
  readonly #byName = new Map<Binding, Kept[]>();

  /** Undefined if they have to be worked out. */
  find(free: Free, env: Environment | null, level: number): readonly At[] | null | undefined {
    const kept = this.#byName
      .get(free.binding)
      ?.find((one) => one.env === env && one.level === level && one.frame === free.frame);
    return kept === undefined || kept.runs?.some((run) => isCutUpTo(run.env, env)) === true
      ? undefined
      : kept.runs;
  }

  keep(free: Free, env: Environment | null, level: number, runs: readonly At[] | null): void {
    const kept = (this.#byName.get(free.binding) ?? []).filter(
      (one) => one.env !== env || one.level !== level || one.frame !== free.frame,
    );
    kept.unshift({ frame: free.frame, env, level, runs });
    if (kept.length > MAX_KEPT) kept.pop();
    this.#byName.set(free.binding, kept);
  }
}

/** Whether one of the environments of a run holds what was cut short. */
function isCutUpTo(env: Environment | null, outermost: Environment | null): boolean {
  for (let one = env; one !== null && one !== outermost; one = one.outer) if (one.isCut === true) return true;
  return false;
}
