/** What a person writes in place of one call. */
import type { Site } from '../../src/migrate/index.js';

const ZONE = '/zones/{zone_id}/rulesets';
const ENTRY_POINT = `GET ${ZONE}/phases/http_ratelimit/entrypoint`;
const RULE = `${ZONE}/{ruleset_id}/rules/{rule_id}`;
const WHERE = `Ids of ruleset and rule: ${ENTRY_POINT}.`;
const FIELDS =
  'The limit goes under ratelimit (requests_per_period, period, mitigation_timeout, characteristics), the match into expression';

const STEPS: Readonly<Record<string, string>> = {
  GET: `${ENTRY_POINT} and take result.rules (404: there are none). ${FIELDS}.`,
  POST: `POST ${ZONE}/{ruleset_id}/rules with one rule. ${FIELDS}; ban is block, simulate is log. The id of the ruleset: ${ENTRY_POINT} (404: POST ${ZONE} makes it with its first rule).`,
  PUT: `PATCH ${RULE} with the whole rule. ${FIELDS}. ${WHERE}`,
  DELETE: `DELETE ${RULE}. ${WHERE}`,
};

export function stepsFor({ finding: { kind, method } }: Site): string {
  const own = kind === 'endpoint' || kind === 'sdk' ? STEPS[method ?? ''] : undefined;
  return own ?? `Use rules of the entry point ruleset: ${ENTRY_POINT}. ${FIELDS}.`;
}
