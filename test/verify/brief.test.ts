import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { actionFor } from '../../src/catalogue/guide/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import type { Material } from '../../src/scan/index.js';
import { blockAround } from '../../src/verify/brief/code.js';
import {
  type Brief,
  briefMarkdown,
  briefOf,
  MOST_TOKENS,
  tokensOf,
  unitsOf,
} from '../../src/verify/index.js';
import { HOST, planWith, projectOf } from '../migrate/project.js';

async function briefsIn(files: Readonly<Record<string, string>>): Promise<readonly Brief[]> {
  let material: Material | undefined;
  const plan = await planWith(files, CODEMODS, {}, (one) => {
    material = one;
    return one;
  });
  if (material === undefined) throw new Error('nothing was scanned');
  const { program } = material;
  return unitsOf({ plan, program, codemods: CODEMODS }).map((unit) =>
    briefOf({ unit, program, catalogue: builtinCatalogue() }),
  );
}

async function briefIn(files: Readonly<Record<string, string>>): Promise<Brief> {
  const [brief, other] = await briefsIn(files);
  if (brief === undefined || other !== undefined) throw new Error('not one unit');
  return brief;
}

const requests = ({ requests: all }: Brief) => all.map(({ method, path }) => `${method} ${path}`);
const pitfalls = ({ pitfalls: all }: Brief) => all.map(({ id }) => id);

const RATE_LIMIT = `await fetch(\`${HOST}/zones/\${zone}/rate_limits\`, {
  method: 'POST',
  body: JSON.stringify({
    threshold: 5, period: 60, description: 'login',
    match: { request: { url: 'example.com/login*', methods: ['POST'] } },
    action: { mode: 'challenge' },
  }),
});
`;

