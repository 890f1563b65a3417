/** Times that a value is worked out of which a bound or a circle has cut something off. */
const TRIES = 3;

/**
 * Values that were cut short, by what they belong to. Somebody else might get further, so a few try; in a class whose
 * methods set what they read, they would try for each other without end. Then the last value stands for this file.
 */
export class Settled<T> {
  readonly #known = new Map<object, Map<unknown, { readonly value: T; readonly tries: number }>>();

  /** The value that stands; undefined while there are tries left. */
  get(owner: object, key: unknown): T | undefined {
    const known = this.#known.get(owner)?.get(key);
    return known === undefined || known.tries < TRIES ? undefined : known.value;
  }

  /** Another try has been cut short. */
  add(owner: object, key: unknown, value: T): void {
    let values = this.#known.get(owner);
    if (values === undefined) {
      values = new Map();
      this.#known.set(owner, values);
    }
    values.set(key, { value, tries: (values.get(key)?.tries ?? 0) + 1 });
  }
}
