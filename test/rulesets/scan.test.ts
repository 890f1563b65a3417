import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { analyze } from '../../src/analysis/index.js';
import type { Json } from '../../src/edge/core/json.js';
import { CASES } from './cases.js';
import type { Case } from './rules.js';

/** The rules of a case as people write them: in a program, in files of data, as a resource. */
const FORMS: Readonly<Record<string, (one: Case) => readonly [path: string, code: string]>> = {
  'a program': ({ phase, rules }) => [
    'a.ts',
    `await fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/rulesets\`, {
  method: 'POST',
  headers,
  body: JSON.stringify(${JSON.stringify({ name: 'zone', kind: 'zone', phase, rules }, null, 2)}),
});\n`,
  ],
  'a client of Python': ({ phase, rules }) => [
    'a.py',
    `import requests
requests.post(f"https://api.cloudflare.com/client/v4/zones/{zone}/rulesets", headers=headers, json=${python({ name: 'zone', kind: 'zone', phase, rules })})\n`,
  ],
  JSON: ({ phase, rules }) => ['a.json', JSON.stringify({ kind: 'zone', phase, rules }, null, 2)],
  YAML: ({ phase, rules }) => ['a.yaml', stringify({ kind: 'zone', phase, rules })],
  Terraform: ({ phase, rules }) => [
    'a.tf',
    `resource "cloudflare_ruleset" "zone" {\n  zone_id = var.zone_id\n  name = "zone"\n  kind = "zone"\n  phase = "${phase}"\n  rules = ${hcl(rules)}\n}\n`,
  ],
};

function python(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}: ${python(one as Json)}`)
      .join(', ')}}`;
  }
  return value === null
    ? 'None'
    : value === true
      ? 'True'
      : value === false
        ? 'False'
        : JSON.stringify(value);
}

function hcl(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(hcl).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)} = ${hcl(one as Json)}`)
      .join(', ')} }`;
  }
  return typeof value === 'string' ? JSON.stringify(value).replaceAll('${', '$${') : JSON.stringify(value);
}

async function entriesIn(path: string, code: string): Promise<readonly string[]> {
  const { findings } = await analyze(code, { path });
  return [...new Set(findings.map(({ entry }) => entry).filter((entry) => entry.startsWith('ruleset-')))];
}

/** Terraform turns these into what is meant, or refuses them itself. */
const TERRAFORMS: readonly string[] = [
  'a number for an action',
  'a field nobody knows',
  'enabled as a text',
  'enabled as a number',
  'a description that is a list',
  'a ref that is a number',
  'an expression that is a boolean',
  'products as a text',
  'a status as text',
  'a body as in the old rate limits',
  'characteristics as a text',
  'a period as text',
  'a threshold as a text',
];

