import { describe, expect, it } from 'vitest';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { Comparer, type RunDifference } from '../../src/edge/compare/difference.js';
import { applyExemptions } from '../../src/edge/compare/exemptions.js';
import { Identity } from '../../src/edge/compare/identity.js';
import { compareRecordings, equalStates, readExemptions } from '../../src/edge/compare/index.js';
import { normalCollections } from '../../src/edge/compare/normal-form.js';
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

describe('collections', () => {
  const space = (id: string, title: string, value: string) =>
    normalCollections({ kv: [{ id, title }], [`kv/${id}`]: [{ name: 'banner', value }] });

  it('of one row go by its name, whatever its id is', () => {
    const [one, other] = [space('a1', 'flags', 'on'), space('b2', 'flags', 'on')];
    expect(Object.keys(one)).toEqual(['kv', 'kv/flags']);
    expect(one['kv/flags']).toEqual(other['kv/flags']);
    expect(space('b2', 'flags', 'off')['kv/flags']).not.toEqual(one['kv/flags']);
    expect(Object.keys(space('b2', 'other', 'on'))).toContain('kv/other');
  });

  it('of rows that share a name keep their ids', () => {
    const kv = ['a1', 'b2'].map((id) => ({ id, title: 'flags' }));
    expect(Object.keys(normalCollections({ kv, 'kv/a1': [{ name: 'x' }] }))).toEqual(['kv', 'kv/a1']);
  });
});

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
      'the order of rules',
      legacy(
        { action: 'block', priority: 2, ...filter('ssl') },
        { action: 'allow', priority: 1, ...filter('true') },
      ),
      modern({ action: 'block', expression: 'ssl' }, { ...allow, expression: 'true' }),
      'http_request_firewall_custom.rules.0',
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
    expect(kinds('(ssl)')).toEqual([]);
    expect(kinds('not ssl')).toContain('effect');
  });
});

describe('lists are aligned', () => {
  const rule = (number: number, action = 'block') => ({ action, expression: `ip.src eq 192.0.2.${number}` });
  const many = Array.from({ length: 20 }, (_, number) => rule(number));
  const rulesets = (first: Calls, second: Calls) =>
    equalStates(once(first), today(second), { entries }).filter(({ kind }) => kind === 'state');

  it('one inserted rule is one difference', () => {
    const [found, ...more] = rulesets(
      modern(...many),
      modern(...many.slice(0, 3), rule(99), ...many.slice(3)),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      change: 'added',
      where: expect.stringMatching(/custom\.rules\.3$/),
      after: rule(99),
    });
  });

  it('one removed rule is one difference, and so is one with another action', () => {
    expect(rulesets(modern(...many), modern(...many.slice(1)))).toMatchObject([
      { change: 'removed', where: expect.stringMatching(/rules\.0$/) },
    ]);
    const changed = many.map((each, index) => (index === 7 ? { ...each, action: 'log' } : each));
    expect(rulesets(modern(...many), modern(...changed))).toMatchObject([
      { change: 'changed', where: expect.stringMatching(/rules\.7\.action$/), before: 'block', after: 'log' },
    ]);
  });

  it('one moved rule is one difference', () => {
    const [first, ...rest] = many;
    expect(rulesets(modern(...many), modern(...rest, first as JsonObject))).toMatchObject([
      { change: 'moved', where: expect.stringMatching(/rules\.0$/), before: 0, after: 19 },
    ]);
  });

  it('old names of fields and other forms of an expression are no difference where rules shift', () => {
    const old = [
      { action: 'block', expression: 'ip.geoip.country eq "XX"' },
      { action: 'block', expression: 'http.host eq "a.example.com" and http.request.uri.path eq "/x"' },
    ];
    const fresh = [
      { action: 'block', expression: 'ip.src.country in {"XX"}' },
      { action: 'block', expression: 'concat(http.host, http.request.uri.path) eq "a.example.com/x"' },
    ];
    expect(equalStates(once(modern(...old)), today(modern(...fresh)), { entries })).toEqual([]);
    expect(rulesets(modern(...old), modern(rule(99), ...fresh))).toHaveLength(1);
    const wrong = {
      action: 'block',
      expression: 'concat(http.host, http.request.uri.path) eq "a.example.com/y"',
    };
    expect(rulesets(modern(...old), modern(...fresh.slice(0, 1), wrong))).toMatchObject([
      { change: 'changed' },
    ]);
  });

  it('the threat score of every request is 0', () => {
    const scored = { action: 'block', expression: 'ssl or cf.threat_score gt 50' };
    const folded = modern({ action: 'block', expression: 'ssl' });
    expect(equalStates(once(modern(scored)), once(folded), { entries })).toEqual([]);
  });

  it('records that come before others in the alphabet do not make these differ', () => {
    const records = (...names: string[]): Calls =>
      names.map((name) => ['POST', `${Z}/dns_records`, { type: 'TXT', name, content: 'x' }]);
    expect(rulesets(records('b', 'c', 'd'), records('a', 'b', 'c', 'd'))).toMatchObject([
      { change: 'added' },
    ]);
  });

  it('ids of lines behind an inserted one still map one to one', () => {
    const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];
    const comparer = new Comparer();
    expect(
      comparer.differences('stdout', 'stdout', [`made ${one}`, 'done'], ['hello', `made ${two}`, 'done']),
    ).toEqual([{ kind: 'stdout', change: 'added', where: 'stdout.0', before: undefined, after: 'hello' }]);
    expect(comparer.identity.same(one, two)).toBe(true);
    expect(comparer.identity.same(one, 'c'.repeat(32))).toBe(false);
  });

  it('lists too long to be aligned are compared by index', () => {
    const before = Array.from({ length: 2100 }, (_, index) => `before ${index}`);
    const after = Array.from({ length: 2100 }, (_, index) => `after ${index}`);
    expect(new Comparer().differences('stdout', 'stdout', before, after)).toHaveLength(2100);
  });
});

