/** An application with five dead calls in three languages, all of one product area, and a test of its own. */
export const APP: Readonly<Record<string, string>> = {
  'package.json':
    '{ "name": "gate", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/cloudflare.js': `const API = 'https://api.cloudflare.com/client/v4';

export async function cf(method, path, body) {
  const response = await fetch(API + path, {
    method,
    headers: { authorization: \`Bearer \${process.env.CLOUDFLARE_API_TOKEN}\`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(answer.errors[0].message);
  return answer.result;
}
`,
  'src/block.js': `import { cf } from './cloudflare.js';

/** Keeps an address away from the shop. */
export async function block(zone, address) {
  await cf('POST', \`/zones/\${zone}/firewall/rules\`, [
    { filter: { expression: \`ip.src eq \${address}\` }, action: 'block', description: 'too many orders' },
  ]);
}

export async function blocked(zone) {
  const rules = await cf('GET', \`/zones/\${zone}/firewall/rules\`);
  return rules.filter((rule) => rule.action === 'block').map((rule) => rule.filter.expression);
}
`,
  'infra/gate.tf': `terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 4.52"
    }
  }
}

resource "cloudflare_filter" "admin" {
  zone_id    = var.zone_id
  expression = "http.request.uri.path contains \\"/admin\\""
}

resource "cloudflare_firewall_rule" "admin" {
  zone_id     = var.zone_id
  description = "admin only from the office"
  filter_id   = cloudflare_filter.admin.id
  action      = "block"
}
`,
  'scripts/waf.py': `import os
import requests

API = "https://api.cloudflare.com/client/v4"


def packages(zone):
    headers = {"Authorization": "Bearer " + os.environ["CLOUDFLARE_API_TOKEN"]}
    return requests.get(f"{API}/zones/{zone}/firewall/waf/packages", headers=headers).json()["result"]
`,
  // The API as it is today: rulesets work, all else is gone.
  'test/block.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, blocked } from '../src/block.js';

const rulesets = [];

globalThis.fetch = async (url, { method, body }) => {
  const path = new URL(url).pathname.replace('/client/v4/zones/z1', '');
  const [, id] = /^\\/rulesets\\/([^/]+)\\/rules$/.exec(path) ?? [];
  const sent = body === undefined ? undefined : JSON.parse(body);
  const answer = (result) => new Response(JSON.stringify({ success: true, result, errors: [] }));
  if (method === 'GET' && path === '/rulesets/r1') return answer(rulesets[0]);
  if (method === 'GET' && path === '/rulesets') return answer(rulesets.map(({ rules, ...ruleset }) => ruleset));
  if (method === 'POST' && path === '/rulesets') {
    rulesets.push({ id: 'r1', ...sent });
    return answer(rulesets.at(-1));
  }
  const ruleset = rulesets.find((one) => one.id === id);
  if (method === 'POST' && ruleset !== undefined) {
    ruleset.rules.push(sent);
    return answer(ruleset);
  }
  const errors = [{ code: 10020, message: 'firewallrules.api.maintenance_mode' }];
  return new Response(JSON.stringify({ success: false, result: null, errors }), { status: 400 });
};

test('blocks addresses one after the other', async () => {
  await block('z1', '192.0.2.7');
  await block('z1', '192.0.2.8');
  assert.deepEqual(await blocked('z1'), ['ip.src eq 192.0.2.7', 'ip.src eq 192.0.2.8']);
  assert.deepEqual(rulesets.map(({ phase, rules }) => [phase, rules.length]), [['http_request_firewall_custom', 2]]);
});
`,
};

export const APP_BRANCH = 'edge-sunset/firewall';
