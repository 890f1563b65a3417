/**
 * Levels between off and under_attack are chosen by themselves today. A call that sets one of low, medium and
 * high asks for nothing any more and is taken out; it must never become off, which protects nobody, or
 * under_attack, which challenges everybody. What essentially_off was meant for is not for an edit to decide.
 */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import { removalOf } from '../places/removal.js';
import { deletion, marker } from '../places/verdicts.js';

export const securityLevel: Codemod = {
  id: 'security-level',
  entries: ['security-level'],
  ties: 'site',
  classify,
  checklist: [],
};

const AUTOMATIC: ReadonlySet<string> = new Set(['low', 'medium', 'high']);

const LEFT_OUT: Difference = {
  name: 'level-left-out',
  what: 'what is written no longer names a level; the level is automatic',
};

function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  if (script === null || finding.kind === 'resource') return null;
  const value = finding.value ?? '';
  if (value === 'essentially_off') {
    return marker(
      'essentially_off has no counterpart: off protects less, the automatic level more',
      "Decide: set 'off' to switch the level off, or delete the call and let the level be automatic.",
    );
  }
  if (!AUTOMATIC.has(value)) {
    return marker(
      'which level is set cannot be told here',
      "Send only 'off' or 'under_attack', and make no call for every other level: it is automatic.",
    );
  }
  const removal = removalOf(site, around);
  switch (removal.what) {
    case 'nothing':
      return marker(
        removal.why,
        `Delete the call: the level is automatic, and '${value}' asks for nothing any more. Do not turn it into 'off' or 'under_attack'.`,
      );
    case 'call':
      return deletion(`the level is automatic: '${value}' asks for nothing any more`, removal.edits);
    case 'item':
    case 'property':
      return deletion(`the level is automatic: '${value}' asks for nothing any more`, removal.edits, [
        LEFT_OUT,
      ]);
  }
}
