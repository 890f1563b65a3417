import type { Difference } from '../../src/migrate/index.js';

/** One sentence for each name. */
export function mergedDifferences(differences: readonly Difference[]): readonly Difference[] {
  const found = new Map<string, Set<string>>();
  for (const { name, what } of differences) found.set(name, (found.get(name) ?? new Set()).add(what));
  return [...found].map(([name, whats]) => ({ name, what: [...whats].join('; ') }));
}
