import { describe, expect, it } from 'vitest';
import { type AnswerCase, answerCases, judgedAnswers } from './answers.js';

/** A package beside the one that is changed, with calls of its own. */
const APART = new Map([
  ['apart/package.json', '{ "name": "apart", "private": true, "type": "module" }\n'],
  [
    'apart/list.js',
    'const rules = await fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/firewall/rules`);\nconsole.log(await rules.json());\n',
  ],
  ['apart/plain.js', 'export const sum = (list) => list.reduce((all, one) => all + one, 0);\n'],
]);

function besideOthers(one: AnswerCase): AnswerCase {
  const withOthers = (files: AnswerCase['before']) => new Map([...APART, ...files]);
  return {
    ...one,
    before: withOthers(one.before),
    // The first right one and the first wrong one: the others reach the same files.
    answers: [true, false].flatMap((isRight) =>
      one.answers
        .filter((answer) => answer.isRight === isRight)
        .slice(0, 1)
        .map((answer) => ({ ...answer, files: withOthers(answer.files) })),
    ),
  };
}

/** Of the tree after, only what the change reaches is scanned; nothing else may decide about it. */
describe('what a change does not reach', () => {
  it.each(answerCases().map(besideOthers))('says nothing about $name', async (one) => {
    const reports = async (options: { everything?: true }) => {
      const found: string[] = [];
      await judgedAnswers(one, [], (_, { report }) => found.push(report), options);
      return found;
    };
    expect(await reports({})).toEqual(await reports({ everything: true }));
  });
});
