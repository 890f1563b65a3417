import { describe, expect, it } from 'vitest';
import { fitted } from '../../../codemods/direct/fitting.js';

const WIDE = 150;
const lines = (...text: readonly string[]) => text.join('\n');
const inFunction = (...text: readonly string[]) => lines('function f() {', ...text, '}');

describe('lines of a new module', () => {
  it.each([
    [
      'what the next line alone needs',
      [
        '  const rulesets = await request(`/zones/${zone}/rulesets`);',
        '  const one = rulesets.find(isOurs);',
      ],
      ['  const one = (await request(`/zones/${zone}/rulesets`)).find(isOurs);'],
    ],
    [
      'an answer that is told its type',
      ['  const answer = await ask();', '  return (answer as Viewer).zones;'],
      ['  return ((await ask()) as Viewer).zones;'],
    ],
    [
      'a statement below its condition',
      ['  if (isWanted)', '    count += 1;'],
      ['  if (isWanted) count += 1;'],
    ],
    [
      'the rule or what is made of it',
      ['  if (isKept) return rule;', "  return { ...rule, action: 'skip' };"],
      ["  return isKept ? rule : { ...rule, action: 'skip' };"],
    ],
  ])('join %s, where there is room', (_, apart, joined) => {
    expect(fitted(inFunction(...apart), WIDE)).toBe(inFunction(...joined));
    expect(fitted(inFunction(...apart), 20)).toBe(inFunction(...apart));
  });

  it('join what stands under its own name', () => {
    const apart = ['  const body = { query };', '  return request({ body: JSON.stringify(body) });'];
    const joined = '  return request({ body: JSON.stringify({ query }) });';
    expect(fitted(inFunction(...apart), WIDE)).toBe(inFunction(joined));
  });

  it('join an arrow function with its body', () => {
    const text = lines('const now = (at: number) =>', '  at > 0 ? at : 0;');
    expect(fitted(text, WIDE)).toBe('const now = (at: number) => (at > 0 ? at : 0);');
    expect(fitted(text, 40)).toBe(text);
  });

  it.each([
    [
      'what is needed again',
      ['  const rulesets = await list();', '  const one = rulesets.find(isOurs);', '  return rulesets;'],
    ],
    ['what a line needs twice', ['  const answer = await list();', '  return (answer as Rows).of(answer);']],
    ['an answer that is looked at', ['  const answer = await list();', '  if (!answer.ok) return null;']],
  ])('stay apart for %s', (_, apart) => {
    expect(fitted(inFunction(...apart), WIDE)).toBe(inFunction(...apart));
  });
});
