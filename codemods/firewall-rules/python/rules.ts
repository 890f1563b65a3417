/** A firewall rule that a program in Python sends, as a custom rule. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Difference } from '../../../src/migrate/model.js';
import { keyOf, pairNamed, pairValue, withoutElements } from '../../languages/elements.js';
import { PRIORITY } from '../rule-text.js';

export interface PythonRule {
  readonly text: string;
  /** It has to come before the rules that it skips. */
  readonly isSkip: boolean;
  readonly differences: readonly Difference[];
}

/** The keys of a rule that need nothing but their place. */
const PLAIN: ReadonlySet<string> = new Set(['action', 'description', 'ref', 'enabled']);

/** The rules of a body: one in a list, for a request that creates; or why they cannot be told. */
export function ruleSent(
  tree: SyntaxTree,
  body: SyntaxNode | null,
  expressionOf: (id: SyntaxNode) => string | null,
): PythonRule | string {
  if (body?.type !== 'list') return 'what it sends is not written as a list of rules';
  const items = body.children.filter(({ isNamed }) => isNamed);
  const [rule, ...others] = items;
  if (rule?.type !== 'dictionary' || others.length > 0)
    return 'what it sends is not one rule that is written out';
  return ruleText(tree, rule, expressionOf);
}

export function ruleText(
  tree: SyntaxTree,
  rule: SyntaxNode,
  expressionOf: ((id: SyntaxNode) => string | null) | null,
): PythonRule | string {
  let isSkip = false;
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const parts = rule.children.filter(({ isNamed }) => isNamed);
  const quote = textOf(tree, rule).includes("'") && !textOf(tree, rule).includes('"') ? "'" : '"';
  for (const pair of parts) {
    const key = pair.type === 'pair' ? keyOf(tree, pair) : null;
    const value = pairValue(pair);
    if (key === null || value === null) return 'what it sends has other parts than fields';
    const written = textOf(tree, value);
    // The path of a change says which rule it is.
    if (key === 'id' && expressionOf === null) {
      const [removed] = withoutElements(tree, rule, [pair]) ?? [];
      if (removed === undefined) return 'what it sends has other parts than fields';
      edits.push(removed);
      continue;
    }
    const replace = (text: string) => edits.push({ start: pair.start, end: pair.end, text });
    if (key === 'filter') {
      const expression = filterExpression(tree, value, expressionOf);
      if (expression === null) return 'the expression of its filter stands somewhere else';
      replace(`${quote}expression${quote}: ${expression}`);
    } else if (key === 'paused') replace(`${quote}enabled${quote}: ${negated(written)}`);
    else if (key === 'priority') {
      return 'a priority needs a person to choose a position';
    } else if (key === 'action') {
      const action = /^["'](\w+)["']$/.exec(written)?.[1];
      if (action === undefined) return 'its action is known at run time only, and may be allow';
      if (action === 'bypass') return 'a bypass needs a person to choose phases';
      if (action === 'allow') {
        isSkip = true;
        replace(
          `${quote}action${quote}: ${quote}skip${quote}, ${quote}action_parameters${quote}: {${quote}ruleset${quote}: ${quote}current${quote}}`,
        );
      }
    } else if (!PLAIN.has(key)) return `its field ${key} has no counterpart`;
  }
  if (expressionOf !== null && pairNamed(tree, rule, 'filter') === null) return 'it has no filter';
  let text = textOf(tree, rule);
  for (const { start, end, text: replacement } of edits.toReversed())
    text = text.slice(0, start - rule.start) + replacement + text.slice(end - rule.start);
  return { text, isSkip, differences: [PRIORITY] };
}

function filterExpression(
  tree: SyntaxTree,
  filter: SyntaxNode,
  expressionOf: ((id: SyntaxNode) => string | null) | null,
): string | null {
  if (filter.type !== 'dictionary') return null;
  const names = filter.children.flatMap((pair) => (pair.isNamed ? [keyOf(tree, pair)] : []));
  const expression = pairNamed(tree, filter, 'expression');
  if (expression !== null && names.every((name) => name === 'expression' || name === 'id')) {
    const value = pairValue(expression);
    return value === null ? null : textOf(tree, value);
  }
  const id = pairNamed(tree, filter, 'id');
  const value = id === null || names.length > 1 ? null : pairValue(id);
  return value === null || expressionOf === null ? null : expressionOf(value);
}

function negated(written: string): string {
  if (written === 'True') return 'False';
  if (written === 'False') return 'True';
  return /^not \w[\w.]*$/.test(written)
    ? written.slice(4)
    : /^[\w.]+$/.test(written)
      ? `not ${written}`
      : `not (${written})`;
}
