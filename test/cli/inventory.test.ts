import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from './command-line.js';

const ZONE = '0123456789abcdef0123456789abcdef';
const [FIRST, SECOND] = ['372e67954025e0ba6aaa6d586b9e0b60', '372e67954025e0ba6aaa6d586b9e0b61'];
const at = (path: string) => `/zones/${ZONE}${path}`;
const answer = (result: unknown, info: object = {}) => ({ success: true, errors: [], result, ...info });

const RULES = [
  {
    id: FIRST,
    action: 'allow',
    description: 'the office',
    paused: false,
    filter: { expression: 'ip.src eq 192.0.2.1' },
  },
  { id: SECOND, action: 'block', filter: { expression: 'http.request.uri.path contains "/admin"' } },
];
const CUSTOM = at('/rulesets/phases/http_request_firewall_custom/entrypoint');
const EXPORT: Readonly<Record<string, unknown>> = {
  [at('')]: answer({ id: ZONE, name: 'shop.example.com' }),
  [at('/firewall/rules')]: answer(RULES),
  [at('/settings')]: answer([
    { id: 'minify', value: { css: 'on' } },
    { id: 'security_level', value: 'high' },
    { id: 'ssl', value: 'full' },
  ]),
  [at('/dns_records')]: answer([
    { id: 'a1', type: 'A', name: 'shop.example.com', locked: false },
    {
      id: 'a2',
      type: 'SRV',
      name: '_sip._tcp.example.com',
      data: { service: '_sip', proto: '_tcp', name: 'example.com' },
    },
  ]),
  [CUSTOM]: answer({
    id: 'rs',
    rules: [{ id: 'r1', action: 'block', expression: 'cf.threat_score gt 10', ref: 'score' }],
  }),
  [at('/rulesets/phases/http_ratelimit/entrypoint')]: {
    success: false,
    errors: [{ code: 10003, message: 'could not find entrypoint ruleset' }],
  },
};
const lines = (answers: Readonly<Record<string, unknown>>) =>
  Object.entries(answers)
    .map(([path, one]) => `${JSON.stringify({ path, answer: one })}\n`)
    .join('');

async function inventory(cwd: string, ...argv: readonly string[]) {
  const outcome = await edgeSunset(['inventory', '--from', 'export.ndjson', '-f', 'json', ...argv], { cwd });
  return { ...outcome, made: outcome.stdout === '' ? null : JSON.parse(outcome.stdout) };
}

