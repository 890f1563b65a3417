/** Programs whose reading once grew with the square of their length: four times the length may take ten times as long. */
import { expect, it } from 'vitest';
import { analyze } from '../../src/analysis/index.js';
import { DEAD_URL } from './texts.js';

interface Growing {
  readonly what: string;
  readonly path: string;
  /** How often a piece is repeated in the shorter text. */
  readonly few: number;
  readonly text: (count: number) => string;
}

const GROWING: readonly Growing[] = [
  {
    what: 'calls in one chain',
    path: 'a.kt',
    few: 400,
    text: (count) => `x = client${'.get("zones/0123/firewall/rules")'.repeat(count)}\n`,
  },
  {
    what: 'additions to a list of JavaScript',
    path: 'a.js',
    few: 400,
    text: (count) =>
      `const x = [];\n${`x.push("${DEAD_URL}");\n`.repeat(count)}for (const y of x) fetch(y);\n`,
  },
  {
    what: 'assignments in one function of Go',
    path: 'a.go',
    few: 150,
    text: (count) =>
      `package a\nfunc f() {\nurl := "${DEAD_URL}"\n${'url = url + "/x"\n'.repeat(count)}http.Get(url)\n}\n`,
  },
  {
    what: 'keywords of functions',
    path: 'a.php',
    few: 2_000,
    text: (count) => `<?php\nget("${DEAD_URL}");\n${'function '.repeat(count)}`,
  },
];

it.each(GROWING)('$what', async ({ path, few, text }) => {
  const costOf = async (count: number): Promise<number> => {
    const before = process.cpuUsage();
    const { degraded } = await analyze(text(count), { path });
    expect(degraded).toBeUndefined();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await costOf(10);
  const short = await costOf(few);
  // What is worked out once, and the collector, may make the short text look cheap.
  expect(await costOf(4 * few)).toBeLessThan(10 * short + 300_000);
});
