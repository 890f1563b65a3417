import { describe, expect, it } from 'vitest';
import { searchFor } from '../../src/expression/index.js';
import { processorTime } from '../processor-time.js';

/** All matches of a pattern as the runtime finds them. */
function native(source: string, flags: string, text: string): readonly (readonly [number, number])[] {
  const found = text.matchAll(new RegExp(source, flags.includes('g') ? flags : `${flags}g`));
  return [...found].map(({ index, 0: match }) => [index, index + match.length]);
}

function linear(source: string, flags: string, text: string): readonly (readonly [number, number])[] | null {
  const search = searchFor(source, flags);
  if (search === null) return null;
  const matches: [number, number][] = [];
  for (let match = search(text, 0); match !== null; ) {
    matches.push([match.start, match.end]);
    const next = Math.max(match.end, match.start + 1);
    match = next > text.length ? null : search(text, next);
  }
  return matches;
}

const TEXT = '/zones/{zone_id}/firewall/rules/:id?x=[1]&y=a.b#Top-{}';

describe('patterns of a scanned program', () => {
  it.each([
    ['\\{zone_id\\}', ''],
    ['{zone_id}', 'g'],
    [':id', 'g'],
    ['\\{(\\w+)\\}', 'g'],
    ['{[^}]+}', 'g'],
    ['\\/+$', ''],
    ['^\\/zones', ''],
    ['[/:]', 'g'],
    ['[&[]', 'g'],
    ['[\\]\\[]', 'g'],
    ['TOP', 'i'],
    ['(?:a|b)\\.b', ''],
    ['(?<name>[a-z]{2,4})', 'g'],
    ['\\bid\\b', ''],
    ['nothing', 'g'],
  ])('find what the runtime finds: /%s/%s', (source, flags) => {
    expect(linear(source, flags, TEXT)).toEqual(native(source, flags, TEXT));
  });

  it.each([
    ['(?=a)', ''],
    ['(?<!a)b', ''],
    ['(a)\\1', ''],
    ['\\u0041', ''],
    ['a', 'v'],
    ['a', 'y'],
    ['[]', ''],
    ['(', ''],
    ['ä', ''],
    ['(?:a{1,200}){1,200}', ''],
    ['a'.repeat(101), ''],
  ])('are refused where the engine does not know them: /%s/%s', (source, flags) => {
    expect(searchFor(source, flags)).toBeNull();
  });

  it.each(['(a+)+$', '([a-z]+)+:x', '(a|a)*$', '(.*)*x'])('end soon: /%s/', (source) => {
    const text = `${'a'.repeat(400)}!`;
    const started = processorTime();
    expect(linear(source, '', text)).not.toBeNull();
    expect(processorTime() - started).toBeLessThan(2_000);
  });
});
