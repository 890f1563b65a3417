import type { Node } from './estree.js';
import { endOf, startOf } from './positions.js';

/** Texts, keys and names of members, in source order: everything that a person could be pointed at. */
export class Leaves {
  readonly #nodes: Node[] = [];
  /** A walk meets them in source order, but for what few parsers list otherwise: then they are sorted at first use. */
  #sorted = true;
  #last = 0;

  add(node: Node): void {
    const start = startOf(node);
    if (start < this.#last) this.#sorted = false;
    this.#last = start;
    this.#nodes.push(node);
  }

  get all(): readonly Node[] {
    if (!this.#sorted) {
      this.#nodes.sort((a, b) => startOf(a) - startOf(b));
      this.#sorted = true;
    }
    return this.#nodes;
  }

  /** Those that a stretch of the source touches. */
  in(start: number, end: number): Node[] {
    const { all } = this;
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const leaf = all[middle];
      if (leaf !== undefined && endOf(leaf) <= start) low = middle + 1;
      else high = middle;
    }
    const found: Node[] = [];
    for (let leaf = all[low]; leaf !== undefined && startOf(leaf) < end; leaf = all[++low]) {
      if (endOf(leaf) > start) found.push(leaf);
    }
    return found;
  }
}
