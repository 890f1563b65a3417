import { describe, expect, it } from 'vitest';
import { mayNestDeep } from '../../../src/read/javascript/parse/nesting.js';
import { processorTime } from '../../processor-time.js';
import { NESTS } from './nests.js';
import { read, requests } from './support.js';

const SENTINEL = `fetch('https://api.cloudflare.com/client/v4/zones/a/rate_limits');\n`;
const FOUND = ['GET https://api.cloudflare.com/client/v4/zones/a/rate_limits'];

describe.each(NESTS)('$name', ({ write, path = 'deep.js' }) => {
  it.each([1000, 9000, 29_000, 60_000])(
    'at depth %i leaves the process alive and its neighbours readable',
    (depth) => {
      const files = { [path]: `${SENTINEL}${write(depth)}\n`, 'beside.js': SENTINEL };
      const deep = read(files, path, ['rate_limits']);
      if (deep.tier === 'ast') expect(requests(deep)).toEqual(FOUND);
      else expect(deep).toMatchObject({ tier: 'text', usages: [], degraded: 'nesting' });
      expect(requests(read(files, 'beside.js', ['rate_limits']))).toEqual(FOUND);
    },
  );
});

it('reads what is a million levels deep within a second per megabyte', () => {
  for (const name of ['parentheses', 'sums', 'else if', 'arrows']) {
    const text = NESTS.find((nest) => nest.name === name)?.write(1_000_000) ?? '';
    const started = processorTime();
    expect(read({ 'deep.js': text }, 'deep.js').degraded).toBe('nesting');
    expect(processorTime() - started).toBeLessThan(2500 + text.length / 1000);
  }
});

describe('what looks deep', () => {
  const long = (line: string) => line.repeat(20_000);

  it.each([
    ['statements with semicolons', 'a = b ? c : d + e * f;\n'],
    ['statements without', 'a = b ? c : d\n'],
    ['calls without semicolons', 'run(a, b => c)\n'],
    ['conditions one after the other', 'if (a) b();\n'],
    ['else if that ends', 'if (a) { b() } else if (c) { d() }\n'],
    ['rows of a table', 'x.push({ a: 1, b: [2, 3], c: `t${4}` });\n'],
    ['texts full of brackets', `s = "((((((((((";\n`],
    ['comments full of brackets', '// ((((((((((\n/* [[[[[[ */\n'],
    ['expressions full of brackets', 's = /[({]\\(/.test(t);\n'],
    ['elements', '<a b={1}>text</a>;\n'],
  ])('is not: %s', (_, line) => {
    expect(mayNestDeep(long(line))).toBe(false);
  });

  it('is a run of the same without an end', () => {
    expect(mayNestDeep(`a = ${'b ? c : '.repeat(5000)}d`)).toBe(true);
    expect(mayNestDeep(`a = ${'('.repeat(1001)}${')'.repeat(1001)}`)).toBe(true);
    expect(mayNestDeep(`a = ${'('.repeat(999)}${')'.repeat(999)}`)).toBe(false);
  });
});