describe('a brief', () => {
  it('has the body converted where its values are known', async () => {
    const brief = await briefIn({ 'a.js': RATE_LIMIT });
    const add = brief.requests.find(({ method, path }) => method === 'POST' && path?.endsWith('/rules'));
    expect(add?.path).toBe('/zones/<zone>/rulesets/{ruleset_id}/rules');
    const body = JSON.parse(add?.bodies[0] ?? '{}');
    expect(body).toMatchObject({ action: 'challenge', description: 'login' });
    expect(body.expression).toContain('not cf.client.bot');
    expect(body.ratelimit).toMatchObject({ period: 60, requests_per_period: 5, mitigation_timeout: 0 });
    expect(pitfalls(brief)).toContain('challenge-timeout');
    expect(pitfalls(brief)).not.toContain('periods');
    expect(pitfalls(brief)).not.toContain('allow-is-skip');
    expect(pitfalls(brief)).not.toContain('no-pages');
  });

  it('names the period that is not accepted, and asks what becomes of it', async () => {
    const [brief] = await briefsIn({
      'limits.py': `import requests\n\n\ndef add(zone):\n    requests.post(f"${HOST}/zones/{zone}/rate_limits", json={"threshold": 5, "period": 50, "match": {"request": {"url": "example.com/*"}}, "action": {"mode": "ban", "timeout": 60}}, headers=headers())\n`,
    });
    expect(brief === undefined ? [] : pitfalls(brief)).toContain('periods');
    const add = brief?.requests.find(({ bodies }) => bodies.some((one) => one.includes('"ratelimit"')));
    expect(add?.notes.join()).toContain('50 seconds become 45');
  });

  it('tells nothing that another line says, and no method of lists as a field', async () => {
    const brief = await briefIn({
      'package.json': '{"type":"module"}',
      'on.js': `const url = \`${HOST}/zones/\${zone}/firewall/rules\`;
const paused = (await (await fetch(url, { headers })).json()).result.filter((rule) => rule.paused);
for (const rule of paused)
  await fetch(\`\${url}/\${rule.id}\`, { method: 'PUT', headers, body: JSON.stringify({ id: rule.id, action: rule.action, filter: rule.filter, paused: false }) });
`,
    });
    expect(brief.reads.find(({ old }) => old === 'filter')?.at ?? []).not.toContain('on.js:2');
    expect(pitfalls(brief)).not.toContain('enabled-read');
    // The action is sent as it was read.
    expect(pitfalls(brief)).not.toContain('allow-is-skip');
    expect(pitfalls(brief)).toContain('whole-rule');
  });

  it('keeps the code of what is not known, with the filter that belongs to the rule', async () => {
    const brief = await briefIn({
      'package.json': '{"type":"module"}',
      'rules.js': `export async function block(zone, text, why) {
  const filter = await post(zone, 'filters', [{ expression: \`ip.geoip.country eq "T1" and \${text}\` }]);
  return post(zone, 'firewall/rules', [{ filter: { id: filter.result[0].id }, action: 'allow', description: why, paused: isOff(why) }]);
}
const post = async (zone, path, data) => {
  const answer = await fetch(\`${HOST}/zones/\${zone}/\${path}\`, { method: 'POST', body: JSON.stringify(data) });
  return answer.json();
};
`,
    });
    const add = brief.requests.find(({ bodies }) => bodies.length > 0);
    expect(add?.bodies.join()).toContain('"expression":"ip.src.country eq \\"T1\\" and <text>"');
    expect(add?.bodies.join()).toContain('"enabled":<not isOff');
    expect(pitfalls(brief)).toContain('allow-is-skip');
    expect(pitfalls(brief)).not.toContain('bypass-is-skip');
    expect(brief.code.some(({ lines }) => lines.some((line) => line.includes('await fetch(')))).toBe(true);
  });

  it('calls parts that are not known what the code calls them where they are sent', async () => {
    const brief = await briefIn({
      'package.json': '{"type":"module"}',
      'record.js': `import { execSync } from 'node:child_process';
const zoneOf = async (name) => JSON.parse(execSync(\`lookup \${name}\`)).id;
export async function add(name, label) {
  const zoneId = (await zoneOf(name)) || name;
  const prefix = label.trim().toLowerCase();
  await fetch(\`${HOST}/zones/\${zoneId}/dns_records\`, {
    method: 'POST',
    body: JSON.stringify({ type: 'SRV', name: \`_sip._tcp.\${prefix}.example.com\`, data: { service: '_sip', proto: '_tcp', name: prefix, priority: 1, weight: 1, port: 5060, target: 'sip.example.com' } }),
  });
}
`,
    });
    const [made] = brief.requests;
    expect(made?.path).toBe('/zones/<zoneId>/dns_records');
    expect(made?.bodies.join()).toContain('"name":"_sip._tcp.<prefix>.example.com"');
  });

  it('names what a caller gives by its field, and lets the rule and its filter pause it', async () => {
    const brief = await briefIn({
      'package.json': '{"type":"module"}',
      'add.js': `export const add = (zone, { why, off, match }) =>
  fetch(\`${HOST}/zones/\${zone}/firewall/rules\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ filter: { expression: match, paused: false }, action: 'log', description: why, paused: off ?? false }]),
  });
`,
    });
    const [body = ''] = brief.requests.flatMap(({ bodies }) => bodies);
    expect(body).toContain('"enabled":<not (');
    expect(body).not.toContain('not known');
  });

  it('tells where the fields of a whole go that only a caller knows', async () => {
    const brief = await briefIn({
      'package.json': '{"type":"module"}',
      'limit.js': `export const limit = (zone, given) =>
  fetch(\`${HOST}/zones/\${zone}/rate_limits\`, { method: 'POST', body: JSON.stringify({ threshold: 5, period: 60, match: given.match, action: given.action }) });
`,
    });
    expect(brief.fields.join()).toContain('match.request.methods → expression');
    expect(brief.fields.join()).toContain('action.mode → action');
    expect(brief.fields.join()).not.toContain('threshold');
    expect(pitfalls(brief)).toEqual(expect.arrayContaining(['origin-traffic', 'url-pattern']));
    const [known] = await briefsIn({ 'a.js': RATE_LIMIT });
    expect(known?.fields).toEqual([]);
    expect(known === undefined ? [] : pitfalls(known)).not.toContain('origin-traffic');
  });

  it('warns of all that a rule may hold which only a caller knows, and of a filter named in the code', async () => {
    const add = (rule: string) =>
      briefIn({
        'add.py': `import requests


def add(zone, params):
    return requests.post(f"${HOST}/zones/{zone}/firewall/rules", json=[${rule}], headers=headers())
`,
      });
    const open = pitfalls(await add('params'));
    expect(open).toEqual(expect.arrayContaining(['allow-is-skip', 'bypass-is-skip', 'enabled']));
    expect(open).not.toContain('filter-elsewhere');
    const written = pitfalls(
      await add('{"filter": {"id": "0123456789abcdef0123456789abcdef"}, "action": "log"}'),
    );
    expect(written).toContain('filter-elsewhere');
    expect(written).not.toContain('allow-is-skip');
  });

  it('knows the expressions that a program puts into its configuration', async () => {
    const brief = await briefIn({
      'package.json': '{"type":"module"}',
      'generator.js': `export const block = (rule, id) => \`
resource "cloudflare_filter" "\${id}" {
  zone_id    = var.zone_id
  expression = \${JSON.stringify(rule.expression)}
}

resource "cloudflare_firewall_rule" "\${id}" {
  zone_id   = var.zone_id
  filter_id = cloudflare_filter.\${id}.id
  action    = "\${rule.action}"
}
\`;
`,
    });
    const sent = brief.sends.map(({ body }) => body).join('\n');
    expect(sent).toContain('"expression":<JSON.stringify(rule.expression)>');
    expect(sent).toContain('"action":<rule.action>');
    expect(sent).toContain('<cloudflare_filter.${id}.id>');
    expect(sent).not.toMatch(/x{3}|\*{3}/);
  });

  it('says which entry each line of a resource is about, and what is sent only once', async () => {
    const brief = await briefIn({
      'zone.tf': `terraform {
  required_providers {
    cloudflare = { source = "cloudflare/cloudflare", version = "~> 4.0" }
  }
}

resource "cloudflare_zone_settings_override" "all" {
  zone_id = var.zone_id
  settings {
    ssl    = "strict"
    brotli = "on"
  }
}
`,
    });
    const text = briefMarkdown(brief, (path) => path);
    expect(text).toContain('zone.tf:11 cloudflare_zone_settings_override (brotli)');
    expect(text.match(/"ssl":"strict"/g)).toHaveLength(1);
    expect(brief.requests.map(({ does }) => does).join()).toContain('_override, Brotli setting: Delete it;');
  });

  it('asks for figures by data centre where the code did', async () => {
    const read = (path: string) => `import requests

def requests_of(zone):
    answer = requests.get(f"${HOST}/zones/{zone}/analytics/${path}", headers=headers()).json()
    return answer["result"]["totals"]["requests"]["all"]
`;
    const colos = await briefIn({ 'figures.py': read('colos') });
    expect(colos.requests.map(({ bodies }) => bodies.join()).join()).toContain('coloCode');
    expect(colos.reads.find(({ old }) => old === 'requests')?.now).toBe('count');
    const totals = await briefIn({ 'figures.py': read('dashboard') });
    expect(totals.requests.map(({ bodies }) => bodies.join()).join()).not.toContain('coloCode');
    expect(totals.reads.find(({ old }) => old === 'requests')?.now).toContain('sum.requests');
  });

  it('names the methods of the SDK that the program has, and shows no example in another language', async () => {
    const [brief] = await briefsIn({
      'go.mod': 'module example.com/zone\n\ngo 1.21\n\nrequire github.com/cloudflare/cloudflare-go v0.31.0\n',
      'settings.go': `package zone

import (
	"context"

	cloudflare "github.com/cloudflare/cloudflare-go"
)

func Read(ctx context.Context, api *cloudflare.API, zone string) error {
	all, err := api.ZoneSettings(ctx, zone)
	for _, one := range all.Result {
		if one.ID == "minify" || one.ID == "ssl" {
			println(one.ID)
		}
	}
	return err
}
`,
    });
    expect(brief?.pitfalls.find(({ id }) => id === 'settings-retired')?.text).toContain(
      'code names: minify.',
    );
    const [read] = brief?.requests ?? [];
    expect(read?.path).toBe('/zones/{zone_id}/settings/{setting_id}');
    expect(read?.sdk).toBe('ZoneSingleSetting(ctx, zone_id, setting_id)');
    expect(brief?.requests.flatMap(({ bodies }) => bodies)).toEqual([]);
  });

  it('tells a request once, however many functions it goes through', async () => {
    const brief = await briefIn({
      'package.json': '{"type":"module"}',
      'a.js': `const send = (path, body) => fetch(\`${HOST}\${path}\`, { method: 'POST', body: JSON.stringify(body) });
const limit = (zone, url) =>
  send(\`/zones/\${zone}/rate_limits\`, { threshold: 5, period: 60, match: { request: { url } }, action: { mode: 'ban', timeout: 60 } });
await limit(process.env.ZONE, process.argv[2].slice(1));
await limit(process.env.ZONE, process.argv[3].slice(2));
`,
    });
    expect(brief.sends).toHaveLength(1);
    expect(brief.sends[0]).toMatchObject({ path: 'a.js', line: 3 });
  });

  it('tells each request of one site by its own address', async () => {
    const brief = await briefIn({
      'a.js': `const pathOf = (zone) => \`/zones/\${zone}/firewall/rules\`;
export const send = (method, path, body) =>
  fetch('${HOST}' + path, { method, body: JSON.stringify(body) });
export const list = (zone) => send('GET', pathOf(zone));
export const change = (zone, id, rule) => send('PUT', \`\${pathOf(zone)}/\${id}\`, rule);
`,
    });
    expect(brief.sends.map(({ request }) => request)).toEqual([
      'GET /zones/{zone_id}/firewall/rules',
      'PUT /zones/{zone_id}/firewall/rules/{rule_id}',
    ]);
    expect(requests(brief)).toContain('PATCH /zones/<zone>/rulesets/{ruleset_id}/rules/{rule_id}');
  });

  it('puts rules that let requests pass in front, and no others', async () => {
    const send = (action: string) =>
      `fetch(\`${HOST}/zones/\${zone}/firewall/rules\`, { method: 'POST', body: JSON.stringify([{ action: '${action}', filter: { expression: 'ssl' } }]) });`;
    const bodyFor = async (action: string) => {
      const add = (await briefIn({ 'a.js': send(action) })).requests.find(({ bodies }) => bodies.length > 0);
      return JSON.parse(add?.bodies[0] ?? '{}');
    };
    expect(await bodyFor('allow')).toMatchObject({ action: 'skip', position: { before: '' } });
    expect(await bodyFor('block')).not.toHaveProperty('position');
  });

  it.each([
    ['false', false],
    ['true', true],
  ])('a filter with paused: %s', async (paused, isSent) => {
    const brief = await briefIn({
      'a.js': `fetch(\`${HOST}/zones/\${zone}/filters/\${id}\`, { method: 'PUT', body: JSON.stringify({ id, expression: 'ssl', paused: ${paused} }) });`,
    });
    const [body] = brief.requests.flatMap(({ bodies }) => bodies);
    expect(body?.includes('"enabled":false')).toBe(isSent);
    expect(body).not.toContain('"enabled":true');
  });

  it('lists only requests that this code needs', async () => {
    const script = `curl -X DELETE -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" "${HOST}/zones/$ZONE/firewall/rules/$1"\n`;
    const brief = await briefIn({ 'drop.sh': script });
    expect(requests(brief)).toEqual([
      'GET /zones/<ZONE>/rulesets/phases/http_request_firewall_custom/entrypoint',
      'DELETE /zones/<ZONE>/rulesets/{ruleset_id}/rules/{rule_id}',
    ]);
    expect(pitfalls(brief)).toContain('old-ids');
    expect(pitfalls(brief)).not.toContain('one-rule-per-request');
    expect(brief.verify).toContain(`--unit ${brief.id}`);
  });

  it('names the methods of the SDK in the version that is pinned', async () => {
    const files = (version: string) => ({
      'package.json': `{"dependencies":{"cloudflare":"${version}"}}`,
      'a.ts': `import Cloudflare from 'cloudflare';
const client = new Cloudflare({ apiToken: process.env.TOKEN });
export const remove = (zone_id: string, id: string) => client.firewall.rules.delete(id, { zone_id });
`,
    });
    const sdk = async (version: string) =>
      (await briefIn(files(version))).requests.find(({ method }) => method === 'DELETE')?.sdk;
    expect(await sdk('^4.2.0')).toBe('rulesets.rules.delete(rulesetId, ruleId, { zone_id })');
    expect(await sdk('7.1.0')).toBe('rulesets.rules.delete(ruleId, { ruleset_id, zone_id })');
  });

  it('shows no secret', async () => {
    const token = 'k7Hq2mZ0pXv9Lr4TnB8sYw1Cd6Fg3JuE5aVoQiMx';
    const [brief] = await briefsIn({
      'a.sh': `curl -X POST -H "Authorization: Bearer ${token}" "${HOST}/zones/$ZONE/rate_limits" -d '{"threshold":1}'\n`,
    });
    expect(JSON.stringify(brief)).toContain('rate_limits');
    expect(JSON.stringify(brief)).not.toContain(token);
  });

  it('stays within its tokens for five sites, and says what it leaves out', async () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      RATE_LIMIT.replace('login*', `path-${index}/${'x'.repeat(60)}*`),
    ).join('');
    const [brief] = await briefsIn({ 'a.js': many });
    if (brief === undefined) throw new Error('nothing was found');
    const text = briefMarkdown(brief, (path) => path);
    expect(brief.sites).toHaveLength(5);
    expect(tokensOf(text)).toBeLessThanOrEqual(MOST_TOKENS);
    expect(text).toContain('--full');
    for (const heading of ['## Sites', '## New requests', '## Watch out', '## Check'])
      expect(text).toContain(heading);
    expect(tokensOf(briefMarkdown(brief, (path) => path, true))).toBeGreaterThan(tokensOf(text));
  });
});

