import { describe, expect, it } from 'vitest';
import { toRule } from '../../codemods/rate-limits/templates/mapping.js';
import { convert, convertRule } from '../../src/convert/index.js';
import { compareMeaning, parseFilter } from '../../src/expression/index.js';

const limit = {
  threshold: 5,
  period: 50,
  match: { request: { url: 'shop.example.com/login*' } },
  action: { mode: 'ban', timeout: 7200 },
};

describe('convertRule', () => {
  it('rounds periods and timeouts as a list of them is rounded, and says so', () => {
    const { rule, differences, refused } = convertRule('rate-limits', limit);
    expect(refused).toBeNull();
    expect(rule?.ratelimit).toMatchObject({ period: 45, mitigation_timeout: 3600 });
    expect(differences).toEqual([
      { path: 'period', message: '50 seconds become 45, the nearest', lost: false },
      { path: 'action.timeout', message: '7200 seconds become 3600, the nearest', lost: false },
    ]);
    expect(convert('rate-limits', JSON.stringify([limit])).rules).toEqual([rule]);
  });

  it('keeps values that the new API takes, without a difference', () => {
    const { differences, rule } = convertRule('rate-limits', {
      ...limit,
      period: 60,
      action: { mode: 'ban', timeout: 600 },
    });
    expect(differences).toEqual([]);
    expect(rule?.ratelimit).toMatchObject({ period: 60, mitigation_timeout: 600 });
  });

  it('leaves the exemption of crawlers out where the caller writes it', () => {
    expect(convertRule('rate-limits', limit).rule?.expression).toContain('not cf.client.bot');
    expect(convertRule('rate-limits', limit, { exemptCrawlers: false }).rule?.expression).not.toContain(
      'bot',
    );
  });

  it.each([
    ['firewall-rules', { action: 'block', filter: {} }, 'filter.expression is missing and must be a string'],
    ['rate-limits', { ...limit, action: { mode: 'stop' } }, 'action.mode ("stop") must be one of'],
    ['rate-limits', null, 'the input (null) must be an object'],
    [
      'waf-packages',
      { name: 'USER', detection_mode: 'traditional' },
      'a package of your own rules has no counterpart',
    ],
  ] as const)('gives no rule and says why: %s %j', (kind, value, reason) => {
    const { rule, refused } = convertRule(kind, value);
    expect(rule).toBeNull();
    expect(refused).toContain(reason);
  });

  it('names what a rule cannot keep', () => {
    const { rule, differences } = convertRule('firewall-rules', {
      action: 'allow',
      filter: { expression: 'cf.threat_score gt 5' },
    });
    expect(rule).toMatchObject({ action: 'skip' });
    expect(differences.map(({ path, lost }) => [path, lost])).toEqual([
      ['filter.expression', true],
      ['action', false],
    ]);
  });
});

describe('a pattern of addresses that a program maps when it runs', () => {
  it.each([
    'Shop.Example.com/Login*',
    'example.com',
    '*.example.com/*',
    '*example.com/api/**',
    'example.com/say/"hello"*',
    'example.com/a\\b*',
    'example.com/a\\*b',
    '*/quote"and\\slash',
    'example.com/a\\**',
  ])('is escaped, and means what the converter makes of it: %s', (url) => {
    const input = { ...limit, match: { request: { url } } };
    const [mapped = '', converted = ''] = [toRule(input), convertRule('rate-limits', input).rule].map(
      (rule) => String(rule?.expression),
    );
    expect(parseFilter(mapped).ok).toBe(true);
    expect(compareMeaning(mapped, converted)).toMatchObject({ kind: 'same' });
  });

  it.each([
    'https://example.com/*',
    '/login',
    'example.com:8443/*',
    'example.com/a?b=1',
    'example.com/#x',
    '',
  ])('is refused where the converter refuses it: %j', (url) => {
    const input = { ...limit, match: { request: { url } } };
    expect(convertRule('rate-limits', input).refused).toContain('cannot become a condition');
    expect(() => toRule(input)).toThrow('no condition can stand for');
  });

  it('goes without a query that was never compared', () => {
    const input = { ...limit, bypass: [{ name: 'url', value: 'example.com/?x' }] };
    expect(toRule(input).expression).toBe(convertRule('rate-limits', input).rule?.expression);
  });
});
