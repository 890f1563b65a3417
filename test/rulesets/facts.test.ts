import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { checkRuleset, type RulesetAct, valueOfJson } from '../../src/rulesets/index.js';
import { Api, ZONE } from '../edge/api.js';

/**
 * Requests and what becomes of them, written down from the documentation and not from the checker: it and the emulated API
 * share their rules, so that each of them agrees with the other whatever they say.
 */

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';
const LIMITS = 'http_ratelimit';
const REDIRECTS = 'http_request_dynamic_redirect';
const SETTINGS = 'http_config_settings';
const OWASP = '4814384a9e5d4991b9815dcfc25d2f1f';
const MANAGED_RULES = 'efb7b8c949ac4650a09736fc376e9aee';
const LAST = '6179ae15870a4bb7b2d480d4843b323c';

/** `refused` by the API, `useless`: taken and of no effect or another one than is meant, or `fine`. */
type Verdict = 'refused' | 'useless' | 'fine';
type Fact = readonly [says: string, verdict: Verdict, phase: string, ...rules: readonly JsonObject[]];

const all = 'true';
const page = '(http.request.uri.path eq "/login")';
const execute = (id: string, overrides?: JsonObject, more: JsonObject = {}): JsonObject => ({
  action: 'execute',
  expression: all,
  action_parameters: overrides === undefined ? { id } : { id, overrides },
  ...more,
});
const skip = (action_parameters: JsonObject): JsonObject => ({
  action: 'skip',
  expression: page,
  action_parameters,
});
const limit = (ratelimit: JsonObject, more: JsonObject = {}): JsonObject => ({
  action: 'block',
  expression: page,
  ratelimit: {
    characteristics: ['cf.colo.id', 'ip.src'],
    period: 60,
    requests_per_period: 10,
    mitigation_timeout: 600,
    ...ratelimit,
  },
  ...more,
});
const without = (level: number): JsonObject => ({ category: `paranoia-level-${level}`, enabled: false });
const block: JsonObject = { action: 'block', expression: '(ip.src in {192.0.2.0/24})' };
const redirect = (from_value: JsonObject): JsonObject => ({
  action: 'redirect',
  expression: page,
  action_parameters: { from_value },
});

