import { describe, expect, it } from 'vitest';
import { answerCases, judgedAnswers } from './answers.js';

/** Without runs. How often a right answer can be followed without one is measured by `npm run bench:verify`. */
describe('verify without a run', () => {
  for (const one of answerCases())
    it(one.name, async () => {
      const misjudged: string[] = [];
      await judgedAnswers(one, [], ({ title, isRight }, { outcome, report }) => {
        if (outcome === (isRight ? 'refuted' : 'accepted')) misjudged.push(`${title}: ${report}`);
      });
      expect(misjudged).toEqual([]);
    });
});

describe('verify with runs', () => {
  for (const one of answerCases().filter(({ name }) => name === 'block-one'))
    it(`${one.name}: each wrong answer is refuted, the right one verified`, async () => {
      const outcomes: string[] = [];
      await judgedAnswers(one, one.runs, ({ title, isRight }, { outcome }) => {
        if (outcome !== (isRight ? 'accepted' : 'refuted')) outcomes.push(`${title}: ${outcome}`);
      });
      expect(outcomes).toEqual([]);
    });
});
