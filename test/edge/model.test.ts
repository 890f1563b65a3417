/**
 * Random operations on both faces. Whatever is done in whatever order, the two APIs must go on speaking of one list.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/edge/core/json.js';
import { effect, legacyEffect } from '../../src/edge/index.js';
import type { EvaluationContext } from '../../src/expression/index.js';
import { Api, ZONE } from './api.js';

const Z = `/zones/${ZONE}`;
const ENTRY = `${Z}/rulesets/phases/http_request_firewall_custom/entrypoint`;
const EXPRESSIONS = ['ip.src eq 192.0.2.1', 'http.request.uri.path contains "/a"', 'ssl', 'not ssl', 'true'];
const REQUESTS: readonly EvaluationContext[] = [
  { fields: { 'ip.src': '192.0.2.1', 'http.request.uri.path': '/a', ssl: true } },
  { fields: { 'ip.src': '192.0.2.9', 'http.request.uri.path': '/b', ssl: false } },
];

/** What a test remembers of rules between two operations. */
interface Memory {
  version: number;
  refs: ReadonlyMap<string, string>;
}

const legacyAction = fc.constantFrom('block', 'allow', 'log', 'challenge', 'managed_challenge', 'bypass');
const action = fc.constantFrom('block', 'log', 'managed_challenge', 'skip', 'nonsense');
const expression = fc.constantFrom(...EXPRESSIONS, 'ip.src eq');
const priority = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 4 }));
const pick = fc.nat(20);

type Operation = (api: Api) => void;

function rulesOf(api: Api): readonly JsonObject[] {
  const found = api.edge.state.zones[ZONE]?.rulesets.find(
    ({ phase }) => phase === 'http_request_firewall_custom',
  );
  return (found?.rules ?? []) as readonly JsonObject[];
}
const faces = (api: Api) => api.edge.state.zones[ZONE]?.firewallRules ?? [];
const filters = (api: Api) => api.edge.state.zones[ZONE]?.filters ?? [];
const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];
const rulesetId = (api: Api) =>
  api.edge.state.zones[ZONE]?.rulesets.find(({ phase }) => phase === 'http_request_firewall_custom')?.id ??
  'none';

function definition(kind: string, text: string): JsonObject {
  return {
    action: kind,
    expression: text,
    ...(kind === 'skip' ? { action_parameters: { ruleset: 'current' } } : {}),
  };
}
function legacy(kind: string, rank: number | null, filter: JsonObject, paused: boolean): JsonObject {
  return {
    action: kind,
    priority: rank,
    filter,
    paused,
    ...(kind === 'bypass' ? { products: ['waf', 'hot'] } : {}),
  };
}

const operations: readonly fc.Arbitrary<Operation>[] = [
  fc.tuple(legacyAction, priority, expression, fc.boolean()).map(
    ([kind, rank, text, paused]) =>
      (api) =>
        void api.ask('POST', `${Z}/firewall/rules`, [legacy(kind, rank, { expression: text }, paused)]),
  ),
  fc.tuple(expression, fc.boolean()).map(
    ([text, paused]) =>
      (api) =>
        void api.ask('POST', `${Z}/filters`, [{ expression: text, paused }]),
  ),
  fc.tuple(legacyAction, priority, pick).map(
    ([kind, rank, which]) =>
      (api) =>
        void api.ask('POST', `${Z}/firewall/rules`, [
          legacy(kind, rank, { id: nth(filters(api), which)?.id ?? 'none' }, false),
        ]),
  ),
  fc.tuple(pick, pick, legacyAction, priority, fc.boolean()).map(
    ([which, other, kind, rank, paused]) =>
      (api) =>
        void api.ask(
          'PUT',
          `${Z}/firewall/rules/${nth(faces(api), which)?.id}`,
          legacy(kind, rank, { id: nth(filters(api), other)?.id ?? 'none' }, paused),
        ),
  ),
  fc.tuple(pick, priority).map(
    ([which, rank]) =>
      (api) =>
        void api.ask('PATCH', `${Z}/firewall/rules/${nth(faces(api), which)?.id}`, { priority: rank }),
  ),
  fc.tuple(pick, expression, fc.boolean()).map(
    ([which, text, paused]) =>
      (api) =>
        void api.ask('PUT', `${Z}/filters/${nth(filters(api), which)?.id}`, { expression: text, paused }),
  ),
  pick.map((which) => (api) => void api.ask('DELETE', `${Z}/firewall/rules/${nth(faces(api), which)?.id}`)),
  pick.map((which) => (api) => void api.ask('DELETE', `${Z}/filters/${nth(filters(api), which)?.id}`)),
  fc.tuple(action, expression, pick).map(([kind, text, which]) => (api) => {
    const beside = nth(rulesOf(api), which)?.id;
    api.ask('POST', `${Z}/rulesets/${rulesetId(api)}/rules`, {
      ...definition(kind, text),
      ...(beside === undefined ? {} : { position: { before: beside } }),
    });
  }),
  fc.tuple(pick, action, expression, fc.boolean()).map(
    ([which, kind, text, enabled]) =>
      (api) =>
        void api.ask('PATCH', `${Z}/rulesets/${rulesetId(api)}/rules/${nth(rulesOf(api), which)?.id}`, {
          ...definition(kind, text),
          enabled,
        }),
  ),
  fc.tuple(pick, fc.integer({ min: 0, max: 6 })).map(
    ([which, index]) =>
      (api) =>
        void api.ask('PATCH', `${Z}/rulesets/${rulesetId(api)}/rules/${nth(rulesOf(api), which)?.id}`, {
          position: { index },
        }),
  ),
  pick.map(
    (which) => (api) =>
      void api.ask('DELETE', `${Z}/rulesets/${rulesetId(api)}/rules/${nth(rulesOf(api), which)?.id}`),
  ),
  fc.constant((api: Api) => void api.ask('PUT', ENTRY, { rules: [...rulesOf(api)].reverse() })),
];

