import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';

const UNTESTED = 'none yet';
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The rows of all tables of promises: the promise and the cell that names its tests. */
const rows = text('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Promise|---) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, promise = '', tests = '', ...rest]) => ({ promise, tests, cells: rest.length }));

/** Words that make a sentence one about safety. */
const ABOUT_SAFETY =
  /\b(runs? none|never (run|used?s?|executed)|uses? the network|mask(s|ed)|listens? on loopback|leaves the machine|isolated)\b/i;

describe('docs/security.md', () => {
  it('has promises', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(new Set(rows.map(({ promise }) => promise)).size).toBe(rows.length);
  });

  it.each(rows)('$promise', ({ tests, cells }) => {
    expect(cells).toBe(1);
    if (tests === UNTESTED) return;
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(named).not.toEqual([]);
    for (const path of named) {
      expect(path).toMatch(/^test\/.*\.test\.ts$/);
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});

describe('README.md', () => {
  const paragraphs = text('README.md')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split(/\n{2,}/)
    .filter((paragraph) => ABOUT_SAFETY.test(paragraph));

  it('speaks about safety', () => {
    expect(paragraphs.length).toBeGreaterThan(1);
  });

  it.each(paragraphs)('links a paragraph about safety to the promises: %s', (paragraph) => {
    expect(paragraph).toContain('(docs/security.md)');
  });
});
