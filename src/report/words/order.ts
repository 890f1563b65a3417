/** Order of the UTF-8 bytes of two texts; differs from the order of UTF-16 units only above U+D7FF. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

interface Place {
  readonly path: string;
  readonly offset: readonly [number, number];
  readonly entry: string;
}

/** By path, then offset, then entry. */
export function compareFindings(a: Place, b: Place): number {
  return (
    compareUtf8(a.path, b.path) ||
    a.offset[0] - b.offset[0] ||
    a.offset[1] - b.offset[1] ||
    compareUtf8(a.entry, b.entry)
  );
}
