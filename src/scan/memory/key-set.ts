/**
 * A set of keys of 64 bits, kept as it lies in memory, so that one of an earlier run is there as soon as its file is
 * read: two numbers with a sign for each place, open addressing, at most half full. The key of two zeros marks a free place.
 */
export class KeySet {
  #places: Int32Array;
  #count: number;

  private constructor(places: Int32Array, count: number) {
    this.#places = places;
    this.#count = count;
  }

  static empty(): KeySet {
    return new KeySet(new Int32Array(2 * FEWEST_PLACES), 0);
  }

  /** What `places()` gave of so many keys; `undefined` where that cannot be: a full set is searched without end. */
  static from(places: Int32Array, count: number): KeySet | undefined {
    const room = places.length / 2;
    if (room < FEWEST_PLACES || (room & (room - 1)) !== 0 || count > room / 2) return undefined;
    let taken = 0;
    for (let at = 0; at < places.length; at += 2) if (places[at] !== 0 || places[at + 1] !== 0) taken++;
    return taken === count ? new KeySet(places, count) : undefined;
  }

  get count(): number {
    return this.#count;
  }

  places(): Int32Array {
    return this.#places;
  }

  has(first: number, second: number): boolean {
    const at = this.#find(first, second);
    return this.#places[at] !== 0 || this.#places[at + 1] !== 0;
  }

  add(first: number, second: number): void {
    if ((first | second) === 0) return;
    const at = this.#find(first, second);
    if (this.#places[at] !== 0 || this.#places[at + 1] !== 0) return;
    this.#places[at] = first;
    this.#places[at + 1] = second;
    this.#count++;
    if (4 * this.#count > this.#places.length) this.#grow();
  }

  addAll(other: KeySet): void {
    const places = other.#places;
    for (let at = 0; at < places.length; at += 2) this.add(places[at] ?? 0, places[at + 1] ?? 0);
  }

  /** Where the key stands, or the free place that is its own. */
  #find(first: number, second: number): number {
    const places = this.#places;
    const last = places.length - 1;
    let at = (2 * first) & last;
    for (;;) {
      const found = places[at] ?? 0;
      const other = places[at + 1] ?? 0;
      if ((found === first && other === second) || (found === 0 && other === 0)) return at;
      at = (at + 2) & last;
    }
  }

  #grow(): void {
    const before = this.#places;
    this.#places = new Int32Array(2 * before.length);
    this.#count = 0;
    for (let at = 0; at < before.length; at += 2) this.add(before[at] ?? 0, before[at + 1] ?? 0);
  }
}

const FEWEST_PLACES = 4096;
