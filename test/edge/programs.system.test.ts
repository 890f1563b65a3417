/** Programs that are not Node: curl and Python, straight at the server and through a rehearsal. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { Edge, type EdgeServer, serveEdge } from '../../src/edge/index.js';
import { rehearse } from '../../src/edge/rehearse/index.js';
import { ZONE } from './api.js';

const run = promisify(execFile);
const { entries, profiles } = builtinCatalogue();
const PYTHON = `
import json, os, sys, urllib.request
base = sys.argv[1]
def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + os.environ.get("CLOUDFLARE_API_TOKEN", "t"), "Content-Type": "application/json"}
    request = urllib.request.Request(base + path, data=data, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
zone = "/zones/${ZONE}"
print(call("POST", zone + "/firewall/rules", [{"action": "block", "filter": {"expression": "ip.src eq 192.0.2.77"}}])[0])
print(call("PUT", zone + "/rulesets/phases/http_ratelimit/entrypoint", {"rules": []})[0])
`;

let edge: Edge;
let server: EdgeServer;
beforeAll(async () => {
  edge = new Edge({ entries, now: '2025-01-14' });
  server = await serveEdge(edge, 0);
});
afterAll(() => server.close());

describe('straight at the server', () => {
  it('curl makes old and new calls', async () => {
    const curl = async (method: string, path: string, data: string) => {
      const url = `${server.baseUrl}/zones/${ZONE}${path}`;
      const more = ['-H', 'Authorization: Bearer t', '-H', 'Content-Type: application/json', '--data', data];
      const { stdout } = await run('curl', ['-sS', '-X', method, url, ...more, '-w', '\n%{http_code}']);
      return stdout.split('\n').at(-1);
    };
    edge.now = '2025-01-14';
    expect(await curl('POST', '/filters', '[{"expression":"not ssl"}]')).toBe('200');
    edge.now = '2025-01-15';
    expect(await curl('POST', '/filters', '[{"expression":"ssl"}]')).toBe('400');
    const entry = '/rulesets/phases/http_request_firewall_custom/entrypoint';
    expect(await curl('PUT', entry, '{"rules":[{"action":"block","expression":"ssl"}]}')).toBe('200');
  });

  it('Python makes old and new calls', async () => {
    edge.now = '2025-01-14';
    expect((await run('python3', ['-c', PYTHON, server.baseUrl])).stdout).toBe('200\n200\n');
    edge.now = '2025-01-15';
    expect((await run('python3', ['-c', PYTHON, server.baseUrl])).stdout).toBe('400\n200\n');
  });
});

describe('in a rehearsal', () => {
  const CANARY = 'canary-7c20-never-to-be-sent';
  const API = 'https://api.cloudflare.com/client/v4';
  async function rehearsed(command: readonly string[], cwd = ROOT) {
    const [profile] = profiles;
    if (profile === undefined) throw new Error('no profile');
    return rehearse({
      edge: new Edge({ entries, now: '2026-11-21' }),
      command,
      cwd,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        CLOUDFLARE_API_TOKEN: CANARY,
        CLOUDFLARE_ZONE_ID: ZONE,
      },
      profile,
      passEnv: [],
      isolation: 'never',
      echo: () => {},
    });
  }

  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'curl',
      [
        'sh',
        '-c',
        `curl -sS -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" ${API}/zones/${ZONE}/rate_limits`,
      ],
      ['410 rate-limits'],
    ],
    [
      'curl by plain HTTP',
      [
        'curl',
        '-sS',
        '-H',
        'Authorization: Bearer t',
        `${API.replace('https', 'http')}/zones/${ZONE}/rate_limits`,
      ],
      ['410 rate-limits'],
    ],
    ['Python', ['python3', '-c', PYTHON, API], ['410 firewall-rules', '200 null']],
    [
      'a shell that starts Node',
      [
        'sh',
        '-c',
        `node -e "fetch('${API}/zones/${ZONE}/rate_limits', { headers: { authorization: 'Bearer ' + process.env.CLOUDFLARE_API_TOKEN } })"`,
      ],
      ['410 rate-limits'],
    ],
  ])('%s is seen, and no real credential is sent', async (_, command, seen) => {
    const rehearsal = await rehearsed(command);
    expect(rehearsal.output.stderr).toBe('');
    expect(rehearsal.calls.map(({ status, entry }) => `${status} ${entry}`)).toEqual(seen);
    expect(JSON.stringify(rehearsal)).not.toContain(CANARY);
  });

  it('the scripts of the example are seen', async () => {
    const app = join(ROOT, 'examples/legacy-app');
    const python = await rehearsed(['python3', 'scripts/waf_report.py'], app);
    expect(python.calls).toMatchObject([{ dead: true, entry: 'waf-packages' }]);
    const shell = await rehearsed(['bash', 'scripts/raid.sh', 'off'], app);
    expect(shell.calls).toMatchObject([{ dead: true, entry: 'security-level' }]);
  });

  it('other hosts are kept away and named', async () => {
    const rehearsal = await rehearsed(['sh', '-c', 'curl -sS https://www.example.com/ || true']);
    expect(rehearsal.others).toEqual({ 'www.example.com': 'refused' });
    expect(rehearsal.calls).toEqual([]);
  });
});
