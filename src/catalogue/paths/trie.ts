/**
 * Templates of paths as a tree of segments. A lookup costs one step per segment of the path, whatever the
 * number of templates: children are found by the hash that the scan has computed already.
 */
import { DECODED, LITERAL, OPEN_LITERAL, type Segments, segmentHash } from './segments.js';

export class TrieNode<T> {
  readonly #children = new Map<number, TrieNode<T>[]>();
  /** The child that any single segment leads to. */
  any: TrieNode<T> | null = null;
  /** What ends here. */
  readonly values: T[] = [];

  constructor(readonly literal: string) {}

  get hasLiterals(): boolean {
    return this.#children.size > 0;
  }

  /** True if a template goes on below. */
  get hasChildren(): boolean {
    return this.any !== null || this.#children.size > 0;
  }

  child(hash: number, text: string): TrieNode<T> | null {
    const same = this.#children.get(hash);
    if (same === undefined) return null;
    for (const node of same) if (node.literal === text) return node;
    return null;
  }

  /** The child for a literal segment of a scanned path. */
  childAt(segments: Segments, index: number): TrieNode<T> | null {
    const kind = segments.kinds[index];
    if (kind !== LITERAL && kind !== DECODED && kind !== OPEN_LITERAL) return null;
    const same = this.#children.get(segments.hashes[index] ?? 0);
    if (same === undefined) return null;
    for (const node of same) if (isText(segments, index, node.literal)) return node;
    return null;
  }

  /** The child for one segment of a template, made if it is new; null stands for a placeholder. */
  grow(segment: string | null): TrieNode<T> {
    if (segment === null) {
      this.any ??= new TrieNode<T>('');
      return this.any;
    }
    const hash = segmentHash(segment);
    const known = this.child(hash, segment);
    if (known !== null) return known;
    const node = new TrieNode<T>(segment);
    const same = this.#children.get(hash);
    if (same === undefined) this.#children.set(hash, [node]);
    else same.push(node);
    return node;
  }
}

function isText(segments: Segments, index: number, literal: string): boolean {
  const known = segments.texts[index];
  if (known !== undefined) return known === literal;
  const start = segments.starts[index] ?? 0;
  return (segments.ends[index] ?? 0) - start === literal.length && segments.text.startsWith(literal, start);
}
