/** Refuses tracked paths that would lead out of the tree: an index is a file anyone may have written. */

/** Whether one component of a path is a plain name; Windows knows more that is not. */
export function isSafeName(name: string, windows: boolean): boolean {
  if (name === '' || name === '.' || name === '..') return false;
  if (name.startsWith('.') && name.toLowerCase() === '.git') return false;
  return !windows || !/[\\:]/.test(name);
}
