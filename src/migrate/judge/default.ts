/**
 * What every entry gets that has no codemod of its own, or where that has nothing to say: the edits that the
 * finding itself carries, where it carries any; else a marker with what the catalogue knows.
 */
import type { Fix } from '../../analysis/index.js';
import type { Entry } from '../../catalogue/index.js';
import { instead } from '../../report/index.js';
import type { Codemod, Site, Verdict } from '../model.js';

export function defaultVerdict({ entry, finding }: Site): Verdict {
  const { fix } = finding;
  if (fix === undefined)
    return { strategy: 'marker', reason: reasonFor(entry), steps: stepsOf(entry), independent: true };
  return {
    strategy: fix.action.kind === 'delete-call' ? 'delete' : 'in-place',
    level: fix.level,
    reason: reasonOf(fix),
    edits: fix.edits.map((edit) => ({ ...edit, file: finding.at.file })),
    differences: [],
    independent: true,
  };
}

/** What a person has to do, on one line. */
export function stepsOf(entry: Entry): string {
  return instead(entry.replacement);
}

/** The same for one place, as its codemod knows it. */
export function stepsAt(site: Site, codemod: Codemod | null): string {
  return codemod?.steps?.(site) ?? stepsOf(site.entry);
}

function reasonFor(entry: Entry): string {
  switch (entry.automation) {
    case 'safe':
    case 'review':
      return 'this form of the call cannot be rewritten safely';
    case 'manual':
      return 'the replacement works differently; a person has to decide';
    case 'none':
      return 'no edit can do it';
  }
}

function reasonOf({ action, level }: Fix): string {
  const sure = level === 'safe' ? '' : '; look at the place';
  switch (action.kind) {
    case 'remove':
      return `'${action.what}' is left out${sure}`;
    case 'replace':
      return `'${action.from}' becomes '${action.to}'${action.check === undefined ? sure : `; check ${action.check}`}`;
    case 'delete-call':
      return `'${action.what}' is gone without replacement, and the call's result is not used${sure}`;
    case 'fold':
      return `'${action.what}' always has the same value and is folded away${sure}`;
  }
}
