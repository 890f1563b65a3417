import type { Entry } from '../catalogue/index.js';

/** What rewrites calls of an entry; null where nothing does. */
export function migrateCommand({ id, codemod, automation }: Entry): string | null {
  if (codemod === undefined) return null;
  return `npx edge-sunset migrate --only ${id}${automation === 'review' ? ' --level review' : ''}`;
}