describe('recordings', () => {
  const state = today(modern());
  const recorded = (stdout: string, exitCode = 0, left = state) => ({
    now: '2026-11-21',
    command: ['x'],
    calls: [],
    others: {},
    brokenOff: 0,
    unread: 0,
    isolation: { isolated: true } as const,
    exitCode,
    problem: null,
    state: left,
    aliases: {},
    output: { stdout, stderr: '' },
  });
  const kinds = (open: readonly RunDifference[]) => open.map(({ kind, change }) => `${kind} ${change}`);

  it('are equal, or differ in what is shown as a unified diff', () => {
    expect(compareRecordings(recorded('a\nb\n'), recorded('a\nb\n'))).toMatchObject({
      equal: true,
      output: { stdout: '' },
    });
    const { open, output } = compareRecordings(
      recorded('1\n2\n3\n4\n5\nold six\n'),
      recorded('1\n2\n3\n4\n5\nnew six\nseven\n', 1),
    );
    expect(kinds(open)).toEqual(['stdout changed', 'stdout added', 'exit changed']);
    expect(output.stdout).toBe(
      '--- before stdout\n+++ after stdout\n@@ -4,4 +4,5 @@\n 4\n 5\n-old six\n+new six\n+seven\n \n',
    );
  });

  it('are equal but for lines that may be missing or move', () => {
    const exemptions = [
      {
        name: 'deprecation',
        reason: 'no longer said',
        kind: 'stdout',
        change: 'removed',
        where: '*',
        text: 'warning: *',
      },
      { name: 'order', reason: 'listed by position', kind: 'stdout', change: 'moved', where: '*' },
    ] as const;
    const before = recorded('warning: old\nb\na\n');
    expect(compareRecordings(before, recorded('a\nb\n'), { exemptions })).toMatchObject({
      equal: true,
      unused: [],
    });
    expect(kinds(compareRecordings(before, recorded('warning: old\nb\n'), { exemptions }).open)).toEqual([
      'stdout removed',
    ]);
    expect(kinds(compareRecordings(before, recorded('warning: old\nb\nc\n'), { exemptions }).open)).toEqual([
      'stdout changed',
    ]);
  });

  it('say what a rule does that differs, in one difference', () => {
    const [before, after] = [
      today(modern({ action: 'block', expression: 'ssl' })),
      today(modern({ action: 'log', expression: 'ssl' }, { action: 'block', expression: 'ssl' })),
    ];
    const { open } = compareRecordings(recorded('', 0, before), recorded('', 0, after));
    expect(open).toMatchObject([
      { kind: 'state', change: 'added', effect: { requests: expect.any(Number) } },
    ]);
    const looks = { name: 'looks', reason: 'agreed', kind: 'state', where: '*' } as const;
    expect(
      kinds(compareRecordings(recorded('', 0, before), recorded('', 0, after), { exemptions: [looks] }).open),
    ).toEqual(['effect added']);
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
  const difference = {
    kind: 'state',
    change: 'changed',
    where: 'zones.z.settings.ssl',
    before: 'a',
    after: 'b',
  } as const;
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
    ['[{"name":"a","reason":"b","kind":"state","where":"*","change":"lost"}]', '"change" must be one of'],
    ['[{"name":"a","reason":"b","kind":"stdout","where":"*","text":1}]', '"text" must be a string'],
  ])('are refused: %s', (text, problem) => {
    const read = readExemptions(text);
    expect(read.ok ? '' : read.problems.join()).toContain(problem);
  });
});