describe('the inventory of an export', () => {
  it('has what is retired and nothing else', async () => {
    const { code, made } = await inventory(folderOf({ 'export.ndjson': lines(EXPORT) }));
    expect(made.objects.map(({ entry, id, scope }: Record<string, unknown>) => [entry, id, scope])).toEqual([
      ['firewall-rules', FIRST, 'shop.example.com'],
      ['firewall-rules', SECOND, 'shop.example.com'],
      ['minify', 'minify', 'shop.example.com'],
      ['security-level', 'security_level', 'shop.example.com'],
      ['srv-data', 'a2', 'shop.example.com'],
      ['threat-score', 'r1', 'shop.example.com'],
    ]);
    expect(made.missing).toEqual([]);
    expect(code).toBe(1);
  });

  it('is empty where all is of today, whatever the form of the export', async () => {
    const living = {
      [at('/settings')]: answer([{ id: 'ssl', value: 'full' }]),
      [at('/firewall/rules')]: answer([]),
    };
    for (const text of [lines(living), JSON.stringify(living), JSON.stringify({ [at('/settings')]: [] })]) {
      const outcome = await inventory(folderOf({ 'export.ndjson': text }));
      expect(outcome).toMatchObject({ code: 0, made: { objects: [], rulesets: [], missing: [] } });
    }
  });

  it('has the rules converted, and says what a request would replace', async () => {
    const cwd = folderOf({ 'export.ndjson': lines(EXPORT) });
    const { made } = await inventory(cwd, '--out', 'rulesets');
    const [ruleset] = made.rulesets;
    expect(ruleset).toMatchObject({ entry: 'firewall-rules', path: CUSTOM, existing: 1, refused: null });
    expect(ruleset.differences).toMatchObject([{ path: '[0].action', lost: false }]);
    const file = join(cwd, 'rulesets/shop.example.com.http_request_firewall_custom.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ rules: ruleset.rules });
    expect(ruleset.rules).toMatchObject([
      { action: 'skip', description: 'the office', expression: 'ip.src eq 192.0.2.1' },
      { action: 'block', expression: 'http.request.uri.path contains "/admin"' },
    ]);
  });

  it('says of rules that cannot be converted why, and goes on', async () => {
    const broken = { ...EXPORT, [at('/firewall/rules')]: answer([{ id: FIRST, action: 'dance' }]) };
    const { made } = await inventory(folderOf({ 'export.ndjson': lines(broken) }));
    expect(made.rulesets).toMatchObject([{ rules: [], refused: expect.stringContaining('[0].') }]);
    expect(made.objects).toHaveLength(5);
  });

  it('joins the objects with the code that names them, else with that of the same API', async () => {
    const call = (body: string) =>
      `await fetch(\`https://api.cloudflare.com/client/v4/zones/\${process.env.ZONE}/firewall/rules\`, { method: 'POST', body: JSON.stringify(${body}) });\n`;
    const cwd = folderOf({
      'export.ndjson': lines(EXPORT),
      'code/office.mjs': `\n${call("[{ action: 'allow', description: 'the office', filter: { expression: 'ssl' } }]")}`,
      'code/other.mjs': call("[{ action: 'log', filter: { expression: 'not ssl' } }]"),
      'code/readme.mjs': "console.log('the office');\n",
    });
    const { made } = await inventory(cwd, '--code', 'code');
    const managers = Object.fromEntries(
      made.objects.map(({ id, managedBy }: Record<string, unknown>) => [id, managedBy]),
    );
    expect(managers[FIRST]).toEqual([{ path: 'code/office.mjs', line: 2, by: 'name' }]);
    expect(managers[SECOND]).toEqual([
      { path: 'code/office.mjs', line: 2, by: 'entry' },
      { path: 'code/other.mjs', line: 1, by: 'entry' },
    ]);
    expect(managers.minify).toEqual([]);
    const { stdout } = await edgeSunset(['inventory', '--from', 'export.ndjson', '--code', 'code'], { cwd });
    expect(stdout).toContain(`"the office" ${FIRST}: by its name in code/office.mjs:2\n`);
    expect(stdout).toContain('minify: no code here manages it\n');
  });

  it('says what the export lacks', async () => {
    const part = {
      [at('/firewall/rules')]: answer(RULES, { result_info: { page: 1, total_pages: 3 } }),
      [at('/rate_limits')]: {
        success: false,
        errors: [{ code: 10020, message: 'ratelimit.api.maintenance_mode' }],
      },
      [at('/pagerules')]: null,
    };
    const { code, made } = await inventory(folderOf({ 'export.ndjson': lines(part) }));
    expect(made.missing).toEqual([
      `${at('/rate_limits')}: the API answered 10020 ratelimit.api.maintenance_mode`,
      `${at('/pagerules')}: no answer`,
      `${at('/firewall/rules')}: 1 of 3 pages`,
    ]);
    expect(code).toBe(3);
    const all = [1, 2].map((page) =>
      lines({ [at('/rate_limits')]: answer([], { result_info: { page, total_pages: 2 } }) }),
    );
    expect(await inventory(folderOf({ 'export.ndjson': all.join('') }))).toMatchObject({
      code: 0,
      made: { missing: [] },
    });
  });

  it.each([
    ['nothing', [], '--from is missing'],
    ['a file without the flag', ['export.ndjson'], 'name exports with --from'],
    ['a list of something else', ['--from', 'other.json'], 'other.json is no export'],
    ['a line that is none', ['--from', 'broken'], 'broken:2: this line is no JSON'],
    ['code that is not there', ['--from', 'export.ndjson', '--code', 'nowhere'], '"nowhere" does not exist'],
  ])('is refused for %s', async (_what, argv, message) => {
    const cwd = folderOf({
      'export.ndjson': lines(EXPORT),
      'other.json': '{"name":"x"}',
      broken: `${lines({ '/a': [] })}oh\n`,
    });
    const outcome = await edgeSunset(['inventory', ...argv], { cwd });
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});
