import type { JsonObject } from '../../src/edge/core/json.js';
import { CUSTOM, MANAGED, owasp, rule } from './rules.js';

/** What the emulated API refuses and `ruleset check` does not, and why. There is nothing the other way round. */
export interface Difference {
  readonly title: string;
  readonly reason: string;
  readonly phase: string;
  readonly rule: JsonObject;
  /** Begins the error message of the API. */
  readonly answer: string;
}

export const ABSENT = '0'.repeat(32);
const STATE = 'only the account or zone shows what is there; a file does not';

export const DIFFERENCES: readonly Difference[] = [
  {
    title: 'a ruleset that is not there',
    reason: STATE,
    phase: CUSTOM,
    rule: rule({ action: 'execute', action_parameters: { id: ABSENT } }),
    answer: 'could not find the ruleset',
  },
  {
    title: 'a rule that the ruleset does not have',
    reason: `${STATE}, and the vendor adds rules`,
    phase: MANAGED,
    rule: owasp({ rules: [{ id: ABSENT, enabled: false }] }),
    answer: 'unknown rule in overrides',
  },
  {
    title: 'a security level that is gone',
    reason: 'it depends on the day and the schedule; scan reports it as security-level',
    phase: 'http_config_settings',
    rule: rule({ action: 'set_config', action_parameters: { security_level: 'medium' } }),
    answer: 'security_level "medium" is no longer supported',
  },
  {
    title: 'the threat score',
    reason:
      'it depends on the day and the schedule; the command reports it as threat-score, beside the checks',
    phase: CUSTOM,
    rule: rule({ expression: 'cf.threat_score gt 5' }),
    answer: 'filter parsing error: cf.threat_score is no longer supported',
  },
];
