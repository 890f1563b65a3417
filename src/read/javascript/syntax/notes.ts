/** A module, or the run of an engine, with what was worked out of it. */
export interface Annotated {
  readonly notes: unknown[];
}

let kinds = 0;

/**
 * What is worked out of something and kept with it, made when first asked for, so that it goes when that goes.
 * A map with weak keys outside of it would not do: collecting young objects takes the values of such maps for
 * alive, and one value that speaks of a node holds the whole tree.
 */
export class Note<H extends Annotated, T> {
  readonly #make: (holder: H) => T;
  readonly #kind = kinds++;

  constructor(make: (holder: H) => T) {
    this.#make = make;
  }

  of(holder: H): T {
    const known = holder.notes[this.#kind];
    if (known !== undefined) return known as T;
    const made = this.#make(holder);
    holder.notes[this.#kind] = made;
    return made;
  }
}
