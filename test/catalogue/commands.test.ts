import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { entryPages } from '../../scripts/pages/entries.js';
import { builtinCatalogue, loadCatalogueFile } from '../../src/catalogue/index.js';
import { edgeSunset, folderOf } from '../cli/command-line.js';

const OWN = `area: shop
schedule: shop
entries:
  - id: old-carts
    title: Carts, first version
    endOfLife: "2026-11-26"
    summary: Carts end.
    replacement: Baskets.
    endpoints: ["GET /accounts/{account_id}/carts"]
`;

describe('catalogue list', () => {
  it('prints an array of entries with what programs ask for', async () => {
    const { code, stdout, stderr } = await edgeSunset(['catalogue', 'list', '--format', 'json'], {
      cwd: folderOf({}),
    });
    expect([code, stderr]).toEqual([0, '']);
    const entries = JSON.parse(stdout) as readonly { id: string; schedule: string }[];
    expect(entries.length).toBe(builtinCatalogue().entries.length);
    for (const entry of entries) {
      for (const key of [
        'id',
        'title',
        'schedule',
        'endOfLife',
        'vendor',
        'endpoints',
        'replacement',
        'codemod',
      ]) {
        expect(entry, entry.id).toHaveProperty(key);
      }
    }
    expect(new Set(entries.map((entry) => entry.schedule))).toEqual(
      new Set(['spec', 'vendor-2026', 'hygiene', 'object-storage', 'checks']),
    );
  });

  it('counts days from the day it is told', async () => {
    const cwd = folderOf({ 'own.yaml': OWN });
    const { stdout } = await edgeSunset(
      ['catalogue', 'list', '--catalogue', 'own.yaml', '--now', '2025-01-16'],
      { cwd },
    );
    expect(stdout).toMatch(/rate-limits +2025-01-15, retired 1 day ago\n/);
    expect(stdout).toMatch(/kv-namespaces +2026-10-15, ends in 637 days\n/);
    expect(stdout).toMatch(/geoip-fields +not announced/);
    expect(stdout).toMatch(/schedule shop\n {2}old-carts/);
  });

  it('lists the entries whose sources were not checked for long', async () => {
    const own = OWN.replace('endOfLife', 'checked: "2026-08-01"\n    endOfLife');
    const cwd = folderOf({ 'own.yaml': own, 'never.yaml': OWN.replaceAll('old-carts', 'older-carts') });
    const files = ['--catalogue', 'own.yaml', '--catalogue', 'never.yaml'];
    const on = (day: string, ...more: readonly string[]) =>
      edgeSunset(['catalogue', 'outdated', ...files, '--schedule', 'shop', '--now', day, ...more], { cwd });
    const later = await on('2026-10-31');
    expect([later.code, later.stdout]).toEqual([
      1,
      'older-carts  never checked\nold-carts  checked on 2026-08-01, 91 days ago\n',
    ]);
    const earlier = await on('2026-10-30', '-f', 'json');
    expect(JSON.parse(earlier.stdout)).toEqual([
      { id: 'older-carts', checked: null, days: null, sources: [] },
    ]);
    expect((await on('2026-08-03', '--older-than', '1')).stdout).toContain(
      'old-carts  checked on 2026-08-01',
    );
    expect((await on('2026-08-03', '--older-than', 'x')).stderr).toContain('--older-than must be a number');
    const builtin = await edgeSunset(['catalogue', 'outdated', '--now', '2026-11-29'], { cwd });
    expect([builtin.code, builtin.stdout]).toEqual([
      0,
      'The sources of all entries were checked in the last 90 days.\n',
    ]);
  });

  it('keeps to the schedules asked for', async () => {
    const cwd = folderOf({});
    const { stdout } = await edgeSunset(['catalogue', 'list', '--schedule', 'vendor-2026', '-f', 'json'], {
      cwd,
    });
    const ids = (JSON.parse(stdout) as readonly { id: string }[]).map((entry) => entry.id);
    expect(ids).toContain('kv-namespaces');
    expect(ids).not.toContain('rate-limits');
    const both = await edgeSunset(['catalogue', 'list', '--schedule', 'spec,vendor-2026', '-f', 'json'], {
      cwd,
    });
    expect((JSON.parse(both.stdout) as readonly { id: string }[]).map((entry) => entry.id)).toEqual(
      expect.arrayContaining(['kv-namespaces', 'rate-limits']),
    );
    const wrong = await edgeSunset(['catalogue', 'list', '--schedule', 'vendor'], { cwd });
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain("Did you mean 'vendor-2026'?");
  });

  it.each(['yaml', 'markdown', 'text'])('also speaks %s', async (format) => {
    const { code, stdout } = await edgeSunset(['catalogue', 'list', '--format', format], {
      cwd: folderOf({}),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('rate-limits');
    if (format === 'yaml') expect(parse(stdout)).toHaveLength(builtinCatalogue().entries.length);
    if (format === 'markdown')
      expect(stdout).toMatch(/^\| \[rate-limits\]\(entries\/rate-limits\.md\) +\| Rate Limiting/m);
  });
});

describe('catalogue show', () => {
  it('prints everything about the entries named, samples included', async () => {
    const { stdout } = await edgeSunset(['catalogue', 'show', 'rate-limits', 'brotli', '-f', 'json'], {
      cwd: folderOf({}),
    });
    const [first, second] = JSON.parse(stdout) as readonly { id: string; match: readonly unknown[] }[];
    expect([first?.id, second?.id]).toEqual(['rate-limits', 'brotli']);
    expect(first?.match.length).toBeGreaterThan(1);
  });

  it('prints YAML that can be loaded again', async () => {
    const { stdout } = await edgeSunset(['catalogue', 'show', 'srv-data', '-f', 'yaml'], {
      cwd: folderOf({}),
    });
    const loaded = await loadCatalogueFile('again.yaml', stdout);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const original = builtinCatalogue().entries.find((entry) => entry.id === 'srv-data');
    expect({ ...loaded.part.entries[0], match: [], noMatch: [] }).toEqual(original);
  });

  it('refuses an entry it does not know', async () => {
    const { code, stdout, stderr } = await edgeSunset(['catalogue', 'show', 'rate-limit'], {
      cwd: folderOf({}),
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `edge-sunset catalogue: there is no entry "rate-limit". Did you mean 'rate-limits'?\n`,
    );
  });
});

describe('catalogue export', () => {
  it('gives back the whole catalogue as YAML, entry by entry the same', async () => {
    const { stdout } = await edgeSunset(['catalogue', 'export', '-f', 'yaml'], { cwd: folderOf({}) });
    const loaded = await loadCatalogueFile('again.yaml', stdout);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems.slice(0, 3)));
    const entries = loaded.part.entries.map((entry) => ({ ...entry, match: [], noMatch: [] }));
    expect(entries).toEqual(builtinCatalogue().entries);
  });

  it('gives profiles and entries as JSON', async () => {
    const { stdout } = await edgeSunset(['catalogue', 'export', '-f', 'json'], { cwd: folderOf({}) });
    const { profiles, entries } = JSON.parse(stdout) as {
      profiles: { sdk: unknown[] }[];
      entries: unknown[];
    };
    expect(profiles[0]?.sdk.length).toBeGreaterThan(500);
    expect(entries).toHaveLength(builtinCatalogue().entries.length);
  });
});

describe('catalogue validate', () => {
  it('says that a file is valid', async () => {
    const { code, stdout } = await edgeSunset(['catalogue', 'validate', 'own.yaml'], {
      cwd: folderOf({ 'own.yaml': OWN }),
    });
    expect([code, stdout]).toEqual([0, 'own.yaml: valid, 1 entry\n']);
  });

  it('names every fault of every file, exit 2', async () => {
    const cwd = folderOf({
      'a.yaml': OWN.replace('GET /', 'GOT /'),
      'b.yaml': OWN.replace('title:', 'titel:'),
    });
    const { code, stdout, stderr } = await edgeSunset(['catalogue', 'validate', 'a.yaml', 'b.yaml'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'a.yaml:9:17: entries[0].endpoints[0]: "GOT" is not a method of HTTP that is known here; did you mean GET?\n' +
        'b.yaml:5:5: entries[0].titel: unknown key "titel" in an entry; did you mean "title"?\n',
    );
  });

  it('refuses ids that are taken, by the catalogue or by another file', async () => {
    const cwd = folderOf({ 'a.yaml': OWN, 'b.yaml': OWN, 'c.yaml': OWN.replace('old-carts', 'brotli') });
    const { code, stdout } = await edgeSunset(
      ['catalogue', 'validate', 'a.yaml', 'b.yaml', 'c.yaml', '-f', 'json'],
      { cwd },
    );
    expect(code).toBe(2);
    const problems = JSON.parse(stdout) as readonly { file: string; line: number; message: string }[];
    expect(problems.map(({ file, line, message }) => [file, line, message])).toEqual([
      ['b.yaml', 4, 'the entry "old-carts" exists already'],
      ['c.yaml', 4, 'the entry "brotli" exists already'],
    ]);
  });

  it.each([
    [['catalogue', 'validate', 'absent.yaml'], /absent\.yaml.*does not exist/],
    [['catalogue', 'validate'], /name a file/],
  ])('%j is a usage error', async (argv, says) => {
    const { code, stderr } = await edgeSunset(argv, { cwd: folderOf({}) });
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });
});

describe('catalogue', () => {
  it.each([
    [['catalogue'], /name an action: list, show, validate, export/],
    [['catalogue', 'lst'], /Did you mean 'list'\?/],
    [['catalogue', 'list', 'brotli'], /catalogue show brotli/],
    [['catalogue', 'show'], /name an entry/],
    [['catalogue', 'list', '--format', 'xml'], /--format must be one of text, json, yaml, markdown/],
    [['catalogue', 'list', '--now', '2026-13-01'], /--now must be a date/],
    [['catalogue', 'constructor'], /unknown action/],
  ])('%j is a usage error', async (argv, says) => {
    const { code, stdout, stderr } = await edgeSunset(argv, { cwd: folderOf({}) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
  });
});

describe('explain', () => {
  it('tells what is dead, since when, what callers see, and what to write instead', async () => {
    const { code, stdout, stderr } = await edgeSunset(['explain', 'firewall-rules'], { cwd: folderOf({}) });
    expect([code, stderr]).toEqual([0, '']);
    for (const text of [
      '2025-01-15, retired 675 days ago',
      "The specification names 2025-01-15, Cloudflare's own documentation 2025-06-15.",
      'code 10020, firewallrules.api.maintenance_mode',
      'GET, POST, PATCH, PUT, DELETE /zones/{zone_id}/firewall/rules\n',
      'http_request_firewall_custom',
      'Before:',
      'After:',
      'edge-sunset migrate --only firewall-rules (highest level: review)',
      'https://developers.cloudflare.com/',
      '/zones/{zone_id}/firewall/lockdowns',
    ]) {
      expect(stdout).toContain(text);
    }
  });

  it('speaks of every entry, on any day, in every format', async () => {
    const cwd = folderOf({});
    for (const { id, title } of builtinCatalogue().entries) {
      for (const format of ['text', 'json', 'markdown']) {
        const { code, stdout } = await edgeSunset(['explain', id, '--now', '2030-01-01', '-f', format], {
          cwd,
        });
        expect(code, id).toBe(0);
        expect(stdout, id).toContain(title);
        expect(stdout, id).not.toMatch(/undefined|\[object|NaN/);
      }
    }
  });

  it('says of a day to come that it comes, and of the day itself that it is today', async () => {
    const cwd = folderOf({});
    const ahead = await edgeSunset(['explain', 'dns-analytics'], { cwd });
    expect(ahead.stdout).toContain('2026-12-01, ends in 10 days');
    const today = await edgeSunset(['explain', 'dns-analytics', '--now', '2026-12-01'], { cwd });
    expect(today.stdout).toContain('2026-12-01, retired today');
    const json = await edgeSunset(['explain', 'geoip-fields', '--format', 'json'], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({ id: 'geoip-fields', endOfLife: null, daysPast: null });
  });

  it('knows the entries of the user', async () => {
    const cwd = folderOf({ 'own.yaml': OWN });
    const { stdout } = await edgeSunset(['explain', 'old-carts', '--catalogue', 'own.yaml'], { cwd });
    expect(stdout).toContain('2026-11-26, ends in 5 days');
    expect(stdout).toContain('Baskets.');
  });

  it.each([
    [['explain', 'brotil'], /Did you mean 'brotli'\?/],
    [['explain', 'no-brotil'], /Did you mean 'brotli'\?/],
    [['explain', 'zzzzzz'], /catalogue list/],
    [['explain'], /name an entry/],
    [['explain', 'brotli', 'minify'], /one entry, place or id, not 2/],
  ])('%j is a usage error', async (argv, says) => {
    const { code, stdout, stderr } = await edgeSunset(argv, { cwd: folderOf({}) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
  });

  it('has a page in the documentation that says the same', async () => {
    const page = (await entryPages()).get('docs/entries/rate-limits.md');
    expect(page).toContain('GET, PUT, DELETE /zones/{zone_id}/rate_limits/{rate_limit_id}');
    expect(page).toContain('## Not reported');
  });
});
