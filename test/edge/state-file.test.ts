import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { readFaults, readState } from '../../src/edge/index.js';
import { ACCOUNT, Api, NOBODY, ZONE } from './api.js';

const schema = JSON.parse(readFileSync(join(ROOT, 'schema/edge-state.schema.json'), 'utf8')) as object;
const fits = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
const Z = `/zones/${ZONE}`;

/** A state with something of everything in it. */
function busy() {
  const api = new Api('2020-02-03');
  api.ok('POST', `${Z}/firewall/rules`, [
    { action: 'block', filter: { expression: 'ssl' }, priority: 1, description: 'a' },
    { action: 'bypass', products: ['hot'], filter: { expression: 'not ssl' } },
  ]);
  api.ok('POST', `${Z}/rate_limits`, { threshold: 1, period: 60, action: { mode: 'ban', timeout: 60 } });
  api.ok('POST', `${Z}/dns_records`, { type: 'A', name: 'a', content: '192.0.2.1' });
  api.ok('PATCH', `${Z}/settings/ssl`, { value: 'strict' });
  api.ok('PATCH', `${Z}/dns_settings`, { multi_provider: true });
  api.ok('PATCH', `${Z}/firewall/waf/packages/a25a9a7e9c00afc1fb2e0245519d725b`, { sensitivity: 'low' });
  api.ok('POST', `/accounts/${ACCOUNT}/tunnels`, { name: 't', tunnel_secret: 's' });
  api.ok('POST', '/user/load_balancers/pools', { name: 'p', origins: [] });
  return api;
}

describe('the state', () => {
  it('fits its published schema, is read again, and is the same state then', () => {
    const { state } = busy().edge;
    expect(fits(JSON.parse(JSON.stringify(state)))).toBe(true);
    const read = readState(JSON.stringify(state));
    expect(read).toEqual({ ok: true, state });
    if (read.ok) expect(new Api('2020-02-03', { state: read.state }).edge.state).toEqual(state);
  });

  it('may be written by hand, with no more than what matters', () => {
    const rule = { id: NOBODY, action: 'block', expression: 'ssl' };
    const rulesets = [{ id: NOBODY, phase: 'http_request_firewall_custom', kind: 'zone', rules: [rule] }];
    const written = { zones: { [ZONE]: { name: 'example.com', rulesets, settings: { ssl: 'strict' } } } };
    expect(fits(written)).toBe(true);
    const read = readState(JSON.stringify(written));
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const api = new Api('2024-12-31', { state: read.state });
    expect(api.list('GET', `${Z}/firewall/rules`)).toMatchObject([
      { action: 'block', filter: { expression: 'ssl' } },
    ]);
    expect(api.object('GET', `${Z}/settings/ssl`).value).toBe('strict');
  });

  it.each<readonly [string, string, string, boolean]>([
    ['no JSON', '{', 'it is not JSON', false],
    ['a list', '[]', 'it must be an object', false],
    ['an unknown key', '{"zone":{}}', '"zone" is not known in the state', false],
    ['a day that does not exist', '{"now":"2026-02-30"}', '"now" must be a day', true],
    ['an id of another shape', '{"zones":{"a":{}}}', 'an id has 32 hexadecimal characters', false],
    [
      'a ruleset without rules',
      `{"zones":{"${ZONE}":{"rulesets":[{"id":"a","phase":"p","kind":"zone"}]}}}`,
      'rulesets[0].rules" must exist',
      false,
    ],
    [
      'a rule without an action',
      `{"zones":{"${ZONE}":{"rulesets":[{"id":"a","phase":"p","kind":"zone","rules":[{"id":"b","expression":"ssl"}]}]}}}`,
      'rules[0].action" must exist',
      false,
    ],
    [
      'a face of no rule',
      `{"zones":{"${ZONE}":{"firewallRules":[{"id":"a","rule_id":"b","filter_id":"c","action":"block"}]}}}`,
      'names the rule b, which no ruleset has',
      true,
    ],
    ['settings as a list', `{"zones":{"${ZONE}":{"settings":[]}}}`, 'settings" must be an object', false],
    [
      'a collection of texts',
      `{"accounts":{"${ACCOUNT}":{"collections":{"members":["a"]}}}}`,
      'must be an array of objects',
      false,
    ],
  ])('is refused with %s', (_, text, problem, passesSchema) => {
    const read = readState(text);
    expect(read.ok ? [] : read.problems.join('\n')).toContain(problem);
    // What a schema cannot say (a calendar, a reference) only the reader knows.
    if (text !== '{') expect(fits(JSON.parse(text))).toBe(passesSchema);
  });
});

describe('a file of faults', () => {
  it('is read', () => {
    const written = {
      answers: [{ nth: 1, of: 'write', status: 429, retryAfter: 3 }],
      edits: [{ nth: 2, of: 'request', method: 'DELETE', path: `${Z}/dns_records/x` }],
      ruleQuota: 5,
    };
    const read = readFaults(JSON.stringify(written));
    expect(read).toMatchObject({
      ok: true,
      faults: { ...written, edits: [{ nth: 2, request: { method: 'DELETE' } }] },
    });
  });

  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'it must be an object'],
    ['{"answer":[]}', '"answer" is not known'],
    ['{"answers":[{"nth":0,"of":"write","status":429}]}', '"answers[0]" needs'],
    ['{"answers":[{"nth":1,"of":"write","status":418}]}', '"answers[0]" needs'],
    ['{"answers":{}}', 'must be an array'],
    ['{"edits":[{"nth":1,"of":"write","method":"PUT","path":"zones"}]}', '"edits[0]" needs'],
    ['{"ruleQuota":1.5}', '"ruleQuota" must be'],
  ])('is refused: %s', (text, problem) => {
    const read = readFaults(text);
    expect(read.ok ? [] : read.problems.join('\n')).toContain(problem);
  });
});
