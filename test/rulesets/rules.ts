import type { RulesetCheck } from '../../src/catalogue/tables/ruleset-engine.js';
import type { JsonObject } from '../../src/edge/core/json.js';
import { managedRuleset } from '../../src/edge/rulesets/managed.js';

export const CUSTOM = 'http_request_firewall_custom';
export const MANAGED = 'http_request_firewall_managed';
export const LIMITS = 'http_ratelimit';
export const OWASP = '4814384a9e5d4991b9815dcfc25d2f1f';
export const LAST_RULE = '6179ae15870a4bb7b2d480d4843b323c';
export const CORE = 'efb7b8c949ac4650a09736fc376e9aee';
/** Another rule of the OWASP ruleset, as the emulated API has it. */
export const OTHER_RULE = String(managedRuleset(OWASP)?.rules[0]?.id);

/** The rules of one phase, and the one check that reports them; null where they are right. */
export interface Case {
  readonly title: string;
  readonly phase: string;
  readonly rules: readonly JsonObject[];
  readonly check: RulesetCheck | null;
  /** The API takes it all the same. */
  readonly taken?: true;
}

export const rule = (more: JsonObject): JsonObject => ({ action: 'block', expression: 'true', ...more });
export const skip = (parameters: JsonObject): JsonObject =>
  rule({ action: 'skip', action_parameters: parameters });
export const execute = (parameters: JsonObject): JsonObject =>
  rule({ action: 'execute', action_parameters: parameters });
export const owasp = (overrides: JsonObject): JsonObject => execute({ id: OWASP, overrides });
export const level = (n: number, enabled: boolean): JsonObject => ({
  category: `paranoia-level-${n}`,
  enabled,
});
export const limit = (more: JsonObject): JsonObject => ({
  characteristics: ['cf.colo.id', 'ip.src'],
  period: 60,
  requests_per_period: 100,
  mitigation_timeout: 600,
  ...more,
});
export const limited = (ratelimit: JsonObject, more: JsonObject = {}): JsonObject =>
  rule({ ratelimit, ...more });
export const respond = (response: JsonObject, more: JsonObject = {}): JsonObject =>
  rule({ action_parameters: { response }, ...more });
export const after: JsonObject = rule({ expression: 'ssl' });

export type Row = readonly [
  title: string,
  rule: JsonObject | readonly JsonObject[],
  check: RulesetCheck | null,
];

export function cases(phase: string, rows: readonly Row[]): readonly Case[] {
  return rows.map(([title, one, check]) => {
    const rules = Array.isArray(one) ? (one as readonly JsonObject[]) : [one as JsonObject];
    return { title, phase, rules, check, ...(check === 'ruleset-order' ? { taken: true as const } : {}) };
  });
}
