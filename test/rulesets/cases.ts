import type { RulesetCheck } from '../../src/catalogue/ruleset-engine.js';
import type { JsonObject } from '../../src/edge/core/json.js';
import { managedRuleset } from '../../src/edge/rulesets/managed.js';

export const CUSTOM = 'http_request_firewall_custom';
export const MANAGED = 'http_request_firewall_managed';
export const LIMITS = 'http_ratelimit';
export const OWASP = '4814384a9e5d4991b9815dcfc25d2f1f';
export const LAST_RULE = '6179ae15870a4bb7b2d480d4843b323c';
const CORE = 'efb7b8c949ac4650a09736fc376e9aee';
/** Another rule of the OWASP ruleset, as the emulated API has it. */
const OTHER_RULE = String(managedRuleset(OWASP)?.rules[0]?.id);

/** The rules of one phase, and the one check that reports them; null where they are right. */
export interface Case {
  readonly title: string;
  readonly phase: string;
  readonly rules: readonly JsonObject[];
  readonly check: RulesetCheck | null;
  /** The API takes it all the same. */
  readonly taken?: true;
}

const rule = (more: JsonObject): JsonObject => ({ action: 'block', expression: 'true', ...more });
const skip = (parameters: JsonObject): JsonObject => rule({ action: 'skip', action_parameters: parameters });
const execute = (parameters: JsonObject): JsonObject =>
  rule({ action: 'execute', action_parameters: parameters });
const owasp = (overrides: JsonObject): JsonObject => execute({ id: OWASP, overrides });
const level = (n: number, enabled: boolean): JsonObject => ({ category: `paranoia-level-${n}`, enabled });
const limit = (more: JsonObject): JsonObject => ({
  characteristics: ['cf.colo.id', 'ip.src'],
  period: 60,
  requests_per_period: 100,
  mitigation_timeout: 600,
  ...more,
});
const limited = (ratelimit: JsonObject, more: JsonObject = {}): JsonObject => rule({ ratelimit, ...more });
const respond = (response: JsonObject, more: JsonObject = {}): JsonObject =>
  rule({ action_parameters: { response }, ...more });
const after: JsonObject = rule({ expression: 'ssl' });

type Row = readonly [title: string, rule: JsonObject | readonly JsonObject[], check: RulesetCheck | null];

function cases(phase: string, rows: readonly Row[]): readonly Case[] {
  return rows.map(([title, one, check]) => {
    const rules = Array.isArray(one) ? (one as readonly JsonObject[]) : [one as JsonObject];
    return { title, phase, rules, check, ...(check === 'ruleset-order' ? { taken: true as const } : {}) };
  });
}

