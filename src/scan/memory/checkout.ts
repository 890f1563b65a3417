import { statSync } from 'node:fs';

/**
 * Tells one checkout from the next at the same place, as machines that build make them: in a fresh one nothing is as
 * it was, and looking for what is would be for nothing.
 */
export function checkoutOf(gitDir: string): string {
  const status = statSync(gitDir, { throwIfNoEntry: false });
  return status === undefined ? '' : `${status.ino} ${status.birthtimeMs}`;
}
