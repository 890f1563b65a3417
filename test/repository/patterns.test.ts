import { describe, expect, it } from 'vitest';
import { repositoryFiles, textOf } from './sources.js';

/**
 * A repeated group of something repeated, with nothing in it that must stand between one round and the next: such
 * a pattern can divide a text in ever more ways, and tries them all before it refuses one.
 */
const AMBIGUOUS = /\((?:\?:)?(?:\[[^\]\n]+\]|\\\w)[+*](?:(?:\[[^\]\n]+\]|\\.|\w)[?*])*\)[+*]/;

describe('patterns', () => {
  const sources = repositoryFiles().filter(
    (path) => /^(?:src|rules|codemods)\//.test(path) && path.endsWith('.ts') && !path.includes('/fixtures/'),
  );

  it('never repeat what repeats itself', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((path) => AMBIGUOUS.test(textOf(path)))).toEqual([]);
  });

  it.each([
    ['(?:[a-z]+)+', true],
    [String.raw`^\/(?:[\w.-]+\/?)+$`, true],
    [String.raw`(\d*)*`, true],
    [String.raw`^\/[\w.-]+(?:\/[\w.-]+)*\/?$`, false],
    [String.raw`(?:[a-z]+\.)+`, false],
  ])('are looked through by one that judges %s rightly', (pattern, isAmbiguous) => {
    expect(AMBIGUOUS.test(pattern)).toBe(isAmbiguous);
  });
});
