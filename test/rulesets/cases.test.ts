import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { checkRuleset, type RulesetAct, valueOfJson } from '../../src/rulesets/index.js';
import { Api, ZONE } from '../edge/api.js';
import { CASES } from './cases.js';
import { ABSENT, DIFFERENCES } from './differences.js';
import { CUSTOM, LAST_RULE, LIMITS, MANAGED, OWASP } from './rules.js';

const TODAY = '2026-11-21';
const Z = `/zones/${ZONE}`;

function checksOf(body: Json, act: RulesetAct, phase: string | null = null): readonly string[] {
  return checkRuleset(valueOfJson(body), { act, phase }).map(({ check }) => check);
}

const api = new Api(TODAY);

/** Why the emulated API refuses the rules as the entry point of a phase; null where it takes them. */
function refusalOf(phase: string, rules: readonly Json[]): string | null {
  const { status, body } = api.ask('PUT', `${Z}/rulesets/phases/${phase}/entrypoint`, { rules });
  if (status !== 200 && status !== 400) throw new Error(`answered ${status}`);
  const [error] = (body as { readonly errors: readonly { readonly message: string }[] }).errors;
  return error?.message ?? null;
}

describe('rules', () => {
  it('have enough cases, half of them right', () => {
    const right = CASES.filter(({ check }) => check === null).length;
    expect(CASES.length).toBeGreaterThanOrEqual(130);
    expect(right / CASES.length).toBeGreaterThanOrEqual(0.5);
  });

  it.each(CASES.map((one) => [one.phase, one.title, one] as const))('in %s: %s', (_, __, one) => {
    const found = checksOf({ phase: one.phase, rules: one.rules }, 'ruleset');
    expect([...new Set(found)]).toEqual(one.check === null ? [] : [one.check]);
    expect(refusalOf(one.phase, one.rules) === null, 'the emulated API').toBe(
      one.check === null || one.taken === true,
    );
  });
});

describe('requests', () => {
  const block: JsonObject = { action: 'block', expression: 'ssl' };
  const skip: JsonObject = { action: 'skip', expression: 'ssl', action_parameters: { ruleset: 'current' } };

  it.each<readonly [string, RulesetAct, Json, readonly string[]]>([
    ['a change of one field', 'edit-rule', { enabled: false }, ['ruleset-request']],
    ['a change without expression', 'edit-rule', { action: 'log' }, ['ruleset-request']],
    ['a change of all', 'edit-rule', { ...block, enabled: false }, []],
    ['a move', 'edit-rule', { position: { before: '' } }, []],
    ['a move to the place 0', 'edit-rule', { position: { index: 0 } }, ['ruleset-position']],
    [
      'a move by priority',
      'edit-rule',
      { position: { priority: 3 } },
      ['ruleset-position', 'ruleset-position'],
    ],
    ['two places', 'add-rule', { ...block, position: { before: '', index: 1 } }, ['ruleset-position']],
    ['a place beside a number', 'add-rule', { ...block, position: { before: 1 } }, ['ruleset-position']],
    ['a place as a number', 'add-rule', { ...block, position: 1 }, ['ruleset-position']],
    ['an empty place', 'add-rule', { ...block, position: {} }, ['ruleset-position']],
    ['a skip at the end', 'add-rule', skip, ['ruleset-order']],
    ['a skip in front', 'add-rule', { ...skip, position: { before: '' } }, []],
    ['a block at the end', 'add-rule', block, []],
    ['a block behind a rule', 'add-rule', { ...block, position: { after: LAST_RULE } }, []],
    ['new rules for all', 'entry-point', { rules: [block] }, ['ruleset-replaced']],
    ['rules that were read', 'entry-point', { rules: [{ ...block, id: LAST_RULE }] }, []],
    ['no rules', 'entry-point', { rules: [] }, []],
    [
      'a phase nobody has',
      'ruleset',
      { phase: 'http_request_firewal_custom', rules: [] },
      ['ruleset-fields'],
    ],
    ['a kind nobody has', 'ruleset', { kind: 'account', rules: [] }, ['ruleset-fields']],
    ['rules as an object', 'ruleset', { rules: {} }, ['ruleset-fields']],
    ['a rule as a text', 'ruleset', { rules: ['block'] }, ['ruleset-fields']],
    ['a field of the ruleset nobody knows', 'ruleset', { rules: [], zone_id: 'a' }, ['ruleset-fields']],
    ['a whole ruleset', 'ruleset', { name: 'a', kind: 'zone', phase: CUSTOM, rules: [block] }, []],
    [
      'a rate limit in front of another',
      'ruleset',
      {
        phase: LIMITS,
        rules: [
          { ...block, ratelimit: { characteristics: ['cf.colo.id'], period: 60, requests_per_period: 1 } },
          { action: 'execute', expression: 'true', action_parameters: { id: LAST_RULE } },
        ],
      },
      ['ruleset-order'],
    ],
    [
      'a rate limit behind another rule',
      'ruleset',
      {
        phase: LIMITS,
        rules: [
          { action: 'execute', expression: 'true', action_parameters: { id: LAST_RULE } },
          { ...block, ratelimit: { characteristics: ['cf.colo.id'], period: 60, requests_per_period: 1 } },
        ],
      },
      [],
    ],
  ])('%s', (_, act, body, checks) => {
    expect(checksOf(body, act)).toEqual(checks);
  });

  it('are refused when the body names another phase than the path', () => {
    expect(checksOf({ phase: LIMITS, rules: [] }, 'ruleset', CUSTOM)).toEqual(['ruleset-fields']);
  });
});

