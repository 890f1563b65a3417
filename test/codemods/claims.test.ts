/** What migrations claim of calls that they cannot, or only partly, rewrite. */
import { describe, expect, it } from 'vitest';
import { TEMPLATES as FIREWALL_TEMPLATES } from '../../codemods/firewall-rules/generated/templates.js';
import { CODEMODS } from '../../codemods/index.js';
import { PHASE_OF_PRODUCT } from '../../src/convert/index.js';
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

describe('the address for alerts of a pool', () => {
  const pool = (version: string, account: string) => `terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "${version}"
    }
  }
}

resource "cloudflare_load_balancer_pool" "main" {
${account}  name               = "main"
  notification_email = "ops@example.com, dev@example.com"
  origins {
    name    = "a"
    address = "192.0.2.1"
  }
}
`;

  it.each([
    ['~> 4.20', /email_integration \{\n {4}id = "ops@example.com"\n {2}\}\n\n {2}email_integration/],
    ['~> 5.0', /email = \[\n {6}\{\n {8}id = "ops@example.com"\n {6}\},\n {6}\{\n {8}id = "dev@/],
  ])('becomes a notification policy of provider %s', async (version, receivers) => {
    const plan = await planOf({ 'main.tf': pool(version, '  account_id         = "0"\n') });
    expect(textAfter(plan, 'main.tf')).not.toContain('notification_email');
    expect(textAfter(plan, 'main.tf')).toContain('resource "cloudflare_notification_policy" "main"');
    expect(textAfter(plan, 'main.tf')).toMatch(receivers);
  });

  it('stays, with a comment, where no policy can be written', async () => {
    const plan = await planOf({ 'main.tf': pool('~> 4.20', '') });
    expect(textAfter(plan, 'main.tf')).not.toContain('cloudflare_notification_policy');
    expect(textAfter(plan, 'main.tf')).toMatch(
      / {2}# edge-sunset-todo notification-email [0-9a-f]{8}: Create a load_balancing_health_alert policy.*\n {2}notification_email = /,
    );
  });
});

describe('rate limits', () => {
  const table = (period: string) =>
    `${CLIENT}const limits = [{ match: { request: { url: 'example.com/a' } }, threshold: 5, period: ${period}, action: { mode: 'ban', timeout: 60 } }];\nfor (const limit of limits) await http.post('/zones/1/rate_limits', limit);\n`;

  it('of a table get the nearest period that is taken where they stand, and that is said', async () => {
    const plan = await planOf({ 'a.js': table('65') });
    expect(textAfter(plan, 'a.js')).toContain('period: 60,');
    expect(textAfter(plan, 'rateLimitRules.js')).not.toContain('SECONDS');
    expect(plan.sites.flatMap(({ differences }) => differences)).toContainEqual({
      name: 'nearest-period',
      what: 'limit 1 (line 3): period: 65 seconds become 60, the nearest',
    });
  });

  it('of a table with periods that are taken change none', async () => {
    const plan = await planOf({ 'a.js': table('90') });
    expect(textAfter(plan, 'a.js')).toContain('period: 90,');
    expect(plan.sites.flatMap(({ differences }) => differences.map(({ name }) => name))).not.toContain(
      'nearest-period',
    );
  });

  it.each([
    ['65', 'period: 60'],
    ['60', 'period: PERIOD'],
  ])('with a constant of %s seconds are written as %s', async (seconds, written) => {
    const limit = `{ match: { request: { url: 'example.com/a' } }, threshold: 5, period: PERIOD, action: { mode: 'ban', timeout: 60 } }`;
    const text = `${CLIENT}const PERIOD = ${seconds};\nawait http.post('/zones/1/rate_limits', ${limit});\n`;
    const plan = await planOf({ 'a.js': text });
    expect(textAfter(plan, 'a.js')).toContain(written);
  });
});

it('settings that could not be read are named', async () => {
  const text = `${CLIENT}const { data } = await http.get('/zones/1/settings');\nfor (const one of data.result) console.log(one.id);\n`;
  const plan = await planOf({ 'a.js': text });
  expect(textAfter(plan, 'zoneSettings.js')).toContain('Settings that could not be read:');
});

describe('a bypass', () => {
  it('becomes, at run time as well, what `convert` makes of its products', () => {
    const skipped = FIREWALL_TEMPLATES.mapping.find(({ name }) => name === 'skipped')?.plain ?? '';
    const phases = [...skipped.matchAll(/\['(\w+)', '(\w+)'\]/g)].map(([, product, phase]) => [
      product,
      phase,
    ]);
    expect(Object.fromEntries(phases)).toEqual(PHASE_OF_PRODUCT);
  });
});

describe('service records in Python', () => {
  const script = (read: string) => `import os
import requests

API = "${HOST}"
H = {"Authorization": "Bearer " + os.environ["CLOUDFLARE_API_TOKEN"]}


def ensure(zone):
    for record in requests.get(f"{API}/zones/{zone}/dns_records", headers=H).json()["result"]:
        if ${read} == "_sip":
            return
    requests.post(f"{API}/zones/{zone}/dns_records", headers=H, json={
        "type": "SRV",
        "data": {"service": "_sip", "proto": "_tcp", "name": "example.com", "priority": 1, "weight": 2, "port": 5060, "target": "a.example.com"},
    })
`;

  it('are read by their names once they are written with them', async () => {
    const plan = await planOf({ 'a.py': script('record["data"]["service"]') });
    expect(textAfter(plan, 'a.py')).toContain('if record["name"].split(".")[0] == "_sip":');
  });

  it('stay where they are read in another way', async () => {
    const plan = await planOf({ 'a.py': script('record["data"].get("service")') });
    expect(plan.sites.map(({ outcome }) => outcome)).not.toContain('migrated');
  });
});

describe('the last command of a shell', () => {
  const send = (id: string) =>
    `curl -sf -X PATCH -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" "${HOST}/zones/1/settings/${id}" --data '{"value":"on"}' > /dev/null\n`;

  it('function stays, for its status is what the function gives', async () => {
    const body = (last: string) =>
      `#!/bin/bash\ntune() {\n  ${send('ipv6')}  ${send('brotli')}${last}}\ntune || exit 3\n`;
    const last = await planOf({ 'a.sh': body('') });
    expect(last.sites.map(({ outcome }) => outcome)).toEqual(['marked']);
    const other = await planOf({ 'a.sh': body('  echo tuned\n') });
    expect(other.sites.map(({ outcome }) => outcome)).toEqual(['migrated']);
  });

  it.each([
    ['', ['exit-status']],
    ['set -euo pipefail\n', []],
  ])('script goes, and the plan says what becomes of the status: %j', async (head, names) => {
    const plan = await planOf({ 'a.sh': `#!/bin/bash\n${head}${send('ipv6')}${send('brotli')}` });
    expect(plan.sites.flatMap(({ differences }) => differences.map(({ name }) => name))).toEqual(names);
  });
});
