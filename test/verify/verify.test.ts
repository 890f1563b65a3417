import { describe, expect, it } from 'vitest';
import { answerCases, outcomeOf } from './answers.js';

/** Without runs. Whether a right answer can be followed without one is measured by `npm run bench:verify`. */
describe('verify without a run', () => {
  for (const { name, before, answers } of answerCases())
    for (const answer of answers)
      it(`${name}: ${answer.isRight ? '' : 'wrong, '}${answer.title}`, async () => {
        const { outcome, report } = await outcomeOf(before, answer, null);
        if (answer.isRight) expect(outcome, report).not.toBe('refuted');
        else expect(outcome, report).not.toBe('accepted');
      });
});
