/** How written files of real repositories are judged, and what their tests say. */
import { describe, expect, it } from 'vitest';
import { countsIn } from '../../scripts/repositories/own-tests.js';
import { parseProblem } from '../../scripts/repositories/parse.js';

describe('a written file', () => {
  it('is parsed by the parser of its language', () => {
    expect(parseProblem('a.ts', 'const a: number = 1;')).toBeNull();
    expect(parseProblem('a.ts', 'const a: = 1;')).toEqual(expect.any(String));
    expect(parseProblem('a.js', '// @flow\nconst a = (b: ?string): number => 1;')).toBeNull();
    expect(parseProblem('a.yml', 'a: [1, 2]')).toBeNull();
    expect(parseProblem('a.yml', 'a: [1, 2')).toEqual(expect.any(String));
    expect(parseProblem('a.cobol', 'anything')).toBe('unknown');
  });
});

describe('counts of tests', () => {
  it.each([
    ['Tests:       2 failed, 41 passed, 43 total', { passed: 41, failed: 2 }],
    ['\u001b[2m      Tests \u001b[22m 7 passed (7)', { passed: 7, failed: null }],
    ['# tests 4\n# pass 3\n# fail 1', { passed: 3, failed: 1 }],
    ['  12 passing (34ms)\n  1 failing', { passed: 12, failed: 1 }],
    ['all is well', { passed: null, failed: null }],
  ])('are read in %j', (said, counts) => {
    expect(countsIn(said)).toEqual(counts);
  });
});
