import type { JsonObject } from '../../src/edge/core/json.js';
import {
  after,
  type Case,
  CORE,
  CUSTOM,
  cases,
  execute,
  LAST_RULE,
  LIMITS,
  level,
  limit,
  limited,
  MANAGED,
  OTHER_RULE,
  OWASP,
  owasp,
  type Row,
  respond,
  rule,
  skip,
} from './rules.js';

const redirect = (from_value: JsonObject): JsonObject =>
  rule({ action: 'redirect', action_parameters: { from_value } });

/** Right rules, each one step beside a mistake of the other cases. */
export const RIGHT_CASES: readonly Case[] = [
  ...cases(CUSTOM, [
    // Fields and texts that only look like a mistake.
    ['a description that names retired actions', rule({ description: 'allow, bypass, simulate' }), null],
    ['an empty description', rule({ description: '' }), null],
    ['enabled', rule({ enabled: true }), null],
    ['a block without parameters of its own', rule({ action_parameters: {} }), null],
    ['logging that is off', { ...skip({ phases: [LIMITS] }), logging: { enabled: false } }, null],
    ['refs that differ in a capital', [rule({ ref: 'a' }), rule({ ref: 'A' })], null],
    // Expressions.
    ['single quotes inside a text', rule({ expression: 'http.user_agent contains "don\'t"' }), null],
    ['a bracket that closes', rule({ expression: '(ssl)' }), null],
    ['a bracket inside a text', rule({ expression: 'http.request.uri.path contains "("' }), null],
    ['operators inside a text', rule({ expression: 'http.host eq "a && && b"' }), null],
    ['a network without host bits', rule({ expression: 'ip.src in {192.0.2.0/24}' }), null],
    ['a network of IPv6', rule({ expression: 'ip.src in {2001:db8::/32}' }), null],
    ['a range of numbers', rule({ expression: 'cf.edge.server_port in {80 8000..8009}' }), null],
    ['one method', rule({ expression: 'http.request.method eq "GET"' }), null],
    ['a text that names the threat score', rule({ expression: 'http.host eq "cf.threat_score"' }), null],
    // Skips.
    ['a skip of two rulesets', [skip({ rulesets: [OWASP, CORE] }), after], null],
    ['ruleset and phases', [skip({ ruleset: 'current', phases: [LIMITS] }), after], null],
    ['ruleset and products', [skip({ ruleset: 'current', products: ['bic'] }), after], null],
    ['a skip of answers of the managed rules', skip({ phases: ['http_response_firewall_managed'] }), null],
    [
      'both products that are gone, with their phases',
      skip({ products: ['waf', 'rateLimit'], phases: [MANAGED, LIMITS] }),
      null,
    ],
    // Responses.
    ...[400, 499].map(
      (status_code): Row => [
        `a response with ${status_code}`,
        respond({ status_code, content_type: 'text/xml', content: '<a/>' }),
        null,
      ],
    ),
  ]),
  ...cases(LIMITS, [
    ['one request', limited(limit({ requests_per_period: 1 })), null],
    ['cf.colo.id alone', limited(limit({ characteristics: ['cf.colo.id'] })), null],
    ['cf.colo.id as the last', limited(limit({ characteristics: ['ip.src', 'cf.colo.id'] })), null],
    [
      'a managed challenge with 0',
      limited(limit({ mitigation_timeout: 0 }), { action: 'managed_challenge' }),
      null,
    ],
    ['the longest period and timeout', limited(limit({ period: 3600, mitigation_timeout: 3600 })), null],
    [
      'scores of the origin in place of requests',
      limited({
        characteristics: ['cf.colo.id'],
        period: 60,
        score_per_period: 400,
        score_response_header_name: 'x-score',
      }),
      null,
    ],
  ]),
  ...cases(MANAGED, [
    ['a block in the phase of managed rules', rule({}), null],
    ['overrides that change nothing', owasp({}), null],
    ['level 3', owasp({ categories: [level(4, false)] }), null],
    ['level 4, all told', owasp({ categories: [1, 2, 3, 4].map((n) => level(n, true)) }), null],
    ['the level twice, and alike', owasp({ categories: [level(4, false), level(4, false)] }), null],
    ['a threshold without an action', owasp({ rules: [{ id: LAST_RULE, score_threshold: 60 }] }), null],
    ['another rule that is off', owasp({ rules: [{ id: OTHER_RULE, enabled: false }] }), null],
    ['a category that logs', owasp({ categories: [{ category: 'attack-sqli', action: 'log' }] }), null],
    [
      'a category that is no level',
      execute({ id: CORE, overrides: { categories: [{ category: 'wordpress', enabled: true }] } }),
      null,
    ],
    [
      'a level and the threshold',
      owasp({
        categories: [level(3, false), level(4, false)],
        rules: [{ id: LAST_RULE, score_threshold: 40, action: 'js_challenge' }],
      }),
      null,
    ],
  ]),
  ...cases('http_request_dynamic_redirect', [
    ...[303, 307, 308].map(
      (status_code): Row => [
        `a redirect with ${status_code}`,
        redirect({ status_code, target_url: { value: 'https://example.com' }, preserve_query_string: true }),
        null,
      ],
    ),
    ['a redirect without status', redirect({ target_url: { value: 'https://example.com' } }), null],
  ]),
  ...cases('http_config_settings', [
    [
      'a setting that is off',
      rule({ action: 'set_config', action_parameters: { email_obfuscation: false } }),
      null,
    ],
    [
      'a level that is left',
      rule({ action: 'set_config', action_parameters: { security_level: 'under_attack' } }),
      null,
    ],
  ]),
  ...cases('http_request_transform', [
    [
      'a path by an expression',
      rule({
        action: 'rewrite',
        action_parameters: { uri: { path: { expression: 'concat("/v2", http.request.uri.path)' } } },
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
