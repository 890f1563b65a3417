/**
 * The threat score is always 0, so every comparison with it has one outcome, and the rest of the expression says
 * what is left of the rule. Where nothing is left, the rule never matches, or matches everything: neither is
 * written out, for a rule that blocks everything is an outage.
 */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import type { ExpressionUsage } from '../../src/read/usage.js';
import { shapeOf } from '../../src/value/index.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { type Folded, foldUsage } from './fold-usage.js';

export const threatScore: Codemod = {
  id: 'threat-score',
  entries: ['threat-score'],
  ties: 'site',
  classify,
  checklist: [
    'Rules that should still stop what the score once called a threat: decide by cf.waf.score (Enterprise) or cf.bot_management.score (Bot Management), or challenge more requests.',
  ],
};

const FOLDED: Difference = {
  name: 'score-folded',
  what: 'the expression no longer names the threat score; what matched because of a score above 0 has not matched since the score became 0',
};

const INTENT =
  'Decide what it was for: cf.waf.score lt 20 (Enterprise), cf.bot_management.score lt 30 (Bot Management), or a managed challenge on the other conditions.';

function classify(site: Site, around: Surroundings): Verdict | null {
  if (site.script === null || site.finding.kind !== 'expression') return null;
  const usages = expressionsOf(site);
  const [first] = usages;
  if (first === undefined) return unresolved('no whole expression is built on this text');
  const isOne = usages.every(({ text }) => shapeOf(text.pieces) === shapeOf(first.text.pieces));
  if (!isOne)
    return unresolved('several expressions are built on this text, and each would need another edit');
  return verdictFor(site, foldUsage(first.text, around));
}

/** The whole expressions that the text is a part of; one that only looks like one counts if there is no other. */
function expressionsOf({ finding }: Site): readonly ExpressionUsage[] {
  const all = finding.usages.filter((usage): usage is ExpressionUsage => usage.kind === 'expression');
  const known = all.filter(({ place }) => place === 'known');
  return known.length > 0 ? known : all;
}

function verdictFor(site: Site, folded: Folded): Verdict {
  switch (folded.verdict) {
    case 'rewritten': {
      const { fix } = site.finding;
      // The finding folds one literal by itself, and writes escapes as its quotes need them.
      const edits = fix?.action.kind === 'fold' ? editsHere(site, fix.edits) : folded.edits;
      return inPlace({
        level: 'review',
        reason:
          'comparisons with a score that is always 0 are cut out; whether the rule still does what it was for is for you to see',
        edits,
        differences: [FOLDED],
      });
    }
    case 'dead':
      return marker(
        'the rule is dead: with a score of 0 its expression is never true',
        `Delete the rule, or give it another condition. ${INTENT}`,
      );
    case 'always':
      return marker(
        'dangerous: with a score of 0 the expression is true for every request',
        `Never write it without the comparison: the rule would act on all traffic. ${INTENT}`,
      );
    case 'open':
      return unresolved(folded.reason);
  }
}

function unresolved(reason: string): Verdict {
  return marker(
    reason,
    `Write the expression without the comparison with cf.threat_score, which is always 0. ${INTENT}`,
  );
}
