import { describe, expect, it } from 'vitest';
import { builtinCatalogue, entriesFor } from '../../src/catalogue/index.js';
import { edgeSunset, folderOf } from './command-line.js';
import knownErrors from './known-errors.json' with { type: 'json' };

const catalogue = builtinCatalogue();
const idsFor = (text: string) => entriesFor(text, catalogue).map(({ entry }) => entry.id);
const explain = (...argv: string[]) => edgeSunset(['explain', ...argv], { cwd: folderOf({}) });

describe('explain, by what people have', () => {
  it.each([
    ['the id of an entry', 'minify', ['minify']],
    ['a rule of the plugin', 'no-minify', ['minify']],
    ['a rule with its plugin', 'edge-sunset/no-rate-limits', ['rate-limits']],
    ['an error code', '10020', ['firewall-rules']],
    ['an error text', 'firewallrules.api.maintenance_mode', ['firewall-rules']],
    ['a line of a log', 'Error 400: firewallrules.api.deprecated (10020)', ['firewall-rules']],
    ['an answer', '{"success":false,"errors":[{"code":10021,"message":"x"}]}', ['firewall-rules']],
    ['the error chain of DNS', 'DNS Validation Error', ['dns-error-chain']],
    ['a fresh zone after the migration', '10003', ['firewall-rules', 'rate-limits']],
    ['a path', '/zones/x/firewall/rules', ['firewall-rules']],
    ['a path without its scope', 'firewall/rules', ['firewall-rules']],
    [
      'an address with a method',
      'PATCH https://api.cloudflare.com/client/v4/zones/x/settings/minify',
      ['minify'],
    ],
    ['a path with a hole', '/zones/${zone}/rate_limits/:id', ['rate-limits']],
    ['a method of an SDK', 'client.firewall.rules.list', ['firewall-rules']],
    ['a call of an SDK', 'cf.rateLimits.create({ zone_id })', ['rate-limits']],
    ['a type of Terraform', 'cloudflare_rate_limit', ['rate-limits']],
    ['a block of Terraform', 'resource "cloudflare_filter" "office"', ['firewall-rules']],
    ['a field', 'locked', ['dns-locked']],
    ['a field of an expression', 'cf.threat_score', ['threat-score']],
    ['a setting', 'server_side_exclude', ['server-side-excludes']],
    ['an action of a page rule', 'disable_performance', []],
  ])('%s: %s', (_what, text, ids) => {
    expect(idsFor(text)).toEqual(ids);
  });

  it.each([
    ['a path that is alive', '/zones/x/rulesets'],
    ['a path of another API', 'https://api.example.com/firewall/rules'],
    ['a method that reads what lives', 'GET /zones/x/dns_records/y/import'],
    ['a word inside other words', 'one'],
    ['a part of a code', '1002'],
    ['nothing', ' '],
    ['a chain of another library', 'app.rules.listen'],
  ])('finds nothing by %s: %s', (_what, text) => {
    expect(idsFor(text)).toEqual([]);
  });

  it('finds every status, code and text of every symptom', () => {
    for (const entry of catalogue.entries) {
      for (const { status, code, message } of entry.symptoms) {
        for (const text of [code, status === 200 ? undefined : status, message]) {
          if (text !== undefined) expect(idsFor(String(text)), String(text)).toContain(entry.id);
        }
      }
    }
  });

  it.each(knownErrors.flatMap(({ given, where, entry }) => given.map((text) => ({ text, where, entry }))))(
    'finds $entry by $text, as reported of $where',
    ({ text, entry }) => {
      expect(idsFor(text)).toContain(entry);
    },
  );

  it('finds every path, method of an SDK, resource and setting of every entry', () => {
    for (const entry of catalogue.entries) {
      for (const { path } of entry.endpoints) expect(idsFor(path), path).toContain(entry.id);
      for (const { name } of entry.resources) expect(idsFor(name), name).toContain(entry.id);
      for (const { id } of entry.settings) expect(idsFor(id), id).toContain(entry.id);
      for (const { name } of entry.expressions) expect(idsFor(name), name).toContain(entry.id);
    }
  });

  it('explains the one entry, and says how it was found', async () => {
    const { code, stdout } = await explain('10021');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^10021 leads to firewall-rules, as an error code\.\n\nfirewall-rules: /);
  });

  it('lists several with what each is known by', async () => {
    const { code, stdout } = await explain('10003');
    expect(code).toBe(0);
    expect(stdout).toContain('10003 leads to ');
    expect(stdout).toMatch(/\n {2}rate-limits +\S/);
    expect(stdout).toContain('Details: edge-sunset explain ');
  });

  it.each(['410', 'HTTP 410', '410 Gone'])(
    'says that a route is gone for good, and which retired parts are: %s',
    async (asked) => {
      const { code, stdout } = await explain(asked);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^HTTP 410, Gone\n\nThe route was shut down for good\./);
      expect(stdout).toMatch(/\n {2}rate-limits +\S/);
      expect(stdout).toContain('Next: edge-sunset scan');
    },
  );

  it.each(['10000', 'code 10000', 'Authentication error', '{"errors":[{"code":10000,"message":"x"}]}'])(
    'says which permission a migrated program needs: %s',
    async (asked) => {
      const { code, stdout } = await explain(asked);
      expect(code).toBe(0);
      expect(stdout).toContain('Zone > Zone WAF > Edit');
      for (const id of ['firewall-rules', 'service-key'])
        expect(stdout).toMatch(new RegExp(`\\n {2}${id} +\\S`));
      expect(stdout).toContain('Next: edge-sunset scan');
    },
  );

  it.each(['firewallrules.api.deprecated, HTTP 410', '/zones/10000/rate_limits', '100000'])(
    'leads to a part where there is more than a general error: %s',
    async (asked) => {
      const { stdout } = await explain(asked);
      expect(stdout).not.toMatch(/^(?:HTTP 410, Gone|Authentication error)/);
    },
  );

  it('gives several as JSON', async () => {
    const { stdout } = await explain('410', '--format', 'json');
    const { asked, entries } = JSON.parse(stdout);
    expect(asked).toBe('410');
    expect(entries.map(({ id }: { id: string }) => id)).toContain('rate-limits');
  });

  it('says what it understands when nothing is found', async () => {
    const { code, stderr, stdout } = await explain('/zones/x/rulesets');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('no entry matches "/zones/x/rulesets"');
    expect(stderr).toContain('an error code or message');
  });
});