describe('the lines around a call', () => {
  const around = (text: string, line: number, most = 16) => {
    const { from, to } = blockAround(text.split('\n'), line, line, most);
    return [from, to];
  };

  it('are those of the function, whatever opens and closes it', () => {
    expect(around('import a\n\ndef f(b):\n    c()\n\n    d()\n\ne()', 4)).toEqual([3, 6]);
    expect(around('function f() {\n  a();\n}\nb();', 2)).toEqual([1, 3]);
    expect(around('public function f()\n{\n    a();\n}\n', 3)).toEqual([1, 4]);
  });

  it('are those up to the next empty ones where no function holds them, or a long one', () => {
    expect(around('a\n\ncurl \\\n  -d x \\\n  url\n\nb', 3)).toEqual([3, 5]);
    expect(around('a();\n\nb();', 3)).toEqual([3, 3]);
    const long = `func f() {\n${'\ta()\n'.repeat(20)}\n\tx := b()\n\tif x {\n\t\tc()\n\t}\n\n\td()\n}`;
    expect(around(long, 23)).toEqual([23, 26]);
  });

  it('are no more than allowed', () => {
    expect(around('if a {\n  for b {\n    c()\n  }\n  d()\n}', 3, 3)).toEqual([2, 4]);
  });
});

describe('tokens', () => {
  it('are counted by words, numbers, signs and lines', () => {
    expect(tokensOf('')).toBe(0);
    expect(tokensOf('rule')).toBe(1);
    expect(tokensOf('entrypoint')).toBe(2);
    expect(tokensOf('a\n    b')).toBe(3);
    expect(tokensOf('10020 {"a":1}')).toBe(2 + 1 + 1 + 1 + 1 + 1);
  });
});

