import { Refusal } from '../core/http.js';
import { isList, isObject, type Json, type JsonObject, own } from '../core/json.js';
import type { EndedSetting } from '../dates.js';
import { checkExpression } from './expressions.js';
import { CUSTOM_RULES, MANAGED_RULES, RATE_LIMITS } from './phases.js';

/** What a rule is checked against besides itself. */
export interface RuleContext {
  readonly phase: string;
  /** Rules that may no longer name the threat score, by the schedule in force. */
  readonly threatScoreRefused: boolean;
  /** What is over of a zone setting that a configuration rule sets too. */
  readonly endedSetting: (id: string) => EndedSetting | null;
  readonly managed: (
    id: string,
  ) => { readonly ruleIds: ReadonlySet<string>; readonly tags: ReadonlySet<string> } | null;
}

const CHALLENGES = ['challenge', 'js_challenge', 'managed_challenge'];
const FIREWALL = ['block', ...CHALLENGES, 'log'];

/** Actions by phase; a phase that is not named takes any action of `OTHER_ACTIONS`. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  [CUSTOM_RULES]: [...FIREWALL, 'skip', 'execute'],
  [RATE_LIMITS]: FIREWALL,
  [MANAGED_RULES]: ['execute', 'skip', ...FIREWALL],
  http_config_settings: ['set_config'],
  http_request_dynamic_redirect: ['redirect'],
  http_request_redirect: ['redirect'],
  http_request_origin: ['route'],
  http_request_cache_settings: ['set_cache_settings'],
  http_request_transform: ['rewrite'],
  http_request_late_transform: ['rewrite'],
  http_response_headers_transform: ['rewrite'],
  http_response_compression: ['compress_response'],
  http_custom_errors: ['serve_error'],
  http_log_custom_fields: ['log_custom_field'],
};
const OTHER_ACTIONS = [...new Set(Object.values(ACTIONS).flat())];

/** Values of `products` of a skip rule; the last two name products that no longer exist. */
const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'];
const SKIPPABLE_PHASES = [RATE_LIMITS, MANAGED_RULES, 'http_request_sbfm', 'current'];
const PERIODS = [10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600];
const TIMEOUTS = [0, ...PERIODS, 86_400];
const OVERRIDE_ACTIONS = ['block', 'managed_challenge', 'js_challenge', 'log', 'challenge'];

/** Refuses a rule that the real API would refuse; fields it does not know pass, as they do there. */
export function checkRule(rule: JsonObject, context: RuleContext): void {
  const action = rule.action;
  if (typeof action !== 'string') throw invalid('rule is missing required field: action');
  const allowed = own(ACTIONS, context.phase) ?? OTHER_ACTIONS;
  if (!OTHER_ACTIONS.includes(action)) throw invalid(`unknown variant for action: ${action}`);
  if (!allowed.includes(action)) {
    throw invalid(`action ${action} is not allowed in the ${context.phase} phase`);
  }
  if (typeof rule.expression !== 'string') throw invalid('rule is missing required field: expression');
  checkExpression(rule.expression, context.threatScoreRefused);
  expectType(rule, 'enabled', 'boolean');
  expectType(rule, 'description', 'string');
  expectType(rule, 'ref', 'string');
  const parameters = rule.action_parameters;
  if (parameters !== undefined && !isObject(parameters)) throw invalid('action_parameters must be an object');
  if (action === 'skip') checkSkip(parameters ?? {});
  if (action === 'execute') checkExecute(parameters ?? {}, context);
  if (action === 'set_config') checkConfig(parameters ?? {}, context);
  if (action === 'redirect' && context.phase === 'http_request_dynamic_redirect')
    checkRedirect(parameters ?? {});
  if (action === 'block' && parameters !== undefined) checkBlockResponse(parameters.response);
  if (context.phase === RATE_LIMITS) checkRateLimit(rule, context);
  else if (rule.ratelimit !== undefined)
    throw invalid(`ratelimit is not allowed in the ${context.phase} phase`);
}

function checkSkip(parameters: JsonObject): void {
  const { ruleset, rulesets, rules, phases, phase, products } = parameters;
  if ([ruleset, rulesets, rules, phases, phase, products].every((part) => part === undefined)) {
    throw invalid('skip action_parameters must name what to skip');
  }
  if (ruleset !== undefined && ruleset !== 'current') throw invalid('skip ruleset can only be "current"');
  if (rulesets !== undefined && (ruleset !== undefined || phases !== undefined)) {
    throw invalid('skip rulesets cannot be combined with ruleset or phases');
  }
  if (rules !== undefined && ruleset !== undefined)
    throw invalid('skip rules cannot be combined with ruleset');
  if (phase !== undefined && (phase !== 'current' || products === undefined)) {
    throw invalid('skip phase can only be "current" and goes with products');
  }
  checkMembers('products', products, PRODUCTS);
  checkMembers('phases', phases, SKIPPABLE_PHASES);
}

