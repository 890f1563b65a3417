/**
 * What the ruleset engine accepts, as data: phases, actions, parameters, numbers. The checker of rulesets and the
 * emulated API read it from here and nowhere else.
 *
 * Sources: https://developers.cloudflare.com/ruleset-engine/ (phases list, Rulesets API, managed ruleset overrides),
 * https://developers.cloudflare.com/waf/ (skip options, rate limiting parameters, OWASP), and the published schema of
 * the API.
 */

/** The checks of rulesets: entries of the catalogue. */
export type RulesetCheck =
  | 'ruleset-action'
  | 'ruleset-execute'
  | 'ruleset-overrides'
  | 'ruleset-skip'
  | 'ruleset-rate-limit'
  | 'ruleset-response'
  | 'ruleset-fields'
  | 'ruleset-expression'
  | 'ruleset-position'
  | 'ruleset-request'
  | 'ruleset-order'
  | 'ruleset-replaced';

export const CUSTOM_RULES = 'http_request_firewall_custom';
export const RATE_LIMITS = 'http_ratelimit';
export const MANAGED_RULES = 'http_request_firewall_managed';
export const REDIRECTS = 'http_request_dynamic_redirect';

const CHALLENGES = ['challenge', 'js_challenge', 'managed_challenge'];
const FIREWALL = ['block', ...CHALLENGES, 'log'];

/** The actions of each phase. Null: the phase exists, and its actions are not published as a list. */
export const PHASE_ACTIONS: Readonly<Record<string, readonly string[] | null>> = {
  ddos_l4: null,
  ddos_l7: null,
  http_config_settings: ['set_config', 'execute', 'skip'],
  http_custom_errors: ['serve_error', 'execute', 'skip'],
  http_log_custom_fields: ['log_custom_field', 'execute', 'skip'],
  [RATE_LIMITS]: [...FIREWALL, 'execute'],
  http_request_api_gateway_early: null,
  http_request_api_gateway_late: null,
  http_request_cache_settings: ['set_cache_settings', 'execute', 'skip'],
  http_request_cloud_connector: null,
  [REDIRECTS]: ['redirect', 'execute', 'skip'],
  [CUSTOM_RULES]: [...FIREWALL, 'skip', 'execute'],
  [MANAGED_RULES]: ['execute', 'skip', ...FIREWALL],
  http_request_late_transform: ['rewrite', 'execute', 'skip'],
  http_request_origin: ['route', 'execute', 'skip'],
  http_request_redirect: ['redirect', 'execute', 'skip'],
  http_request_sanitize: null,
  http_request_sbfm: null,
  http_request_snippets: null,
  http_request_transform: ['rewrite', 'execute', 'skip', 'score'],
  http_response_cache_settings: null,
  http_response_compression: ['compress_response', 'execute', 'skip'],
  http_response_firewall_managed: ['execute', 'skip', ...FIREWALL],
  http_response_headers_transform: ['rewrite', 'execute', 'skip', 'transform_response_html'],
  magic_transit: null,
  magic_transit_ids_managed: null,
  magic_transit_managed: null,
  magic_transit_ratelimit: null,
};

/** Actions of the engine that no list above has. */
const OTHER_ACTIONS = ['ddos_dynamic', 'force_connection_close', 'set_cache_control', 'set_cache_tags'];

export const ACTIONS: readonly string[] = [
  ...new Set([...Object.values(PHASE_ACTIONS).flatMap((actions) => actions ?? []), ...OTHER_ACTIONS]),
];

/** What people write who come from the retired APIs, or from other products, and what it is today. */
export const ACTION_ADVICE: Readonly<Record<string, string>> = {
  allow:
    'use the action skip with action_parameters {"ruleset": "current"}, in front of the rules it lets pass',
  bypass: 'use the action skip, and name what is skipped under action_parameters products or phases',
  simulate: 'use the action log',
  ban: 'use the action block',
  captcha: 'use the action managed_challenge',
  deny: 'use the action block',
  drop: 'use the action block',
  disable: 'keep the rule, and set enabled to false',
  off: 'keep the rule, and set enabled to false',
};

/** Resources of infrastructure tools that are a ruleset. */
export const RULESET_RESOURCES: readonly string[] = ['cloudflare_ruleset', 'Ruleset'];

/** Names that stand in programs for rulesets and nowhere else. */
export const RULESET_NAMES: readonly string[] = [
  ...RULESET_RESOURCES,
  ...Object.keys(PHASE_ACTIONS).filter((phase) => phase.startsWith('http_')),
];

export const KINDS: readonly string[] = ['managed', 'custom', 'root', 'zone'];

/** Fields of a ruleset and of a rule, those included that only answers have. */
export const RULESET_FIELDS: readonly string[] = [
  'description',
  'id',
  'kind',
  'last_updated',
  'name',
  'phase',
  'rules',
  'shareable_entitlement_name',
  'source',
  'version',
];
export const RULE_FIELDS: readonly string[] = [
  'action',
  'action_parameters',
  'categories',
  'description',
  'enabled',
  'exposed_credential_check',
  'expression',
  'id',
  'last_updated',
  'logging',
  'position',
  'ratelimit',
  'ref',
  'score_threshold',
  'version',
];

