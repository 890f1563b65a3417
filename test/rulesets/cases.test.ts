import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { checkRuleset, type RulesetAct, valueOfJson } from '../../src/rulesets/index.js';
import { Api, ZONE } from '../edge/api.js';
import { CASES } from './cases.js';
import { DIFFERENCES } from './differences.js';
import { generated, generatedChange, generatedRule } from './generated.js';
import { CUSTOM, LAST_RULE, LIMITS, MANAGED } from './rules.js';

const TODAY = '2026-11-21';
const Z = `/zones/${ZONE}`;

function checksOf(body: Json, act: RulesetAct, phase: string | null = null): readonly string[] {
  return checkRuleset(valueOfJson(body), { act, phase }).map(({ check }) => check);
}

const api = new Api(TODAY);

/** Why the emulated API refuses the rules as the entry point of a phase; null where it takes them. */
function refusalOf(phase: string, rules: readonly Json[]): string | null {
  return refusalTo('PUT', `/phases/${phase}/entrypoint`, { rules });
}

function refusalTo(method: string, path: string, sent: Json): string | null {
  const { status, body } = api.ask(method, `${Z}/rulesets${path}`, sent);
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

/** A rule that each phase takes. */
const SEEDS: Readonly<Record<string, JsonObject>> = {
  [MANAGED]: { action: 'skip', expression: 'ssl', action_parameters: { ruleset: 'current' } },
  [LIMITS]: {
    action: 'block',
    expression: 'ssl',
    ratelimit: {
      characteristics: ['cf.colo.id', 'ip.src'],
      period: 60,
      requests_per_period: 5,
      mitigation_timeout: 60,
    },
  },
  http_config_settings: { action: 'set_config', expression: 'ssl', action_parameters: { ssl: 'full' } },
};

/** Paths below the rulesets of the zone: of the rules of a new list with one rule, and of that rule. */
function newList(phase: string): { readonly rules: string; readonly rule: string } {
  const seed = SEEDS[phase] ?? { action: 'log', expression: 'ssl' };
  const made = api.object('PUT', `${Z}/rulesets/phases/${phase}/entrypoint`, { rules: [seed] });
  const [rule] = made.rules as readonly JsonObject[];
  return { rules: `/${String(made.id)}/rules`, rule: `/${String(made.id)}/rules/${String(rule?.id)}` };
}

/** Whether both refuse a rule, or neither does; what only the API can know is listed. */
function agreed(act: RulesetAct, phase: string, sent: Json): 'refused' | 'taken' {
  const { rules, rule } = newList(phase);
  const refusal = act === 'add-rule' ? refusalTo('POST', rules, sent) : refusalTo('PATCH', rule, sent);
  const isRefused = checkRuleset(valueOfJson(sent), { act, phase }).some(({ refused }) => refused);
  if (!isRefused && DIFFERENCES.some(({ answer }) => refusal?.startsWith(answer))) return 'refused';
  expect(refusal !== null, `${act} ${JSON.stringify(sent)}: ${refusal ?? 'taken'}`).toBe(isRefused);
  return isRefused ? 'refused' : 'taken';
}

describe('generated rules', () => {
  it('are added by both or by neither', () => {
    const seen = { refused: 0, taken: 0 };
    fc.assert(
      fc.property(generatedRule, ([phase, rule, position]) => {
        seen[agreed('add-rule', phase, (position === null ? rule : { ...rule, position }) as Json)]++;
      }),
      { seed: 24, numRuns: 400 },
    );
    expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(40);
  });

  it('are changed by both or by neither', () => {
    const seen = { refused: 0, taken: 0 };
    fc.assert(
      fc.property(generatedRule, generatedChange, ([phase, rule, position], change) => {
        seen[agreed('edit-rule', phase, (position === null ? rule : { ...rule, position }) as Json)]++;
        seen[agreed('edit-rule', phase, change as Json)]++;
      }),
      { seed: 24, numRuns: 300 },
    );
    expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(40);
  });
});

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
