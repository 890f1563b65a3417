/** What a person writes in place of one call. */
import type { Site } from '../../src/migrate/index.js';

const ZONE = '/zones/{zone_id}/rulesets';
const ENTRY_POINT = `GET ${ZONE}/phases/http_request_firewall_custom/entrypoint`;
const RULE = `${ZONE}/{ruleset_id}/rules/{rule_id}`;
const WHERE = `Ids of ruleset and rule: ${ENTRY_POINT}.`;

const RULES: Readonly<Record<string, string>> = {
  GET: `${ENTRY_POINT} and take result.rules (404: there are none); filter.expression is expression, paused is the opposite of enabled, priority is the place.`,
  POST: `For each rule POST ${ZONE}/{ruleset_id}/rules with expression in the rule, enabled for paused and position for priority; allow is skip with action_parameters {"ruleset":"current"}. The id of the ruleset: ${ENTRY_POINT} (404: POST ${ZONE} makes it with its first rules).`,
  PUT: `PATCH ${RULE} with the whole rule: expression in it, enabled for paused, position for priority. ${WHERE}`,
  PATCH: `PATCH ${RULE} with position in place of priority. ${WHERE}`,
  DELETE: `DELETE ${RULE} for each rule, and no filter. ${WHERE}`,
};

const FILTERS: Readonly<Record<string, string>> = {
  GET: `${ENTRY_POINT} and read expression of result.rules (404: there are none).`,
  POST: 'No call: hand the expression to the call that makes the rule.',
  PUT: `PATCH ${RULE} of each rule that used the filter, with the whole rule and its new expression. ${WHERE}`,
  DELETE: 'No call: an expression goes with its rule.',
};

const ANY = `Use the rules of the entry point ruleset, with the expression of the filter in the rule: ${ENTRY_POINT}.`;
const CHECK = `POST ${ZONE}/{ruleset_id}/rules?dry_run=true with a rule of that expression tells whether it would be taken.`;

export function stepsFor({ finding: { kind, method, endpoint } }: Site): string {
  if (kind !== 'endpoint' && kind !== 'sdk') return ANY;
  if (endpoint?.endsWith('/validate-expr') === true) return CHECK;
  const rows = /filters/.test(endpoint ?? '') ? FILTERS : RULES;
  return rows[method ?? ''] ?? ANY;
}
