import type { AnalysisProblem } from '../../src/analysis/index.js';

/**
 * What failed in a file because of a bug of ours. Each is told once: the check of an entry by its rule, and what
 * concerns the whole file by the first rule that asks.
 */
export class Failures {
  readonly #untold: AnalysisProblem[];

  constructor(problems: readonly AnalysisProblem[]) {
    this.#untold = [...problems];
  }

  /** The first failure that a rule has to tell, or null; `isOwn` says of which entries the rule speaks. */
  take(isOwn: (entry: string) => boolean): AnalysisProblem | null {
    const [first = null, ...others] = this.#untold.filter(({ entry }) => entry === null || isOwn(entry));
    for (const problem of [first, ...others])
      if (problem !== null) this.#untold.splice(this.#untold.indexOf(problem), 1);
    return first;
  }
}