function checkExecute(parameters: JsonObject, context: RuleContext): void {
  const { id, overrides } = parameters;
  if (typeof id !== 'string') throw invalid('execute action_parameters must have an id');
  const managed = context.managed(id);
  if (managed === null) throw invalid(`could not find the ruleset ${id} to execute`);
  if (overrides === undefined) return;
  if (!isObject(overrides)) throw invalid('overrides must be an object');
  for (const category of objects('overrides.categories', overrides.categories)) {
    if (typeof category.category !== 'string' || !managed.tags.has(category.category)) {
      throw invalid(`unknown category in overrides: ${JSON.stringify(category.category ?? null)}`);
    }
    expectType(category, 'enabled', 'boolean');
    checkOverrideAction(category.action);
  }
  for (const override of objects('overrides.rules', overrides.rules)) {
    if (typeof override.id !== 'string' || !managed.ruleIds.has(override.id)) {
      throw invalid(`unknown rule in overrides: ${JSON.stringify(override.id ?? null)}`);
    }
    expectType(override, 'enabled', 'boolean');
    checkOverrideAction(override.action);
    const threshold = override.score_threshold;
    if (threshold !== undefined && !(typeof threshold === 'number' && Number.isInteger(threshold))) {
      throw invalid('score_threshold must be an integer');
    }
  }
}

function checkOverrideAction(action: Json | undefined): void {
  if (action !== undefined && !OVERRIDE_ACTIONS.includes(String(action))) {
    throw invalid(`unknown action in overrides: ${JSON.stringify(action)}`);
  }
}

function checkConfig(parameters: JsonObject, context: RuleContext): void {
  if (Object.keys(parameters).length === 0) throw invalid('set_config must set at least one setting');
  // Parameters that are gone as a whole are kept and ignored; only values can be refused.
  for (const [name, value] of Object.entries(parameters)) {
    const ended = context.endedSetting(name);
    if (ended?.allowed?.every((allowed) => allowed !== value)) {
      throw new Refusal(400, 20021, `${name} ${JSON.stringify(value)} is no longer supported`, {
        ended: ended.entry,
      });
    }
  }
}

function checkRedirect(parameters: JsonObject): void {
  const from = parameters.from_value;
  if (!isObject(from) || !isObject(from.target_url)) throw invalid('redirect needs from_value.target_url');
  const { value, expression } = from.target_url;
  if ((value === undefined) === (expression === undefined)) {
    throw invalid('target_url needs exactly one of value and expression');
  }
  const status = from.status_code;
  if (status !== undefined && ![301, 302, 303, 307, 308].includes(Number(status))) {
    throw invalid(`redirect status_code ${JSON.stringify(status)} is not allowed`);
  }
}

function checkBlockResponse(response: Json | undefined): void {
  if (response === undefined) return;
  if (!isObject(response)) throw invalid('response must be an object');
  for (const key of ['status_code', 'content_type', 'content']) {
    if (response[key] === undefined) throw invalid(`response is missing required field: ${key}`);
  }
  const status = response.status_code;
  if (typeof status !== 'number' || status < 400 || status > 499) {
    throw invalid('response status_code must be from 400 to 499');
  }
}

function checkRateLimit(rule: JsonObject, context: RuleContext): void {
  const limit = rule.ratelimit;
  if (!isObject(limit)) throw invalid('rule is missing required field: ratelimit');
  const { characteristics, period, requests_per_period, mitigation_timeout, counting_expression } = limit;
  if (!isList(characteristics) || !characteristics.includes('cf.colo.id')) {
    throw invalid('ratelimit characteristics must include cf.colo.id');
  }
  if (characteristics.includes('ip.src') && characteristics.includes('cf.unique_visitor_id')) {
    throw invalid('ratelimit characteristics cannot have both ip.src and cf.unique_visitor_id');
  }
  if (!PERIODS.includes(Number(period)))
    throw invalid(`ratelimit period ${JSON.stringify(period ?? null)} is not allowed`);
  if (typeof requests_per_period !== 'number' || requests_per_period < 1) {
    throw invalid('ratelimit requests_per_period must be a positive integer');
  }
  if (mitigation_timeout !== undefined && !TIMEOUTS.includes(Number(mitigation_timeout))) {
    throw invalid(`ratelimit mitigation_timeout ${JSON.stringify(mitigation_timeout)} is not allowed`);
  }
  if (CHALLENGES.includes(String(rule.action)) && Number(mitigation_timeout ?? 0) !== 0) {
    throw invalid(`ratelimit mitigation_timeout must be 0 for action ${String(rule.action)}`);
  }
  if (typeof counting_expression === 'string' && counting_expression !== '') {
    checkExpression(counting_expression, context.threatScoreRefused);
  }
}

function checkMembers(name: string, value: Json | undefined, known: readonly string[]): void {
  if (value === undefined) return;
  if (!isList(value)) throw invalid(`${name} must be an array`);
  const stranger = value.find((item) => !known.includes(String(item)));
  if (stranger !== undefined) throw invalid(`unknown value in ${name}: ${JSON.stringify(stranger)}`);
}

function objects(name: string, value: Json | undefined): readonly JsonObject[] {
  if (value === undefined) return [];
  if (!isList(value) || !value.every(isObject)) throw invalid(`${name} must be an array of objects`);
  return value.filter(isObject);
}

function expectType(object: JsonObject, key: string, type: 'boolean' | 'string'): void {
  const value = object[key];
  if (value !== undefined && typeof value !== type) throw invalid(`${key} must be a ${type}`);
}

function invalid(message: string): Refusal {
  return new Refusal(400, 20021, message);
}