const FACTS: readonly Fact[] = [
  // The OWASP ruleset: how it is deployed and tuned.
  ['the OWASP ruleset is executed by its id', 'fine', MANAGED, execute(OWASP)],
  [
    'version latest may be named',
    'fine',
    MANAGED,
    { ...execute(OWASP), action_parameters: { id: OWASP, version: 'latest' } },
  ],
  [
    'level 2 switches off the tags of levels 3 and 4',
    'fine',
    MANAGED,
    execute(OWASP, { categories: [without(3), without(4)] }),
  ],
  [
    'level 1 switches off three tags',
    'fine',
    MANAGED,
    execute(OWASP, { categories: [without(2), without(3), without(4)] }),
  ],
  ['there is no override paranoia_level', 'refused', MANAGED, execute(OWASP, { paranoia_level: 2 })],
  [
    'threshold and action are an override of the last rule',
    'fine',
    MANAGED,
    execute(OWASP, { rules: [{ id: LAST, score_threshold: 60, action: 'log' }] }),
  ],
  [
    'a threshold is an integer',
    'refused',
    MANAGED,
    execute(OWASP, { rules: [{ id: LAST, score_threshold: 2.5 }] }),
  ],
  [
    'a threshold is no text',
    'refused',
    MANAGED,
    execute(OWASP, { rules: [{ id: LAST, score_threshold: '40' }] }),
  ],
  [
    'an override takes js_challenge',
    'fine',
    MANAGED,
    execute(OWASP, { rules: [{ id: LAST, score_threshold: 40, action: 'js_challenge' }] }),
  ],
  [
    'an override does not take allow',
    'refused',
    MANAGED,
    execute(OWASP, { rules: [{ id: LAST, score_threshold: 40, action: 'allow' }] }),
  ],
  [
    'an override does not take simulate',
    'refused',
    MANAGED,
    execute(OWASP, { rules: [{ id: LAST, action: 'simulate' }] }),
  ],
  [
    'single rules are switched off by their id',
    'fine',
    MANAGED,
    execute(OWASP, { rules: [{ id: LAST, enabled: false }] }),
  ],
  [
    'what is enabled is a boolean',
    'refused',
    MANAGED,
    execute(OWASP, { categories: [{ category: 'paranoia-level-4', enabled: 'no' }] }),
  ],
  [
    'execute needs the id of a ruleset',
    'refused',
    MANAGED,
    { action: 'execute', expression: all, action_parameters: {} },
  ],
  ['execute needs parameters', 'refused', MANAGED, { action: 'execute', expression: all }],
  ['two managed rulesets are two rules', 'fine', MANAGED, execute(MANAGED_RULES), execute(OWASP)],
  [
    'a ruleset is deployed only once',
    'refused',
    MANAGED,
    execute(OWASP),
    execute(OWASP, { categories: [without(4)] }),
  ],
  ['enabled false switches the ruleset off', 'fine', MANAGED, execute(OWASP, undefined, { enabled: false })],
  ['a managed ruleset does not run among custom rules', 'refused', CUSTOM, execute(OWASP)],
  // Exceptions.
  [
    'a skip rule in front keeps requests from a managed ruleset',
    'fine',
    MANAGED,
    skip({ rulesets: [OWASP] }),
    execute(OWASP),
  ],
  [
    'a skip rule in front keeps requests from single rules',
    'fine',
    MANAGED,
    skip({ rules: { [OWASP]: [LAST] } }),
    execute(OWASP),
  ],
  ['a skip rule affects later rules only', 'useless', MANAGED, execute(OWASP), skip({ rulesets: [OWASP] })],
  [
    'rulesets and ruleset exclude each other',
    'refused',
    MANAGED,
    skip({ rulesets: [OWASP], ruleset: 'current' }),
    execute(OWASP),
  ],
  [
    'rules and ruleset exclude each other',
    'refused',
    MANAGED,
    skip({ rules: { [OWASP]: [LAST] }, ruleset: 'current' }),
    execute(OWASP),
  ],
  [
    'rulesets and phases exclude each other',
    'refused',
    MANAGED,
    skip({ rulesets: [OWASP], phases: [LIMITS] }),
    execute(OWASP),
  ],
  // Custom rules in place of firewall rules.
  ['block stays block', 'fine', CUSTOM, block],
  [
    'challenges and log stay',
    'fine',
    CUSTOM,
    { ...block, action: 'challenge' },
    { ...block, action: 'js_challenge' },
    { ...block, action: 'managed_challenge' },
    { ...block, action: 'log' },
  ],
  ['there is no action allow', 'refused', CUSTOM, { action: 'allow', expression: page }],
  ['there is no action bypass', 'refused', CUSTOM, { action: 'bypass', expression: page, products: ['waf'] }],
  ['there is no action simulate', 'refused', CUSTOM, { ...block, action: 'simulate' }],
  ['allow is a skip of the current ruleset', 'fine', CUSTOM, skip({ ruleset: 'current' }), block],
  ['such a skip at the end skips nothing', 'useless', CUSTOM, block, skip({ ruleset: 'current' })],
  [
    'bypass is a skip of products and phases',
    'fine',
    CUSTOM,
    skip({ products: ['bic', 'hot'], phases: [LIMITS] }),
  ],
  ['products are spelled exactly', 'refused', CUSTOM, skip({ products: ['uablock'] })],
  ['skip needs to say what', 'refused', CUSTOM, { action: 'skip', expression: page }],
  ['phase current goes with products', 'refused', CUSTOM, skip({ phase: 'current' }), block],
  ['an old priority has no place', 'refused', CUSTOM, { ...block, priority: 5 }],
  ['paused has become enabled', 'refused', CUSTOM, { ...block, paused: true }],
  [
    'a filter has become the expression',
    'refused',
    CUSTOM,
    { action: 'block', filter: { expression: page } },
  ],
  ['a description may be given', 'fine', CUSTOM, { ...block, description: 'network' }],
  ['references are kept if they differ', 'fine', CUSTOM, { ...block, ref: 'one' }, { ...block, ref: 'two' }],
  [
    'an expression has at most 4,096 characters',
    'refused',
    CUSTOM,
    { ...block, expression: `(http.host eq "${'a'.repeat(4_100)}")` },
  ],
  ['an expression has to parse', 'refused', CUSTOM, { ...block, expression: 'ip.src eq' }],
  [
    'block may answer by itself',
    'fine',
    CUSTOM,
    {
      ...block,
      action_parameters: { response: { status_code: 403, content_type: 'text/plain', content: 'no' } },
    },
  ],
  [
    'all three parts of a response are required',
    'refused',
    CUSTOM,
    { ...block, action_parameters: { response: { status_code: 403, content: 'no' } } },
  ],
  [
    'a challenge cannot have its own response',
    'refused',
    CUSTOM,
    {
      ...block,
      action: 'managed_challenge',
      action_parameters: { response: { status_code: 403, content_type: 'text/plain', content: 'no' } },
    },
  ],
  ['bypass of the old managed rules is a skip of their phase', 'fine', CUSTOM, skip({ phases: [MANAGED] })],
  // Rate limiting rules in place of rate limits.
  ['a limit counts per data centre', 'fine', LIMITS, limit({})],
  ['cf.colo.id is mandatory', 'refused', LIMITS, limit({ characteristics: ['ip.src'] })],
  [
    'NAT support is another characteristic',
    'fine',
    LIMITS,
    limit({ characteristics: ['cf.colo.id', 'cf.unique_visitor_id'] }),
  ],
  [
    'it never stands with the address',
    'refused',
    LIMITS,
    limit({ characteristics: ['cf.colo.id', 'cf.unique_visitor_id', 'ip.src'] }),
  ],
  ['what the cache answers may be left out', 'fine', LIMITS, limit({ requests_to_origin: true })],
  ['a period of 3600 seconds', 'fine', LIMITS, limit({ period: 3600 })],
  ['no period of 75 seconds', 'refused', LIMITS, limit({ period: 75 })],
  ['a timeout of a day', 'fine', LIMITS, limit({ mitigation_timeout: 86_400 })],
  [
    'challenges have no timeout',
    'fine',
    LIMITS,
    limit({ mitigation_timeout: 0 }, { action: 'managed_challenge' }),
  ],
  ['threshold has become requests_per_period', 'refused', LIMITS, limit({ threshold: 10 })],
  [
    'answers are counted by an expression of their own',
    'fine',
    LIMITS,
    limit({ counting_expression: '(http.response.code in {401 403})', requests_to_origin: false }),
  ],
  [
    'a limit answers with 429',
    'fine',
    LIMITS,
    limit(
      {},
      {
        action_parameters: {
          response: { status_code: 429, content_type: 'application/json', content: '{}' },
        },
      },
    ),
  ],
  [
    'a limit does not answer with 200',
    'refused',
    LIMITS,
    limit(
      {},
      { action_parameters: { response: { status_code: 200, content_type: 'text/plain', content: 'a' } } },
    ),
  ],
  ['a rate limiting rule has a limit', 'refused', LIMITS, block],
  ['simulate has become log', 'refused', LIMITS, limit({}, { action: 'simulate' })],
  ['as log it is taken', 'fine', LIMITS, limit({}, { action: 'log' })],
  // Redirects and settings.
  [
    'a redirect names its target',
    'fine',
    REDIRECTS,
    redirect({ status_code: 301, target_url: { value: 'https://example.com/' } }),
  ],
  [
    'or an expression for it',
    'fine',
    REDIRECTS,
    redirect({
      status_code: 302,
      target_url: { expression: 'concat("https://m.example.com", http.request.uri.path)' },
    }),
  ],
  [
    'but not both',
    'refused',
    REDIRECTS,
    redirect({ status_code: 301, target_url: { value: 'https://example.com/', expression: 'http.host' } }),
  ],
  [
    'settings are set for requests',
    'fine',
    SETTINGS,
    { action: 'set_config', expression: page, action_parameters: { security_level: 'under_attack' } },
  ],
  [
    'the level may be switched off',
    'fine',
    SETTINGS,
    { action: 'set_config', expression: page, action_parameters: { security_level: 'off' } },
  ],
  [
    'at least one setting',
    'refused',
    SETTINGS,
    { action: 'set_config', expression: page, action_parameters: {} },
  ],
];

