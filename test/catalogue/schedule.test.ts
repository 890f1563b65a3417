import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compareSchedules, differencesText } from '../../scripts/schedule/compare.js';
import { dayOf, readPublished } from '../../scripts/schedule/published.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { folderOf } from '../cli/command-line.js';

/** Written by us in the forms the vendor's file has had over the years. */
const PUBLISHED = `---
link: "/deprecations/"
productName: API deprecations
entries:
  - publish_date: "2026-09-01"
    title: "Carts: first version"
    description: |-
      Deprecation date: September 1, 2026

      End of life date: March 1, 2027

      Deprecated APIs:

      - \`GET\` and \`POST /accounts/{account_id}/carts\` (list and create)
      - \`GET\`, \`PUT\`, and \`DELETE /accounts/{account_id}/carts/{cart_id}\`
      - \`GET/zones/{zone_id}/carts/\` (no space)

      Replacements:

      - \`GET /accounts/{account_id}/baskets\`

  - publish_date: "2025-06-15"
    title: "Rate Limiting API (previous version)"
    description: |-
      Deprecation date: June 15, 2025

      Deprecated API:

      - \`GET /zones/:zone_id/rate_limits\`

  - publish_date: "2024-08-15"
    title: "Brotli"
    description: |-
      Deprecation date: August 16, 2024

      - \`GET /zones/:zone_id/settings/brotli\`

  - publish_date: "2024-02-04"
    title: "Tunnels of the first kind"
    description: |-
      Deprecation date: February 4, 2024

      Deprecated API:

      - \`POST accounts/:account_identifier/tunnels\`
      - \`DELETE accounts/:account_identifier/tunnels/:tunnel_id\`

  - publish_date: "2022-10-11"
    title: "Page Shield"
    description: |-
      Replace \`script_monitor\` in routes with \`page_shield\`.
`;

async function itemsOf(text: string) {
  const published = await readPublished(text);
  if (!published.ok) throw new Error(published.problem);
  return published.items;
}

describe('the published schedule', () => {
  it('gives its days and dead calls, in all their spellings', async () => {
    const [carts, limits, , tunnels, shield] = await itemsOf(PUBLISHED);
    expect(carts).toEqual({
      title: 'Carts: first version',
      date: '2027-03-01',
      calls: [
        { methods: ['GET', 'POST'], path: '/accounts/{account_id}/carts' },
        { methods: ['GET', 'PUT', 'DELETE'], path: '/accounts/{account_id}/carts/{cart_id}' },
        { methods: ['GET'], path: '/zones/{zone_id}/carts' },
      ],
    });
    expect(limits?.calls).toEqual([{ methods: ['GET'], path: '/zones/{zone_id}/rate_limits' }]);
    expect(tunnels?.calls.map((call) => call.path)).toEqual([
      '/accounts/{account_identifier}/tunnels',
      '/accounts/{account_identifier}/tunnels/{tunnel_id}',
    ]);
    expect(shield).toEqual({ title: 'Page Shield', date: null, calls: [] });
  });

  it.each([
    ['June 15, 2025', '2025-06-15'],
    ['June 15th, 2025', '2025-06-15'],
    ['15 June 2025', '2025-06-15'],
    ['January 2026', '2026-01-31'],
    ['Feb 2028', '2028-02-29'],
    ['2025-06-15', '2025-06-15'],
    ['to be announced', null],
    ['soon, in 2027', null],
  ])('reads %s as %s', (written, day) => {
    expect(dayOf(written)).toBe(day);
  });

  it.each([
    ['entries: 5', 'no list "entries"'],
    ['a: [', 'not YAML'],
    ['entries:\n  - description: x', 'entries[0] has no title'],
    ['', 'no list "entries"'],
  ])('refuses %j', async (text, says) => {
    const published = await readPublished(text);
    expect(published.ok ? '' : published.problem).toContain(says);
  });
});

describe('compared with the catalogue', () => {
  it('shows what changed, is new, is gone, or lost its day', async () => {
    const { changed, unknown, gone, undated } = compareSchedules(
      await itemsOf(PUBLISHED),
      builtinCatalogue(),
    );
    expect(changed.map(({ entry, date }) => [entry.id, date])).toEqual([['brotli', '2024-08-16']]);
    expect(unknown.map((item) => item.title)).toEqual(['Carts: first version']);
    expect(undated.map(({ entry }) => entry.id)).toEqual(['script-monitor']);
    const ids = gone.map((entry) => entry.id);
    expect(ids).toContain('minify');
    // Known by its title and the vendor's own day; renamed, but known by its calls; never listed.
    for (const id of ['rate-limits', 'legacy-tunnels', 'geoip-fields']) expect(ids).not.toContain(id);
  });

  it('agrees with itself', () => {
    const catalogue = builtinCatalogue();
    const items = catalogue.entries.flatMap((entry) =>
      (entry.published ?? []).map((title) => ({
        title,
        date: entry.vendor?.date ?? entry.endOfLife,
        calls: [],
      })),
    );
    expect(differencesText(compareSchedules(items, catalogue))).toBe(
      'The catalogue agrees with the published schedule.\n',
    );
  });
});

describe('npm run schedule:refresh', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const run = (...argv: string[]): { code: unknown; stdout: string; stderr: string } => {
    try {
      const stdout = execFileSync(
        process.execPath,
        ['--import', 'tsx', 'scripts/schedule-refresh.ts', ...argv],
        {
          cwd: root,
          encoding: 'utf8',
          stdio: 'pipe',
        },
      );
      return { code: 0, stdout, stderr: '' };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: unknown; stdout: string; stderr: string };
      return { code: status, stdout, stderr };
    }
  };

  it('prints the differences and exits 1', () => {
    const folder = folderOf({ 'published.yaml': PUBLISHED });
    const { code, stdout } = run(`${folder}/published.yaml`);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'changed  brotli: 2024-08-16 is published, 2024-08-15, vendor 2024-08-15 in the catalogue ("Brotli")',
    );
    expect(stdout).toContain(
      'new      "Carts: first version", 2027-03-01\n           GET, POST /accounts/{account_id}/carts',
    );
    expect(stdout).toContain('gone     minify: no longer published as "Auto Minify"');
  });

  it('names a file that is missing or of another kind, and exits 2', () => {
    const folder = folderOf({ 'other.yaml': 'a: 1' });
    const missing = run(`${folder}/absent.yaml`);
    expect([missing.code, missing.stdout]).toEqual([2, '']);
    expect(missing.stderr).toContain('absent.yaml cannot be read');
    expect(run(`${folder}/other.yaml`).stderr).toContain('no list "entries"');
    expect(run().code).toBe(2);
  });
});
