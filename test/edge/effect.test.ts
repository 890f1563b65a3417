import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { effect } from '../../src/edge/index.js';
import { Api, ZONE } from './api.js';

const entry = (phase: string) => `/zones/${ZONE}/rulesets/phases/${phase}/entrypoint`;
const OWASP = '4814384a9e5d4991b9815dcfc25d2f1f';
const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const LAST = '6179ae15870a4bb7b2d480d4843b323c';
const REQUEST = { fields: { ssl: true, 'http.host': 'shop.example.com', 'ip.src': '192.0.2.1' } };

/** What the rules do to one request. */
function effectOf(phases: Readonly<Record<string, readonly JsonObject[]>>) {
  const api = new Api('2026-11-21');
  for (const [phase, rules] of Object.entries(phases)) api.ok('PUT', entry(phase), { rules });
  const zone = api.edge.state.zones[ZONE];
  if (zone === undefined) throw new Error('no zone');
  return effect(zone, REQUEST);
}

const custom = (...rules: JsonObject[]) => effectOf({ http_request_firewall_custom: rules });
const rule = (action: string, expression = 'ssl', more: JsonObject = {}): JsonObject => ({
  action,
  expression,
  ...more,
});
const skip = (action_parameters: JsonObject) => rule('skip', 'ssl', { action_parameters });
const execute = (id: string, overrides: Json = {}) =>
  rule('execute', 'true', { action_parameters: { id, overrides } });
const ratelimit = {
  characteristics: ['cf.colo.id', 'ip.src'],
  period: 60,
  requests_per_period: 5,
  mitigation_timeout: 60,
};

describe('custom rules', () => {
  it.each<readonly [string, readonly JsonObject[], string]>([
    ['end at the first that matches', [rule('log'), rule('block'), rule('challenge')], 'block'],
    ['pass what none matches', [rule('block', 'not ssl')], 'pass'],
    ['pass what only a disabled one matches', [rule('block', 'ssl', { enabled: false })], 'pass'],
    ['stop at a skip of the rest', [skip({ ruleset: 'current' }), rule('block')], 'pass'],
    ['are not stopped by a skip behind them', [rule('block'), skip({ ruleset: 'current' })], 'block'],
    ['go on after a skip of products', [skip({ products: ['hot'] }), rule('block')], 'block'],
  ])('%s', (_, rules, outcome) => {
    expect(custom(...rules).outcome).toBe(outcome);
  });

  it('tell what they could not evaluate', () => {
    const { outcome, unknown } = custom(rule('block', 'ip.src in $missing_list'));
    expect(outcome).toBe('pass');
    expect(unknown).toMatchObject([{ expression: 'ip.src in $missing_list' }]);
    expect(custom(rule('block')).unknown).toEqual([]);
  });
});

describe('rate limits', () => {
  const limits = [rule('block', 'ssl', { ratelimit })];
  it('count what they match, unless a skip takes the phase', () => {
    expect(effectOf({ http_ratelimit: limits }).limits).toMatchObject([{ action: 'block', ratelimit }]);
    const skipped = {
      http_request_firewall_custom: [skip({ phases: ['http_ratelimit'] })],
      http_ratelimit: limits,
    };
    expect(effectOf(skipped).limits).toEqual([]);
    const other = { http_ratelimit: [rule('block', 'not ssl', { ratelimit })] };
    expect(effectOf(other).limits).toEqual([]);
  });
});

describe('managed rulesets', () => {
  const managed = (...rules: JsonObject[]) => effectOf({ http_request_firewall_managed: rules }).managed;

  it('run with their overrides: a rule before its tag, a tag before the whole', () => {
    const all = managed(execute(OWASP))[0]?.rules ?? {};
    expect(all[LAST]).toBe('block from a score of 40');
    const categories = ['paranoia-level-3', 'paranoia-level-4'].map((category) => ({
      category,
      enabled: false,
    }));
    const rules = [{ id: LAST, score_threshold: 25, action: 'log' }];
    const tuned = managed(execute(OWASP, { action: 'managed_challenge', categories, rules }))[0]?.rules ?? {};
    expect(Object.keys(tuned)).toHaveLength(Object.keys(all).length - 2);
    expect(tuned[LAST]).toBe('log from a score of 25');
    expect(Object.values(tuned)).toContain('managed_challenge');
    expect(managed(execute(OWASP, { enabled: false }))[0]?.rules).toEqual({});
  });

  it('are taken out by an exception that stands before them, whole or in part', () => {
    const ids = (...rules: JsonObject[]) => managed(...rules).map(({ ruleset }) => ruleset);
    const except = skip({ rulesets: [OWASP] });
    expect(ids(except, execute(OWASP), execute(MANAGED))).toEqual([MANAGED]);
    expect(ids(execute(OWASP), except)).toEqual([OWASP]);
    expect(ids(skip({ ruleset: 'current' }), execute(OWASP))).toEqual([]);
    expect(managed(skip({ rules: { [OWASP]: [LAST] } }), execute(OWASP))[0]?.rules).not.toHaveProperty(LAST);
  });
});