const api = new Api('2026-11-21');

/** What the checker says, of the worst problem. */
function judged(body: Json, act: RulesetAct, phase: string): Verdict {
  const problems = checkRuleset(valueOfJson(body), { act, phase });
  if (problems.some(({ refused }) => refused)) return 'refused';
  // That a list is replaced whole is true of all of these.
  return problems.some(({ check }) => check !== 'ruleset-replaced') ? 'useless' : 'fine';
}

describe('what the documentation says of rulesets', () => {
  it('has right and wrong ones', () => {
    const fine = FACTS.filter(([, verdict]) => verdict === 'fine').length;
    expect(FACTS.length).toBeGreaterThanOrEqual(60);
    expect(fine / FACTS.length).toBeGreaterThan(0.45);
    expect(fine / FACTS.length).toBeLessThan(0.6);
  });

  it.each(FACTS.map(([says, verdict, phase, ...rules]) => ({ says, verdict, phase, rules })))(
    '$says: $verdict',
    ({ verdict, phase, rules }) => {
      expect(judged({ rules }, 'entry-point', phase)).toBe(verdict);
      const { status } = api.ask('PUT', `/zones/${ZONE}/rulesets/phases/${phase}/entrypoint`, { rules });
      expect(status).toBe(verdict === 'refused' ? 400 : 200);
    },
  );
});
