/** `convert` takes whatever it is given: it gives rules, or names the place of what it does not understand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTerraform, BadInput, type Conversion, convert, type OldList } from '../../src/convert/index.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const text = fc.constantFrom('', 'ssl', 'a "quoted" ${text}', 'http.host eq "shop.example.com"', 'é\n', '*');

const firewallRule = fc.record(
  {
    id: fc.constant('1'),
    action: fc.constantFrom('log', 'allow', 'bypass', 'challenge', 'block'),
    filter: fc.record({ expression: text, paused: fc.boolean(), description: text }),
    description: text,
    paused: fc.boolean(),
    priority: fc.integer({ min: 0, max: 9 }),
    products: fc.constantFrom(['waf'], ['hot', 'rateLimit']),
    ref: text,
  },
  { requiredKeys: ['action', 'filter', 'products'] },
);

const rateLimit = fc.record(
  {
    threshold: fc.integer({ min: 1, max: 99 }),
    period: fc.constantFrom(1, 60, 86400),
    match: fc.record({
      request: fc.record({
        url: fc.constantFrom('*', '*.example.com/a*'),
        methods: fc.constantFrom(['_ALL_'], ['GET', 'POST']),
        schemes: fc.constantFrom(['_ALL_'], ['HTTPS']),
      }),
      response: fc.record({ status: fc.constantFrom([401], [429, 500]), origin_traffic: fc.boolean() }),
    }),
    action: fc.record({
      mode: fc.constantFrom('ban', 'simulate', 'challenge'),
      timeout: fc.constantFrom(1, 60, 86400),
      response: fc.record({ content_type: fc.constant('text/plain'), body: text }),
    }),
    bypass: fc.constant([{ name: 'url', value: 'api.example.com/*' }]),
    correlate: fc.constant({ by: 'nat' }),
    disabled: fc.boolean(),
    description: text,
  },
  { requiredKeys: ['threshold', 'period', 'action'] },
);

const wafPackage = fc.oneof(
  fc.record({
    name: fc.constant('OWASP ModSecurity Core Rule Set'),
    detection_mode: fc.constant('anomaly'),
    sensitivity: fc.constantFrom('high', 'medium', 'low', 'off'),
    action_mode: fc.constantFrom('simulate', 'block', 'challenge'),
    status: fc.constantFrom('active', 'disabled'),
  }),
  fc.record({
    name: fc.constantFrom('CloudFlare', 'USER'),
    detection_mode: fc.constant('traditional'),
    status: fc.constantFrom('active', 'disabled'),
  }),
);

const list = fc.oneof<fc.Arbitrary<{ kind: OldList; items: Json }>[]>(
  fc.record({
    kind: fc.constant<OldList>('firewall-rules'),
    items: fc.array(firewallRule, { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant<OldList>('rate-limits'), items: fc.array(rateLimit, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant<OldList>('waf-packages'), items: fc.array(wafPackage, { maxLength: 1 }) }),
) as fc.Arbitrary<{ kind: OldList; items: Json }>;

const HOSTILE: readonly Json[] = [
  null,
  true,
  -1,
  0.5,
  1e300,
  '',
  'constructor',
  [],
  [null],
  {},
  { value: [] },
];

/** All places of a value, as keys. */
function placesIn(value: Json, above: readonly (string | number)[] = []): (string | number)[][] {
  const inner = Array.isArray(value)
    ? value.flatMap((one, index) => placesIn(one as Json, [...above, index]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => placesIn(one as Json, [...above, key]))
      : [];
  return [[...above], ...inner];
}

/** The value with something else at one place; `undefined` takes the place out. */
function changed(value: Json, [key, ...rest]: readonly (string | number)[], other: Json | undefined): Json {
  if (key === undefined) return other ?? null;
  if (Array.isArray(value))
    return value.flatMap((one, index): Json[] => {
      if (index !== key) return [one as Json];
      return rest.length === 0 && other === undefined ? [] : [changed(one as Json, rest, other)];
    });
  return Object.fromEntries(
    Object.entries(value as { readonly [key: string]: Json }).flatMap(([name, one]): [string, Json][] => {
      if (name !== key) return [[name, one]];
      return rest.length === 0 && other === undefined ? [] : [[name, changed(one, rest, other)]];
    }),
  );
}

/** Whether a path leads to a value, or to a key that its object lacks. */
function leadsSomewhere(input: Json, path: string): boolean {
  if (path === '' || path === 'the input') return true;
  const keys = [...path.matchAll(/([\w-]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
  let value: Json | undefined = input;
  for (const key of keys) {
    // What is left out altogether has no keys either.
    if (value === undefined || value === null) return true;
    if (typeof value !== 'object') return false;
    value = Object.hasOwn(value, key) ? (value as Record<string | number, Json>)[key] : undefined;
  }
  return true;
}

/** The rules, or the message about what is wrong; anything else that is thrown is a fault. */
function outcome(kind: OldList, given: Json): Conversion | string {
  try {
    return convert(kind, JSON.stringify(given));
  } catch (error) {
    if (error instanceof BadInput) return error.message;
    throw error;
  }
}

describe('convert', () => {
  it('gives rules for every list of the old API, in both targets, each time the same', () => {
    fc.assert(
      fc.property(list, fc.boolean(), ({ kind, items }, isAnswer) => {
        const given = isAnswer ? { success: true, result: items } : items;
        const found = outcome(kind, given);
        if (typeof found === 'string') throw new Error(found);
        expect(outcome(kind, given)).toEqual(found);
        for (const { path } of found.differences)
          expect([path, leadsSomewhere(given, path)]).toEqual([path, true]);
        for (const major of [4, 5] as const)
          expect(asTerraform(found, 'label', major)).toMatch(/^resource "cloudflare_ruleset"/);
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  it('reads no setting past what it means', () => {
    const owasp = { name: 'OWASP', detection_mode: 'anomaly', sensitivity: 'low', action_mode: 'block' };
    const limit = { threshold: 1, period: 60, action: { mode: 'simulate', timeout: 60 } };
    const counted = (origin_traffic: Json) => [{ ...limit, match: { response: { origin_traffic } } }];
    expect(outcome('waf-packages', [{ ...owasp, status: 'paused' }])).toMatch(/^\[0\]\.status /);
    expect(outcome('waf-packages', [{ ...owasp, status: 'disabled' }])).toMatchObject({
      rules: [{ enabled: false }],
    });
    expect(outcome('waf-packages', [{ ...owasp, status: 'active' }])).not.toHaveProperty('rules.0.enabled');
    expect(outcome('rate-limits', counted('no'))).toMatch(/^\[0\]\.match\.response\.origin_traffic /);
    expect(outcome('rate-limits', counted(false))).toHaveProperty(
      'rules.0.ratelimit.requests_to_origin',
      false,
    );
  });

  it('names the place of whatever is wrong, and never fails in another way', () => {
    fc.assert(
      fc.property(
        list,
        fc.nat(),
        fc.option(fc.constantFrom(...HOSTILE), { nil: undefined }),
        ({ kind, items }, at, other) => {
          const places = placesIn(items);
          const given = changed(items, places[at % places.length] ?? [], other);
          const found = outcome(kind, given);
          if (typeof found !== 'string') {
            for (const major of [4, 5] as const) asTerraform(found, 'label', major);
            return;
          }
          const [path = ''] = /^(?:the input|\S+)/.exec(found) ?? [];
          expect([found, leadsSomewhere(given, path)]).toEqual([found, true]);
          expect(found).toMatch(/ (?:must|is|cannot) /);
        },
      ),
      { numRuns: 400, seed: 8 },
    );
  });
});