describe.each(Object.keys(FORMS))('rulesets in %s', (form) => {
  it('are reported as the checker says', async () => {
    const wrong: string[] = [];
    for (const one of CASES) {
      const isTerraforms = form === 'Terraform' && TERRAFORMS.includes(one.title);
      const [path, code] = FORMS[form]?.(one) ?? ['', ''];
      const found = await entriesIn(path, code);
      const wanted = one.check === null || isTerraforms ? [] : [one.check];
      if (found.join() !== wanted.join())
        wrong.push(`${one.phase}, ${one.title}: ${found.join()} for ${wanted.join()}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('an expression that is put together', () => {
  const go = (parts: string) => `package main

import (
	"strings"

	"github.com/pulumi/pulumi-cloudflare/sdk/v6/go/cloudflare"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func zone(ctx *pulumi.Context) error {
	_, err := cloudflare.NewRuleset(ctx, "zone", &cloudflare.RulesetArgs{
		Kind:  pulumi.String("zone"),
		Phase: pulumi.String("http_request_firewall_custom"),
		Rules: cloudflare.RulesetRuleArray{&cloudflare.RulesetRuleArgs{
			Action:     pulumi.String("block"),
			Expression: pulumi.Sprintf("(%s)", ${parts}),
		}},
	})
	return err
}
`;

  it('has what is joined with what stands between, not with slashes', async () => {
    const paths = '[]string{`http.request.uri.path eq "/a"`, `http.request.uri.path eq "/b"`}';
    expect(await entriesIn('main.go', go(`strings.Join(${paths}, " or ")`))).toEqual([]);
    expect(await entriesIn('main.go', go(`strings.Join(${paths}, " oder ")`))).toEqual([
      'ruleset-expression',
    ]);
    expect(await entriesIn('main.go', go(`strings.Join(${paths}, separator)`))).toEqual([]);
  });
});

describe('an expression that whoever uses a module gives', () => {
  const module = (fallback: string) => `variable "condition" {
  type    = string
  default = "${fallback}"
}

resource "cloudflare_ruleset" "zone" {
  zone_id = var.zone_id
  name    = "zone"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [{ action = "block", expression = var.condition }]
}
`;

  it('is not known from an empty default, and is from another', async () => {
    expect(await entriesIn('main.tf', module(''))).toEqual([]);
    expect(await entriesIn('main.tf', module('ssl and'))).toEqual(['ruleset-expression']);
    expect(await entriesIn('main.tf', module('ssl'))).toEqual([]);
  });
});

describe('a ruleset that a test sends', () => {
  const code = `import Cloudflare from 'cloudflare';
const client = new Cloudflare({ baseURL: 'http://127.0.0.1:4010' });
await client.rulesets.rules.create(ruleset, { account_id: account, action: 'allow', expression: 'ssl' });\n`;

  it('is not judged, and in a program it is', async () => {
    expect(await entriesIn('tests/rules.test.ts', code)).toEqual([]);
    expect(await entriesIn('src/rules.ts', code.replace(/\{ baseURL.*\}/, ''))).toEqual(['ruleset-action']);
  });
});

describe('a rule with fields from elsewhere', () => {
  const RULES = 'https://api.cloudflare.com/client/v4/zones/0123/rulesets/4567/rules';
  const php = (rule: string) =>
    `<?php\n$client = new \\GuzzleHttp\\Client();\n$rule = ${rule};\n$client->post('${RULES}', ['json' => $rule]);\n`;
  const python = (rule: string) =>
    `import requests\nrule = ${rule}\nrequests.post("${RULES}", headers=headers, json=rule)\n`;

  it.each([
    ['a.php', php("['action' => 'block'] + $given"), php("['action' => 'block']")],
    ['a.py', python('{"action": "block"} | given'), python('{"action": "block"}')],
  ])('is not incomplete, and one without is: %s', async (path, more, all) => {
    expect(await entriesIn(path, more)).toEqual([]);
    expect(await entriesIn(path, all)).toEqual(['ruleset-fields']);
  });

  const filled = (lines: string, rule = '{"action": "block"}') =>
    `import requests
def send(text, fields):
    rule = ${rule}
${lines.replace(/^/gm, '    ')}
    requests.post("${RULES}", headers=headers, json=rule)
`;

  it.each([
    'if text:\n    rule["expression"] = text',
    'rule.update(fields)',
    'for key, value in fields.items():\n    rule[key] = value',
  ])('is not incomplete where the program adds to it later: %s', async (lines) => {
    expect(await entriesIn('a.py', filled(lines))).toEqual([]);
    expect(await entriesIn('a.py', filled(lines, '{} if fields else {"action": "block"}'))).toEqual([]);
  });

  it.each([
    ['to another table', filled('other = {}\nother["expression"] = text')],
    ['what is compared', filled('if rule["action"] == text:\n    print(rule.get("expression"))')],
    ['in another function', `${filled('print(text)')}\ndef more(rule):\n    rule["expression"] = "ssl"\n`],
  ])('is incomplete where the program only adds elsewhere: %s', async (_, code) => {
    expect(await entriesIn('a.py', code)).toEqual(['ruleset-fields']);
  });
});

describe('a file of JSON with rules', () => {
  const inputs = { phase: 'http_request_firewall_custom', rules: [{ action: 'block' }] };
  const file = (more: object) => JSON.stringify({ resources: [{ inputs: { ...inputs, ...more } }] });

  it.each([{ zoneId: '0123' }, { accountId: '0123' }, { __defaults: [] }, { version: '1' }])(
    'is not judged where it is a state or an answer: %j',
    async (more) => {
      expect(await entriesIn('a.json', file(more))).toEqual([]);
    },
  );

  it('is judged where it may be sent', async () => {
    expect(await entriesIn('a.json', file({ name: 'zone' }))).toEqual(['ruleset-fields']);
  });
});
