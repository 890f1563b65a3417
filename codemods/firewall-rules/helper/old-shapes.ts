/** How firewall rules and filters looked, and what their words are called in rulesets. */
import { type Fields, isFields, type Rule } from './rulesets.js';

/** Rules of one priority were evaluated in this order of their actions. */
export const OLD_ACTIONS: readonly string[] = [
  'log',
  'bypass',
  'allow',
  'challenge',
  'managed_challenge',
  'js_challenge',
  'block',
];

export interface OldAction {
  readonly action: string;
  readonly products?: readonly string[];
}

export interface Filter {
  readonly id: string;
  readonly expression: string;
  readonly paused: boolean;
  readonly description?: string;
  readonly ref?: string;
}

/** The old name of what a rule does; null for rules that the old API could not have made. */
export function oldActionOf(rule: Rule): OldAction | null {
  if (rule.action !== 'skip') return OLD_ACTIONS.includes(rule.action) ? { action: rule.action } : null;
  if (!isFields(rule.action_parameters)) return null;
  const { ruleset, products, rulesets, rules } = rule.action_parameters;
  if (rulesets !== undefined || rules !== undefined) return null;
  if (Array.isArray(products)) return { action: 'bypass', products: products.map(String) };
  return ruleset === 'current' ? { action: 'allow' } : null;
}

/** The filter that a body describes, or what is wrong with it. */
export function readFilter(id: string, body: Fields): Filter | string {
  const { expression, paused = false, description, ref } = body;
  if (typeof expression !== 'string') return 'expression is required';
  if (typeof paused !== 'boolean') return 'paused must be a boolean';
  return {
    id,
    expression,
    paused,
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof ref === 'string' ? { ref } : {}),
  };
}
