import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  type FilterExpression,
  foldThreatScore,
  parseFilter,
  suggestIntent,
  threatScoreSpans,
} from '../../src/expression/index.js';

function filter(text: string): FilterExpression {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.errors[0].message);
  return parsed.expression;
}

function folded(text: string): string {
  const { outcome } = foldThreatScore(filter(text));
  if (outcome.verdict !== 'rewritten') return outcome.verdict;
  expect(applyEdits(text, outcome.edits)).toBe(outcome.text);
  return outcome.text;
}

describe('comparisons of a score that is always 0', () => {
  it.each([
    ['gt 10', false],
    ['gt 0', false],
    ['ge 1', false],
    ['eq 5', false],
    ['ne 0', false],
    ['in {10..100}', false],
    ['in {5 7 0x10}', false],
    ['lt 0', false],
    ['& 255', false],
    ['bitwise_and 1', false],
    ['> 14', false],
    ['ge 0', true],
    ['le 5', true],
    ['le 0', true],
    ['lt 1', true],
    ['eq 0', true],
    ['ne 7', true],
    ['in {0..5}', true],
    ['in {7 0}', true],
    ['gt -1', true],
    ['== 00', true],
  ])('cf.threat_score %s', (comparison, expected) => {
    const verdict = expected ? 'always true' : 'always false';
    expect(folded(`cf.threat_score ${comparison}`)).toBe(verdict);
    expect(folded(`vendor.threat_score ${comparison}`)).toBe(verdict);
    expect(folded(`not (cf.threat_score ${comparison})`)).toBe(expected ? 'always false' : 'always true');
  });

  it.each([
    ['cf.threat_score in $scores', 'list'],
    ['len(to_string(cf.threat_score)) gt 1', 'used as a value'],
    ['cf.threat_score', 'used as a value'],
    ['any((cf.threat_score gt 1) or (ssl))', 'used as a value'],
    ['cf.threat_score eq "10"', 'number'],
    ['ssl and cf.threat_score contains "1"', 'text'],
  ])('%s is undecided', (text, reason) => {
    expect(foldThreatScore(filter(text)).outcome).toMatchObject({ verdict: 'undecided' });
    const { outcome } = foldThreatScore(filter(text));
    expect(outcome.verdict === 'undecided' ? outcome.reason : '').toContain(reason);
  });
});

describe('what is left of an expression', () => {
  it.each([
    ['cf.threat_score ge 10 and not cf.client.bot', 'always false'],
    ['(cf.threat_score > 40) or http.user_agent eq ""', 'http.user_agent eq ""'],
    ['http.user_agent eq "" or (cf.threat_score > 40)', 'http.user_agent eq ""'],
    ['not cf.threat_score le 5', 'always false'],
    ['cf.threat_score lt 10 and ip.src.country eq "NZ"', 'ip.src.country eq "NZ"'],
    ['cf.threat_score ne 0 xor ssl', 'ssl'],
    ['cf.threat_score eq 0 xor ssl', 'not ssl'],
    ['cf.threat_score eq 0 xor not ssl', 'ssl'],
    ['cf.threat_score eq 0 xor ssl and cf.client.bot', 'not (ssl and cf.client.bot)'],
    ['ssl xor cf.threat_score eq 0 xor cf.client.bot', 'not ssl xor cf.client.bot'],
    ['(cf.threat_score gt 10 and ssl) or (ip.src in $office and not ssl)', 'ip.src in $office and not ssl'],
    ['(cf.threat_score lt 10 and ssl and cf.client.bot)', '(ssl and cf.client.bot)'],
    ['not (cf.threat_score gt 1 or ssl)', 'not ssl'],
    ['not (cf.threat_score le 10 and (ssl or cf.client.bot))', 'not (ssl or cf.client.bot)'],
    ['not(cf.threat_score gt 1 or ssl)', 'not(ssl)'],
    ['!(cf.threat_score gt 1 || ssl)', '!ssl'],
    ['(cf.threat_score gt 1 or (ssl or cf.client.bot)) and ssl', '(ssl or cf.client.bot) and ssl'],
    ['ssl\nand cf.threat_score lt 9\nand cf.client.bot\n', 'ssl\nand cf.client.bot\n'],
    ['ssl && cf.threat_score lt 9 and cf.client.bot', 'ssl and cf.client.bot'],
    ['(ssl) or (cf.threat_score gt 9) or (cf.client.bot)', '(ssl) or (cf.client.bot)'],
    ['true and cf.threat_score lt 10', 'always true'],
    ['http.host eq "cf.threat_score gt 1"', 'unchanged'],
    ['cf.threat_score_2 gt 1', 'unchanged'],
  ])('%s', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  it('writes nothing that strict mode refuses', () => {
    const outcome = foldThreatScore(filter('cf.threat_score gt 1 or cf.zone.plan eq "x"')).outcome;
    expect(outcome).toMatchObject({ verdict: 'refused', error: { kind: 'scheme' } });
  });

  it('says where the score stands', () => {
    expect(threatScoreSpans(filter('ssl and vendor.threat_score gt 1').root)).toEqual([
      { start: 8, end: 27 },
    ]);
    expect(threatScoreSpans(filter('ssl').root)).toEqual([]);
  });
});

describe('suggestions for what was meant', () => {
  it('replaces the comparison, whichever way it looks', () => {
    const texts = suggestIntent(filter('cf.threat_score gt 14 and not (cf.threat_score le 5)')).map(
      ({ text }) => text,
    );
    expect(texts).toContain('cf.waf.score lt 20 and not (cf.waf.score ge 20)');
    expect(texts).toContain('cf.bot_management.score lt 30 and not (cf.bot_management.score ge 30)');
  });

  it('offers a managed challenge where other conditions stay', () => {
    const [challenge] = suggestIntent(filter('cf.threat_score gt 5 and http.host eq "a"')).filter(
      ({ id }) => id === 'managed-challenge',
    );
    expect(challenge).toMatchObject({ text: 'http.host eq "a"', action: 'managed_challenge' });
    const ids = suggestIntent(filter('cf.threat_score gt 5')).map(({ id }) => id);
    expect(ids).not.toContain('managed-challenge');
  });

  it('offers nothing without a score, or for one it does not understand', () => {
    expect(suggestIntent(filter('ssl'))).toEqual([]);
    expect(suggestIntent(filter('cf.threat_score in $scores'))).toEqual([]);
  });
});
