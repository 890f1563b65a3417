/** Refuses tracked paths that would lead out of the tree: an index is a file anyone may have written. */

/** In lower case. */
export const UNSAFE_NAMES: readonly string[] = ['.', '..', '.git'];

/** Whether one component of a path is a plain name; Windows knows more that is not. */
export function isSafeName(name: string, windows: boolean): boolean {
  if (name === '' || (name.startsWith('.') && UNSAFE_NAMES.includes(name.toLowerCase()))) return false;
  return !windows || !/[\\:]/.test(name);
}
