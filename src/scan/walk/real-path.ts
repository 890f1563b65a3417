import { realpathSync } from 'node:fs';

/** Where a path leads, with all links followed; null if it leads nowhere. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
