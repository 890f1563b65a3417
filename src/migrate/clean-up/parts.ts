/** The parts of a file that go, for questions that are asked of each of its names. */
import type { Edit } from '../../analysis/index.js';
import type { Node } from '../../read/javascript/syntax/index.js';
import { lastBelow, union } from '../compose/search.js';
import type { Parts } from './unused.js';

export function isRemoval({ start, end, text }: Edit): boolean {
  return text === '' && end > start;
}

/** `keep` are offsets at which something has to stay. */
export function partsOf(
  edits: readonly Edit[],
  /** Nodes that go besides. */
  unused: readonly Node[],
  keep: readonly number[],
): Parts {
  const gone = union([...edits, ...unused.map(({ range: [start, end] }) => ({ start, end }))]);
  const goes = (offset: number) => {
    const last = lastBelow(gone.length, (index) => (gone[index]?.start ?? 0) <= offset);
    return offset < (gone[last]?.end ?? 0);
  };
  const kept = keep.filter((offset) => !goes(offset)).sort((a, b) => a - b);
  const inOrder = [...edits].sort((a, b) => a.start - b.start);
  let reach = 0;
  const reaches = inOrder.map(({ end }) => (reach = Math.max(reach, end)));
  return {
    goes,
    mayGo(start, end) {
      const next = kept[lastBelow(kept.length, (index) => (kept[index] ?? 0) < start) + 1];
      if (next !== undefined && next < end) return false;
      const first = lastBelow(inOrder.length, (index) => (reaches[index] ?? 0) <= start) + 1;
      for (let index = first; index < inOrder.length; index++) {
        const edit = inOrder[index];
        if (edit === undefined || end <= edit.start) break;
        const isWithin = isRemoval(edit) && start <= edit.start && edit.end <= end;
        if (edit.end > start && !isWithin) return false;
      }
      return true;
    },
  };
}

/** Edits inside of others that take out more go with them, whichever of the two lists has those. */
export function joined(edits: readonly Edit[], more: readonly Edit[]): readonly Edit[] {
  const isInEdits = isInside([...outermost(edits.filter(isRemoval))]);
  const others = more.filter((one) => !isInEdits(one));
  const outer = outermost(others);
  const isInOthers = isInside([...outer].filter(({ start, end }) => end > start));
  return [...edits.filter((edit) => !isInOthers(edit)), ...others.filter((one) => outer.has(one))];
}

/** `wholes` stand in the order of the text. */
function isInside(wholes: readonly Edit[]): (edit: Edit) => boolean {
  return ({ start, end }) => {
    const last = lastBelow(wholes.length, (index) => (wholes[index]?.start ?? 0) <= start);
    return end > start && end <= (wholes[last]?.end ?? 0);
  };
}

/** Those that no other one encloses, and of equal ones the first, in the order of the text. */
function outermost(edits: readonly Edit[]): ReadonlySet<Edit> {
  const outer = new Set<Edit>();
  let reach = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.end > edit.start && edit.end <= reach) continue;
    outer.add(edit);
    reach = Math.max(reach, edit.end);
  }
  return outer;
}