/** Everything that must hold after every operation. */
function invariants(api: Api, memory: Memory): Memory {
  const zone = api.edge.state.zones[ZONE];
  if (zone === undefined) return memory;
  const ruleset = zone.rulesets.find(({ phase }) => phase === 'http_request_firewall_custom');
  const rules = ruleset?.rules ?? [];
  // One list: each face leads to a rule and a filter, and says what they say.
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(new Set(rules.map(({ ref }) => ref)).size).toBe(rules.length);
  expect(zone.firewallRules.map(({ rule_id }) => rule_id)).toEqual(rules.map(({ id }) => id));
  for (const [index, face] of zone.firewallRules.entries()) {
    const rule = rules[index];
    const filter = zone.filters.find(({ id }) => id === face.filter_id);
    expect(filter?.expression).toBe(rule?.expression);
    expect(!face.paused && filter?.paused === false).toBe(rule?.enabled);
  }
  // The order is defined, and both faces see the same: requests fare alike.
  for (const request of REQUESTS) {
    const { outcome, noted, skipped } = effect(zone, request);
    expect(legacyEffect(zone, request)).toMatchObject({ outcome, noted, skipped });
  }
  const listed = api.list('GET', `${Z}/firewall/rules?per_page=100`);
  expect(listed.map(({ id }) => id)).toEqual(zone.firewallRules.map(({ id }) => id));
  // Versions only grow, and a rule keeps its ref.
  const version = Number(ruleset?.version ?? 0);
  expect(version).toBeGreaterThanOrEqual(memory.version);
  const refs = new Map(rules.map(({ id, ref }) => [id, ref]));
  for (const [id, ref] of refs) if (memory.refs.has(id)) expect(ref).toBe(memory.refs.get(id));
  return { version, refs };
}

describe('both faces of one list', () => {
  it('stay true to each other whatever is done to either', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(...operations), { minLength: 1, maxLength: 25 }), (run) => {
        const api = new Api('2024-12-31');
        let memory: Memory = { version: 0, refs: new Map() };
        for (const operation of run) {
          operation(api);
          memory = invariants(api, memory);
        }
      }),
      { numRuns: 400, seed: 33 },
    );
  });

  it('leave the state alone when they refuse', () => {
    const api = new Api('2024-12-31');
    api.ok('POST', `${Z}/firewall/rules`, [{ action: 'block', filter: { expression: 'ssl' } }]);
    const { id } = api.object('GET', ENTRY);
    const before = api.edge.state;
    for (const [method, path, body] of [
      [
        'POST',
        `${Z}/firewall/rules`,
        [{ action: 'allow', filter: { expression: 'true' } }, { action: 'nonsense' }],
      ],
      ['PUT', `${Z}/firewall/rules`, [{ id: faces(api)[0]?.id ?? '', action: 'block' }]],
      ['PUT', ENTRY, { rules: [{ action: 'allow', expression: 'true' }] }],
      ['POST', `${Z}/rulesets/${String(id)}/rules`, { action: 'block', expression: 'ip.src eq' }],
      [
        'PUT',
        `${Z}/rulesets/phases/http_ratelimit/entrypoint`,
        { rules: [{ action: 'block', expression: 'true' }] },
      ],
    ] as const) {
      api.refusal(method, path, body);
    }
    expect(api.edge.state).toEqual(before);
  });
});
