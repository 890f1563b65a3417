/** What migrations claim of calls that they cannot, or only partly, rewrite. */
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import type { RootPlan } from '../../src/migrate/index.js';
import { HOST, planWith } from '../migrate/project.js';

const MANIFEST = '{"name":"a","type":"module","dependencies":{"axios":"1.7.0"}}';
const CLIENT = `import axios from 'axios';\nconst http = axios.create({ baseURL: '${HOST}' });\n`;

async function planOf(files: Readonly<Record<string, string>>): Promise<RootPlan> {
  return planWith({ 'package.json': MANIFEST, ...files }, CODEMODS);
}

function textAfter(plan: RootPlan, path: string): string {
  return plan.files.find((file) => file.path === path)?.after ?? '';
}

describe('the level of security', () => {
  const levels = ['medium', 'essentially_off', "on ? 'under_attack' : 'medium'"];
  it.each(levels)('that is set to %s is never told to be off', async (level) => {
    const value = level.includes('?') ? level : `'${level}'`;
    const text = `${CLIENT}export const set = (zone, on) =>\n  http.patch(\`/zones/\${zone}/settings/security_level\`, { value: ${value} });\n`;
    const plan = await planOf({ 'level.js': text });
    expect(textAfter(plan, 'level.js')).toContain('edge-sunset-todo security-level');
    expect(textAfter(plan, 'level.js')).not.toMatch(/edge-sunset-todo.*\boff\b/);
  });
});

describe('a query of GraphQL', () => {
  const report = (chain: string) =>
    `${CLIENT}export async function weekly(zone) {\n  const { data } = await http.get(\`/zones/\${zone}/analytics/dashboard?since=-10080\`);\n  return ${chain};\n}\n`;

  it('asks for seven days, and not for the day on which the first of them began', async () => {
    const plan = await planOf({ 'a.js': report('data.result.totals.requests.all') });
    expect(textAfter(plan, 'a.js')).toContain('date_gt: $since, date_leq: $until');
  });

  it('takes no answer with errors, which has no data, for figures', async () => {
    const plan = await planOf({ 'a.js': report('data?.result?.totals?.requests?.all ?? 0') });
    expect(textAfter(plan, 'a.js')).toMatch(/data\??\.data\.viewer/);
  });
});

describe('a condition of records', () => {
  const filtered = (rest: string) =>
    `${CLIENT}const { data } = await http.get('/zones/1/dns_records');\nconst open = data.result.filter((record) => !record.locked)${rest};\nconsole.log(open);\n`;

  it.each([
    ['', 'data.result.slice();'],
    ['.map(({ name }) => name)', 'data.result.map(({ name }) => name);'],
  ])('that all of them meet goes: %s', async (rest, written) => {
    const plan = await planOf({ 'a.js': filtered(rest) });
    expect(textAfter(plan, 'a.js')).toContain(`const open = ${written}`);
  });

  it('stays as far as it asks for something else', async () => {
    const text = filtered('').replace('!record.locked', "record.type === 'A' && !record.locked");
    const plan = await planOf({ 'a.js': text });
    expect(textAfter(plan, 'a.js')).toContain("filter((record) => record.type === 'A');");
  });
});

describe('a function that nothing calls', () => {
  const api = `${CLIENT}export const dash = async (zone) => (await http.get(\`/zones/\${zone}/analytics/dashboard\`)).data;\nexport const zones = async () => (await http.get('/zones')).data;\n`;
  const uses = "import { zones } from './api.js';\nconsole.log(await zones());\n";

  it('goes, unless a test imports it', async () => {
    const alone = await planOf({ 'src/api.js': api, 'src/main.js': uses });
    expect(textAfter(alone, 'src/api.js')).not.toContain('dash');
    const tested = await planOf({
      'src/api.js': api,
      'src/main.js': uses,
      'test/api.test.js':
        "import { dash } from '../src/api.js';\nit('is there', () => expect(dash).toBeDefined());\n",
    });
    expect(textAfter(tested, 'src/api.js')).toContain('export const dash');
  });
});

describe('Terraform', () => {
  const module = (version: string) => `terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "${version}"
    }
  }
}

resource "cloudflare_filter" "a" {
  zone_id    = "1"
  expression = <<-EOT
    ip.src eq 192.0.2.1
    or ip.src eq 192.0.2.2
  EOT
}

resource "cloudflare_firewall_rule" "a" {
  zone_id   = "1"
  filter_id = cloudflare_filter.a.id
  action    = "block"
}
`;

  it('keeps the line ends of a here document', async () => {
    const plan = await planOf({ 'main.tf': module('~> 4.20').replaceAll('\n', '\r\n') });
    const text = textAfter(plan, 'main.tf');
    expect(text).toContain('    ip.src eq 192.0.2.1\r\n    or ip.src');
    expect(text).not.toContain('\r\r');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    ['~> 3.20', true],
    ['~> 4.20', false],
  ])('writes for provider %s that a rule is on: %s', async (version, isWritten) => {
    const plan = await planOf({ 'main.tf': module(version) });
    expect(textAfter(plan, 'main.tf')).toContain('cloudflare_ruleset');
    expect(/enabled\s+= true/.test(textAfter(plan, 'main.tf'))).toBe(isWritten);
  });
});
