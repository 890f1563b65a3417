import type { Entry } from './types.js';

/** The highest level at which calls of an entry are rewritten, by a codemod or by its data; null if they are not. */
export function rewriteLevel({ automation }: Pick<Entry, 'automation'>): 'safe' | 'review' | null {
  return automation === 'safe' || automation === 'review' ? automation : null;
}
