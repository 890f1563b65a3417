import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { fleetHtml, fleetOf, Sources } from '../../src/report/index.js';
import { folderOf } from '../cli/command-line.js';
import { HANGS } from '../processor-time.js';
import { openPage } from './browser.js';

/** The page of many repositories in a browser, with as much in it as an organisation has. */

const HOSTILE = '</script><img src=https://example.com/x onerror=alert(1)>';
const REPOSITORIES = 1000;
const PER_REPOSITORY = 20;

const page = (() => {
  const sources = new Sources();
  const stream = sources.stream('all', 'all.ndjson');
  stream.line({ type: 'start', now: '2026-11-21' });
  for (let at = 0; at < REPOSITORIES; at++) {
    const root = at === 7 ? HOSTILE : `repositories/${String(at).padStart(4, '0')}`;
    for (let line = 1; line <= (at === 3 ? 2 * PER_REPOSITORY : PER_REPOSITORY); line++)
      stream.line({
        ...{
          type: 'finding',
          root,
          path: `src/file${line}.ts`,
          line,
          entry: line % 2 === 0 ? 'minify' : 'brotli',
        },
        ...{ automation: line % 4 === 0 ? 'manual' : 'safe', owners: at % 2 === 0 ? ['@shop/edge'] : [] },
        fingerprint: `${at}-${line}`,
      });
    stream.line({ type: 'done', root });
  }
  const options = { only: new Set<string>(), owners: new Set<string>(), against: null, today: '2026-11-21' };
  return [...fleetHtml(fleetOf(sources, options))].join('');
})();

const FIRST = (name: string) => `document.querySelector('#table-${name} tbody tr').textContent`;
const COUNT = (name: string) => `document.querySelector('#pages-${name} span').textContent`;

it.each([undefined, 400])(
  'filters, sorts and turns pages of 20,000 findings, at a width of %s',
  async (width) => {
    const file = join(folderOf({}), 'fleet.html');
    writeFileSync(file, page);
    const tab = await openPage(pathToFileURL(file).href, width);
    try {
      expect(await tab.evaluate(COUNT('findings'))).toBe('1 to 50 of 20,020');
      expect(await tab.evaluate(COUNT('repositories'))).toBe('1 to 50 of 1,000');
      expect(await tab.evaluate("document.querySelectorAll('tbody tr').length")).toBeLessThan(120);
      expect(await tab.evaluate(FIRST('repositories'))).toMatch(/^repositories\/000340/);
      const click = (selector: string) =>
        tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
      await click('#table-repositories button[data-key=name]');
      expect(await tab.evaluate(FIRST('repositories'))).toContain(width === undefined ? HOSTILE : '<img');
      await click('#pages-findings button:last-child');
      expect(await tab.evaluate(COUNT('findings'))).toBe('51 to 100 of 20,020');
      await tab.evaluate(
        "document.querySelector('[name=text]').value = '0003 FILE4'; document.querySelector('[name=text]').dispatchEvent(new Event('input', { bubbles: true }))",
      );
      await expect.poll(() => tab.evaluate(COUNT('findings')), { timeout: HANGS }).toBe('1 to 2 of 2');
      expect(await tab.evaluate(COUNT('repositories'))).toBe('1 to 1 of 1');
      expect(await tab.evaluate('location.hash')).toBe('#text=0003+FILE4');
      await click('#table-findings tbody .link');
      expect(await tab.evaluate("document.querySelector('[name=repository]').value")).toBe(
        'repositories/0003',
      );
      // Nothing of a table is cut off at the side of a narrow screen.
      expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(tab.requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
      expect(tab.complaints).toEqual([]);
    } finally {
      await tab.close();
    }
  },
);
