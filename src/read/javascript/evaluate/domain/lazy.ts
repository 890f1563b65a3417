import type { Origin } from '../../../../value/index.js';
import { currentRun, cutShort, cutsSoFar } from './cuts.js';
import type { ClassTerm, Closure, Instance, Member, Term } from './term.js';

/** What is worked out once, when someone asks. What a bound has cut short then holds for the file that is read alone. */
class Lazy<T> {
  readonly #make: () => T;
  #value: T | undefined;
  /** The run for which the value holds; null if it holds for good. */
  #run: number | null = null;

  constructor(make: () => T) {
    this.#make = make;
  }

  get(): T {
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

/** A member whose value is worked out once, when someone asks. */
export function lazyMember(
  key: string,
  keyOrigin: Origin | null,
  origin: Origin | null,
  make: () => Term,
): Member {
  return new LazyMember(key, keyOrigin, origin, make);
}

class LazyMember extends Lazy<Term> implements Member {
  readonly key: string;
  readonly keyOrigin: Origin | null;
  readonly origin: Origin | null;

  constructor(key: string, keyOrigin: Origin | null, origin: Origin | null, make: () => Term) {
    super(make);
    this.key = key;
    this.keyOrigin = keyOrigin;
    this.origin = origin;
  }

  get value(): Term {
    return this.get();
  }
}

/** An object of a class: what it is made with is worked out when a member is asked for that depends on it. */
export function lazyInstance(of: ClassTerm | Closure, args: () => readonly Term[]): Instance {
  return new LazyInstance(of, args);
}

class LazyInstance extends Lazy<readonly Term[]> implements Instance {
  readonly kind = 'instance';
  readonly of: ClassTerm | Closure;
  readonly members = new Map<string, Term>();

  constructor(of: ClassTerm | Closure, args: () => readonly Term[]) {
    super(args);
    this.of = of;
  }

  get args(): readonly Term[] {
    return this.get();
  }
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
