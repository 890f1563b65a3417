import { DEAD_PRODUCTS, nearest, PHASE_ACTIONS, PRODUCTS, SKIPPABLE_PHASES } from '../catalogue/index.js';
import type { RulesetPart } from './part.js';

const WAYS = ['ruleset', 'rulesets', 'rules', 'phases', 'phase', 'products'] as const;

/** Parameters of which the API takes one only. */
const EXCLUSIVE = [
  ['rulesets', 'ruleset'],
  ['rulesets', 'phases'],
  ['rules', 'ruleset'],
] as const;

export function checkSkip(rule: RulesetPart, parameters: RulesetPart): void {
  const namesNothing = parameters.isThere
    ? WAYS.every((way) => parameters.lacks(way))
    : rule.lacks('action_parameters');
  if (namesNothing) {
    rule.add({
      check: 'ruleset-skip',
      wrong: 'the rule does not name what it skips',
      remedy: 'write action_parameters {"ruleset": "current"}, or name phases, rulesets, rules or products',
      answer: 'skip action_parameters must name what to skip',
    });
  }
  for (const [one, other] of EXCLUSIVE) {
    if (!parameters.at(one).isThere || !parameters.at(other).isThere) continue;
    parameters.at(one).add({
      check: 'ruleset-skip',
      wrong: `a skip rule cannot have both ${one} and ${other}`,
      remedy: 'write two rules',
      answer: `skip ${one} cannot be combined with ${other}`,
    });
  }
  checkCurrent(parameters.at('ruleset'), 'write each id under "rulesets"');
  const phase = parameters.at('phase');
  checkCurrent(phase, 'write each phase under "phases"');
  if (phase.isThere && parameters.lacks('products')) {
    phase.add({
      check: 'ruleset-skip',
      wrong: '"phase" is only for skip rules with products',
      remedy: 'write "phases" with a list, or "ruleset": "current"',
      answer: 'skip phase can only be "current" and goes with products',
    });
  }
  const products = parameters.at('products');
  checkMembers(products, PRODUCTS, 'product');
  checkDeadProducts(products, parameters);
  checkMembers(parameters.at('phases'), SKIPPABLE_PHASES, 'phase');
}

function checkCurrent(part: RulesetPart, remedy: string): void {
  const value = part.constant;
  if (value === undefined || value === 'current') return;
  const name = part.path.replace(/^.*\./, '');
  part.add({
    check: 'ruleset-skip',
    wrong: `"${name}" of a skip rule can only be "current"`,
    remedy,
    answer: `skip ${name} can only be "current"`,
  });
}

function checkMembers(list: RulesetPart, known: readonly string[], what: 'product' | 'phase'): void {
  if (!list.isThere || !list.expect('list', 'ruleset-skip')) return;
  for (const item of list.items) {
    const name = item.constant;
    if (name === undefined || known.includes(String(name))) continue;
    // A phase that exists may be one that can be skipped by now.
    if (what === 'phase' && Object.hasOwn(PHASE_ACTIONS, String(name)) && !item.spelling.exactKeys) continue;
    const meant = nearest(String(name), known);
    item.add({
      check: 'ruleset-skip',
      wrong: `a skip rule cannot name the ${what} ${JSON.stringify(name)}`,
      remedy: meant === undefined ? `use one of ${known.join(', ')}` : `write ${meant}`,
      answer: `unknown value in ${what}s: ${JSON.stringify(name)}`,
    });
  }
}

/** The names of products that are gone are taken and do nothing; without the phase nothing is skipped. */
function checkDeadProducts(products: RulesetPart, parameters: RulesetPart): void {
  const phases = parameters.at('phases');
  if (phases.isThere && !phases.isWhole) return;
  for (const product of products.items) {
    const name = product.text;
    const phase = name !== null && Object.hasOwn(DEAD_PRODUCTS, name) ? DEAD_PRODUCTS[name] : undefined;
    if (phase === undefined || phases.items.some((item) => item.text === phase || item.text === null))
      continue;
    if (parameters.object?.open === true) continue;
    product.add({
      check: 'ruleset-order',
      wrong: `skipping the product ${name} has no effect: the product no longer exists`,
      remedy: `name the phase ${phase} under "phases"`,
      taken: true,
    });
  }
}
