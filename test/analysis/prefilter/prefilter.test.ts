import { describe, expect, test } from 'vitest';
import {
  createPrefilter,
  layoutOf,
  type PrefilterOptions,
  TIER_BITS,
  type Trigger,
  triggersOf,
} from '../../../src/analysis/prefilter/index.js';
import { fuzzRound } from './fuzz.js';
import { naiveHits, random } from './naive.js';

const triggers = triggersOf({
  strong: ['firewall/rules', 'firewall/waf', 'rate_limits', 'threat_score'],
  weak: ['minify', 'members', '1004'],
  context: ['client/v4', 'zones/'],
});
const engines: [string, PrefilterOptions][] = [
  ['wasm', {}],
  ['javascript', { engine: 'javascript' }],
];
const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(engines)('the %s engine', (kind, options) => {
  const prefilter = createPrefilter(triggers, options);

  test('is the one asked for', () => {
    expect(prefilter.engine).toBe(kind);
  });

  test('tells the tiers that occur', () => {
    expect(prefilter.scan(bytes('nothing of interest here, only rules and a firewall'))).toBe(0);
    expect(prefilter.scan(bytes('a = cf.threat_score'))).toBe(TIER_BITS.strong);
    expect(prefilter.scan(bytes('{"minify": true}'))).toBe(TIER_BITS.weak);
    expect(prefilter.scan(bytes('/client/v4/zones/x/members'))).toBe(TIER_BITS.weak | TIER_BITS.context);
  });

  test.each([['firewall/rules'], ['firewall\\/rules'], ['firewall%2Frules'], ['firewall%2frules']])(
    'sees %s as the path it is',
    (spelling) => {
      expect(prefilter.scan(bytes(`x ${spelling} y`))).toBe(TIER_BITS.strong);
      expect(prefilter.hits()).toEqual([{ trigger: 0, start: 2, end: 2 + spelling.length }]);
    },
  );

  test.each([['firewall//rules'], ['firewall rules'], ['Firewall/Rules'], ['firewall/rule']])(
    'does not take %s for it',
    (other) => {
      expect(prefilter.scan(bytes(other))).toBe(0);
      expect(prefilter.hits()).toEqual([]);
    },
  );

  test('gives every place, also of triggers that overlap', () => {
    const overlapping = createPrefilter(
      triggersOf({ strong: ['aba', 'abab', 'baba'], weak: ['ab'] }),
      options,
    );
    const text = bytes('xababab');
    overlapping.scan(text);
    expect(overlapping.hits()).toEqual(
      naiveHits(triggersOf({ strong: ['aba', 'abab', 'baba'], weak: ['ab'] }), text),
    );
    expect(overlapping.hits()).toHaveLength(8);
  });

  test('knows letter case only where told', () => {
    const header: Trigger[] = [
      { text: 'X-Auth-Key', tier: 'context', caseInsensitive: true },
      { text: 'useApexNs', tier: 'strong' },
    ];
    const either = createPrefilter(header, options);
    expect(either.scan(bytes('x-auth-KEY'))).toBe(TIER_BITS.context);
    expect(either.scan(bytes('X-AUTH-Key: useapexns'))).toBe(TIER_BITS.context);
    expect(either.scan(bytes('X_Auth_Key: useApexNs'))).toBe(TIER_BITS.strong);
  });

  test('tells spellings apart that differ in letter case alone', () => {
    const cases = createPrefilter(
      triggersOf({ strong: ['firewallRules', 'accountRules'], weak: ['FirewallRules'] }),
      options,
    );
    expect(cases.scan(bytes('x.firewallRules'))).toBe(TIER_BITS.strong);
    expect(cases.scan(bytes('x.FirewallRules'))).toBe(TIER_BITS.weak);
    expect(cases.scan(bytes('x.FIREWALLRULES'))).toBe(0);
  });

  test.each([['threat\x7fscore'], ['threat_Score'], ['THREAT_SCORE'], ['Threat_score']])(
    'does not take %j for a trigger, though only the bit of letter case differs',
    (other) => {
      expect(prefilter.scan(bytes(`a = ${other};`))).toBe(0);
      expect(prefilter.scan(bytes(`a = ${other} + threat_score;`))).toBe(TIER_BITS.strong);
    },
  );

  test.each([
    ['z'],
    ['v1'],
    ['waf'],
    ['dns_'],
    ['top/5'],
    ['mirage'],
    ['threats'],
    ['threat_score'],
    ['settings_override'],
  ])('finds %s, however little of it there is to hash, up to the very end of a text', (word) => {
    const only = createPrefilter(triggersOf({ strong: [word], weak: ['other_words'] }), options);
    expect(only.scan(bytes(word))).toBe(TIER_BITS.strong);
    expect(only.scan(bytes(`.${word}`))).toBe(TIER_BITS.strong);
    expect(only.hits()).toEqual([{ trigger: 0, start: 1, end: 1 + word.length }]);
    expect(only.scan(bytes(`.${word}`).subarray(0, -1))).toBe(0);
    expect(only.scan(bytes(`.${word}`).subarray(2))).toBe(0);
  });

  test.each([
    ['locked', true],
    ['(locked)', true],
    ['x-locked.y', true],
    ['\\nlocked', true],
    ['%2Flocked', true],
    ['%slocked', true],
    ['élockedé', true],
    ['blocked', false],
    ['lockedness', false],
    ['_locked', false],
    ['locked1', false],
    ['\\nblocked', false],
  ])('takes %j for the whole word: %s', (text, expected) => {
    const words = createPrefilter([{ text: 'locked', tier: 'weak', wholeWord: true }], options);
    expect(words.scan(bytes(text))).toBe(expected ? TIER_BITS.weak : 0);
    expect(createPrefilter(triggersOf({ strong: [], weak: ['locked'] }), options).scan(bytes(text))).toBe(2);
  });

  test('looks at no byte behind the length', () => {
    const text = bytes('/rate_limits');
    expect(prefilter.scan(text)).toBe(TIER_BITS.strong);
    expect(prefilter.scan(text.subarray(0, -1))).toBe(0);
    expect(prefilter.hits()).toEqual([]);
  });

  test('finds a trigger at every place of a block and at both ends', () => {
    const word = bytes('rate_limits');
    for (let length = word.length; length < 80; length++) {
      for (let at = 0; at + word.length <= length; at++) {
        const text = new Uint8Array(length).fill(0x20);
        text.set(word, at);
        expect(prefilter.scan(text)).toBe(TIER_BITS.strong);
        expect(prefilter.hits()).toEqual([{ trigger: 2, start: at, end: at + word.length }]);
      }
    }
  });

  test('takes texts larger than its memory', () => {
    const text = new Uint8Array(3_000_000).fill(0x61);
    text.set(bytes('threat_score'), text.length - 12);
    expect(prefilter.scan(text)).toBe(TIER_BITS.strong);
    expect(prefilter.hits()).toEqual([{ trigger: 3, start: text.length - 12, end: text.length }]);
    expect(prefilter.scan(text.subarray(0, -1))).toBe(0);
  });

  test('is the same with a layout made before', () => {
    const made = createPrefilter(triggers, { ...options, layout: layoutOf(triggers) });
    expect(made.scan(bytes('minify 1004 zones/ rate_limits'))).toBe(7);
    expect(() => createPrefilter(triggers, { ...options, layout: layoutOf(triggers).slice(1) })).toThrow(
      RangeError,
    );
  });

  test('looks for spellings by a window that they share', () => {
    const [upper, lower, other] = layoutOf(
      triggersOf({ strong: ['deleteFirewall', 'firewallRules', 'verified_bots'], weak: [] }),
    );
    expect(upper).toEqual({ offset: 6, bucket: lower?.bucket });
    expect(lower?.offset).toBe(0);
    expect(other?.bucket).not.toBe(lower?.bucket);
  });

  test('looks for the tiers that are wanted only', () => {
    const text = bytes('minify zones/ rate_limits');
    for (let wanted = 0; wanted <= 7; wanted++) expect(prefilter.scan(text, wanted)).toBe(wanted);
    expect(prefilter.scan(bytes('minify'), TIER_BITS.strong | TIER_BITS.context)).toBe(0);
    expect(prefilter.hits()).toHaveLength(1);
  });

  test('finds nothing without triggers, and refuses an empty one', () => {
    expect(createPrefilter([], options).scan(bytes('anything'))).toBe(0);
    expect(() => createPrefilter([{ text: '', tier: 'weak' }], options)).toThrow(/empty/);
  });
});

test('both engines equal the naive search', () => {
  const next = random(20260418);
  for (let round = 0; round < 400; round++) {
    const mismatch = fuzzRound(next(2 ** 31));
    expect(mismatch).toBeUndefined();
  }
});
