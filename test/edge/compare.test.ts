import { describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { applyExemptions } from '../../src/edge/compare/exemptions.js';
import { Identity } from '../../src/edge/compare/identity.js';
import { equalStates, readExemptions } from '../../src/edge/compare/index.js';
import type { Json, JsonObject } from '../../src/edge/core/json.js';
import { ACCOUNT, Api, ZONE } from './api.js';

const Z = `/zones/${ZONE}`;
const ENTRY = `${Z}/rulesets/phases/http_request_firewall_custom/entrypoint`;
const { entries } = builtinCatalogue();

type Calls = readonly (readonly [method: string, path: string, body?: Json])[];

function left(now: string, seed: string, calls: Calls) {
  const api = new Api(now, { seed });
  for (const [method, path, body] of calls) api.ok(method, path, body);
  return api.edge.state;
}
const once = (calls: Calls) => left('2020-02-03', 'before', calls);
const today = (calls: Calls) => left('2026-11-21', 'after', calls);
const legacy = (...rules: JsonObject[]): Calls => [['POST', `${Z}/firewall/rules`, rules]];
const modern = (...rules: JsonObject[]): Calls => [['PUT', ENTRY, { rules }]];
const filter = (expression: string) => ({ filter: { expression } });
const allow = { action: 'skip', action_parameters: { ruleset: 'current' } };

describe('states are equal', () => {
  it.each<readonly [string, Calls, Calls]>([
    ['both empty', [], []],
    [
      'rules of the old API and of the new',
      legacy({ action: 'block', ...filter('ssl') }),
      modern({ action: 'block', expression: 'ssl' }),
    ],
    [
      'a paused rule and a disabled one',
      legacy({ action: 'block', paused: true, ...filter('ssl') }),
      modern({ action: 'block', expression: 'ssl', enabled: false }),
    ],
    [
      'priorities and positions',
      legacy(
        { action: 'block', priority: 2, ...filter('ssl') },
        { action: 'allow', priority: 1, ...filter('not ssl') },
      ),
      modern({ ...allow, expression: 'not ssl' }, { action: 'block', expression: 'ssl' }),
    ],
    [
      'old and new names of fields',
      modern({ action: 'block', expression: 'ip.geoip.country eq "XX"' }),
      modern({ action: 'block', expression: 'ip.src.country eq "XX"' }),
    ],
    [
      'a reference',
      legacy({ action: 'block', ref: 'r', ...filter('ssl') }),
      modern({ action: 'block', expression: 'ssl', ref: 'r' }),
    ],
    ['an empty entry point and none', [], modern()],
    ['an ended setting and none', [['PATCH', `${Z}/settings/minify`, { value: { css: 'on' } }]], []],
    ['an ended level and none', [['PATCH', `${Z}/settings/security_level`, { value: 'high' }]], []],
    [
      'bookmarks and apps',
      [['POST', `/accounts/${ACCOUNT}/access/bookmarks`, { name: 'W', domain: 'w.example.com' }]],
      [
        [
          'POST',
          `/accounts/${ACCOUNT}/access/apps`,
          { type: 'bookmark', name: 'W', domain: 'w.example.com' },
        ],
      ],
    ],
    [
      'records made in another order',
      [
        ['POST', `${Z}/dns_records`, { type: 'TXT', name: 'a', content: 'x' }],
        ['POST', `${Z}/dns_records`, { type: 'TXT', name: 'b', content: 'x' }],
      ],
      [
        ['POST', `${Z}/dns_records`, { type: 'TXT', name: 'b', content: 'x' }],
        ['POST', `${Z}/dns_records`, { type: 'TXT', name: 'a', content: 'x' }],
      ],
    ],
  ])('%s', (_, first, second) => {
    expect(equalStates(once(first), today(second), { entries })).toEqual([]);
  });
});

describe('states differ in', () => {
  it.each<readonly [string, Calls, Calls, string]>([
    [
      'a forgotten inversion of paused',
      legacy({ action: 'block', paused: true, ...filter('ssl') }),
      modern({ action: 'block', expression: 'ssl' }),
      'rules.0.enabled',
    ],
    [
      'the order',
      legacy(
        { action: 'block', priority: 2, ...filter('ssl') },
        { action: 'allow', priority: 1, ...filter('true') },
      ),
      modern({ action: 'block', expression: 'ssl' }, { ...allow, expression: 'true' }),
      'rules.0.action',
    ],
    [
      'an action',
      legacy({ action: 'allow', ...filter('ssl') }),
      modern({ action: 'log', expression: 'ssl' }),
      'rules.0.action',
    ],
    [
      'a field that only looks like an old name',
      modern({ action: 'block', expression: 'http.host eq "ip.geoip.country"' }),
      modern({ action: 'block', expression: 'http.host eq "ip.src.country"' }),
      'rules.0.expression',
    ],
    ['a rule too few', legacy({ action: 'block', ...filter('ssl') }), [], 'http_request_firewall_custom'],
    ['a rule too many', [], modern({ action: 'block', expression: 'ssl' }), 'http_request_firewall_custom'],
    [
      'a lost field',
      modern({ action: 'block', expression: 'ssl', exposed_credential_check: { a: 'b' } }),
      modern({ action: 'block', expression: 'ssl' }),
      'exposed_credential_check',
    ],
    ['a live setting', [['PATCH', `${Z}/settings/ssl`, { value: 'strict' }]], [], 'settings.ssl'],
    [
      'an ended level turned into an attack',
      [['PATCH', `${Z}/settings/security_level`, { value: 'high' }]],
      [['PATCH', `${Z}/settings/security_level`, { value: 'under_attack' }]],
      'security_level',
    ],
    [
      'a DNS setting',
      [['PATCH', `${Z}/dns_settings/use_apex_ns`, { value: true }]],
      [],
      'dnsSettings.multi_provider',
    ],
    [
      'a previous package',
      [['PATCH', `${Z}/firewall/waf/packages/a25a9a7e9c00afc1fb2e0245519d725b`, { sensitivity: 'low' }]],
      [],
      'waf.packages',
    ],
    ['a row', [], [['POST', '/user/load_balancers/pools', { name: 'p', origins: [] }]], 'user.'],
  ])('%s', (_, first, second, where) => {
    const found = equalStates(once(first), today(second), { entries });
    expect(found.map((difference) => difference.where).join('\n')).toContain(where);
  });

  it('what they do, and only then: an expression written otherwise is no other effect', () => {
    const kinds = (expression: string) =>
      equalStates(
        once(legacy({ action: 'block', ...filter('ssl') })),
        today(modern({ action: 'block', expression })),
      ).map(({ kind }) => kind);
    expect(kinds('(ssl)')).toEqual(['state']);
    expect(kinds('not ssl')).toContain('effect');
  });
});

describe('ids', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
  it('may differ one to one', () => {
    const identity = new Identity();
    expect([identity.same(`made ${a}`, `made ${b}`), identity.same(a, b), identity.same(b, c)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(identity.same(a, c)).toBe(false);
    expect(identity.same(c, b)).toBe(false);
    expect(identity.same(`made ${a}`, `lost ${b}`)).toBe(false);
  });

  it('of the old API are other names of the same rule', () => {
    const identity = new Identity({ [a]: b });
    expect([identity.same(b, c), identity.same(a, c)]).toEqual([true, true]);
    const strict = new Identity();
    expect([strict.same(b, c), strict.same(a, c)]).toEqual([true, false]);
  });

  it('stand beside moments, which always differ', () => {
    expect(new Identity().same('at 2020-02-03T00:00:00.000001Z', 'at 2026-11-21T00:00:00.000009Z')).toBe(
      true,
    );
    expect(new Identity().same('on 2020-02-03', 'on 2026-11-21')).toBe(false);
  });
});

describe('exemptions', () => {
  const difference = { kind: 'state', where: 'zones.z.settings.ssl', before: 'a', after: 'b' } as const;
  const exemption = { name: 'ssl', reason: 'wanted', kind: 'state', where: 'zones.*.settings.ssl' } as const;

  it('cover what they name, and are told when they cover nothing', () => {
    const other = { ...exemption, name: 'other', where: 'zones.*.settings.brotli' };
    const { open, exempted, unused } = applyExemptions([difference], [exemption, other]);
    expect(open).toEqual([]);
    expect(exempted.map((each) => each.exemption.name)).toEqual(['ssl']);
    expect(unused).toEqual([other]);
    expect(applyExemptions([difference], [{ ...exemption, kind: 'effect' }]).open).toEqual([difference]);
    expect(applyExemptions([difference], [{ ...exemption, where: 'zones.z.settings' }]).open).toEqual([
      difference,
    ]);
  });

  it.each([
    ['{', 'it is not JSON'],
    ['{}', 'it must be an array'],
    ['[{"name":"a","reason":"","kind":"state","where":"*"}]', 'item 1 needs'],
    ['[{"name":"a","reason":"b","kind":"other","where":"*"}]', 'item 1 needs'],
    ['[{"name":"a","reason":"b","kind":"state","where":"*","why":"c"}]', '"why" is not known'],
  ])('are refused: %s', (text, problem) => {
    const read = readExemptions(text);
    expect(read.ok ? '' : read.problems.join()).toContain(problem);
  });
});
