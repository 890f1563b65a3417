import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTATION, REPOSITORY } from '../../src/documentation.js';
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

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

const LIMITS = `import requests
API = "https://api.cloudflare.com/client/v4"
def limits(zone):
    response = requests.get(f"{API}/zones/{zone}/rate_limits")
    return [limit["id"] for limit in response.json()["result"]]
`;

async function served(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((request, response) => {
    const file = join(SITE, new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    const found = existsSync(join(file, 'index.html')) ? join(file, 'index.html') : file;
    if (!existsSync(found)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': TYPES[extname(found)] }).end(readFileSync(found));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}

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
    const addresses = [...text.matchAll(/\]\((.*?)\)/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(50);
    for (const address of addresses) {
      const path = address.replace(DOCUMENTATION, '');
      expect(existsSync(join(SITE, path, 'index.html')), path).toBe(true);
    }
  });

  it('leads to sources that exist where a page speaks of them', () => {
    for (const page of pages())
      for (const [, path = ''] of textAt(page).matchAll(
        new RegExp(`href="${REPOSITORY}/blob/main/([^"#]*)`, 'g'),
      ))
        expect(existsSync(join(ROOT, path)), `${page}: ${path}`).toBe(true);
  });

  it('shows every page in the navigation, the page itself as the current one', () => {
    const all = pages().toSorted();
    for (const page of all) {
      const [, navigation = ''] = /<nav id="pages"[^>]*>(.*?)<\/nav>/s.exec(textAt(page)) ?? [];
      const links = [...navigation.matchAll(/href="([^"]*)"( aria-current)?/g)];
      expect(links.map(([, url]) => url).sort(), page).toEqual(all);
      expect(links.flatMap(([, url, current]) => (current === undefined ? [] : [url]))).toEqual([page]);
    }
  });

  it('gives each page one title, a description, and headings without gaps', () => {
    const titles = new Map<string, string>();
    for (const page of pages()) {
      const text = textAt(page);
      const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? [];
      const levels = [...main.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
      expect(
        levels.filter((level) => level === 1),
        page,
      ).toHaveLength(1);
      levels.forEach((level, index) => {
        expect(level - (levels[index - 1] ?? 0), `${page}: heading ${index + 1}`).toBeLessThanOrEqual(1);
      });
      const [, title = ''] = /<title>(.*?)<\/title>/.exec(text) ?? [];
      expect(titles.get(title), `${title}: ${page}`).toBeUndefined();
      titles.set(title, page);
      expect(text, page).toMatch(/<meta name="description" content="[^"]{15,220}">/);
    }
  });

  it('colours code', () => {
    expect(textAt('/migrate/')).toContain('<span class="hljs-comment"># preview');
    expect(textAt('/')).toMatch(/<span class="hljs-addition">\+ {2}const response = await addCustomRule/);
  });

  it('leads from an error to a change, and asks nobody else for anything', async () => {
    const { port, server } = await served();
    const tab = await openPage(`http://127.0.0.1:${port}/`);
    try {
      const steps = await tab.evaluate(
        "[...document.querySelectorAll('h2')].map((head) => head.textContent)",
      );
      expect(steps).toEqual([...textOf('docs/index.md').matchAll(/^## (.*)$/gm)].map(([, head]) => head));
      expect(await tab.evaluate("document.querySelector('nav [aria-current]').textContent")).toBe(
        'Quick start',
      );
      const own = `http://127.0.0.1:${port}/`;
      expect(tab.requests.filter((address) => !address.startsWith(own))).toEqual([]);
    } finally {
      await tab.close();
      server.close();
    }
  });

  it('scans, migrates, converts and checks what is pasted, in the page itself', async () => {
    const { port, server } = await served();
    const tab = await openPage(`http://127.0.0.1:${port}/playground/`);
    const textOfPart = (id: string) => tab.evaluate(`document.getElementById('${id}').textContent`);
    const push = (name: string) =>
      tab.evaluate(`new Promise((done) => {
        const button = document.getElementById('${name}');
        button.click();
        const look = () => (button.disabled ? setTimeout(look, 20) : done());
        setTimeout(look, 20);
      })`);
    const scan = async (file: string, code: string) => {
      await tab.evaluate(`language.value = '${file}'; source.value = ${JSON.stringify(code)}`);
      await push('scan');
      expect(await textOfPart('scan-state')).toBe('Done.');
    };
    try {
      await push('scan');
      expect(await textOfPart('scan-state')).toBe('Done.');
      expect(await textOfPart('findings')).toContain("'POST /zones/{zone_id}/firewall/rules'");
      expect(await tab.evaluate("preview.querySelector('.hljs-addition').textContent")).toMatch(/^ {2}\+/);
      expect(await textOfPart('brief')).toContain('## Sites\n- waf.ts:5 POST');
      await scan('limits.py', LIMITS);
      expect(await textOfPart('preview')).toContain('+def list_rate_limit_rules(');
      await scan('limits.py', LIMITS.replace('rate_limits', 'rulesets'));
      expect(await textOfPart('findings')).toContain('No retired API calls found');
      await push('convert');
      expect(await textOfPart('converted')).toContain('"phase": "http_request_firewall_custom"');
      await push('check');
      expect(await textOfPart('checked')).toContain('cf.threat_score is retired');
      const own = `http://127.0.0.1:${port}/`;
      expect(tab.requests.filter((address) => !address.startsWith(own))).toEqual([]);
      expect(tab.complaints).toEqual([]);
    } finally {
      await tab.close();
      server.close();
    }
  });

  it('finds what people search for, and remembers how it should look', async () => {
    const { port, server } = await served();
    const tab = await openPage(`http://127.0.0.1:${port}/`);
    const firstFor = async (words: string) => {
      await tab.evaluate(`search.value = ''; results.replaceChildren(); search.focus()`);
      await tab.type(words);
      return tab.evaluate(`new Promise((found) => {
        const look = () => {
          const first = results.querySelector('a, p');
          if (first === null) requestAnimationFrame(look);
          else found(first.getAttribute('href') ?? first.textContent);
        };
        look();
      })`);
    };
    try {
      expect(await firstFor('10020')).toMatch(/^\/(?:errors|entries\/firewall-rules|faq)\//);
      expect(await firstFor('firewallrules.api.maintenance_mode')).toMatch(/^\/(?:errors|entries|)\//);
      expect(await firstFor('auto minify')).toBe('/entries/minify/');
      expect(await firstFor('nosuchword')).toBe('Nothing was found.');
      const dark = 'getComputedStyle(document.body).backgroundColor';
      const before = await tab.evaluate(dark);
      expect(await tab.evaluate(`theme.click(); ${dark}`)).not.toBe(before);
      expect(await tab.evaluate('localStorage.theme')).toBe('dark');
      expect(await tab.evaluate(`theme.click(); ${dark}`)).toBe(before);
      expect(await tab.evaluate("menu.click(); menu.getAttribute('aria-expanded')")).toBe('true');
      expect(tab.complaints).toEqual([]);
    } finally {
      await tab.close();
      server.close();
    }
  });
});
