import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtBin, runBin } from './bin.js';

const bin = builtBin();
const HEAD = `const base = 'https://api.cloudflare.com/client/v4/zones/0123456789abcdef0123456789abcdef';
const headers = { authorization: 'Bearer ' + process.env.CLOUDFLARE_API_TOKEN, 'content-type': 'application/json' };
async function call(method, path, body) {
  const answer = await (await fetch(base + path, { method, headers, body: JSON.stringify(body) })).json();
  if (!answer.success) { console.error(answer.errors[0].message); process.exit(1); }
  return answer.result;
}
`;
const OLD = `${HEAD}const [rule] = await call('POST', '/firewall/rules', [{ action: 'block', filter: { expression: 'ssl' } }]);
await call('PATCH', '/settings/minify', { value: { css: 'on', html: 'off', js: 'off' } });
console.log('rule', rule.id);`;
const fresh = (action: string) => `${HEAD}
const { rules } = await call('PUT', '/rulesets/phases/http_request_firewall_custom/entrypoint', { rules: [{ action: '${action}', expression: 'ssl' }] });
console.log('rule', rules[0].id);`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'));
  const trees = {
    old: OLD,
    good: fresh('block'),
    wrong: fresh('managed_challenge'),
    invalid: fresh('allow'),
    silent: '',
    // Fails on either day, with other words: its first call is refused on both, its second one only once it has ended.
    'other-words': `${HEAD}
await fetch(base + '/settings/minify', { method: 'PATCH', headers, body: JSON.stringify({ value: { css: 'on', html: 'off', js: 'off' } }) });
await call('POST', '/rulesets', {});`,
  };
  for (const [name, text] of Object.entries(trees)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'run.mjs'), text);
  }
  const exemption = { name: 'softer', reason: 'agreed', kind: 'state', where: '*.rules.0.action' };
  const effect = { ...exemption, name: 'softer effect', kind: 'effect', where: '*' };
  await writeFile(join(folder, 'exempt.json'), JSON.stringify([exemption, effect]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function compare(after: string, ...more: readonly string[]) {
  const argv = [
    'compare',
    '--isolate',
    'never',
    '--before',
    'old',
    '--after',
    after,
    '--after-date',
    '2026-11-21',
    ...more,
  ];
  return runBin(bin(), [...argv, '--', 'node', 'run.mjs'], {
    cwd: folder,
    env: { CLOUDFLARE_API_TOKEN: 'secret' },
  });
}

describe('edge-sunset compare', () => {
  it('finds a faithful migration equal', async () => {
    const { code, stdout } = await compare('good');
    expect(stdout).toBe(`"node run.mjs" before and after

  before             2024-08-04  2 calls, 0 retired, ended with 0
  after              2026-11-21  1 call, 0 retired, ended with 0
  before, later day  2026-11-21  1 call, 1 retired, ended with 1

Equal: same state, same effects, same output, same exit code; and the old program fails today.
Not isolated: it was turned off. Only proxies and hooks redirected the program;
a program that bypasses them reaches the network, and its calls are not in this report.
`);
    expect(code).toBe(0);
  });

  it('tells what an unfaithful one changes, in looks and in effect', async () => {
    const { code, stdout } = await compare('wrong', '--format', 'json');
    const report = JSON.parse(stdout) as {
      equal: boolean;
      open: { kind: string; before: unknown; after: unknown }[];
    };
    expect(code).toBe(1);
    expect(report.equal).toBe(false);
    expect(report.open).toMatchObject([
      {
        kind: 'state',
        before: 'block',
        after: 'managed_challenge',
        effect: { before: 'block', after: 'managed_challenge' },
      },
    ]);
  });

  it('takes wanted differences with their reasons, and tells of those that are not needed', async () => {
    const wanted = await compare('wrong', '--exempt', 'exempt.json');
    expect(wanted.stdout).toContain('· exempt  softer: 1 difference. agreed');
    expect(wanted.code).toBe(0);
    const unneeded = await compare('good', '--exempt', 'exempt.json');
    expect(unneeded.stdout).toContain('! unused  the exemption "softer" is not used; remove it');
    expect(unneeded.code).toBe(0);
  });

  it('says what a migration that fails prints and how it ends', async () => {
    const { code, stdout } = await compare('invalid');
    expect(code).toBe(1);
    expect(stdout).toContain('✗ exit  exit\n    before  0\n    after   1');
    expect(stdout).toContain('✗ stderr');
  });

  it('proves nothing by a program that does nothing, or by one that still works', async () => {
    const silent = await compare('silent', '--before', 'silent');
    expect(silent.code).toBe(1);
    expect(silent.stdout).toContain('! doubt   the program made no visible call in the tree before');
    const other = await compare('good', '--before', 'other-words');
    expect(other.stdout).not.toContain('still works');
    const still = await compare('good', '--before', 'good');
    expect(still.code).toBe(1);
    expect(still.stdout).toContain('still works on 2026-11-21');
    const late = await compare('good', '--before-date', '2026-01-01');
    expect(late.stdout).toContain('were already retired on 2026-01-01 (firewall-rules)');
  });

  it('shows what a program prints whole, also a character that is cut between two writes', async () => {
    await mkdir(join(folder, 'cut'));
    const cut = `for (const word of ['prüfe 日本', 'checked']) {
  const bytes = Buffer.from(word);
  process.stdout.write(bytes.subarray(0, -1));
  await new Promise((done) => setTimeout(done, 100));
  process.stdout.write(Buffer.concat([bytes.subarray(-1), Buffer.from('\\n')]));
}
`;
    await writeFile(join(folder, 'cut', 'run.mjs'), `${cut}${fresh('block')}`);
    const { stdout, stderr } = await compare('cut', '--format', 'json');
    expect(stderr).toContain('prüfe 日本\nchecked\n');
    const { open } = JSON.parse(stdout) as { open: object[] };
    expect(open).toContainEqual(expect.objectContaining({ where: 'stdout.0', after: 'prüfe 日本' }));
    expect(open).toContainEqual(expect.objectContaining({ where: 'stdout.1', after: 'checked' }));
  });

  it.each([
    [['--before', 'old', '--after', 'none', '--', 'node'], '--after: there is no folder "none"'],
    [['--after', 'good', '--', 'node'], '--before is missing'],
    [['--before', 'old', '--after', 'good'], "name the program after '--'"],
    [
      ['--before', 'old', '--after', 'good', '--before-date', 'x', '--', 'node'],
      '--before-date must be a date',
    ],
    [
      ['--before', 'old', '--after', 'good', '--after-date', '2019-01-01', '--', 'node'],
      'must be earlier than',
    ],
    [['--before', 'old', '--after', 'good', '--exempt', 'old/run.mjs', '--', 'node'], 'cannot be used'],
  ])('%j is a usage error', async (argv, message) => {
    const { code, stderr, stdout } = await runBin(bin(), ['compare', ...argv], { cwd: folder });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
