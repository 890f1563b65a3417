/** What the pinned version of a provider can be. */
import type { Site } from '../../src/migrate/index.js';

/** As it is written: `4.52.5`, `~> 4.0`; null where nothing pins it. */
export function pinnedVersion({ finding }: Site): string | null {
  const usage = finding.usages.find((one) => one.kind === 'resource' && one.version !== undefined);
  return usage?.kind === 'resource' ? (usage.version ?? null) : null;
}

/** Whether a constraint lets in a version that is at least as new. Without a constraint the newest is taken. */
export function allows(pinned: string | null, since: string): boolean {
  if (pinned === null) return true;
  return pinned.split(',').every((constraint) => {
    const [, operator = '', written = ''] =
      /^\s*(~>|>=|<=|!=|<|>|=)?\s*v?([\d.]+)\s*$/.exec(constraint) ?? [];
    if (written === '' || operator.startsWith('>') || operator === '!=') return true;
    const asked = numbersOf(written);
    const wanted = numbersOf(since);
    if (operator === '<') return compare(asked, wanted) > 0;
    // `~> 3.1` goes up to the last 3, `~> 3.1.4` to the last 3.1.
    const fixed = operator === '~>' ? asked.slice(0, -1) : asked;
    return compare(fixed, wanted.slice(0, Math.max(1, fixed.length))) >= 0;
  });
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map(Number);
}

function compare(left: readonly number[], right: readonly number[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index] ?? 0;
    if (one !== other) return one - other;
  }
  return 0;
}
