/** Clients of six languages in a sandbox, each told of the proxy and each without a word of it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/bundle.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { Edge } from '../../src/edge/index.js';
import { rehearse } from '../../src/edge/rehearse/index.js';
import { ZONE } from './api.js';

const run = promisify(execFile);
const URL = `https://api.cloudflare.com/client/v4/zones/${ZONE}/rulesets`;
const BODY = '{"name":"default","kind":"zone","phase":"http_ratelimit","rules":[]}';
const CANARY = 'canary-91d4-never-to-be-sent';

/** Each lists the rulesets of a zone and makes one: a request without a body and one with a body. */
const GO = `package main
import ("fmt"; "net/http"; "os"; "strings")
func call(method string, body string) {
	request, _ := http.NewRequest(method, "${URL}", strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer " + os.Getenv("CLOUDFLARE_API_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
	fmt.Println(response.StatusCode)
}
func main() { call("GET", ""); call("POST", \`${BODY}\`) }
`;
const PYTHON_HEAD = `import os
headers = {"Authorization": "Bearer " + os.environ["CLOUDFLARE_API_TOKEN"], "Content-Type": "application/json"}
url = "${URL}"
body = '${BODY}'
`;
const JS_HEAD = `
const headers = { authorization: 'Bearer ' + process.env.CLOUDFLARE_API_TOKEN, 'content-type': 'application/json' };
const url = '${URL}';
const body = '${BODY}';
`;
const SOURCES: Readonly<Record<string, string>> = {
  'curl.sh': `curl -sS -o /dev/null -w '%{http_code}\\n' -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" ${URL}
curl -sS -o /dev/null -w '%{http_code}\\n' -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" -H 'Content-Type: application/json' --data '${BODY}' ${URL}
`,
  'with-requests.py': `${PYTHON_HEAD}
import requests
print(requests.get(url, headers=headers).status_code)
print(requests.post(url, headers=headers, data=body).status_code)
`,
  'with-urllib.py': `${PYTHON_HEAD}
import urllib.request
print(urllib.request.urlopen(urllib.request.Request(url, headers=headers)).status)
print(urllib.request.urlopen(urllib.request.Request(url, headers=headers, data=body.encode(), method="POST")).status)
`,
  'with-httpx.py': `${PYTHON_HEAD}
import httpx
with httpx.Client(headers=headers) as client:
    print(client.get(url).status_code)
    print(client.post(url, content=body).status_code)
`,
  'main.go': GO,
  'net.rb': `require 'net/http'
uri = URI('${URL}')
headers = { 'Authorization' => "Bearer #{ENV['CLOUDFLARE_API_TOKEN']}", 'Content-Type' => 'application/json' }
puts Net::HTTP.get_response(uri, headers).code
puts Net::HTTP.post(uri, '${BODY}', headers).code
`,
  'curl.php': `<?php
function call($body) {
  $curl = curl_init('${URL}');
  curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
  curl_setopt($curl, CURLOPT_HTTPHEADER, ['Authorization: Bearer ' . getenv('CLOUDFLARE_API_TOKEN'), 'Content-Type: application/json']);
  if ($body !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
  if (curl_exec($curl) === false) fwrite(STDERR, curl_error($curl));
  echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n";
}
call(null);
call('${BODY}');
`,
  'stream.php': `<?php
function call($method, $body) {
  $header = ['Authorization: Bearer ' . getenv('CLOUDFLARE_API_TOKEN'), 'Content-Type: application/json'];
  file_get_contents('${URL}', false, stream_context_create(['http' => ['method' => $method, 'header' => $header, 'content' => $body]]));
  echo explode(' ', $http_response_header[0])[1], "\\n";
}
call('GET', '');
call('POST', '${BODY}');
`,
  'axios.mjs': `import axios from 'axios';${JS_HEAD}
console.log((await axios.get(url, { headers })).status);
console.log((await axios.post(url, body, { headers })).status);
`,
  'got.mjs': `import got from 'got';${JS_HEAD}
console.log((await got(url, { headers })).statusCode);
console.log((await got.post(url, { headers, body })).statusCode);
`,
  'undici.mjs': `import { EnvHttpProxyAgent, request, setGlobalDispatcher } from 'undici';${JS_HEAD}
setGlobalDispatcher(new EnvHttpProxyAgent());
console.log((await request(url, { headers })).statusCode);
console.log((await request(url, { method: 'POST', headers, body })).statusCode);
`,
  'node-fetch.mjs': `import fetch from 'node-fetch';${JS_HEAD}
console.log((await fetch(url, { headers })).status);
console.log((await fetch(url, { method: 'POST', headers, body })).status);
`,
  'fetch.mjs': `${JS_HEAD}
console.log((await fetch(url, { headers })).status);
console.log((await fetch(url, { method: 'POST', headers, body })).status);
`,
};

