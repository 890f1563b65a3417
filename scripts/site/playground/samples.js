/** What the page shows until somebody pastes code: file name, name of the language, text. */
const API = 'https://api.cloudflare.com/client/v4';

export const SAMPLES = [
  [
    'waf.ts',
    'TypeScript',
    `const api = '${API}';
const headers = { authorization: \`Bearer \${process.env.CLOUDFLARE_API_TOKEN}\`, 'content-type': 'application/json' };

export async function block(zone: string, ip: string): Promise<void> {
  const response = await fetch(\`\${api}/zones/\${zone}/firewall/rules\`, {
    method: 'POST',
    headers,
    body: JSON.stringify([{ action: 'block', description: 'abuse', filter: { expression: \`ip.src eq \${ip}\` } }]),
  });
  if (!response.ok) throw new Error(\`HTTP \${response.status}\`);
}

export async function speedUp(zone: string): Promise<void> {
  await fetch(\`\${api}/zones/\${zone}/settings/minify\`, { method: 'PATCH', headers, body: '{"value":{"js":"on"}}' });
  await fetch(\`\${api}/zones/\${zone}/settings/http3\`, { method: 'PATCH', headers, body: '{"value":"on"}' });
}
`,
  ],
  [
    'waf.js',
    'JavaScript',
    `const cf = axios.create({ baseURL: '${API}' });

export async function rules(zone) {
  const { data } = await cf.get(\`/zones/\${zone}/firewall/rules\`);
  return data.result.map((rule) => rule.filter.expression);
}
`,
  ],
  [
    'limits.py',
    'Python',
    `import os
import requests

API = "${API}"
HEADERS = {"Authorization": "Bearer " + os.environ["CF_API_TOKEN"]}


def limits(zone):
    response = requests.get(f"{API}/zones/{zone}/rate_limits", headers=HEADERS)
    response.raise_for_status()
    return [limit["id"] for limit in response.json()["result"]]
`,
  ],
  [
    'purge.sh',
    'Shell',
    `#!/usr/bin/env bash
set -euo pipefail
curl -sS -X DELETE "${API}/zones/$ZONE_ID/firewall/rules/$1" \\
  -H "Authorization: Bearer $CF_API_TOKEN"
`,
  ],
  [
    'main.tf',
    'Terraform',
    `resource "cloudflare_filter" "login" {
  zone_id    = var.zone_id
  expression = "http.request.uri.path eq \\"/login\\""
}

resource "cloudflare_firewall_rule" "login" {
  zone_id     = var.zone_id
  description = "login"
  filter_id   = cloudflare_filter.login.id
  action      = "challenge"
}
`,
  ],
  [
    'main.go',
    'Go',
    `package main

import (
	"fmt"
	"net/http"
)

func tunnels(account string) (*http.Response, error) {
	return http.Post(fmt.Sprintf("${API}/accounts/%s/tunnels", account), "application/json", nil)
}
`,
  ],
  [
    'waf.php',
    'PHP',
    `<?php
function rules($client, $zone) {
    return $client->get("${API}/zones/{$zone}/firewall/rules");
}
`,
  ],
  [
    'dns.rb',
    'Ruby',
    `require 'net/http'

uri = URI("${API}/zones/#{zone}/settings/minify")
Net::HTTP.get(uri)
`,
  ],
  [
    'workflow.yml',
    'YAML',
    `on: push
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - run: |
          curl -X PATCH "${API}/zones/$ZONE/settings/minify" -H "Authorization: Bearer $TOKEN" --data '{"value":{"js":"on"}}'
          echo done
`,
  ],
];

export const EXPORTED = `[
  {
    "id": "372e67954025e0ba6aaa6d586b9e0b60",
    "paused": false,
    "description": "block bad bots",
    "action": "block",
    "priority": 50,
    "filter": { "expression": "(http.user_agent contains \\"badbot\\")", "paused": false }
  }
]
`;

export const EXPRESSION = 'cf.threat_score gt 10 and ip.geoip.country in {"AT" "DE"}';
