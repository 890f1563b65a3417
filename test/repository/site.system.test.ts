import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { output } from '../package/packed.js';
import { openPage } from '../report/browser.js';
import { ROOT, textOf } from './sources.js';

/** The documentation site, built as it is published. */

const SITE = join(ROOT, '.tmp/site');

beforeAll(() => {
  output(ROOT, 'npm', 'run', '--silent', 'docs:build');
});

function pages(): readonly string[] {
  return readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => `/${name.replaceAll('\\', '/').replace(/index\.html$/, '')}`);
}

const textAt = (address: string) => readFileSync(join(SITE, address, 'index.html'), 'utf8');

describe('the documentation site', () => {
  it('has a page for every entry, rule and text, and no link that leads nowhere', () => {
    const all = pages();
    expect(all.length).toBeGreaterThan(90);
    const faults: string[] = [];
    for (const page of all) {
      for (const [, target = ''] of textAt(page).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        if (/^https?:/.test(target)) continue;
        const { pathname, hash } = new URL(target.replaceAll('&amp;', '&'), `http://127.0.0.1${page}`);
        const file = join(SITE, decodeURIComponent(pathname));
        if (!existsSync(file) || (statSync(file).isDirectory() && !existsSync(join(file, 'index.html'))))
          faults.push(`${page}: ${target}`);
        else if (hash !== '' && !textAt(pathname).includes(` id="${decodeURIComponent(hash.slice(1))}"`))
          faults.push(`${page}: ${target}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('lists its pages for language models', () => {
    const text = readFileSync(join(SITE, 'llms.txt'), 'utf8');
    expect(text).toMatch(/^# edge-sunset\n\n> /);
    expect(text).toContain('/agents/): ');
    for (const [, path = ''] of text.matchAll(/\]\(https:\/\/edge-sunset\.example\.com([^)]*)\)/g))
      expect(existsSync(join(SITE, path, 'index.html')), path).toBe(true);
  });

  it('leads to sources that exist where a page speaks of them', () => {
    for (const page of pages())
      for (const [, path = ''] of textAt(page).matchAll(
        /href="https:\/\/github\.com\/OWNER\/edge-sunset\/blob\/main\/([^"#]*)/g,
      ))
        expect(existsSync(join(ROOT, path)), `${page}: ${path}`).toBe(true);
  });

  it('leads from an error to a change, and asks nobody else for anything', async () => {
    const server = createServer((request, response) => {
      const file = join(SITE, new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
      const found = existsSync(join(file, 'index.html')) ? join(file, 'index.html') : file;
      if (!existsSync(found)) response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': found.endsWith('.html') ? 'text/html' : 'image/svg+xml' })
          .end(readFileSync(found));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const tab = await openPage(`http://127.0.0.1:${port}/`);
    try {
      const steps = await tab.evaluate(
        "[...document.querySelectorAll('h2')].map((head) => head.textContent)",
      );
      expect(steps).toEqual([...textOf('docs/index.md').matchAll(/^## (.*)$/gm)].map(([, head]) => head));
      expect(await tab.evaluate("document.querySelector('nav [aria-current]').textContent")).toBe('Start');
      const own = `http://127.0.0.1:${port}/`;
      expect(tab.requests.filter((address) => !address.startsWith(own))).toEqual([]);
    } finally {
      await tab.close();
      server.close();
    }
  });
});
