/**
 * Which edits of a set of clusters stand. Equal edits are one; an edit inside a stretch that another one takes out
 * goes with it; any other overlap is a conflict, and the cluster that comes later loses.
 */
import type { FileEdit } from '../model.js';
import type { Cluster } from '../plan.js';

export interface PlacedEdit extends FileEdit {
  readonly cluster: number;
}

export interface Settled {
  readonly edits: readonly PlacedEdit[];
  /** Why a cluster lost, by its number. */
  readonly lost: ReadonlyMap<number, string>;
}

export function settle(clusters: readonly Cluster[]): Settled {
  let standing: readonly PlacedEdit[] = [];
  const lost = new Map<number, string>();
  for (const cluster of clusters) {
    const wanted = cluster.members.flatMap(({ verdict }) =>
      verdict.strategy === 'marker' ? [] : verdict.edits.map((edit) => ({ ...edit, cluster: cluster.id })),
    );
    const next = added(standing, wanted);
    if ('clash' in next) lost.set(cluster.id, next.clash);
    else standing = next.edits;
  }
  return { edits: standing, lost };
}

function added(
  standing: readonly PlacedEdit[],
  wanted: readonly PlacedEdit[],
): { readonly edits: readonly PlacedEdit[] } | { readonly clash: string } {
  let edits = [...standing];
  for (const edit of wanted) {
    const others = edits.filter((other) => other.file === edit.file && overlap(edit, other));
    if (others.some((other) => isSame(edit, other) || isInside(edit, other))) continue;
    const clash = others.find((other) => !isInside(other, edit));
    if (clash !== undefined)
      return { clash: `its edit of ${edit.file} overlaps one of another migration (offset ${clash.start})` };
    edits = [...edits.filter((other) => !others.includes(other)), edit];
  }
  return { edits };
}

function isSame(a: FileEdit, b: FileEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

/** Whether the outer one takes out all that the inner one changes. */
function isInside(inner: FileEdit, outer: FileEdit): boolean {
  return outer.text === '' && outer.start <= inner.start && inner.end <= outer.end;
}

function overlap(a: FileEdit, b: FileEdit): boolean {
  return (a.start === b.start && a.end === b.end) || (a.start < b.end && b.start < a.end);
}