export const CASES: readonly Case[] = [
  ...cases(CUSTOM, [
    // Actions, and their twins.
    ['allow', rule({ action: 'allow' }), 'ruleset-action'],
    ['bypass', rule({ action: 'bypass' }), 'ruleset-action'],
    ['simulate', rule({ action: 'simulate' }), 'ruleset-action'],
    ['ban', rule({ action: 'ban' }), 'ruleset-action'],
    ['a slip of the pen', rule({ action: 'manged_challenge' }), 'ruleset-action'],
    ['an action in capitals', rule({ action: 'Block' }), 'ruleset-action'],
    ['no action', { expression: 'true' }, 'ruleset-action'],
    ['a number for an action', rule({ action: 1 }), 'ruleset-action'],
    ['an action of redirects', rule({ action: 'redirect' }), 'ruleset-action'],
    [
      'an action of settings',
      rule({ action: 'set_config', action_parameters: { ssl: 'full' } }),
      'ruleset-action',
    ],
    ['an action of transforms', rule({ action: 'rewrite' }), 'ruleset-action'],
    ['block', rule({}), null],
    ['challenge', rule({ action: 'challenge' }), null],
    ['js_challenge', rule({ action: 'js_challenge' }), null],
    ['managed_challenge', rule({ action: 'managed_challenge' }), null],
    ['log', rule({ action: 'log' }), null],
    // Fields.
    ['a priority', rule({ priority: 1 }), 'ruleset-fields'],
    ['paused', rule({ paused: false }), 'ruleset-fields'],
    ['a filter', rule({ filter: { expression: 'true' } }), 'ruleset-fields'],
    ['products beside the action', rule({ products: ['waf'] }), 'ruleset-fields'],
    ['a field nobody knows', rule({ colour: 'red' }), 'ruleset-fields'],
    ['enabled as a text', rule({ enabled: 'yes' }), 'ruleset-fields'],
    ['enabled as a number', rule({ enabled: 1 }), 'ruleset-fields'],
    ['a description that is a list', rule({ description: ['a'] }), 'ruleset-fields'],
    ['a ref that is a number', rule({ ref: 1 }), 'ruleset-fields'],
    ['parameters as a text', rule({ action_parameters: 'current' }), 'ruleset-fields'],
    ['no expression', { action: 'block' }, 'ruleset-fields'],
    ['an expression that is a boolean', { action: 'block', expression: true }, 'ruleset-fields'],
    ['disabled', rule({ enabled: false }), null],
    ['a description and a ref', rule({ description: 'blocks', ref: 'all' }), null],
    ['logging', rule({ logging: { enabled: true } }), null],
    [
      'a rule as it was answered',
      rule({ id: LAST_RULE, version: '3', last_updated: 'x', categories: [] }),
      null,
    ],
    ['credentials', rule({ exposed_credential_check: { username_expression: 'x' } }), null],
    ['a description that is null', rule({ description: null }), null],
    // Expressions.
    ['an expression that ends too soon', rule({ expression: 'ip.src eq' }), 'ruleset-expression'],
    ['single quotes', rule({ expression: "http.host eq 'a.example'" }), 'ruleset-expression'],
    ['an open bracket', rule({ expression: '(ssl' }), 'ruleset-expression'],
    [
      'an operator of other languages',
      rule({ expression: 'http.host == "a" && && ssl' }),
      'ruleset-expression',
    ],
    ['an empty expression', rule({ expression: '' }), 'ruleset-expression'],
    ['a set with commas', rule({ expression: 'ip.src in {192.0.2.1, 192.0.2.2}' }), 'ruleset-expression'],
    [
      'an expression that is too long',
      rule({ expression: `http.host eq "${'a'.repeat(4096)}"` }),
      'ruleset-expression',
    ],
    ['an address with host bits', rule({ expression: 'ip.src in {192.0.2.5/24}' }), 'ruleset-expression'],
    ['a misspelt field', rule({ expression: 'http.reqest.uri.path eq "/"' }), 'ruleset-expression'],
    ['a misspelt last part', rule({ expression: 'http.request.methd eq "GET"' }), 'ruleset-expression'],
    ['the longest expression', rule({ expression: `http.host eq "${'a'.repeat(4096 - 15)}"` }), null],
    ['a field that is new', rule({ expression: 'cf.brand_new eq "x"' }), null],
    ['a set', rule({ expression: 'ip.src in {192.0.2.1 192.0.2.2}' }), null],
    ['a list', rule({ expression: 'ip.src in $office' }), null],
    ['operators as signs', rule({ expression: '!ssl || http.host == "a.example"' }), null],
    ['a function', rule({ expression: 'starts_with(lower(http.request.uri.path), "/api")' }), null],
    ['headers', rule({ expression: 'any(http.request.headers["x-key"][*] eq "1")' }), null],
    // Skips.
    ['a skip of nothing', [skip({}), after], 'ruleset-skip'],
    ['a skip without parameters', [rule({ action: 'skip' }), after], 'ruleset-skip'],
    ['ruleset and rulesets', [skip({ ruleset: 'current', rulesets: [OWASP] }), after], 'ruleset-skip'],
    ['rulesets and phases', [skip({ rulesets: [OWASP], phases: [LIMITS] }), after], 'ruleset-skip'],
    [
      'rules and ruleset',
      [skip({ ruleset: 'current', rules: { [OWASP]: [LAST_RULE] } }), after],
      'ruleset-skip',
    ],
    ['a ruleset by its id', [skip({ ruleset: OWASP }), after], 'ruleset-skip'],
    ['phase alone', skip({ phase: 'current' }), 'ruleset-skip'],
    ['another phase than the current', skip({ phase: LIMITS, products: ['bic'] }), 'ruleset-skip'],
    ['a product in lower case', skip({ products: ['ratelimit'] }), 'ruleset-skip'],
    ['a product nobody has', skip({ products: ['everything'] }), 'ruleset-skip'],
    ['products as a text', skip({ products: 'waf' }), 'ruleset-skip'],
    ['a phase nobody has', skip({ phases: ['waf'] }), 'ruleset-skip'],
    ['a skip of the custom rules', [skip({ ruleset: 'current' }), after], null],
    ['a skip of the custom rules as the last', [after, skip({ ruleset: 'current' })], 'ruleset-order'],
    ['a skip of phases as the last', [after, skip({ phases: [LIMITS, MANAGED] })], null],
    ['a skip of products as the last', [after, skip({ products: ['bic', 'hot', 'uaBlock'] })], null],
    ['phase and products', skip({ phase: 'current', products: ['zoneLockdown'] }), null],
    [
      'all of it',
      skip({ ruleset: 'current', phases: ['http_request_sbfm'], products: ['securityLevel'] }),
      null,
    ],
    ['a product that is gone', skip({ products: ['waf'] }), 'ruleset-order'],
    ['another one', skip({ products: ['rateLimit', 'bic'] }), 'ruleset-order'],
    ['a product that is gone, with the phase', skip({ products: ['waf'], phases: [MANAGED] }), null],
    // Responses.
    [
      'a response of a log',
      respond({ status_code: 403, content_type: 'text/plain', content: 'a' }, { action: 'log' }),
      'ruleset-response',
    ],
    [
      'a response of a challenge',
      respond(
        { status_code: 403, content_type: 'text/plain', content: 'a' },
        { action: 'managed_challenge' },
      ),
      'ruleset-response',
    ],
    [
      'a response without content',
      respond({ status_code: 403, content_type: 'text/plain' }),
      'ruleset-response',
    ],
    ['a response without type', respond({ status_code: 403, content: 'a' }), 'ruleset-response'],
    [
      'a status of success',
      respond({ status_code: 200, content_type: 'text/plain', content: 'a' }),
      'ruleset-response',
    ],
    [
      'a status of the server',
      respond({ status_code: 503, content_type: 'text/plain', content: 'a' }),
      'ruleset-response',
    ],
    [
      'a status as text',
      respond({ status_code: '403', content_type: 'text/plain', content: 'a' }),
      'ruleset-response',
    ],
    [
      'a body as in the old rate limits',
      respond({ status_code: 403, content_type: 'text/plain', content: 'a', body: 'a' }),
      'ruleset-response',
    ],
    ['a response', respond({ status_code: 403, content_type: 'text/plain', content: 'a' }), null],
    [
      'a response with 429',
      respond({ status_code: 429, content_type: 'application/json', content: '{}' }),
      null,
    ],
    // Refs and positions.
    ['a ref twice', [rule({ ref: 'a' }), rule({ ref: 'a' })], 'ruleset-position'],
    ['two refs', [rule({ ref: 'a' }), rule({ ref: 'b' })], null],
    ['rules without refs', [rule({}), rule({})], null],
    ['a rate limit', limited(limit({})), 'ruleset-rate-limit'],
    ['the OWASP ruleset', execute({ id: OWASP }), 'ruleset-execute'],
  ]),
  ...cases(LIMITS, [
    ['no ratelimit', rule({}), 'ruleset-rate-limit'],
    ['no cf.colo.id', limited(limit({ characteristics: ['ip.src'] })), 'ruleset-rate-limit'],
    ['no characteristics', limited({ period: 60, requests_per_period: 1 }), 'ruleset-rate-limit'],
    ['characteristics as a text', limited(limit({ characteristics: 'cf.colo.id' })), 'ruleset-rate-limit'],
    [
      'addresses and visitors',
      limited(limit({ characteristics: ['cf.colo.id', 'ip.src', 'cf.unique_visitor_id'] })),
      'ruleset-rate-limit',
    ],
    ['a period of 61', limited(limit({ period: 61 })), 'ruleset-rate-limit'],
    ['a period of a day', limited(limit({ period: 86_400 })), 'ruleset-rate-limit'],
    ['a period as text', limited(limit({ period: '60' })), 'ruleset-rate-limit'],
    ['no period', limited({ characteristics: ['cf.colo.id'], requests_per_period: 1 }), 'ruleset-rate-limit'],
    ['no requests', limited(limit({ requests_per_period: 0 })), 'ruleset-rate-limit'],
    ['half a request', limited(limit({ requests_per_period: 1.5 })), 'ruleset-rate-limit'],
    ['no number of requests', limited({ characteristics: ['cf.colo.id'], period: 60 }), 'ruleset-rate-limit'],
    ['a timeout of 7', limited(limit({ mitigation_timeout: 7 })), 'ruleset-rate-limit'],
    ['a timeout of a challenge', limited(limit({}), { action: 'managed_challenge' }), 'ruleset-rate-limit'],
    ['a threshold', limited({ ...limit({}), threshold: 5 }), 'ruleset-rate-limit'],
    [
      'a bad counting expression',
      limited(limit({ counting_expression: 'http.response.code eq' })),
      'ruleset-expression',
    ],
    ['a skip', skip({ phases: [MANAGED] }), 'ruleset-action'],
    ['a limit', limited(limit({})), null],
    ['a limit of a day', limited(limit({ mitigation_timeout: 86_400 })), null],
    ['a limit that throttles', limited(limit({ mitigation_timeout: 0 })), null],
    [
      'a limit without timeout',
      limited({ characteristics: ['cf.colo.id'], period: 10, requests_per_period: 1 }),
      null,
    ],
    ['a challenge without timeout', limited(limit({ mitigation_timeout: 0 }), { action: 'challenge' }), null],
    ['visitors', limited(limit({ characteristics: ['cf.colo.id', 'cf.unique_visitor_id'] })), null],
    ['a header', limited(limit({ characteristics: ['cf.colo.id', 'http.request.headers["x-key"]'] })), null],
    ['a counting expression', limited(limit({ counting_expression: 'http.response.code eq 404' })), null],
    ['an empty counting expression', limited(limit({ counting_expression: '' })), null],
    ['only what the origin gets', limited(limit({ requests_to_origin: true })), null],
    ['a limit that logs', limited(limit({}), { action: 'log' }), null],
    [
      'a limit with a response',
      limited(limit({}), {
        action_parameters: { response: { status_code: 429, content_type: 'text/plain', content: 'slow' } },
      }),
      null,
    ],
  ]),
  ...cases(MANAGED, [
    ['execute without id', execute({}), 'ruleset-execute'],
    ['execute without parameters', rule({ action: 'execute' }), 'ruleset-execute'],
    ['execute with an empty id', execute({ id: '' }), 'ruleset-execute'],
    ['a ruleset twice', [execute({ id: OWASP }), execute({ id: OWASP })], 'ruleset-execute'],
    ['paranoia_level', owasp({ paranoia_level: 2 }), 'ruleset-overrides'],
    ['sensitivity of the old WAF', owasp({ sensitivity: 'high' }), 'ruleset-overrides'],
    ['a threshold of the ruleset', owasp({ score_threshold: 40 }), 'ruleset-overrides'],
    ['simulate', owasp({ rules: [{ id: LAST_RULE, action: 'simulate' }] }), 'ruleset-overrides'],
    ['an override that allows', owasp({ action: 'allow' }), 'ruleset-overrides'],
    [
      'an override that skips',
      owasp({ categories: [{ category: 'paranoia-level-1', action: 'skip' }] }),
      'ruleset-overrides',
    ],
    [
      'a threshold as a text',
      owasp({ rules: [{ id: LAST_RULE, score_threshold: '40' }] }),
      'ruleset-overrides',
    ],
    ['a threshold of 2.5', owasp({ rules: [{ id: LAST_RULE, score_threshold: 2.5 }] }), 'ruleset-overrides'],
    [
      'a threshold on another rule',
      owasp({ rules: [{ id: OTHER_RULE, score_threshold: 40 }] }),
      'ruleset-order',
    ],
    [
      'a level between that is on',
      owasp({ categories: [level(2, false), level(3, true), level(4, false)] }),
      'ruleset-overrides',
    ],
    [
      'a level both on and off',
      owasp({ categories: [level(3, false), level(3, true)] }),
      'ruleset-overrides',
    ],
    [
      'a level that is not there',
      owasp({ categories: [{ category: 'paranoia-level-5', enabled: false }] }),
      'ruleset-overrides',
    ],
    ['a level in short', owasp({ categories: [{ category: 'PL3', enabled: false }] }), 'ruleset-overrides'],
    ['a category without name', owasp({ categories: [{ enabled: false }] }), 'ruleset-overrides'],
    ['a rule without id', owasp({ rules: [{ enabled: false }] }), 'ruleset-overrides'],
    ['categories as an object', owasp({ categories: { 'paranoia-level-4': false } }), 'ruleset-overrides'],
    ['an override with a mode', owasp({ rules: [{ id: LAST_RULE, mode: 'off' }] }), 'ruleset-overrides'],
    ['enabled as a text', owasp({ enabled: 'false' }), 'ruleset-overrides'],
    ['a rate limit', rule({ ratelimit: limit({}) }), 'ruleset-rate-limit'],
    ['the OWASP ruleset', execute({ id: OWASP }), null],
    ['with a version', execute({ id: OWASP, version: 'latest' }), null],
    ['two rulesets', [execute({ id: OWASP }), execute({ id: CORE })], null],
    ['level 2', owasp({ categories: [level(3, false), level(4, false)] }), null],
    [
      'level 1, all told',
      owasp({ categories: [level(1, true), level(2, false), level(3, false), level(4, false)] }),
      null,
    ],
    [
      'the threshold',
      owasp({ rules: [{ id: LAST_RULE, score_threshold: 25, action: 'managed_challenge' }] }),
      null,
    ],
    ['a ruleset that logs', owasp({ action: 'log' }), null],
    ['a ruleset that is off', owasp({ enabled: false }), null],
    ['a skip of a ruleset', [skip({ rulesets: [OWASP] }), execute({ id: OWASP })], null],
    ['a skip of rules', [skip({ rules: { [OWASP]: [LAST_RULE] } }), execute({ id: OWASP })], null],
    ['a skip behind what it skips', [execute({ id: OWASP }), skip({ rulesets: [OWASP] })], 'ruleset-order'],
  ]),
  ...cases('http_request_dynamic_redirect', [
    ['no target', rule({ action: 'redirect' }), 'ruleset-fields'],
    [
      'an empty target',
      rule({ action: 'redirect', action_parameters: { from_value: { target_url: {} } } }),
      'ruleset-fields',
    ],
    [
      'a status of success',
      rule({
        action: 'redirect',
        action_parameters: { from_value: { status_code: 200, target_url: { value: 'https://example.com' } } },
      }),
      'ruleset-fields',
    ],
    ['a block', rule({}), 'ruleset-action'],
    [
      'a value',
      rule({
        action: 'redirect',
        action_parameters: { from_value: { status_code: 301, target_url: { value: 'https://example.com' } } },
      }),
      null,
    ],
    [
      'an expression',
      rule({
        action: 'redirect',
        action_parameters: {
          from_value: {
            target_url: { expression: 'concat("https://m.example.com", http.request.uri.path)' },
          },
        },
      }),
      null,
    ],
  ]),
  ...cases('http_config_settings', [
    ['nothing set', rule({ action: 'set_config', action_parameters: {} }), 'ruleset-fields'],
    ['a block', rule({}), 'ruleset-action'],
    ['a setting', rule({ action: 'set_config', action_parameters: { ssl: 'full' } }), null],
  ]),
  ...cases('http_request_transform', [
    ['a block', rule({}), 'ruleset-action'],
    ['a rewrite', rule({ action: 'rewrite', action_parameters: { uri: { path: { value: '/a' } } } }), null],
  ]),
  ...cases('http_response_headers_transform', [
    [
      'a rewrite',
      rule({
        action: 'rewrite',
        action_parameters: { headers: { 'x-a': { operation: 'set', value: '1' } } },
      }),
      null,
    ],
  ]),
  ...cases(CUSTOM, [
    [
      'a rewrite that tells of leaked passwords',
      rule({
        action: 'rewrite',
        action_parameters: { headers: { 'x-leaked': { operation: 'set', value: '1' } } },
        exposed_credential_check: {
          username_expression: 'http.request.body.form["user"][0]',
          password_expression: 'http.request.body.form["password"][0]',
        },
      }),
      null,
    ],
  ]),
  ...cases('http_request_late_transform', [
    [
      'a static header',
      rule({ action: 'rewrite', action_parameters: { headers: { a: { operation: 'remove' } } } }),
      null,
    ],
  ]),
  ...cases('http_request_origin', [
    ['a route', rule({ action: 'route', action_parameters: { host_header: 'a.example' } }), null],
  ]),
  ...cases('http_request_cache_settings', [
    ['cache settings', rule({ action: 'set_cache_settings', action_parameters: { cache: true } }), null],
  ]),
  ...cases('http_response_compression', [
    [
      'compression',
      rule({ action: 'compress_response', action_parameters: { algorithms: [{ name: 'gzip' }] } }),
      null,
    ],
  ]),
  ...cases('http_custom_errors', [
    [
      'an error page',
      rule({
        action: 'serve_error',
        action_parameters: { content: 'a', content_type: 'text/plain', status_code: 500 },
      }),
      null,
    ],
  ]),
  ...cases('http_log_custom_fields', [
    [
      'a logged field',
      rule({ action: 'log_custom_field', action_parameters: { request_fields: [{ name: 'x' }] } }),
      null,
    ],
  ]),
  ...cases('http_request_redirect', [
    [
      'a list of redirects',
      rule({
        action: 'redirect',
        action_parameters: { from_list: { name: 'a', key: 'http.request.full_uri' } },
      }),
      null,
    ],
  ]),
  ...cases('ddos_l7', [['an action of that phase', rule({ action: 'force_connection_close' }), null]]),
  ...cases(
    LIMITS,
    [10, 120, 300, 600, 3600].map(
      (period): Row => [`a period of ${period}`, limited(limit({ period })), null],
    ),
  ),
  ...cases(
    CUSTOM,
    [301, 302, 307, 308].map(
      (status_code): Row => [
        `a status of ${status_code + 100}`,
        respond({ status_code: status_code + 100, content_type: 'text/html', content: '<p>a</p>' }),
        null,
      ],
    ),
  ),
  ...cases(
    CUSTOM,
    ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel'].map(
      (product): Row => [`a skip of ${product}`, skip({ products: [product] }), null],
    ),
  ),
];