describe('reasons', () => {
  it('name what to do', () => {
    expect(actionFor('its method is not written where the call is')).toContain('Follow the call');
    expect(actionFor('The redirect needs the name of the zone, which the old setting never had.')).toContain(
      'GET /zones/{zone_id}',
    );
    expect(actionFor('what it reads of the answer has no counterpart')).toContain('`success`');
    expect(actionFor('it has a marker')).toBeNull();
  });
});

describe('the command', () => {
  const files = { 'a.js': RATE_LIMIT, 'b/c.sh': `curl "${HOST}/zones/$ZONE/analytics/dashboard"\n` };

  it('lists units, and tells one by its id, line and file', async () => {
    const project = projectOf(files);
    const list = await project.run('brief');
    expect(list.code).toBe(1);
    const [id = ''] = /[0-9a-f]{8}(?= rate-limits)/.exec(list.stdout) ?? [];
    expect(list.stdout).toContain('2 units');
    const told = await project.run('brief', id);
    expect(told.stdout).toContain(`# ${id}: rate-limits`);
    expect((await project.run('brief', 'a.js:1')).stdout).toBe(told.stdout);
    expect((await project.run('brief', 'a.js')).stdout).toBe(told.stdout);
    const json = JSON.parse((await project.run('brief', id, '--format', 'json')).stdout);
    expect(json).toMatchObject({ id, entries: ['rate-limits'] });
    const entry = await project.run('brief', '--entry', 'zone-analytics');
    expect(entry.stdout).toContain('zone-analytics');
    expect(entry.stdout).not.toContain('rate-limits');
  });

  it('says what is wrong with a place', async () => {
    const project = projectOf(files);
    const line = await project.run('brief', 'a.js:7');
    expect([line.code, line.stderr]).toEqual([
      2,
      expect.stringContaining('there is no unit at a.js:7, but on 1'),
    ]);
    const nothing = await project.run('brief', 'nowhere.js');
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('is no path')]);
  });

  it('ends with 0 where nothing is left', async () => {
    const { code, stdout } = await projectOf({ 'a.js': 'export {};\n' }).run('brief');
    expect([code, stdout]).toEqual([0, 'Nothing is left to migrate.\n']);
  });
});
