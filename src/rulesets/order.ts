import { MANAGED_RULESETS } from '../catalogue/index.js';
import type { RulesetPart } from './part.js';

/** Checks that look at the rules of a list together. */
export function checkTogether(rules: RulesetPart, kind: string | null = null): void {
  checkExecutedTwice(rules);
  checkRefs(rules);
  checkLastSkip(rules, kind);
  checkLimitsLast(rules);
}

function checkExecutedTwice(rules: RulesetPart): void {
  const seen = new Map<string, string>();
  for (const rule of rules.items) {
    const id = rule.at('action_parameters').at('id');
    const expression = rule.at('expression').text;
    if (rule.at('action').text !== 'execute' || id.text === null || !Object.hasOwn(MANAGED_RULESETS, id.text))
      continue;
    if (seen.has(id.text)) {
      id.add({
        check: 'ruleset-execute',
        wrong: `the ${MANAGED_RULESETS[id.text]?.name} is executed twice`,
        remedy: 'put all overrides into one rule; a list can execute a managed ruleset only once',
        answer: `ruleset ${id.text} is executed more than once`,
      });
    }
    seen.set(id.text, expression ?? '');
  }
}

function checkRefs(rules: RulesetPart): void {
  const seen = new Set<string>();
  for (const rule of rules.items) {
    const ref = rule.at('ref');
    if (ref.text === null) continue;
    if (seen.has(ref.text)) {
      ref.add({
        check: 'ruleset-position',
        wrong: `two rules have the ref ${JSON.stringify(ref.text)}`,
        remedy: 'give each rule its own ref: it identifies the rule across updates',
        answer: `duplicate ref: ${ref.text}`,
      });
    }
    seen.add(ref.text);
  }
}

/** What a skip rule leaves out comes behind it in the same list, unless it names phases or products. */
export function skipsLaterRulesOnly(rule: RulesetPart): boolean {
  const parameters = rule.at('action_parameters');
  if (rule.at('action').text !== 'skip' || parameters.object?.open !== false) return false;
  const names = (key: string) => parameters.at(key).isThere;
  return (names('ruleset') || names('rulesets') || names('rules')) && !names('phases') && !names('products');
}

function checkLastSkip(rules: RulesetPart, kind: string | null): void {
  const last = rules.items.at(-1);
  // A list that begins with a skip gets the rules to skip later.
  if (last === undefined || rules.items.length < 2 || !rules.isWhole || !skipsLaterRulesOnly(last)) return;
  // What an account skips may be executed by its zones.
  if (kind !== 'zone' && !last.at('action_parameters').at('ruleset').isThere) return;
  last.at('action').add({
    check: 'ruleset-order',
    wrong: 'the skip rule is the last one, so it skips nothing',
    remedy: 'put it in front of the rules that it skips',
    taken: true,
  });
}

function checkLimitsLast(rules: RulesetPart): void {
  const { items } = rules;
  const lastOther = items.findLastIndex(
    (rule) => rule.lacks('ratelimit') && rule.at('action').text === 'execute',
  );
  for (const rule of items.slice(0, Math.max(0, lastOther))) {
    const limit = rule.at('ratelimit');
    if (!limit.isThere) continue;
    limit.add({
      check: 'ruleset-order',
      wrong: 'a rate limiting rule is in front of rules of another kind',
      remedy: 'put rate limiting rules at the end of the list',
      taken: true,
    });
  }
}
