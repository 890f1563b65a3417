import type { Origin, Value } from '../../../../value/index.js';
import type { Usage } from '../../../usage.js';

const MAX_DEPTH = 10;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Stretches that are looked through one by one before they are sorted in with the others. */
const MIN_LATEST = 32;

/**
 * Stretches of one file. Most are sorted by their start, with the furthest end of those up to each; the latest are
 * not yet, as who asks and who adds take turns.
 */
class Stretches {
  #sorted: Stretch[] = [];
  #reach: number[] = [];
  #latest: Stretch[] = [];

  add(start: number, end: number): void {
    this.#latest.push({ start, end });
  }

  touch(start: number, end: number): boolean {
    if (this.#latest.length > MIN_LATEST && this.#latest.length ** 2 > this.#sorted.length) this.#sortIn();
    for (let index = 0; index < this.#latest.length; index++) {
      const one = this.#latest[index];
      if (one !== undefined && one.start < end && one.end > start) return true;
    }
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.start ?? end) < end) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (this.#reach[low - 1] ?? start) > start;
  }

  #sortIn(): void {
    this.#sorted = this.#sorted.concat(this.#latest).sort((a, b) => a.start - b.start);
    this.#latest = [];
    let furthest = Number.NEGATIVE_INFINITY;
    this.#reach = this.#sorted.map((one) => {
      furthest = Math.max(furthest, one.end);
      return furthest;
    });
  }
}

/** Which places of files are written into what usages send. */
export class Covered {
  readonly #byFile = new Map<string, Stretches>();

  add(usage: Usage): void {
    switch (usage.kind) {
      case 'http':
        this.#value(usage.url, 0);
        this.#value(usage.body, 0);
        break;
      case 'sdk':
        for (const arg of usage.args) this.#value(arg, 0);
        break;
      case 'expression':
        this.#value(usage.text, 0);
        break;
      case 'resource':
        this.#value(usage.attributes, 0);
        break;
      default:
        break;
    }
  }

  touches(file: string, start: number, end: number): boolean {
    return this.#byFile.get(file)?.touch(start, end) === true;
  }

  #value(value: Value, depth: number): void {
    if (depth > MAX_DEPTH) return;
    switch (value.kind) {
      case 'text':
        for (let index = 0; index < value.pieces.length; index++) {
          const piece = value.pieces[index];
          if (piece?.kind === 'text') this.#stretch(piece.origin);
        }
        break;
      case 'scalar':
        this.#stretch(value.origin);
        break;
      case 'object':
        for (let index = 0; index < value.properties.length; index++) {
          const property = value.properties[index];
          if (property === undefined) continue;
          this.#stretch(property.keyOrigin);
          this.#value(property.value, depth + 1);
        }
        break;
      case 'array':
        for (const item of value.items) this.#value(item, depth + 1);
        break;
      case 'choice':
        for (const option of value.of) this.#value(option, depth + 1);
        break;
      case 'unknown':
        break;
    }
  }

  #stretch(origin: Origin | null): void {
    if (origin === null) return;
    const known = this.#byFile.get(origin.file);
    if (known !== undefined) known.add(origin.start, origin.end);
    else {
      const made = new Stretches();
      made.add(origin.start, origin.end);
      this.#byFile.set(origin.file, made);
    }
  }
}