/** Bodies that both have to judge alike, but for the listed differences. */
/** Right ones more often, so that some bodies are right as a whole. */
const mostly = (right: readonly Json[], wrong: readonly Json[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  );
const flags = mostly([true, false, null], ['yes', 1]);
const numbers = mostly([60, 600], [0, 1, 61, 2.5, '60', null]);
const actions = mostly(['block', 'log', 'managed_challenge'], ['skip', 'allow', 'simulate', 'set_config', 7]);
const expressions = mostly(
  ['true', 'ssl', 'http.host eq "a.example"'],
  ['ip.src eq', '', 5, 'cf.threat_score gt 5'],
);
const parameters = fc.record(
  {
    ruleset: fc.constantFrom<Json>('current', 'other'),
    phases: fc.constantFrom<Json>([LIMITS], [MANAGED, 'x'], 'current', []),
    products: fc.constantFrom<Json>(['bic'], ['waf'], ['ratelimit'], 'bic'),
    rulesets: fc.constantFrom<Json>([OWASP], []),
    response: fc.constantFrom<Json>(
      { status_code: 403, content_type: 'text/plain', content: 'a' },
      { status_code: 200, content_type: 'text/plain', content: 'a' },
      { status_code: 403 },
    ),
    ssl: fc.constant<Json>('full'),
  },
  { requiredKeys: [] },
);
const limits = fc.record(
  {
    characteristics: fc.constantFrom<Json>(
      ['cf.colo.id'],
      ['ip.src'],
      ['cf.colo.id', 'ip.src'],
      'cf.colo.id',
    ),
    period: numbers,
    requests_per_period: numbers,
    mitigation_timeout: mostly([0, 600], [7, '60']),
    counting_expression: expressions,
    threshold: fc.constant<Json>(1),
  },
  { requiredKeys: ['characteristics', 'period', 'requests_per_period'] },
);
const overrideParts = {
  categories: fc.oneof(
    fc.array(
      fc.record({
        category: fc.constantFrom<Json>('paranoia-level-1', 'paranoia-level-3', 'paranoia-level-4'),
        enabled: flags,
      }),
      { maxLength: 3 },
    ),
    fc.constant<Json>([{ category: 'no-such-tag', enabled: false }]),
  ),
  rules: fc.oneof(
    fc.array(fc.record({ id: fc.constant<Json>(LAST_RULE), score_threshold: numbers, action: actions }), {
      maxLength: 1,
    }),
    fc.constant<Json>([{ id: ABSENT, enabled: false }]),
  ),
  enabled: flags,
};
const overrides = fc.oneof(
  { weight: 6, arbitrary: fc.record(overrideParts, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.record({ ...overrideParts, paranoia_level: numbers }) },
);
const executed = fc.record(
  {
    action: fc.constant<Json>('execute'),
    expression: expressions,
    action_parameters: fc.record({ id: mostly([OWASP], [ABSENT]), overrides }, { requiredKeys: ['id'] }),
  },
  { requiredKeys: ['action', 'action_parameters'] },
);
const plain = fc.record(
  {
    action: actions,
    expression: expressions,
    action_parameters: parameters,
    enabled: flags,
    ref: mostly(['a', 'b', 'c'], [5]),
    description: mostly(['a', null], [true]),
    ratelimit: limits,
  },
  { requiredKeys: ['action', 'expression'] },
);

const light = fc.record(
  { action: actions, expression: expressions, enabled: flags },
  { requiredKeys: ['action', 'expression'] },
);
const limiting = fc.record({
  action: fc.constant<Json>('block'),
  expression: expressions,
  ratelimit: limits,
});
const setting = fc.record({
  action: fc.constant<Json>('set_config'),
  expression: expressions,
  action_parameters: fc.record(
    { ssl: fc.constant<Json>('full'), security_level: mostly(['off', 'under_attack'], ['medium']) },
    { requiredKeys: [] },
  ),
});
const SETTINGS = 'http_config_settings';
const rulesOf = (phase: string) => (phase === LIMITS ? limiting : phase === SETTINGS ? setting : light);
const generated = fc.constantFrom(CUSTOM, LIMITS, MANAGED, SETTINGS).chain((phase) =>
  fc.tuple(
    fc.constant(phase),
    fc.array(fc.oneof(plain, rulesOf(phase), executed), {
      minLength: 1,
      maxLength: 2,
    }),
  ),
);

describe('generated rulesets', () => {
  it.each(DIFFERENCES)('$title: the API alone refuses it', ({ phase, rule, answer }) => {
    expect(checksOf({ rules: [rule] }, 'ruleset', phase)).toEqual([]);
    expect(refusalOf(phase, [rule])).toMatch(answer);
  });

  it('are refused by the checker and by the emulated API, or by neither, but for the listed differences', () => {
    const seen = { refused: 0, taken: 0 };
    const differences = new Set<string>();
    fc.assert(
      fc.property(generated, ([phase, made]) => {
        const rules = made as unknown as readonly Json[];
        const problems = checkRuleset(valueOfJson({ rules }), { act: 'entry-point', phase });
        const isRefused = problems.some(({ refused }) => refused);
        seen[isRefused ? 'refused' : 'taken']++;
        const refusal = refusalOf(phase, rules);
        const listed = DIFFERENCES.find(({ answer }) => refusal?.startsWith(answer));
        if (!isRefused && listed !== undefined) differences.add(listed.title);
        else expect(refusal !== null, refusal ?? 'taken').toBe(isRefused);
      }),
      { seed: 24, numRuns: 1500 },
    );
    expect([...differences].sort()).toEqual(DIFFERENCES.map(({ title }) => title).sort());
    expect(seen.refused).toBeGreaterThan(100);
    expect(seen.taken).toBeGreaterThan(40);
  });
});
