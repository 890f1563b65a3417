import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The rows of all tables of promises: the promise and the cell that names its tests. */
const rows = text('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Promise|---) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, promise = '', tests = '', ...rest]) => ({ promise, tests, cells: rest.length }));

/** Words that make a sentence one about safety. */
const ABOUT_SAFETY =
  /\b(runs? none|never (run|used?s?|executed)|uses? the network|mask(s|ed)|listens? on loopback|leaves the machine|isolated|nothing goes through|runs nothing|no filter)\b/i;

describe('docs/security.md', () => {
  it('has promises', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(new Set(rows.map(({ promise }) => promise)).size).toBe(rows.length);
  });

  it.each(rows)('$promise', ({ tests, cells }) => {
    expect(cells).toBe(1);
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(named).not.toEqual([]);
    for (const path of named) {
      expect(path).toMatch(/^test\/.*\.test\.ts$/);
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});

/** Where users read of safety. The page of promises itself is checked above. */
const PAGES: readonly (readonly [string, string])[] = [
  ['README.md', '(docs/security.md)'],
  ['docs/emulator.md', '(security.md)'],
  ['docs/migrate.md', '(security.md)'],
  ['docs/architecture.md', '(security.md)'],
];

describe.each(PAGES)('%s', (page, link) => {
  // One link holds for a section.
  const paragraphs = text(page)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split(page === 'README.md' ? /\n{2,}/ : /^#+ /m)
    .filter((paragraph) => ABOUT_SAFETY.test(paragraph));

  it('speaks about safety', () => {
    expect(paragraphs.length).toBeGreaterThan(0);
  });

  it.each(paragraphs)('links a paragraph about safety to the promises: %s', (paragraph) => {
    expect(paragraph).toContain(link);
  });
});
