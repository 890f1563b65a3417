/** A line of both texts, of the first one only, or of the second one only. */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/** Both texts in one list: their longest common sequence of lines, and between its lines what was removed before what was added. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const lengths = commonLengths(before, after);
  const found: DiffLine[] = [];
  let [b, a] = [0, 0];
  while (b < before.length || a < after.length) {
    const [old, made] = [before[b], after[a]];
    if (old !== undefined && old === made) {
      found.push({ mark: ' ', line: old });
      [b, a] = [b + 1, a + 1];
    } else if (old !== undefined && (lengths[b + 1]?.[a] ?? 0) >= (lengths[b]?.[a + 1] ?? 0)) {
      found.push({ mark: '-', line: old });
      b++;
    } else if (made !== undefined) {
      found.push({ mark: '+', line: made });
      a++;
    }
  }
  return found;
}

/** `[b][a]`: how many lines the rests from there on have in common. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let b = before.length - 1; b >= 0; b--)
    for (let a = after.length - 1; a >= 0; a--) {
      const row = lengths[b];
      if (row === undefined) continue;
      row[a] =
        before[b] === after[a]
          ? (lengths[b + 1]?.[a + 1] ?? 0) + 1
          : Math.max(lengths[b + 1]?.[a] ?? 0, row[a + 1] ?? 0);
    }
  return lengths;
}
