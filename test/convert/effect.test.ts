import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert } from '../../src/convert/index.js';
import { effect, legacyEffect } from '../../src/edge/effect/effect.js';
import { Api, ZONE } from '../edge/api.js';

/**
 * Old rules written through the old API, and the converted ones written through the Rulesets API, decide alike
 * for every request.
 */

const EXPRESSIONS = ['ssl', 'not ssl', 'ip.src eq 192.0.2.1', 'http.host eq "shop.example.com"'];
const REQUESTS = [true, false].flatMap((ssl) =>
  ['192.0.2.1', '192.0.2.2'].flatMap((ip) =>
    ['shop.example.com', 'www.example.com'].map((host) => ({
      fields: {
        ssl,
        'ip.src': ip,
        'http.host': host,
        'http.request.uri.path': '/login',
        'http.request.method': 'POST',
        'cf.client.bot': false,
      },
    })),
  ),
);

const oldRule = fc.record({
  action: fc.constantFrom(
    'log',
    'allow',
    'challenge',
    'managed_challenge',
    'js_challenge',
    'block',
    'bypass',
  ),
  expression: fc.constantFrom(...EXPRESSIONS),
  priority: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  paused: fc.boolean(),
  filterPaused: fc.boolean(),
});

/** The zone of an API in which `write` made its calls. */
function zoneAfter(today: string, write: (api: Api) => void) {
  const api = new Api(today);
  write(api);
  const zone = api.edge.state.zones[ZONE];
  if (zone === undefined) throw new Error('the zone is missing');
  return { api, zone };
}

function createRuleset(kind: 'firewall-rules' | 'rate-limits', list: unknown) {
  const { phase, rules } = convert(kind, JSON.stringify(list));
  return zoneAfter('2026-11-21', (api) =>
    api.ok('POST', `/zones/${ZONE}/rulesets`, { name: 'default', kind: 'zone', phase, rules }),
  );
}

describe('converted firewall rules', () => {
  it('decide as the old ones did, with ties of priority, paused rules and skips', () => {
    fc.assert(
      fc.property(fc.array(oldRule, { minLength: 1, maxLength: 6 }), (rules) => {
        const old = zoneAfter('2024-01-01', (api) => {
          for (const [index, { expression, filterPaused, priority, ...rule }] of rules.entries()) {
            // The old API refused a second filter with the same expression.
            const own = `${expression} or http.host eq "${index}.example.com"`;
            const filter = { expression: own, paused: filterPaused };
            const products = rule.action === 'bypass' ? { products: ['hot'] } : {};
            const order = priority === undefined ? {} : { priority };
            api.ok('POST', `/zones/${ZONE}/firewall/rules`, [{ ...rule, ...products, ...order, filter }]);
          }
        });
        const { zone } = createRuleset('firewall-rules', {
          result: old.api.ok('GET', `/zones/${ZONE}/firewall/rules`),
        });
        for (const request of REQUESTS) {
          const { outcome, noted, skipped } = legacyEffect(old.zone, request);
          expect(effect(zone, request)).toMatchObject({ outcome, noted, skipped, unknown: [] });
        }
      }),
      { numRuns: 60, seed: 20 },
    );
  });

  it('follow the priority, not the order of the list', () => {
    const rules = [
      { action: 'block', filter: { expression: 'ssl' } },
      { action: 'allow', filter: { expression: 'ssl' }, priority: 1 },
    ];
    const request = REQUESTS[0] ?? { fields: {} };
    expect(effect(createRuleset('firewall-rules', rules).zone, request).outcome).toBe('pass');
    const swapped = rules.map((rule, index) => ({ ...rule, priority: index + 1 }));
    expect(effect(createRuleset('firewall-rules', swapped).zone, request).outcome).toBe('block');
  });
});

const URLS = ['*', 'shop.example.com/*', '*.example.com/login', '*/log*'];

describe('converted rate limits', () => {
  it('count the requests that the old ones counted', () => {
    const oldLimit = fc.record({
      threshold: fc.integer({ min: 1, max: 9 }),
      period: fc.constantFrom(10, 60, 3600),
      url: fc.constantFrom(...URLS),
      methods: fc.constantFrom(['POST'], ['GET'], ['_ALL_']),
      mode: fc.constantFrom('ban', 'simulate', 'challenge'),
      disabled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(oldLimit, { minLength: 1, maxLength: 4 }), (limits) => {
        const old = zoneAfter('2024-01-01', (api) => {
          for (const { url, methods, mode, ...limit } of limits) {
            const match = { request: { url, methods } };
            api.ok('POST', `/zones/${ZONE}/rate_limits`, { ...limit, match, action: { mode, timeout: 60 } });
          }
        });
        const { zone } = createRuleset('rate-limits', old.api.ok('GET', `/zones/${ZONE}/rate_limits`));
        for (const request of REQUESTS) {
          expect(effect(zone, request).limits).toEqual(effect(old.zone, request).limits);
        }
      }),
      { numRuns: 40, seed: 21 },
    );
  });

  it('exempt the crawlers of search engines, as the old API did by itself', () => {
    const { zone } = createRuleset('rate-limits', [
      { threshold: 1, period: 10, action: { mode: 'ban', timeout: 60 } },
    ]);
    const limitsOf = (bot: boolean) => effect(zone, { fields: { 'cf.client.bot': bot } }).limits.length;
    expect([limitsOf(false), limitsOf(true)]).toEqual([1, 0]);
  });
});
