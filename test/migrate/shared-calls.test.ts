import { expect, test } from 'vitest';
import { withCalls } from '../../src/migrate/compose/shared-calls.js';

const CALLS = new Map([['listLimits', { name: 'listRules', first: 'LIMITS' }]]);

test.each([
  ['listLimits(cf, zone)', 'listRules(LIMITS, cf, zone)'],
  ['listLimits<Limit & { id: string }>(cf, zone)', 'listRules<Limit & { id: string }>(LIMITS, cf, zone)'],
  ['listLimits<(x: A) => B>(cf, zone)', 'listRules<(x: A) => B>(LIMITS, cf, zone)'],
  ['listLimits(\n  cf,\n  zone,\n)', 'listRules(\n  LIMITS,\n  cf,\n  zone,\n)'],
  [
    'f<T>(cf: Cf): Promise<Envelope<T>> {\n  const all = await listLimits<T & Rule>(cf, zone);\n}',
    'f<T>(cf: Cf): Promise<Envelope<T>> {\n  const all = await listRules<T & Rule>(LIMITS, cf, zone);\n}',
  ],
  ['a(listLimits(cf, x), listLimits(cf, y))', 'a(listRules(LIMITS, cf, x), listRules(LIMITS, cf, y))'],
])('a call takes the kind first: %s', (before, after) => {
  expect(withCalls(before, CALLS)).toBe(after);
});

test.each(['listLimitsOf(cf)', 'const f = listLimits;', 'listLimits < (a)', 'listLimits<T, (cf)'])(
  'what is no call of it stays: %s',
  (text) => {
    expect(withCalls(text, CALLS)).toBe(text);
  },
);
