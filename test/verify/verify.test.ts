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
