/** Texts that are errors from end to end. The parser would take gigabytes for them, or minutes. */
import { describe, expect, it } from 'vitest';
import { mayCostMuch } from '../../../src/read/javascript/parse/error-cost.js';
import { read, requests } from './support.js';

const SENTINEL = `fetch('https://api.cloudflare.com/client/v4/zones/a/rate_limits');\n`;
const FOUND = ['GET https://api.cloudflare.com/client/v4/zones/a/rate_limits'];
const ERRORS = [
  '\\',
  '<a></b>;',
  '`\\u`;',
  'export{a};',
  "'\\u{}';",
  'return;',
  '({a=1});',
  '1_000_;',
  'new.target;',
];

describe('errors without end', () => {
  it.each([
    ['in one line', 'bad.js', '\\'.repeat(100_000)],
    ['in a component', 'bad.vue', `<script>${'`\\u`;'.repeat(20_000)}</script>`],
    ['in many lines', 'bad.ts', `${'return;'.repeat(10)}\n`.repeat(10_000)],
  ])('%s take little and cost no other file anything', (_, path, text) => {
    const before = process.memoryUsage.rss();
    const files = { [path]: SENTINEL + text, 'beside.js': SENTINEL };
    const bad = read(files, path, ['rate_limits']);
    if (bad.tier === 'text') expect(bad).toMatchObject({ usages: [], degraded: 'memory' });
    expect(requests(read(files, 'beside.js', ['rate_limits']))).toEqual(FOUND);
    expect(process.memoryUsage.rss() - before).toBeLessThan(400e6);
  });

  it.each(ERRORS)('are looked for: %j', (error) => {
    expect(mayCostMuch(error.repeat(60_000 / error.length))).toBe(true);
  });
});

describe('what may cost much', () => {
  it.each([
    ['a usual script', 'const value = call(first, second);\n'.repeat(10_000), false],
    ['one line of an ordinary bundle', 'function abc(d){return call(d.value)}'.repeat(700), false],
    ['a picture in a text', `const a = '${'iVBORw0KGgoAAAANSUhEUgAAAAUA/+'.repeat(2_000)}';`, false],
    ['a large bundle in one line', 'function abc(d){return call(d.value)}'.repeat(10_000), true],
    [
      'types with blocks of documentation',
      `/**\n * ${'word '.repeat(12)}\n */\ntype A = B;\n`.repeat(12_000),
      false,
    ],
    [
      'errors in what only looks like such a block',
      `a = \`\n/**\n * \`;${'\\ '.repeat(12)}\n */\ntype A = B;\n`.repeat(12_000),
      true,
    ],
    [
      'errors behind the end of such a block',
      `/**\n * */${'\\ '.repeat(12)}\n */\ntype A = B;\n`.repeat(12_000),
      true,
    ],
    [
      'errors behind a text that is not closed',
      `a = '\\\n/**\n * ${'\\ '.repeat(12)}\n */\ntype A = B;\n`.repeat(12_000),
      true,
    ],
    ['errors in many short lines', '\\\\\\\\\\\\\\\\\n'.repeat(50_000), true],
  ])('%s', (_, text, expected) => {
    expect(mayCostMuch(text)).toBe(expected);
  });

  it('is read all the same where it has no errors', () => {
    const text = `${'a(b,c);'.repeat(6_000)}${SENTINEL}`;
    expect(requests(read({ 'bundle.js': text }, 'bundle.js', ['rate_limits']))).toEqual(FOUND);
  });
});
