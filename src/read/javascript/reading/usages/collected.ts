import type { Origin, Value } from '../../../../value/index.js';
import type { Undetermined, Usage } from '../../../usage.js';
import { Covered } from './covered.js';

interface Entry {
  usage: Usage;
  /** Everything but the place of the call, written out once somebody has to compare it. */
  content: string | null;
}

function contentOf(entry: Entry): string {
  if (entry.content === null) {
    const { site: _site, ...rest } = entry.usage;
    entry.content = JSON.stringify(rest);
  }
  return entry.content;
}

/** Equal for equal usages, and mostly different for different ones: where the text that is sent was written. */
function sketchOf(usage: Usage): string {
  if (usage.kind !== 'http') return usage.kind;
  const places = originsIn(usage.url).map(({ start, end }) => `${start}-${end}`);
  const method = usage.method.kind === 'text' ? usage.method.pieces[0] : undefined;
  return `${method?.kind === 'text' ? method.text : ''} ${places.join(' ')}`;
}

/** Usages of one reading, each once: of several calls that lead to one request the closest to its text is kept. */
export class Collected {
  readonly undetermined: Undetermined[] = [];
  readonly #entries: Entry[] = [];
  readonly #covered = new Covered();
  /** Usages that may be the same, by what is quickly told of them. */
  readonly #alike = new Map<string, Entry[]>();

  get usages(): readonly Usage[] {
    return this.#entries.map(({ usage }) => usage);
  }

  get size(): number {
    return this.#entries.length;
  }

  add(usage: Usage): void {
    const entry: Entry = { usage, content: null };
    const sketch = sketchOf(usage);
    const alike = this.#alike.get(sketch);
    if (alike === undefined) this.#alike.set(sketch, [entry]);
    else {
      const content = contentOf(entry);
      const same = alike.find((other) => contentOf(other) === content);
      if (same !== undefined) {
        if (distance(usage) < distance(same.usage)) same.usage = usage;
        return;
      }
      alike.push(entry);
    }
    this.#entries.push(entry);
    this.#covered.add(usage);
  }

  /** Whether a stretch of a file was written into some usage. */
  covers(file: string, start: number, end: number): boolean {
    return this.#covered.touches(file, start, end);
  }
}

/** How far the call of a request is from the text of its URL. */
function distance(usage: Usage): number {
  if (usage.kind !== 'http') return 0;
  const { site } = usage;
  const first = originsIn(usage.url)[0];
  if (first === undefined || first.file !== site.file) return Number.MAX_SAFE_INTEGER;
  if (site.start <= first.start && first.end <= site.end) return (site.end - site.start) / 1e6;
  return Math.abs(site.start - first.start);
}

function originsIn(value: Value): Origin[] {
  switch (value.kind) {
    case 'text':
      return value.pieces
        .flatMap((piece) => (piece.kind === 'text' && piece.origin !== null ? [piece.origin] : []))
        .reverse();
    case 'choice':
      return value.of.flatMap(originsIn);
    default:
      return [];
  }
}
