/**
 * The property tests at length: 100,000 broken texts through tokenizer and parser, and random conditions whose
 * folding and combination are compared by evaluation. Prints a Markdown table; `bench/expression.md` keeps the
 * last one. Usage: tsx bench/expression-fuzz.ts [seed] [inputs]
 */
import {
  allOf,
  anyOf,
  type EvaluationContext,
  evaluateFilter,
  foldThreatScore,
  negate,
  parseFilter,
  parseValue,
  printTokens,
  tokenize,
} from '../src/expression/index.js';
import {
  monsters,
  mutated,
  noise,
  Random,
  randomCondition,
  randomContext,
} from '../test/expression/generate.js';

const seed = Number(process.argv[2] ?? 1);
const inputs = Number(process.argv[3] ?? 100_000);
const random = new Random(seed);
const rows: [string, string][] = [];

function fault(what: string, text: string): never {
  throw new Error(`${what}, seed ${seed}: ${JSON.stringify(text)}`);
}

/** Milliseconds of all four readings; measured again where it would be a record, since others use the machine too. */
function readingTime(text: string, record: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && best > record; run++) {
    const start = performance.now();
    tokenize(text);
    parseFilter(text);
    parseFilter(text, { mode: 'strict' });
    parseValue(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function readAnything(): void {
  let accepted = 0;
  let slowest = { time: 0, text: '' };
  const bombs = monsters(4096);
  for (let round = 0; round < inputs; round++) {
    const text =
      round < bombs.length ? (bombs[round] ?? '') : random.chance(4) ? noise(random) : mutated(random);
    const tokens = tokenize(text);
    const tolerant = parseFilter(text);
    const strict = parseFilter(text, { mode: 'strict' });
    // The first texts also pay for compiling this program.
    const time = round > 1_000 ? readingTime(text, slowest.time) : 0;
    if (time > slowest.time) slowest = { time, text };
    if (printTokens(text, tokens) !== text) fault('the tokens do not give the text', text);
    if (strict.ok && !tolerant.ok) fault('strict mode accepts more than tolerant mode', text);
    if (tolerant.ok) accepted++;
  }
  rows.push(['texts read (random, mutated, nesting bombs, 4,096 characters)', String(inputs)]);
  rows.push(['of them valid in tolerant mode', String(accepted)]);
  rows.push(['untyped errors, tokens that do not give the text', '0']);
  const { time, text } = slowest;
  rows.push([
    'slowest single text, all four readings',
    `${time.toFixed(1)} ms for ${text.length} characters`,
  ]);
}

/** Milliseconds per million characters for each kind of monster at two lengths; linear means alike. */
function grow(): void {
  const cost = (length: number): number => {
    const texts = monsters(length);
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 9; run++) {
      const start = performance.now();
      for (const text of texts) {
        tokenize(text);
        parseFilter(text, { mode: 'strict' });
      }
      best = Math.min(best, performance.now() - start);
    }
    return best / (texts.length * length);
  };
  cost(4096);
  rows.push(['time per character, 4,096 against 512 characters', (cost(4096) / cost(512)).toFixed(2)]);
}

function holds(text: string, context: EvaluationContext): boolean {
  const parsed = parseFilter(text);
  if (!parsed.ok) fault(parsed.errors[0].message, text);
  const result = evaluateFilter(parsed.expression, context);
  return result.ok ? result.value : fault(result.reason, text);
}

function foldAndCombine(): void {
  const verdicts = new Map<string, number>();
  let comparisons = 0;
  const conditions = Math.ceil(inputs / 10);
  for (let round = 0; round < conditions; round++) {
    const text = randomCondition(random);
    const other = randomCondition(random, 2);
    const parsed = parseFilter(text);
    if (!parsed.ok) fault(parsed.errors[0].message, text);
    const { outcome } = foldThreatScore(parsed.expression);
    verdicts.set(outcome.verdict, (verdicts.get(outcome.verdict) ?? 0) + 1);
    const folded =
      outcome.verdict === 'rewritten'
        ? outcome.text
        : outcome.verdict === 'unchanged'
          ? text
          : outcome.verdict.replace('always ', '');
    const [both, either, neither] = [allOf(text, other), anyOf(text, other), negate(text)];
    if (!both.ok || !either.ok || !neither.ok) fault('not combined', text);
    for (const missing of [false, true]) {
      const context = randomContext(random, missing);
      const [a, b] = [holds(text, context), holds(other, context)];
      if (holds(folded, context) !== a) fault(`folded to ${folded}`, text);
      if (holds(both.text, context) !== (a && b)) fault('and changes the meaning', both.text);
      if (holds(either.text, context) !== (a || b)) fault('or changes the meaning', either.text);
      if (holds(neither.text, context) === a) fault('not changes the meaning', neither.text);
      comparisons += 4;
    }
  }
  const counts = [...verdicts].map(([verdict, count]) => `${verdict} ${count}`).join(', ');
  rows.push(['random conditions folded and combined', String(conditions)]);
  rows.push(['verdicts', counts]);
  rows.push(['evaluations compared, both readings of a missing value', String(comparisons)]);
  rows.push(['differences', '0']);
}

readAnything();
grow();
foldAndCombine();
process.stdout.write(`Seed ${seed}, Node ${process.version}\n\n| | |\n|---|---|\n`);
for (const [what, figure] of rows) process.stdout.write(`| ${what} | ${figure} |\n`);
