import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { folderOf } from '../cli/command-line.js';
import { HANGS } from '../processor-time.js';
import { openPage } from './browser.js';
import { finding, PLAIN, rendered, report } from './sample.js';

/** The page in a browser: what it shows, by keyboard alone, and what it asks of the network. */

const HOSTILE = '"><img src=https://example.com/x onerror=alert(1)>';

const page = (() => {
  const findings = [
    finding({
      path: 'infra/a.ts',
      excerpt: { firstLine: 3, lines: [{ text: `${' '.repeat(20)}minify`, dropped: 0 }] },
    }),
    finding({ path: 'src/b.ts', entry: 'brotli', rule: 'no-brotli' }),
    finding({ path: `src/${HOSTILE}.ts`, confidence: 'likely', subject: HOSTILE }),
  ];
  const ownersOf = (path: string) => (path.startsWith('infra') ? ['@example/infra'] : []);
  return rendered('html', report(findings), { ...PLAIN, ownersOf });
})();

it('the page filters by keyboard, asks the network for nothing and runs nothing of the scanned tree', async () => {
  const file = join(folderOf({}), 'report.html');
  writeFileSync(file, page);
  const tab = await openPage(pathToFileURL(file).href);
  try {
    const shown = () => tab.evaluate("document.querySelector('#shown').textContent");
    const rows = "[...document.querySelectorAll('ol.findings > li')]";
    const visible = () => tab.evaluate(`${rows}.filter((row) => row.checkVisibility()).length`);
    expect([await shown(), await visible()]).toEqual(['All 3 findings are shown.', 3]);
    // The first stop of Tab is the link over the head of the page; the next ones reach the filters.
    await tab.press('Tab', 9);
    expect(await tab.evaluate('document.activeElement.className')).toBe('skip');
    for (let stop = 0; stop < 10; stop++) {
      if ((await tab.evaluate('document.activeElement.name')) === 'text') break;
      await tab.press('Tab', 9);
    }
    expect(await tab.evaluate('document.activeElement.name')).toBe('text');
    await tab.type('infra/');
    // The page waits for the end of the typing.
    await expect.poll(shown, { timeout: HANGS }).toBe('1 of 3 findings are shown.');
    expect(await visible()).toBe(1);
    expect(await tab.evaluate("document.querySelector('mark').textContent")).toBe('minify');
    // Each filter by itself, as a person chooses a value.
    const choose = (name: string, value: string) =>
      tab.evaluate(
        `(() => { const form = document.querySelector('form'); form.elements.text.value = ''; for (const one of form.querySelectorAll('select')) one.value = ''; form.elements.${name}.value = ${JSON.stringify(value)}; form.dispatchEvent(new Event('input')); })()`,
      );
    for (const [name, value, count] of [
      ['entry', 'brotli', 1],
      ['folder', 'src', 2],
      ['confidence', 'likely', 1],
      ['owner', '@example/infra', 1],
      ['owner', '-', 2],
    ] as const) {
      await choose('text', '');
      await expect.poll(visible, { timeout: HANGS }).toBe(3);
      await choose(name, value);
      await expect.poll(visible, { timeout: HANGS, message: `${name} ${value}` }).toBe(count);
    }
    expect(await tab.evaluate("document.querySelectorAll('img').length")).toBe(0);
    expect(await tab.evaluate("document.querySelector('[role=status]').id")).toBe('shown');
    expect(tab.requests.filter((address) => !address.startsWith('file:'))).toEqual([]);
    expect(tab.complaints).toEqual([]);
  } finally {
    await tab.close();
  }
});

it('the page fits on a phone, with the whole timeline', async () => {
  const file = join(folderOf({}), 'report.html');
  writeFileSync(file, page);
  const drawn =
    "[...document.querySelectorAll('svg')].filter((one) => one.checkVisibility()).map((one) => [one.getAttribute('class'), one.getBoundingClientRect().right <= innerWidth])";
  for (const [width, name] of [
    [390, 'narrow'],
    [1200, 'wide'],
  ] as const) {
    const tab = await openPage(pathToFileURL(file).href, width);
    try {
      expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await tab.evaluate(drawn)).toEqual([[name, true]]);
    } finally {
      await tab.close();
    }
  }
});

it('the policy of the page stops what is not its own', async () => {
  const file = join(folderOf({}), 'report.html');
  writeFileSync(
    file,
    page.replace(
      '</main>',
      '<script>document.title = "run"</script><img src="https://example.com/x"></main>',
    ),
  );
  const tab = await openPage(pathToFileURL(file).href);
  try {
    expect(await tab.evaluate('document.title')).toBe('3 findings of retired APIs in 3 files');
    expect(tab.complaints.join('\n')).toMatch(/Content Security Policy/);
  } finally {
    await tab.close();
  }
});
