/**
 * Which edits of a set of clusters stand. Equal edits are one; an edit inside a stretch that another one takes out
 * goes with it, and so does one of the same cluster inside of a stretch that is written anew without what it takes out.
 * Any other overlap is a conflict, and the cluster that comes later loses.
 */
import type { FileEdit } from '../model.js';
import type { Cluster } from '../plan.js';
import type { Inner } from './carried.js';
import { lastBelow } from './search.js';

export interface PlacedEdit extends FileEdit {
  readonly cluster: number;
}

export interface Settled {
  readonly edits: readonly PlacedEdit[];
  /** Edits that went with what another cluster takes out. */
  readonly inners: readonly Inner[];
  /** Why a cluster lost, by its number. */
  readonly lost: ReadonlyMap<number, string>;
}

/** The files that are edited; null where the text of one is not known. */
interface Files {
  file(path: string): { readonly text: string } | null;
}

export function settle(clusters: readonly Cluster[], files: Files = { file: () => null }): Settled {
  const standing = new Standing(files);
  const lost = new Map<number, string>();
  const carriedOut: PlacedEdit[] = [];
  for (const cluster of clusters) {
    const wanted = cluster.members.flatMap(({ verdict }) =>
      verdict.strategy === 'marker' ? [] : verdict.edits.map((edit) => ({ ...edit, cluster: cluster.id })),
    );
    const clash = standing.add(wanted);
    if (clash === null) carriedOut.push(...wanted);
    else lost.set(cluster.id, clash);
  }
  return { edits: standing.edits(), inners: standing.innersOf(carriedOut), lost };
}

/** Edits none of which overlap. */
class Standing {
  /** In the order in which they came. */
  readonly #all = new Set<PlacedEdit>();
  /** In the order of the text, so that their ends are in order, too. */
  readonly #byFile = new Map<string, PlacedEdit[]>();

  constructor(readonly files: Files) {}

  edits(): readonly PlacedEdit[] {
    return [...this.#all];
  }

  innersOf(edits: readonly PlacedEdit[]): readonly Inner[] {
    return edits.flatMap((inner) => {
      if (this.#all.has(inner)) return [];
      const outer = this.#overlapping(inner).find((other) => this.#goesWith(inner, other));
      return outer === undefined || outer.cluster === inner.cluster ? [] : [{ inner, outer }];
    });
  }

  /** Adds all of the edits, or none of them and says why. */
  add(wanted: readonly PlacedEdit[]): string | null {
    const [added, removed] = [new Set<PlacedEdit>(), new Set<PlacedEdit>()];
    for (const edit of wanted) {
      const others = this.#overlapping(edit);
      if (others.some((other) => isSame(edit, other) || this.#goesWith(edit, other))) continue;
      const clash = others.find((other) => !this.#goesWith(other, edit));
      if (clash !== undefined) {
        for (const one of added) this.#takeOut(one);
        for (const one of removed) this.#putIn(one);
        return `its edit of ${edit.file} overlaps one of another migration (offset ${clash.start})`;
      }
      for (const other of others) {
        this.#takeOut(other);
        if (!added.delete(other)) removed.add(other);
      }
      this.#putIn(edit);
      added.add(edit);
    }
    for (const one of removed) this.#all.delete(one);
    for (const one of added) this.#all.add(one);
    return null;
  }

  /** Whether the outer one takes out all that the inner one changes, or says it in other words. */
  #goesWith(inner: PlacedEdit, outer: PlacedEdit): boolean {
    if (outer.start > inner.start || inner.end > outer.end) return false;
    if (outer.text === '') return true;
    if (outer.cluster !== inner.cluster || isSameStretch(inner, outer)) return false;
    const gone = this.files.file(inner.file)?.text.slice(inner.start, inner.end) ?? '';
    return /\w/.test(gone) && !outer.text.includes(gone);
  }

  #overlapping(edit: PlacedEdit): readonly PlacedEdit[] {
    const inFile = this.#byFile.get(edit.file) ?? [];
    const first = lastBelow(inFile.length, (index) => (inFile[index]?.end ?? 0) < edit.start) + 1;
    const found: PlacedEdit[] = [];
    for (let index = first; index < inFile.length; index++) {
      const other = inFile[index];
      if (other === undefined || other.start > edit.end) break;
      if (overlap(edit, other)) found.push(other);
    }
    return found;
  }

  #putIn(edit: PlacedEdit): void {
    const inFile = this.#byFile.get(edit.file);
    if (inFile === undefined) this.#byFile.set(edit.file, [edit]);
    else inFile.splice(placeOf(edit, inFile), 0, edit);
  }

  #takeOut(edit: PlacedEdit): void {
    const inFile = this.#byFile.get(edit.file) ?? [];
    inFile.splice(placeOf(edit, inFile) - 1, 1);
  }
}

/** Behind the last edit that does not come after this one. */
function placeOf({ start, end }: FileEdit, inFile: readonly FileEdit[]): number {
  const comesBefore = (other: FileEdit | undefined) =>
    other !== undefined && (other.start < start || (other.start === start && other.end <= end));
  return lastBelow(inFile.length, (index) => comesBefore(inFile[index])) + 1;
}

function isSame(a: FileEdit, b: FileEdit): boolean {
  return isSameStretch(a, b) && a.text === b.text;
}

function isSameStretch(a: FileEdit, b: FileEdit): boolean {
  return a.start === b.start && a.end === b.end;
}

function overlap(a: FileEdit, b: FileEdit): boolean {
  if (a.isDefinition && b.isDefinition && !isSame(a, b)) return false;
  return isSameStretch(a, b) || (a.start < b.end && b.start < a.end);
}