/** Fields of the retired APIs, and what says the same in a rule of a ruleset. */
export const FIELD_ADVICE: Readonly<Record<string, string>> = {
  priority: 'remove it: rules run in the order of the list; one rule is moved with "position"',
  paused: 'write "enabled" with the opposite value',
  filter: 'write the expression of the filter as "expression"',
  products: 'write it under "action_parameters"',
  configuration: 'write an expression',
  mode: 'write an "action", or "enabled": false',
  disabled: 'write "enabled" with the opposite value',
  match: 'write it as an "expression"',
  threshold: 'write "ratelimit" with "requests_per_period"',
  period: 'write it under "ratelimit"',
  timeout: 'write "ratelimit" with "mitigation_timeout"',
  response: 'write it under "action_parameters"',
  overrides: 'write it under "action_parameters"',
};

/** Values of `products` of a skip rule; of two the product does not exist any more. */
export const PRODUCTS: readonly string[] = [
  'zoneLockdown',
  'uaBlock',
  'bic',
  'hot',
  'securityLevel',
  'rateLimit',
  'waf',
];
export const DEAD_PRODUCTS: Readonly<Record<string, string>> = {
  rateLimit: RATE_LIMITS,
  waf: MANAGED_RULES,
};
/** Phases that a skip rule may name. */
export const SKIPPABLE_PHASES: readonly string[] = [
  RATE_LIMITS,
  MANAGED_RULES,
  'http_request_sbfm',
  'http_response_firewall_managed',
  'current',
];

/** Seconds that a rate limit may count, and that its action may last. */
export const PERIODS: readonly number[] = [
  10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600,
];
export const TIMEOUTS: readonly number[] = [0, ...PERIODS, 86_400];
export const RATE_LIMIT_FIELDS: readonly string[] = [
  'characteristics',
  'counting_expression',
  'mitigation_timeout',
  'period',
  'requests_per_period',
  'requests_to_origin',
  'score_per_period',
  'score_response_header_name',
];
export const REQUIRED_CHARACTERISTIC = 'cf.colo.id';
/** Characteristics of which a rule takes one only. */
export const ONE_CHARACTERISTIC: readonly string[] = ['ip.src', 'cf.unique_visitor_id'];
/** Actions whose effect ends with the request: a timeout of theirs must be 0. */
export const WITHOUT_TIMEOUT: readonly string[] = CHALLENGES;

/** Actions that overrides of a managed ruleset may set, in the phases of the WAF. */
export const OVERRIDE_ACTIONS: readonly string[] = [
  'block',
  'managed_challenge',
  'js_challenge',
  'log',
  'challenge',
];
export const OVERRIDE_FIELDS: readonly string[] = [
  'action',
  'categories',
  'enabled',
  'rules',
  'sensitivity_level',
];
export const CATEGORY_FIELDS: readonly string[] = ['action', 'category', 'enabled', 'sensitivity_level'];
export const RULE_OVERRIDE_FIELDS: readonly string[] = [
  'action',
  'enabled',
  'id',
  'score_threshold',
  'sensitivity_level',
];

/** Managed rulesets of the vendor, by their public ids. */
export const OWASP_RULESET = '4814384a9e5d4991b9815dcfc25d2f1f';
/** 949110, which carries the threshold: https://developers.cloudflare.com/waf/managed-rules/reference/owasp-core-ruleset/configure-api/ */
export const OWASP_LAST_RULE = '6179ae15870a4bb7b2d480d4843b323c';
export const MANAGED_RULESET = 'efb7b8c949ac4650a09736fc376e9aee';
export const MANAGED_RULESETS: Readonly<Record<string, { readonly name: string; readonly phase: string }>> = {
  [MANAGED_RULESET]: { name: 'Managed Ruleset', phase: MANAGED_RULES },
  [OWASP_RULESET]: { name: 'OWASP Core Ruleset', phase: MANAGED_RULES },
  c2e184081120413c86c3ab7e14069605: { name: 'Exposed Credentials Check', phase: MANAGED_RULES },
  '77454fe2d30c4220b5701f6fdfb893ba': { name: 'Free Managed Ruleset', phase: MANAGED_RULES },
  e22d83c647c64a3eae91b71b499d988e: {
    name: 'Sensitive Data Detection',
    phase: 'http_response_firewall_managed',
  },
};
/** Levels of strictness of the OWASP ruleset: each is a tag that an override switches off. */
export const PARANOIA_LEVELS = 4;
export const PARANOIA_TAG = 'paranoia-level-';

/** Statuses that an answer of a rule may have. */
export const RESPONSE_STATUS = { from: 400, to: 499 } as const;
export const RESPONSE_FIELDS: readonly string[] = ['status_code', 'content_type', 'content'];
/** Actions that answer with a response of the caller's own. */
export const RESPONDING_ACTIONS: readonly string[] = ['block'];
export const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** The sensitivity of the retired WAF, as the level and threshold that the vendor's own upgrade wrote. */
export const OWASP_SENSITIVITY = {
  high: { level: 2, threshold: 40 },
  medium: { level: 1, threshold: 25 },
  low: { level: 1, threshold: 40 },
  default: { level: 2, threshold: 40 },
} as const;

/** The action mode of the retired package, as the action of the rule that compares the score. */
export const OWASP_ACTION_OF_MODE = {
  block: 'block',
  challenge: 'managed_challenge',
  simulate: 'log',
} as const;
