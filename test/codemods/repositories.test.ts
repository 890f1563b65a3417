/** How written files of real repositories are judged, and what their tests say. */
import { describe, expect, it } from 'vitest';
import { run } from '../../scripts/repositories/command.js';
import type { JudgedRepository } from '../../scripts/repositories/judge.js';
import { countsIn } from '../../scripts/repositories/own-tests.js';
import { tableOf } from '../../scripts/repositories/page.js';
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

describe('a command', () => {
  it('is ended when it takes too long, and that is told apart from its own end', () => {
    const node = (script: string, limit: number) =>
      run([process.execPath, '-e', script], process.cwd(), limit);
    expect(node('setTimeout(() => {}, 60000)', 300)).toMatchObject({ status: null, isLate: true });
    expect(node('process.exit(143)', 60_000)).toMatchObject({ status: 143, isLate: false });
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

describe('the table', () => {
  const judged = (repo: string, findings: number, faults: string[] = []): JudgedRepository => ({
    repo,
    commit: '0123456789abcdef',
    files: 3,
    findings,
    migrated: 1,
    marked: findings - 1,
    listed: 0,
    written: 1,
    parsed: 1,
    faults,
  });

  it('replaces the rows of what was run again, and adds up all', () => {
    const first = tableOf([judged('a/b', 4), judged('c/d', 2, ['x | y'])], '');
    expect(first).toContain('| c/d at 0123456 | 3 | 2 | 1 | 1 | 0 | 1 | 1 | x \\| y |');
    expect(first).toContain('| **2 commits** | 6 | 6 | 2 | 4 | 0 | 2 | 2 | 1 of 2 |');
    const second = tableOf([judged('c/d', 3), judged('e/f', 1)], first);
    expect(second.split('\n')).toHaveLength(6);
    expect(second).toContain('| a/b at 0123456 | 3 | 4 | 1 | 3 | 0 | 1 | 1 | yes |');
    expect(second).toContain('| c/d at 0123456 | 3 | 3 | 1 | 2 | 0 | 1 | 1 | yes |');
    expect(second).toContain('| **3 commits** | 9 | 8 | 3 | 5 | 0 | 3 | 3 | 3 of 3 |');
  });
});
