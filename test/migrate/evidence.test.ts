/** What edits rest on: proof, or an assumption that is said; test data and parts of retired resources stay as they are. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { HOST, planWith, projectOf, REVIEW_CALL, SAFE_CALL } from './project.js';

const PATH = '`/zones/${zone}/script_monitor/scripts`';
const ZONE = 'const zone = process.env.ZONE;\n';

async function outcomes(files: Readonly<Record<string, string>>) {
  const plan = await planWith(files, CODEMODS);
  return { outcomes: plan.sites.map(({ outcome }) => outcome), files: plan.files.map(({ path }) => path) };
}

describe('a request is rewritten only if it goes to the vendor', () => {
  it.each([
    ['a constant host', SAFE_CALL],
    [
      'the default of a base URL',
      `const base = process.env.CF_API ?? '${HOST}';\nawait fetch(base + ${PATH});\n`,
    ],
    [
      'the default of a parameter',
      `class Client {\n  constructor(base = '${HOST}') {\n    this.base = base;\n  }\n  get(path) {\n    return fetch(this.base + path);\n  }\n}\nawait new Client().get(${PATH});\n`,
    ],
    [
      'the SDK',
      `import Cloudflare from 'cloudflare';\nconst cf = new Cloudflare();\nawait cf.get(${PATH});\n`,
    ],
  ])('known by %s', async (_, code) => {
    expect(await outcomes({ 'a.mjs': ZONE + code })).toEqual({ outcomes: ['migrated'], files: ['a.mjs'] });
  });

  it.each([
    ['a base URL without a default', 'process.env.API', `await fetch(process.env.API + ${PATH});\n`],
    ['a client that is handed in', 'client', `export const run = (client) => client.get(${PATH});\n`],
    [
      'a package that nobody can read',
      'http',
      `import { http } from '@acme/http';\nawait http.get(${PATH});\n`,
    ],
  ])('assumed of %s where the package shows the vendor: for review, and said', async (_, name, code) => {
    const files = { 'a.mjs': ZONE + code, 'b.mjs': SAFE_CALL.replace(/script.*$/m, '`);') };
    const assumption = expect.stringMatching(
      new RegExp(`^assumes that \\S*${name}\\S* talks to api\\.cloudflare\\.com: `),
    );
    for (const level of ['safe', 'review'] as const) {
      const { sites, files: changed } = await planWith(files, CODEMODS, { level });
      expect(sites[0]?.evidence).toEqual({ grade: 'assumed', says: assumption });
      expect(sites[0]?.level === 'safe').toBe(false);
      if (level === 'safe') expect(changed).toEqual([]);
    }
  });

  it('contradicted by another host, an own route, or a path that the API does not have', async () => {
    const call = (url: string) => `export const run = (http) => http.get(${url});\n`;
    const own = `import express from 'express';\nexpress().get('/zones/:zone/script_monitor/scripts', (_, res) => res.json([]));\n`;
    const plan = await planWith(
      {
        'a.mjs': `const base = 'https://edge.example.com/client/v4';\n${ZONE}await fetch(base + ${PATH});\n`,
        'b.mjs': `${ZONE}const gateway = "https://gateway.example.com";\n${call(PATH)}`,
        'c.mjs': `// Cloudflare (api.cloudflare.com)\n${ZONE}${call(PATH.replace('`/', '`/internal/'))}`,
        'd.mjs': own,
      },
      CODEMODS,
      { level: 'review' },
    );
    expect(plan.files).toEqual([]);
    for (const { evidence } of plan.sites) expect(evidence.grade).not.toBe('assumed');
    expect(plan.sites.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('gateway.example.com is the only host in this file'),
    );
  });

  describe('beside a server of the program', () => {
    const SERVED = 'this program serves that path itself';
    const route = (path: string) =>
      `import express from 'express';\nexport const app = express();\napp.get('${path}', (_, response) => response.json([]));\n`;
    const asked = (lead = '') => `${lead}export const run = (client, zone) => client.get(${PATH});\n`;
    const gradesOf = async (files: Readonly<Record<string, string>>) => {
      const { sites } = await planWith(files, CODEMODS, { level: 'review' });
      const own = sites.filter(({ found }) => found.finding.at.file === 'a.mjs');
      return own.map(({ evidence }) => [evidence.grade, evidence.says?.includes(SERVED) === true]);
    };

    it('that has the route nothing is assumed', async () => {
      const files = { 'a.mjs': asked(), 'server.mjs': route('/zones/:zone/script_monitor/scripts') };
      expect(await gradesOf(files)).toEqual([['contradicted', true]]);
    });

    it.each([
      ['another route', { 'a.mjs': asked(), 'server.mjs': route('/users/:user/scripts') }],
      [
        'the route, and the address of the vendor',
        {
          'a.mjs': asked(`export const BASE = '${HOST}';\n`),
          'server.mjs': route('/zones/:zone/script_monitor/scripts'),
        },
      ],
    ])('that has %s, it is', async (_, files) => {
      expect(await gradesOf(files)).toEqual([['assumed', false]]);
    });
  });

  it('with an expression that is given to a module, unless its resources are in the tree', async () => {
    const inputs = (source: string) =>
      `terraform {\n  source = "${source}"\n}\ninputs = {\n  expression = "http.host eq \\"a.example.com\\" or cf.threat_score gt 5"\n}\n`;
    const module =
      'variable "expression" {}\nresource "cloudflare_ruleset" "waf" {\n  phase = "http_request_firewall_custom"\n  rules {\n    expression = var.expression\n    action     = "block"\n  }\n}\n';
    const plan = await planWith(
      {
        'live/here/terragrunt.hcl': inputs('../../m'),
        'live/remote/terragrunt.hcl': inputs('git::https://git.example.com/m.git'),
        'm/main.tf': module,
      },
      CODEMODS,
    );
    expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['migrated', 'needs-evidence']);
    expect(plan.sites[1]?.reason).toContain('a module outside of this tree');
  });

  it('once the configuration names the package or the file of the client', async () => {
    const client = 'export const make = (base) => ({ get: (path) => fetch(base + path) });\n';
    const project = projectOf({
      'a.mjs': `import { http } from '@acme/http';\n${ZONE}await http.get(${PATH});\n`,
      'client.mjs': client,
      'b.mjs': `import { make } from './client.mjs';\n${ZONE}await make(process.env.API).get(${PATH});\n`,
    });
    const before = await project.run('migrate', '--min-confidence', 'possible', '--format', 'json');
    const rows = (text: string) => JSON.parse(text).sites.map((site: { outcome: string }) => site.outcome);
    expect(rows(before.stdout)).toEqual(['above-level', 'needs-evidence']);
    expect((await project.run('migrate', '--min-confidence', 'possible')).stdout).toContain('clients');
    project.write(
      'edge-sunset.config.yaml',
      'clients:\n  - { module: "@acme/http", export: http }\n  - { module: ./client.mjs, export: make }\n',
    );
    const options = ['--level', 'review', '--min-confidence', 'possible', '--format', 'json'];
    const after = await project.run('migrate', ...options);
    // Whether a rewrite is right at the second place is for its codemod to say: it has the evidence.
    expect(rows(after.stdout)).toEqual(['migrated', 'marked']);
  });
});

describe('a path that a variable holds', () => {
  const php = (base: string, used: string) => `<?php
class Client {
    private $base = '${base}';
    private $zone;

    private function send($method, $path) {
        return file_get_contents($this->base . $path, false, stream_context_create(['http' => ['method' => $method]]));
    }

    public function scripts() {
        $path = "/zones/{$this->zone}/script_monitor/scripts";
        ${used}
    }
}
`;
  const ruby = (base: string) => `require 'net/http'
CLOUDFLARE = 'the vendor'
class Client
  BASE = '${base}'

  def send_request(method, path)
    Net::HTTP.get(URI(BASE + path))
  end

  def scripts(zone)
    path = "/zones/#{zone}/script_monitor/scripts"
    send_request(:get, path)
  end
end
`;
  const sent = "return $this->send('GET', $path);";

  it.each([
    ['PHP', 'a.php', php(HOST, sent)],
    ['Ruby', 'a.rb', ruby(HOST)],
  ])('is proven by the client that gets it, in %s', async (_, name, code) => {
    expect(await outcomes({ [name]: code })).toEqual({ outcomes: ['migrated'], files: [name] });
  });

  it('is left alone where its client sends elsewhere', async () => {
    const { files } = await outcomes({ 'a.php': php('https://waf.example.com', sent) });
    expect(files).toEqual([]);
  });

  it('is only assumed where another client gets it as well', async () => {
    const plan = await planWith({ 'a.php': php(HOST, `$other->push($path); ${sent}`) }, CODEMODS);
    expect(plan.sites.map(({ evidence, level }) => [evidence.grade, level])).toEqual([['assumed', 'review']]);
  });
});

it('says of an example that nothing sends it, and of a call what is assumed', async () => {
  const plan = await planWith(
    {
      'rule.mjs': `export const rule = { expression: '(cf.threat_score gt 10)' };\n`,
      'call.mjs': `${ZONE}await api.get(${PATH});\n`,
    },
    CODEMODS,
  );
  expect(plan.sites.map(({ outcome, evidence }) => `${outcome}: ${evidence.says}`).sort()).toEqual([
    'migrated: assumes that `api` talks to api.cloudflare.com: only Cloudflare has this path',
    expect.stringContaining('needs-evidence: needs evidence: nothing sends this expression'),
  ]);
});

it('test data is left alone, and what only sounds like it is not', async () => {
  const code = ZONE + SAFE_CALL;
  const cassette = `interactions:\n- request:\n    uri: ${HOST}/zones/abc/settings/minify\n    method: PATCH\n`;
  const folded = `{ "url": "${HOST}/zones/abc/rulesets", "expression": "(cf.threat_score gt 14) or http.host eq \\"a.example.com\\"" }`;
  const plan = await planWith(
    {
      'testdata/a.mjs': code,
      'test/__snapshots__/b.mjs': code,
      'spec/cassettes/zone.yaml': cassette,
      'recorded.yaml': cassette,
      'spec/vcr_cassettes/zone.json': folded,
      'lib/api-fixtures/zone.json': folded,
      'mappings/zone.json': `{ "request": { "url": "/a" }, "response": { "jsonBody": ${folded} } }`,
      'pacts/web-api.json': `{ "consumer": { "name": "web" }, "interactions": [${folded}] }`,
      'src/rule.verified.json': folded,
      'src/snapshots/c.mjs': code,
      'src/fixturesque/rule.json': folded,
    },
    CODEMODS,
    { level: 'review' },
  );
  expect(plan.files.map(({ path }) => path)).toEqual(['src/fixturesque/rule.json', 'src/snapshots/c.mjs']);
  expect(plan.skipped.every(({ reason }) => reason === 'test-data')).toBe(true);
});

it('a minified bundle is left alone, and a source with a long text is not', async () => {
  const code = ZONE + SAFE_CALL;
  const lines = Array.from({ length: 60 }, (_, line) => `export const value${line} = ${line};`);
  const plan = await planWith(
    {
      'app.js': `${lines.join('')}export const t='${'x'.repeat(20_000)}';${code.replaceAll('\n', ' ')}`,
      'source.mjs': `${lines.join('\n')}\nexport const t = '${'x'.repeat(20_000)}';\n${code}`,
    },
    CODEMODS,
    { level: 'review' },
  );
  expect(plan.files.map(({ path }) => path)).toEqual(['source.mjs']);
  expect(plan.skipped.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(['app.js: generated']);
});

it('an expression in a retired resource is left alone, one in a living resource is not', async () => {
  const resource = (kind: string) =>
    `resource "${kind}" "a" {\n  zone_id    = var.zone\n  expression = "ip.geoip.country eq \\"DE\\""\n}\n`;
  const ruleset =
    'resource "cloudflare_ruleset" "b" {\n  zone_id = var.zone\n  rules {\n    expression = "ip.geoip.country eq \\"DE\\""\n    action = "block"\n  }\n}\n';
  const plan = await planWith(
    { 'a.tf': resource('cloudflare_filter'), 'b.tf': ruleset },
    CODEMODS.filter(({ entries }) => !entries.includes('firewall-rules')),
  );
  expect(plan.files.find(({ path }) => path === 'a.tf')?.after).toContain('  expression = "ip.geoip.country');
  expect(plan.files.find(({ path }) => path === 'b.tf')?.after).toContain('ip.src.country eq');
});

it('what a gate refuses gets a marker', async () => {
  const broken = {
    id: 'broken',
    entries: ['minify'],
    ties: 'site' as const,
    checklist: [],
    classify: (site: { file: { path: string }; finding: { at: { start: number; end: number } } }) => ({
      strategy: 'in-place' as const,
      level: 'safe' as const,
      reason: 'breaks the syntax',
      edits: [{ file: site.file.path, start: site.finding.at.start, end: site.finding.at.end, text: '`((' }],
      differences: [],
    }),
  };
  const plan = await planWith({ 'a.mjs': ZONE + REVIEW_CALL }, [broken]);
  expect(plan.sites.map(({ outcome }) => outcome)).toEqual(['refused']);
  expect(plan.files[0]?.after).toMatch(/\/\/ edge-sunset-todo minify /);
  expect(plan.files[0]?.after).toContain(REVIEW_CALL);
});

it('the marker of a resource names the resource that takes its place', async () => {
  const override = 'resource "cloudflare_zone_settings_override" "a" {\n  zone_id = var.zone\n}\n';
  const plan = await planWith({ 'a.tf': override }, CODEMODS);
  expect(plan.files[0]?.after).toMatch(
    /^# edge-sunset-todo settings-batch \w+: Raise the provider to version 5, which has a cloudflare_zone_setting for each setting\.\n/,
  );
});

describe('what is assumed is said', () => {
  const files = { 'a.mjs': `${ZONE}export const run = (client) => client.get(${PATH});\n` };
  const SAID = 'assumes that `client` talks to api.cloudflare.com: only Cloudflare has this path';

  it.each(['text', 'json', 'sarif', 'markdown', 'patch'])('in the format %s', async (format) => {
    const { stdout } = await projectOf(files).run('migrate', '--level', 'review', '--format', format);
    // Markdown escapes the quotes of names.
    expect(stdout.replaceAll('\\', '')).toContain(SAID);
  });

  it('not where it is proven', async () => {
    const { stdout } = await projectOf({ 'a.mjs': ZONE + SAFE_CALL }).run('migrate', '--format', 'json');
    expect(JSON.parse(stdout).sites[0].evidence).toEqual({ grade: 'proven' });
    expect(stdout).not.toContain('assumes that');
  });

  it('above the file in a patch that git still applies', async () => {
    const project = projectOf(files);
    const { stdout } = await project.run('migrate', '--level', 'review', '--format', 'patch');
    expect(stdout.startsWith(`# ${SAID}\ndiff --git `)).toBe(true);
    project.write('change.patch', stdout);
    execFileSync('git', ['apply', 'change.patch'], { cwd: project.folder });
    expect(project.read('a.mjs')).toContain('page_shield/scripts');
  });
});
