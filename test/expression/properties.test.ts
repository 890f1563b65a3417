import { describe, expect, it } from 'vitest';
import {
  allOf,
  anyOf,
  applyEdits,
  type Combined,
  type EvaluationContext,
  evaluateFilter,
  type FilterExpression,
  foldThreatScore,
  negate,
  parseFilter,
  parseValue,
  printTokens,
  renameFields,
  tokenize,
} from '../../src/expression/index.js';
import { processorTime } from '../processor-time.js';
import { monsters, mutated, noise, Random, randomCondition, randomContext } from './generate.js';

/** A fixed sample of what `npm run expression:fuzz` does at length. */
const INPUTS = 4_000;

function filter(text: string): FilterExpression {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(`${parsed.errors[0].message} in ${JSON.stringify(text)}`);
  return parsed.expression;
}

function evaluate(text: string, context: EvaluationContext): boolean {
  const result = evaluateFilter(filter(text), context);
  if (!result.ok) throw new Error(`${result.reason} in ${JSON.stringify(text)}`);
  return result.value;
}

describe('any text at all', () => {
  it('comes back from its tokens, parses or is refused with a place, and strict accepts no more', () => {
    const random = new Random(20261121);
    for (let round = 0; round < INPUTS; round++) {
      const text = random.chance(4) ? noise(random) : mutated(random);
      expect(printTokens(text, tokenize(text))).toBe(text);
      const tolerant = parseFilter(text);
      const strict = parseFilter(text, { mode: 'strict' });
      for (const result of [tolerant, strict, parseValue(text)]) {
        if (result.ok) continue;
        const [{ start, end, message }] = result.errors;
        expect(start >= 0 && start <= end && end <= text.length && message !== '').toBe(true);
      }
      if (strict.ok) expect(tolerant.ok).toBe(true);
    }
  });

  it('takes time in proportion to its length', () => {
    const time = (length: number): number => {
      const texts = monsters(length);
      const start = processorTime();
      for (const text of texts) {
        expect(printTokens(text, tokenize(text))).toBe(text);
        parseFilter(text, { mode: 'strict' });
      }
      return processorTime() - start;
    };
    time(4096);
    const short = Math.min(...[1, 2, 3, 4, 5].map(() => time(1024)));
    const long = Math.min(...[1, 2, 3, 4, 5].map(() => time(4096)));
    // Four times the text; a quadratic step would take sixteen times as long.
    expect(long).toBeLessThan(short * 10 + 2);
  });
});

describe('meaning', () => {
  const BOTH = [false, true];

  it('survives folding, with the score at 0', () => {
    const random = new Random(7);
    const verdicts = new Map<string, number>();
    for (let round = 0; round < 1_500; round++) {
      const text = randomCondition(random);
      const { outcome } = foldThreatScore(filter(text));
      verdicts.set(outcome.verdict, (verdicts.get(outcome.verdict) ?? 0) + 1);
      if (outcome.verdict === 'unchanged') continue;
      const after =
        outcome.verdict === 'rewritten'
          ? outcome.text
          : outcome.verdict === 'always true'
            ? 'true'
            : outcome.verdict === 'always false'
              ? 'false'
              : null;
      if (after === null) throw new Error(`${outcome.verdict}: ${text}`);
      expect(after).not.toContain('threat_score');
      if (outcome.verdict === 'rewritten') expect(applyEdits(text, outcome.edits)).toBe(after);
      for (const missing of BOTH) {
        for (let times = 0; times < 4; times++) {
          const context = randomContext(random, missing);
          expect([text, after, evaluate(after, context)]).toEqual([text, after, evaluate(text, context)]);
        }
      }
    }
    // The sample is worth something only if every outcome occurs often.
    for (const verdict of ['rewritten', 'always true', 'always false', 'unchanged']) {
      expect(verdicts.get(verdict) ?? 0).toBeGreaterThan(50);
    }
  });

  it('survives combining', () => {
    const random = new Random(11);
    const text = (combined: Combined): string => {
      if (!combined.ok) throw new Error(combined.error.message);
      return combined.text;
    };
    for (let round = 0; round < 800; round++) {
      const [a, b] = [randomCondition(random, 3), randomCondition(random, 3)];
      const both = text(allOf(a, b));
      const either = text(anyOf(a, b));
      const neither = text(negate(either));
      const without = text(allOf(a, text(negate(b))));
      for (const missing of BOTH) {
        const context = randomContext(random, missing);
        const [x, y] = [evaluate(a, context), evaluate(b, context)];
        const outcomes = [both, either, neither, without].map((combined) => evaluate(combined, context));
        expect([a, b, ...outcomes]).toEqual([a, b, x && y, x || y, !(x || y), x && !y]);
      }
    }
  });

  it('is not the same without the parentheses that combining keeps', () => {
    const context = { fields: { ssl: true, 'cf.client.bot': false } };
    const wrong = 'ssl or cf.client.bot and false';
    expect(evaluate(wrong, context)).toBe(true);
    expect(evaluate('(ssl or cf.client.bot) and false', context)).toBe(false);
  });
});

describe('renaming', () => {
  it('changes the names and no other byte', () => {
    const random = new Random(13);
    let renamed = 0;
    for (let round = 0; round < INPUTS; round++) {
      const text = mutated(random).replace(/ip\.src|http\.host/g, (name) =>
        random.chance(2) ? 'ip.geoip.country' : name,
      );
      const edits = renameFields(text);
      renamed += edits.length;
      let from = 0;
      let rest = '';
      for (const edit of edits) {
        expect(text.slice(edit.start, edit.end)).toMatch(/^ip\.geoip\.\w+$/);
        rest += text.slice(from, edit.start);
        from = edit.end;
      }
      const after = applyEdits(text, edits);
      const kept = rest + text.slice(from);
      expect(after.length - kept.length).toBe(edits.reduce((sum, edit) => sum + edit.text.length, 0));
      expect(renameFields(after)).toEqual([]);
    }
    expect(renamed).toBeGreaterThan(200);
  });
});
