import type { Origin } from '../../../value/index.js';
import type { Root } from '../../reader.js';
import type { Sdk, Term } from '../evaluate/term.js';
import type { Sent } from './sent.js';

const MAX_DEPTH = 10;

/** The places of one file that usages are wanted of. */
export class Roots {
  readonly file: string;
  /** False if every place is wanted. */
  readonly limited: boolean;
  readonly #ranges: readonly Root[];

  constructor(file: string, roots: readonly Root[] | 'all') {
    this.file = file;
    this.limited = roots !== 'all';
    this.#ranges = roots === 'all' ? [] : [...roots].sort((a, b) => a.start - b.start);
  }

  /** Whether a place lies on a root. */
  at(origin: Origin | null): boolean {
    if (origin === null) return false;
    if (!this.limited) return true;
    return origin.file === this.file && this.within(origin.start, origin.end);
  }

  /** Whether a stretch of the file touches a root. */
  within(start: number, end: number): boolean {
    if (!this.limited) return true;
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const found = this.#ranges[low];
    return found !== undefined && found.start < end;
  }

  /** Whether any known text, key or value of a term was written on a root. */
  touches(term: Term, depth = 0): boolean {
    if (depth > MAX_DEPTH) return false;
    switch (term.kind) {
      case 'text':
        return term.pieces.some((piece) => piece.kind === 'text' && this.at(piece.origin));
      case 'url':
        return this.touches(term.href, depth + 1);
      case 'scalar':
        return term.origin !== null && this.at(term.origin);
      case 'object':
        return term.members.some(
          (member) => this.at(member.keyOrigin) || this.touches(member.value, depth + 1),
        );
      case 'array':
        return term.items.some((item) => this.touches(item, depth + 1));
      case 'choice':
        return term.of.some((option) => this.touches(option, depth + 1));
      default:
        return false;
    }
  }

  touchesChain(sdk: Sdk): boolean {
    return sdk.chain.some((step) => this.at(step.origin));
  }

  touchesSent(sent: Sent): boolean {
    if (sent.kind === 'sdk') return this.touchesChain(sent.sdk) || sent.args.some((arg) => this.touches(arg));
    const { request } = sent;
    return (
      this.touches(request.url) ||
      this.touches(request.body) ||
      this.touches(request.headers) ||
      this.touches(request.method)
    );
  }
}
