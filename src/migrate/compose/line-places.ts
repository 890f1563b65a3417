/** Where lines begin, and whether a line may begin there; computed once for each file. */
import type { SourceFile } from '../../read/index.js';
import { lastBelow, union } from './search.js';
import { type Stretch, stretchesIn } from './stretches.js';
import { eolOf, type Style } from './style.js';

export interface LinePlaces {
  /** Start of the line of an offset. */
  lineStart(offset: number): number;
  /** The stretch of whole lines that an offset is inside of; null where a line may begin there. */
  around(offset: number): Stretch | null;
  /** Whether the file could be taken apart. */
  readonly isKnown: boolean;
  readonly eol: Style['eol'];
}

const known = new WeakMap<SourceFile, LinePlaces>();

export function linePlaces(file: SourceFile): LinePlaces {
  const before = known.get(file);
  if (before !== undefined) return before;
  const places = placesIn(file);
  known.set(file, places);
  return places;
}

function placesIn(file: SourceFile): LinePlaces {
  const starts = startsOfLines(file.text);
  const eol = eolOf(file.text);
  let stretches: readonly Stretch[] | null | undefined;
  const all = () => {
    if (stretches === undefined) {
      const found = stretchesIn(file);
      stretches = found === null ? null : union(found);
    }
    return stretches;
  };
  return {
    lineStart: (offset) => starts[lastBelow(starts.length, (index) => (starts[index] ?? 0) <= offset)] ?? 0,
    around(offset) {
      const list = all() ?? [];
      const stretch = list[lastBelow(list.length, (index) => (list[index]?.start ?? 0) < offset)];
      return stretch !== undefined && offset < stretch.end ? stretch : null;
    },
    eol,
    get isKnown() {
      return all() !== null;
    },
  };
}

function startsOfLines(text: string): readonly number[] {
  const starts = [0];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 10 || unit === 13) starts.push(index + 1);
  }
  return starts;
}
