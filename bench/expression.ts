/**
 * Tokenizing and parsing, as multiples of the time `JSON.parse` takes for the same expressions as a JSON array
 * of strings, in the same run. Prints a Markdown table; `bench/expression.md` keeps the last one.
 */
import { foldThreatScore, parseFilter, tokenize } from '../src/expression/index.js';
import { QUIRKS, VALID } from '../test/expression/samples.js';

const ROUNDS = 40;
const RUNS_PER_ROUND = 60;

const expressions = [...VALID, ...QUIRKS];
const json = JSON.stringify(expressions);
let sink = 0;

/** Each task's best round; the tasks take turns, so that a slow moment hits all of them. */
function measure(tasks: Readonly<Record<string, () => void>>): Map<string, number> {
  const best = new Map<string, number>();
  for (let round = -5; round < ROUNDS; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      const start = performance.now();
      for (let run = 0; run < RUNS_PER_ROUND; run++) task();
      const time = (performance.now() - start) / RUNS_PER_ROUND;
      if (round >= 0) best.set(name, Math.min(time, best.get(name) ?? time));
    }
  }
  return best;
}

const times = measure({
  'JSON.parse': () => {
    sink += (JSON.parse(json) as string[]).length;
  },
  tokenize: () => {
    for (const text of expressions) sink += tokenize(text).length;
  },
  'parse, tolerant': () => {
    for (const text of expressions) sink += parseFilter(text).ok ? 1 : 0;
  },
  'parse, strict': () => {
    for (const text of expressions) sink += parseFilter(text, { mode: 'strict' }).ok ? 1 : 0;
  },
  'parse and fold': () => {
    for (const text of expressions) {
      const parsed = parseFilter(text);
      if (parsed.ok) sink += foldThreatScore(parsed.expression).occurrences.length;
    }
  },
});

const base = times.get('JSON.parse') ?? Number.NaN;
const characters = expressions.reduce((sum, text) => sum + text.length, 0);
process.stdout.write(
  `${expressions.length} expressions, ${characters} characters, Node ${process.version}\n\n`,
);
process.stdout.write('| task | times JSON.parse |\n|---|---|\n');
for (const [name, time] of times) process.stdout.write(`| ${name} | ${(time / base).toFixed(1)} |\n`);
if (sink === 0) throw new Error('nothing was measured');
