/** What becomes of one call: its path and all calls that send it are edited, or a person is told what to do. */
import type { FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import type { Usage } from '../../src/read/usage.js';
import { addressEdit } from './address-edit.js';
import { differencesOf } from './differences.js';
import { featuresAskedBy } from './features.js';
import { chainEdit, wrapEdit } from './sink-edit.js';
import { stepsFor } from './steps.js';

export function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  // Resources of other tools are no calls.
  if (finding.kind !== 'endpoint' && finding.kind !== 'sdk') return null;
  const byHand = (reason: string, independent = false): Verdict => {
    const verdict = { strategy: 'marker', reason, steps: stepsFor(site) } as const;
    return independent ? { ...verdict, independent } : verdict;
  };
  if (script === null) return byHand('the file is read as text, so its calls cannot be followed', true);
  if (finding.usages.length === 0) return byHand('no call could be tied to it', true);
  if (finding.endpoint === '/filters/validate-expr')
    return byHand('without a zone there is no ruleset that could check an expression', true);
  const edits: FileEdit[] = [];
  if (finding.kind === 'endpoint') {
    const address = addressEdit(site, around);
    if (typeof address === 'string') return byHand(address);
    edits.push(address);
  }
  for (const usage of finding.usages) {
    const wrapped = finding.kind === 'sdk' ? chainEdit(usage, around) : wrapEdit(usage, around);
    if (typeof wrapped === 'string') return isDouble(usage) ? byHand(wrapped, true) : byHand(wrapped);
    edits.push(...wrapped);
  }
  around.askHelper(featuresAskedBy(finding.usages, around));
  return {
    strategy: 'helper',
    level: 'review',
    reason: reasonOf(site),
    edits,
    differences: differencesOf(site, around),
  };
}

function reasonOf({ finding }: Site): string {
  const clients = [...new Set(finding.usages.map(({ sender }) => sender?.client.replace(/^npm:/, '') ?? ''))];
  return `a helper answers the calls of ${clients.sort().join(' and ')} in the old shapes, over rulesets; the differences are named`;
}

/** Answers that a test makes up bind nobody else. */
function isDouble({ sender, context }: Usage): boolean {
  return context === 'test' && sender?.known !== false;
}