const PROXY_VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
const { entries, profiles } = builtinCatalogue();
let folder: string;
let python: string;

beforeAll(async () => {
  // Below the root, so that the programs find the packages that are installed there.
  folder = mkdtempSync(join(ROOT, 'node_modules', '.clients-'));
  for (const [name, source] of Object.entries(SOURCES)) writeFileSync(join(folder, name), source);
  python = await pythonWithClients();
  await run('go', ['build', '-o', join(folder, 'go-client'), join(folder, 'main.go')], {
    env: {
      ...process.env,
      GOFLAGS: '-mod=mod',
      GO111MODULE: 'off',
      CGO_ENABLED: '0',
      GOCACHE: join(tmpdir(), 'go-cache'),
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of several Pythons, the first that has both packages. */
async function pythonWithClients(): Promise<string> {
  for (const candidate of ['python3', '/usr/bin/python3']) {
    const found = await run(candidate, ['-c', 'import httpx, requests']).then(
      () => true,
      () => false,
    );
    if (found) return candidate;
  }
  throw new Error(
    'no python3 has the packages requests and httpx: install python3-requests and python3-httpx',
  );
}

const CLIENTS: readonly (readonly [string, () => readonly string[]])[] = [
  ['curl', () => ['sh', 'curl.sh']],
  ['Python requests', () => [python, 'with-requests.py']],
  ['Python urllib', () => [python, 'with-urllib.py']],
  ['Python httpx', () => [python, 'with-httpx.py']],
  ['Go net/http', () => ['./go-client']],
  ['Ruby Net::HTTP', () => ['ruby', 'net.rb']],
  ['PHP curl', () => ['php', 'curl.php']],
  ['PHP streams', () => ['php', 'stream.php']],
  ['axios', () => ['node', 'axios.mjs']],
  ['got', () => ['node', 'got.mjs']],
  ['undici', () => ['node', 'undici.mjs']],
  ['node-fetch', () => ['node', 'node-fetch.mjs']],
  ['fetch of Node', () => ['node', 'fetch.mjs']],
];

describe.each([
  ['told of the proxy', []],
  ['without the variables of the proxy', ['env', ...PROXY_VARIABLES.flatMap((name) => ['-u', name])]],
])('isolated, %s', (_, prefix) => {
  it.each(CLIENTS)('%s reaches the emulated API', async (_name, command) => {
    const [profile] = profiles;
    if (profile === undefined) throw new Error('no profile');
    const rehearsal = await rehearse({
      edge: new Edge({ entries, now: '2026-11-21' }),
      command: [...prefix, ...command()],
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CLOUDFLARE_API_TOKEN: CANARY },
      profile,
      passEnv: [],
      echo: () => {},
    });
    expect(rehearsal).toMatchObject({ problem: null, isolation: { isolated: true } });
    expect(rehearsal.output).toEqual({ stdout: '200\n200\n', stderr: '' });
    expect(rehearsal.calls.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'GET 200',
      'POST 200',
    ]);
    expect(rehearsal).toMatchObject({ exitCode: 0, brokenOff: 0, unread: 0 });
    expect(JSON.stringify(rehearsal)).not.toContain(CANARY);
  });
});
