/**
 * What the author of a threat-score rule may have wanted, in terms of what exists today. Each suggestion is a
 * choice for a person: the fields need plans we cannot see, and none measures what the score measured. Nothing
 * here is ever applied by itself.
 */
import type { ComparisonNode, ConditionNode } from '../syntax/ast.js';
import { type FilterExpression, parseFilter } from '../syntax/parse.js';
import { SourceText } from '../syntax/source.js';
import { editSource, type TextEdit } from './edits.js';
import { foldWith } from './fold.js';
import { isThreatScore, outcomeAtZero } from './threat-score.js';

export interface IntentSuggestion {
  readonly id: 'waf-score' | 'waf-score-class' | 'bot-score' | 'managed-challenge';
  readonly title: string;
  /** What the account must have for it. */
  readonly needs: string;
  readonly edits: readonly TextEdit[];
  readonly text: string;
  /** The action the rule should have for the suggestion to make sense. */
  readonly action?: 'managed_challenge';
}

/** `bad` is true for what the score called a threat; its counterpart for what it called harmless. */
const REPLACEMENTS = [
  {
    id: 'waf-score',
    title: 'requests that look like an attack, by the WAF attack score',
    needs: 'Enterprise plan',
    bad: 'cf.waf.score lt 20',
    good: 'cf.waf.score ge 20',
  },
  {
    id: 'waf-score-class',
    title: 'requests that look like an attack, by the class of the WAF attack score',
    needs: 'Business plan',
    bad: 'cf.waf.score.class eq "attack"',
    good: 'cf.waf.score.class ne "attack"',
  },
  {
    id: 'bot-score',
    title: 'requests that look automated, by the bot score',
    needs: 'Bot Management',
    bad: 'cf.bot_management.score lt 30',
    good: 'cf.bot_management.score ge 30',
  },
] as const;

export function suggestIntent(expression: FilterExpression): IntentSuggestion[] {
  const comparisons = scoreComparisons(expression.root);
  const looksForThreat = new Map<ComparisonNode, boolean>();
  for (const comparison of comparisons) {
    const outcome = outcomeAtZero(comparison);
    if (!outcome.known) return [];
    // A comparison that is false at 0 asks for a high score.
    looksForThreat.set(comparison, !outcome.value);
  }
  if (comparisons.length === 0) return [];
  const suggestions = REPLACEMENTS.flatMap(({ id, title, needs, bad, good }) => {
    const edits = comparisons.map((comparison) => ({
      start: comparison.start,
      end: comparison.end,
      text: looksForThreat.get(comparison) === true ? bad : good,
    }));
    return valid({ id, title, needs, edits, text: '' }, expression);
  });
  return [...suggestions, ...managedChallenge(expression, looksForThreat)];
}

/** Leave the judgement to the challenge: the other conditions stay, as if every request were a threat. */
function managedChallenge(
  expression: FilterExpression,
  looksForThreat: ReadonlyMap<ComparisonNode, boolean>,
): IntentSuggestion[] {
  const outcome = foldWith(expression, (comparison) => ({
    known: true,
    value: looksForThreat.get(comparison) ?? true,
  }));
  if (outcome.verdict !== 'rewritten') return [];
  const { edits, text } = outcome;
  const title = 'the other conditions alone, with the action managed_challenge';
  return [{ id: 'managed-challenge', title, needs: 'every plan', edits, text, action: 'managed_challenge' }];
}

/** Only what would be accepted is offered. */
function valid(suggestion: IntentSuggestion, expression: FilterExpression): IntentSuggestion[] {
  const edited = editSource(expression.source, suggestion.edits);
  if (!parseFilter(edited, { mode: 'strict' }).ok) return [];
  return [{ ...suggestion, text: SourceText.of(edited).display() }];
}

function scoreComparisons(node: ConditionNode): ComparisonNode[] {
  switch (node.type) {
    case 'logical':
      return node.operands.flatMap(scoreComparisons);
    case 'not':
      return scoreComparisons(node.operand);
    case 'group':
      return scoreComparisons(node.inner);
    case 'comparison':
      return isThreatScore(node.left) ? [node] : [];
    case 'test':
    case 'constant':
      return [];
  }
}
