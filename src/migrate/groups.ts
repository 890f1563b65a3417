/** Disjoint sets. */
export class Groups {
  readonly #parents: number[];

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, index) => index);
  }

  find(index: number): number {
    let root = index;
    for (
      let parent = this.#parents[root];
      parent !== undefined && parent !== root;
      parent = this.#parents[root]
    )
      root = parent;
    this.#parents[index] = root;
    return root;
  }

  /** The smaller number stays, so that groups come in the order of their first sites. */
  join(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
  }
}
