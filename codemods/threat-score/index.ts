/**
 * The threat score is always 0, so every comparison with it has one outcome, and the rest of the expression says
 * what is left of the rule. Where nothing is left, the rule never matches, or matches everything: neither is
 * written out, for a rule that blocks everything is an outage.
 */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { Origin, TextValue, Value } from '../../src/value/index.js';
import { goesElsewhere } from '../languages/elsewhere.js';
import { isTextCompared } from '../places/compared.js';
import { deletion, editsHere, inPlace, marker } from '../places/verdicts.js';
import { exampleLine, isExample } from './examples.js';
import { type Folded, foldUsage } from './fold-usage.js';

export const threatScore: Codemod = {
  id: 'threat-score',
  entries: ['threat-score'],
  ties: 'site',
  classify,
  isItsOwnProof: isExample,
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
  if (site.finding.kind !== 'expression') return null;
  if (goesElsewhere(site, around)) return null;
  const example = exampleLine(site);
  if (example !== null) return deletion('an example that never matches is taken out of the list', [example]);
  const own = literalAround(site);
  if (own === null) return null;
  if (isTextCompared(site.script, site.nodes)) return unresolved('rules are looked up by this text');
  const folds = wholeExpressions(site).map((expression) => foldUsage(expression, own, around));
  const [first] = folds;
  if (first === undefined) return unresolved('no whole expression is built on this text');
  const isOne = folds.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return isOne
    ? verdictFor(site, first)
    : unresolved('several expressions are built on this text, and each would need another edit');
}

/**
 * What is put together where the score stands: the literal, or the sum it is a part of. In other languages than
 * JavaScript it is one text, and only in those whose quotes and escapes are known.
 */
function literalAround(site: Site): Origin | null {
  const { nodes, finding, script, file } = site;
  if (script === null) return READ_WHOLE.has(file.language) ? textAround(site) : null;
  const outer = nodes.findLastIndex(({ type }) => !PARTS.has(type));
  const [start, end] = nodes[outer + 1]?.range ?? [finding.at.start, finding.at.end];
  return { file: file.path, start, end };
}

/** The text of the one expression that has the score at this place. */
function textAround(site: Site): Origin | null {
  const { at } = site.finding;
  const origins = wholeExpressions(site).flatMap(({ pieces }) =>
    pieces.flatMap(({ origin }) => origin ?? []),
  );
  const here = origins.filter(({ file }) => file === at.file);
  // With the quotes, which go where nothing is left of one of several texts.
  const start = Math.min(...here.map((origin) => origin.start)) - 2;
  const end = Math.max(...here.map((origin) => origin.end)) + 2;
  return start <= at.start && at.end <= end ? { file: at.file, start, end } : null;
}

const READ_WHOLE: ReadonlySet<string> = new Set([
  'terraform',
  'python',
  'shell',
  'go',
  'php',
  'ruby',
  'yaml',
  'json',
]);

const PARTS = new Set(['Literal', 'TemplateElement', 'TemplateLiteral', 'BinaryExpression']);

/**
 * The whole expressions that the text is a part of: those that are sent, or stand where only an expression can
 * stand. One that only looks like one counts if there is no other.
 */
function wholeExpressions({ finding: { at, usages } }: Site): readonly TextValue[] {
  const isPart = ({ pieces }: TextValue) =>
    pieces.some(
      ({ kind, origin }) =>
        kind === 'text' && origin?.file === at.file && origin.start <= at.start && at.end <= origin.end,
    );
  const sent = usages.flatMap((usage) => {
    if (usage.kind === 'http' || usage.kind === 'record') return textsIn(usage.body).filter(isPart);
    if (usage.kind === 'sdk') return usage.args.flatMap(textsIn).filter(isPart);
    return usage.kind === 'expression' && usage.place === 'known' ? [usage.text] : [];
  });
  if (sent.length > 0) return sent;
  return usages.flatMap((usage) => (usage.kind === 'expression' ? [usage.text] : []));
}

function textsIn(value: Value): TextValue[] {
  switch (value.kind) {
    case 'text':
      return [value];
    case 'array':
      return value.items.flatMap(textsIn);
    case 'object':
      return value.properties.flatMap((property) => textsIn(property.value));
    case 'choice':
      return value.of.flatMap(textsIn);
    case 'scalar':
    case 'unknown':
      return [];
  }
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
        `The rule is dead, for its expression is never true with a score of 0: delete it, or give it another condition. ${INTENT}`,
        'This rule never matches, because cf.threat_score is always 0: delete or change it.',
      );
    case 'always':
      return marker(
        'dangerous: with a score of 0 the expression is true for every request',
        `Dangerous: with a score of 0 the expression is true for every request, so the rule acts on all traffic. ${INTENT}`,
        'Dangerous: this matches every request, because cf.threat_score is always 0. Change it.',
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
