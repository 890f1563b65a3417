/** What a tree holds is data: it opens no connection, and no pattern of it is run as a regular expression of ours. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';
import { SAFE_CALL } from '../migrate/project.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const COMMANDS = [
  ['scan', '--hints', '--undetermined'],
  ['migrate', '--level', 'review'],
  ['migrate', '--write', '--no-types'],
  ['explain', 'a.mjs:2'],
  ['undo'],
  ['catalogue', 'list'],
];

describe('the network', () => {
  it('is used by no command over a tree', async () => {
    const seen: string[] = [];
    const watch = (name: string) => () => {
      seen.push(name);
      throw new Error('no network here');
    };
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(watch('connect'));
    vi.spyOn(dns, 'lookup').mockImplementation(watch('lookup') as never);
    vi.spyOn(dgram, 'createSocket').mockImplementation(watch('datagram'));
    vi.stubGlobal('fetch', watch('fetch'));
    const cwd = folderOf({
      'a.mjs': `${SAFE_CALL}${DEAD_CALL}import 'https://registry.example.com/a.js';\n`,
      'package.json': '{"dependencies":{"cloudflare":"https://example.com/x.tgz"}}',
      'edge-sunset.config.json': '{"clients":[{"module":"https://example.com/client.js","export":"api"}]}',
      'main.tf': 'module "a" { source = "https://example.com/a.zip" }\nresource "cloudflare_filter" "x" {}\n',
      '.git/config': '[remote "origin"]\n\turl = https://example.com/x.git\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
    });
    for (const argv of COMMANDS) await edgeSunset(argv, { cwd });
    expect(seen).toEqual([]);
    // What is watched is what a connection would use.
    await expect(async () => new Socket().connect(9)).rejects.toThrow('no network');
    expect(seen).toEqual(['connect']);
  });
});

describe('patterns', () => {
  const EVIL = '(a+)+$';
  const files = {
    'a.mjs': `const path = \`\${'a'.repeat(64)}!\`.replace(/(a+)+$/, '/zones/1/firewall/rules');
if (/(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')) path.match(new RegExp('(a+)+$'));
const parts = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.split(/(a+)+$/);
${DEAD_CALL}nock('https://api.cloudflare.com').get(/(a+)+$/).reply(200);
const rule = { expression: 'http.host matches "(a+)+$" and cf.threat_score gt 1' };
`,
    'a.py':
      'import re, requests\nre.sub("(a+)+$", "x", "a" * 64)\nrequests.get("https://api.cloudflare.com/client/v4/zones/1/filters")\n',
    'a.sh':
      'sed -E "s/(a+)+$/x/" <<< "$URL"\ncurl https://api.cloudflare.com/client/v4/zones/1/filters | grep -E "(a+)+$"\n',
    'main.tf':
      'output "x" { value = regex("(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!") }\nresource "cloudflare_filter" "x" { expression = "http.host matches \\"(a+)+$\\"" }\n',
    'tsconfig.json': '{"compilerOptions":{"paths":{"(a+)+$":["./*"]}}}',
    '.gitignore': `${EVIL}\n`,
    '.edgesunsetignore': `${EVIL}\n`,
    [`${'a'.repeat(60)}!.mjs`]: DEAD_CALL,
    'edge-sunset.config.json': JSON.stringify({
      exclude: [EVIL],
    }),
    '.git/HEAD': 'ref: refs/heads/main\n',
  };

  it('of a tree and its configuration are never compiled', async () => {
    const compiled: string[] = [];
    class Watched extends RegExp {
      constructor(pattern: RegExp | string, flags?: string) {
        super(pattern, flags);
        compiled.push(this.source);
      }
    }
    vi.stubGlobal('RegExp', Watched);
    const cwd = folderOf(files);
    const { code, stdout, stderr } = await edgeSunset(['scan', '--format', 'json', '--hints'], { cwd });
    expect(code, stderr).toBe(1);
    expect(stdout).toContain('"a.mjs"');
    await edgeSunset(['migrate', '--level', 'review'], { cwd });
    await edgeSunset(['expr', 'check', `http.host matches "${EVIL}"`], { cwd });
    const twin = 'seen';
    expect(new RegExp(twin).test('seen')).toBe(true);
    expect(compiled).toContain('seen');
    expect(compiled.filter((source) => source.includes(EVIL.slice(0, 5)))).toEqual([]);
  });
});
