/** Edits of texts that another migration moves: `ip.geoip.country` in an expression that goes from a filter to a rule. */
import type { PlacedEdit } from './conflicts.js';

/** An edit inside a stretch that an edit of another cluster takes out or writes anew. */
export interface Inner {
  readonly inner: PlacedEdit;
  readonly outer: PlacedEdit;
}

/** The edits, with what inner ones change in the texts that the clusters around them write elsewhere. */
export function withCarried(
  edits: readonly PlacedEdit[],
  inners: readonly Inner[],
  textOf: (path: string) => string,
): readonly PlacedEdit[] {
  const changed = new Map<PlacedEdit, string>();
  for (const { inner, outer } of inners) {
    const [before, after] = literalAround(textOf(inner.file), inner, outer);
    for (const edit of edits) {
      if (edit.cluster !== outer.cluster) continue;
      const text = changed.get(edit) ?? edit.text;
      const parts = text.split(before);
      if (parts.length === 2) changed.set(edit, parts.join(after));
    }
  }
  return edits.map((edit) => {
    const text = changed.get(edit);
    return text === undefined ? edit : { ...edit, text };
  });
}

/** The text between two quotes around an edit, as it is and as the edit makes it. */
function literalAround(text: string, inner: PlacedEdit, outer: PlacedEdit): readonly [string, string] {
  let [start, end] = [inner.start, inner.end];
  while (start > outer.start && !QUOTES.has(text.charAt(start))) start--;
  while (end < outer.end && !QUOTES.has(text.charAt(end - 1))) end++;
  const before = text.slice(start, end);
  return [before, text.slice(start, inner.start) + inner.text + text.slice(inner.end, end)];
}

const QUOTES: ReadonlySet<string> = new Set(['"', "'", '`', '\n']);
