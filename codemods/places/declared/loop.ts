/** Firewall rules that a loop makes of the items of a list, as one rule that is written for all of them. */
import { THREAT_SCORE } from '../../../src/expression/index.js';
import type { HclItem } from '../hcl-layout.js';
import { Refusal } from '../rulesets/resources.js';
import { firewallRule, type RankedRule } from './firewall.js';
import type { Declared, NewRule } from './model.js';

/** Throws a `Refusal`. */
export function ruleOfLoop(declared: Declared, turns: readonly Declared[]): NewRule {
  const { address, fields, filter } = declared;
  const rules = turns.map(firewallRule);
  const [first] = rules;
  if (first === undefined) throw new Refusal(`${address} is made for an empty list`);
  if (rules.some(({ isLeftOut }) => isLeftOut))
    throw new Refusal(`a rule of the list for ${address} never holds`);
  const template = filter?.fields.get('expression')?.source ?? '';
  if (turns.some((one) => hasScore(one)) && !template.includes(THREAT_SCORE))
    throw new Refusal('an expression of the list asks for a cf.threat_score');
  if (!isInOrder(rules)) throw new Refusal('the list is not in the order in which its rules were evaluated');
  const action = fields.get('action');
  const items = first.items.map((item, index): HclItem => {
    const others = rules.map((one) => one.items[index]);
    if (item.name === 'action' && action !== undefined && action.json === undefined) {
      const isKept = turns.every((one, turn) => sameAction(one, others[turn]));
      if (isKept) return { name: 'action', value: action.source };
      throw new Refusal('an action of the list has another name in rulesets');
    }
    if (others.every((one) => JSON.stringify(one) === JSON.stringify(item))) return item;
    throw new Refusal(`the rules of the list differ in ${item.name}`);
  });
  if (rules.some((one) => one.items.length !== items.length))
    throw new Refusal('the rules of the list have different properties');
  const differences = new Map(rules.flatMap((one) => one.differences).map((one) => [one.name, one]));
  const parts = filter === null ? [declared] : [filter, declared];
  return { declared, parts, items, differences: [...differences.values()] };
}

function hasScore({ filter }: Declared): boolean {
  return String(filter?.fields.get('expression')?.json ?? '').includes(THREAT_SCORE);
}

function sameAction({ fields }: Declared, item: HclItem | undefined): boolean {
  return item !== undefined && 'value' in item && item.value === JSON.stringify(fields.get('action')?.json);
}

/** Without priorities, the action decided which came first. */
function isInOrder(rules: readonly RankedRule[]): boolean {
  return rules.every((rule, index) => {
    const before = rules[index - 1] ?? rule;
    if (Number.isNaN(rule.priority)) return false;
    return (
      before.priority < rule.priority ||
      (before.priority === rule.priority && before.precedence <= rule.precedence)
    );
  });
}
