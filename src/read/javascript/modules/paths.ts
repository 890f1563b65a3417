/** Paths of a program: relative to its root, with `/`, without `.` and `..`. */

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Joined and normalised; null if it leads out of the root. */
export function joinPath(directory: string, relative: string): string | null {
  const parts: string[] = [];
  for (const part of `${directory}/${relative}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** A directory and all above it, the nearest first. */
export function ancestorsOf(directory: string): string[] {
  const all: string[] = [];
  for (let current = directory; current !== ''; current = directoryOf(current)) all.push(current);
  return [...all, ''];
}
