/** Refuses tracked paths that would lead out of the tree: an index is a file anyone may have written. */

const SLASH = 0x2f;
const DOT = 0x2e;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Whether every component of `bytes[start, end)` is a plain name; Windows knows more that is not. */
export function isSafePath(bytes: Uint8Array, start: number, end: number, windows: boolean): boolean {
  let component = start;
  for (let at = start; at <= end; at++) {
    const byte = at === end ? SLASH : bytes[at];
    if (byte === SLASH) {
      if (!isSafeComponent(bytes, component, at)) return false;
      component = at + 1;
    } else if (windows && (byte === BACKSLASH || byte === COLON)) {
      return false;
    }
  }
  return true;
}

function isSafeComponent(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length === 0) return false;
  if (bytes[start] !== DOT) return true;
  if (length === 1 || (length === 2 && bytes[start + 1] === DOT)) return false;
  return length !== 4 || Buffer.from(bytes.subarray(start, end)).toString('latin1').toLowerCase() !== '.git';
}
