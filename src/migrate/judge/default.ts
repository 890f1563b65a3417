/**
 * What every entry gets that has no codemod of its own, or where that has nothing to say: the edits that the
 * finding itself carries, where it carries any; else a marker with what the catalogue knows.
 */
import type { FindingKind, Fix } from '../../analysis/index.js';
import type { Entry } from '../../catalogue/index.js';
import { instead } from '../../report/index.js';
import type { Codemod, Site, Verdict } from '../model.js';

export function defaultVerdict(site: Site): Verdict {
  const { entry, finding } = site;
  const { fix } = finding;
  if (fix === undefined)
    return {
      strategy: 'marker',
      reason: reasonFor(site),
      steps: stepsOf(entry, finding.kind),
      independent: true,
    };
  return {
    strategy: fix.action.kind === 'delete-call' ? 'delete' : 'in-place',
    level: fix.level,
    reason: reasonOf(fix),
    edits: fix.edits.map((edit) => ({ ...edit, file: finding.at.file })),
    differences: [],
    independent: true,
  };
}

/** What a person has to do, on one line. A call is deleted; of a setting, a field or a resource only it is. */
function stepsOf(entry: Entry, kind: FindingKind): string {
  const steps = instead(entry.replacement);
  return kind === 'endpoint' || kind === 'sdk'
    ? steps
    : steps.replace(/\b(delete|remove) the call\b/i, '$1 it');
}

/** The same for one place, as its codemod knows it. */
export function stepsAt(site: Site, codemod: Codemod | null): string {
  return codemod?.steps?.(site) ?? stepsOf(site.entry, site.finding.kind);
}

/** What is true of the place: of the entry where nothing rewrites it, else of the form. */
function reasonFor({ entry, finding, script }: Site): string {
  if (entry.codemod === undefined)
    return entry.reason ?? 'no codemod exists for this entry yet; the replacement needs other requests';
  if (finding.kind === 'resource') return 'this codemod does not rewrite infrastructure resources';
  if (script === null) return `the codemod does not know this form of the call in ${finding.language}`;
  if (finding.context === 'types' || finding.by === 'type')
    return 'a type is changed with the code that uses it';
  return 'the codemod does not know this form of the call';
}

function reasonOf({ action, level }: Fix): string {
  const sure = level === 'safe' ? '' : '; review the change';
  switch (action.kind) {
    case 'remove':
      return `'${action.what}' is removed${sure}`;
    case 'replace':
      return `'${action.from}' becomes '${action.to}'${action.check === undefined ? sure : `; check ${action.check}`}`;
    case 'delete-call':
      return `'${action.what}' has no replacement, and the result of the call is not used${sure}`;
    case 'fold':
      return `'${action.what}' has a constant value, and the condition is simplified${sure}`;
  }
}
