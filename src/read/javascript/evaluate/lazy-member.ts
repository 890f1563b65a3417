import type { Origin } from '../../../value/index.js';
import { currentRun, cutShort, cutsSoFar } from './cuts.js';
import type { Member, Term } from './term.js';

/** A member whose value is worked out once, when someone asks. */
export function lazyMember(
  key: string,
  keyOrigin: Origin | null,
  origin: Origin | null,
  make: () => Term,
): Member {
  return new LazyMember(key, keyOrigin, origin, make);
}

class LazyMember implements Member {
  readonly key: string;
  readonly keyOrigin: Origin | null;
  readonly origin: Origin | null;
  readonly #make: () => Term;
  #value: Term | undefined;
  /** The run for which the value holds; null if it holds for good. */
  #run: number | null = null;

  constructor(key: string, keyOrigin: Origin | null, origin: Origin | null, make: () => Term) {
    this.key = key;
    this.keyOrigin = keyOrigin;
    this.origin = origin;
    this.#make = make;
  }

  get value(): Term {
    if (this.#value !== undefined) {
      if (this.#run === null) return this.#value;
      if (this.#run === currentRun()) {
        cutShort();
        return this.#value;
      }
    }
    const cuts = cutsSoFar();
    const value = this.#make();
    this.#value = value;
    this.#run = cutsSoFar() === cuts ? null : currentRun();
    return value;
  }
}
