/** Rules that come into being and go. */
import {
  type Fields,
  PHASE,
  Refusal,
  type Ruleset,
  readRuleset,
  rulesetOf,
  type Send,
  succeeded,
  write,
} from './rulesets.js';

/** Creates the ruleset with its first rules, all or none; null if it came into being meanwhile. */
export async function createRuleset(send: Send, rules: readonly Fields[]): Promise<Ruleset | null> {
  const answer = await send('POST', 'rulesets', { name: 'default', kind: 'zone', phase: PHASE, rules });
  if (succeeded(answer)) return rulesetOf(answer);
  const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  if (isRefused && (await readRuleset(send)) !== null) return null;
  throw new Refusal(answer);
}

/** Adds a rule; gives its id and the ruleset as it is now. */
export async function addRule(
  send: Send,
  ruleset: Ruleset,
  rule: Fields,
): Promise<{ readonly id: string; readonly ruleset: Ruleset }> {
  const after = await write(send, 'POST', `rulesets/${ruleset.id}/rules`, rule);
  const known = new Set(ruleset.rules.map(({ id }) => id));
  const added = after.rules.filter(
    ({ id, action, expression }) =>
      !known.has(id) && action === rule.action && expression === rule.expression,
  );
  return { id: added[added.length - 1]?.id ?? '', ruleset: after };
}

export function deleteRule(send: Send, ruleset: Ruleset, id: string): Promise<Ruleset> {
  return write(send, 'DELETE', `rulesets/${ruleset.id}/rules/${id}`);
}
