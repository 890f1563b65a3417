/** Base URLs that are read from a configuration, and whose default is written in a data file of the package. */
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { WrittenDefaults } from '../../src/migrate/judge/defaults/index.js';
import type { Program } from '../../src/read/index.js';
import { planWith } from './project.js';

const HOST = 'https://api.cloudflare.com';
const API = `${HOST}/client/v4`;

async function isProven(files: Readonly<Record<string, string>>): Promise<boolean> {
  const { sites } = await planWith(files, CODEMODS);
  expect(sites.length).toBeGreaterThan(0);
  return sites.every(({ evidence }) => evidence.grade === 'proven');
}

const CLASS = `import requests


class Client:
    def __init__(self, config):
        self.url = config.get("api_url").strip()
        if not self.url.startswith("http"):
            self.url = "https://" + self.url

    def call(self, endpoint, method="GET", data=None):
        return requests.request(method, f"{self.url}{endpoint}", json=data).json()


def scripts(config, zone):
    client = Client(config)
    endpoint = f"/client/v4/zones/{zone}/script_monitor/scripts"
    return client.call(endpoint)
`;
const MANIFEST = { fields: [{ title: 'Address', name: 'api_url', value: HOST, placeholder: HOST }] };
const manifest = (change: object) => JSON.stringify({ fields: [{ ...MANIFEST.fields[0], ...change }] });

/** A request of a program in Python that begins with a setting. */
const python = (setting: string) =>
  `import os\nimport requests\n\n\ndef scripts(config, zone):\n    return requests.get(f"{${setting}}/zones/{zone}/script_monitor/scripts").json()\n`;
const node = (setting: string) =>
  `export const scripts = async (zone) => (await fetch(\`\${${setting}}/zones/\${zone}/script_monitor/scripts\`)).json();\n`;

const READS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a manifest with names and values', { 'a/client.py': CLASS, 'a/info.json': manifest({}) }],
  [
    'a host without its scheme',
    { 'a/client.py': CLASS, 'a/info.json': manifest({ value: 'api.cloudflare.com' }) },
  ],
  [
    'a variable in .env.example',
    { 'a.py': python("os.environ['CF_URL']"), '.env.example': `# the API\nCF_URL="${API}"\n` },
  ],
  [
    'os.getenv and a Dockerfile',
    { 'a.py': python("os.getenv('CF_URL')"), Dockerfile: `FROM scratch\nENV CF_URL=${API}\n` },
  ],
  [
    'a list of docker-compose',
    {
      'a.py': python("os.environ['CF_URL']"),
      'docker-compose.yml': `services:\n  app:\n    environment:\n      - CF_URL=\${CF_URL:-${API}}\n`,
    },
  ],
  [
    'a map of docker-compose',
    {
      'a.mjs': node('process.env.CF_URL'),
      'compose.yaml': `services:\n  app:\n    environment:\n      CF_URL: ${API}\n`,
    },
  ],
  [
    'variables of wrangler',
    {
      'a.mjs': `export default { async fetch(request, env) {\n  ${node('env.CF_URL').slice('export '.length)}  return scripts(request.url);\n} };\n`,
      'wrangler.toml': `name = "a"\n[vars]\nCF_URL = "${API}"\n`,
    },
  ],
  [
    'a section of an INI file',
    { 'a.py': python("config['cloudflare.url']"), 'config/app.ini': `[cloudflare]\nurl = ${API}\n` },
  ],
  [
    'appsettings.json',
    {
      'A.cs': `class A {\n  Task Run(string zone) => client.GetAsync(_configuration["Cloudflare:Url"] + "/zones/" + zone + "/script_monitor/scripts");\n}\n`,
      'appsettings.json': `{\n  // the API\n  "Cloudflare": { "Url": "${API}" }\n}\n`,
    },
  ],
  [
    'application.yml',
    {
      'src/main/java/A.java': `class A {\n  @Value("\${cloudflare.url}")\n  private String base;\n  Object run(String zone) { return rest.getForObject(base + "/zones/" + zone + "/script_monitor/scripts", Object.class); }\n}\n`,
      'src/main/resources/application.yml': `cloudflare:\n  url: ${API}\n`,
    },
  ],
  [
    'ENV of Ruby',
    {
      'a.rb': `URL = ENV.fetch('CF_URL')\n\ndef scripts(zone)\n  Net::HTTP.get(URI("#{URL}/zones/#{zone}/script_monitor/scripts"))\nend\n`,
      '.env.sample': `export CF_URL=${API}\n`,
    },
  ],
  [
    'getenv of PHP',
    {
      'a.php': `<?php\nfunction scripts($zone) {\n    return file_get_contents(getenv('CF_URL') . "/zones/$zone/script_monitor/scripts");\n}\n`,
      '.env.dist': `CF_URL=${API}\n`,
    },
  ],
  [
    'os.Getenv of Go',
    {
      'a.go': `package main\n\nimport (\n\t"net/http"\n\t"os"\n)\n\nvar api = os.Getenv("CF_URL")\n\nfunc scripts(zone string) (*http.Response, error) {\n\treturn http.Get(api + "/zones/" + zone + "/script_monitor/scripts")\n}\n`,
      '.env.example': `CF_URL=${API}\n`,
    },
  ],
];

const OTHERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['the other host', { 'a/client.py': CLASS, 'a/info.json': manifest({ value: 'https://api.example.com' }) }],
  [
    'a host that only begins so',
    { 'a/client.py': CLASS, 'a/info.json': manifest({ value: `${HOST}.example.com` }) },
  ],
  [
    'another value beside it',
    {
      'a/client.py': CLASS,
      'a/info.json': manifest({}),
      'a/local.json': '{"api_url": "http://localhost:8080"}',
    },
  ],
  [
    'another value for one of the environments',
    {
      'a/client.py': CLASS,
      'a/info.json': manifest({}),
      'a/config/lab.yaml': 'api_url: https://proxy.example.com\n',
    },
  ],
  ['no value but an example', { 'a/client.py': CLASS, 'a/info.json': manifest({ value: '' }) }],
  [
    'a placeholder',
    { 'a.py': python("os.environ['CF_URL']"), '.env.example': 'CF_URL=<https://api.cloudflare.com>\n' },
  ],
  ['a comment', { 'a.py': python("os.environ['CF_URL']"), '.env.example': `# CF_URL=${API}\nCF_URL=\n` }],
  ['another package', { 'a/client.py': CLASS, 'b/info.json': manifest({}) }],
  [
    'the package around it',
    { 'a/package.json': '{}', 'a/a.mjs': node('process.env.CF_URL'), '.env': `CF_URL=${API}\n` },
  ],
  ['test data', { 'a.py': python("os.environ['CF_URL']"), '.env.test': `CF_URL=${API}\n` }],
  ['another key', { 'a.py': python("os.environ['CF_URL']"), '.env.example': `CF_API_URL=${API}\n` }],
  [
    'a file that cannot be read',
    { 'a/client.py': CLASS, 'a/info.json': manifest({}), 'a/more.json': '{"api_url": ' },
  ],
  [
    'a default of the code',
    {
      'a.py': python("os.environ.get('CF_URL', 'https://api.example.com')"),
      '.env.example': `CF_URL=${API}\n`,
    },
  ],
  [
    'a parameter of that name',
    { 'a.py': python('url').replace('config', 'url'), '.env.example': `url=${API}\n` },
  ],
  [
    'a setting that something stands before',
    { 'a/client.py': CLASS.replace('"https://" +', 'GATEWAY +'), 'a/info.json': manifest({}) },
  ],
];

describe('a base URL that is read from the configuration', () => {
  it.each(READS)('is known by %s', async (_, files) => {
    expect(await isProven(files)).toBe(true);
  });

  it.each(READS)('is not known without %s', async (_, files) => {
    const elsewhere = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        text.replaceAll('api.cloudflare.com', 'api.example.com'),
      ]),
    );
    expect(await isProven(elsewhere)).toBe(false);
  });

  it.each(OTHERS)('is not known by %s', async (_, files) => {
    expect(await isProven(files)).toBe(false);
  });

  it('reads the data files of a folder once for all its calls', () => {
    const texts: Readonly<Record<string, string>> = { 'a/info.json': manifest({}), 'b/info.json': '{}' };
    let reads = 0;
    const program = {
      siblings: (path: string) => Object.keys(texts).filter((one) => one[0] === path[0]),
      file: (path: string) => {
        reads++;
        return { path, text: texts[path] ?? '', language: 'json' };
      },
    } as unknown as Program;
    const setting = (path: string) =>
      new WrittenDefaults(['api.cloudflare.com'], program).isVendor('config.get("api_url")', path);
    expect(['a/one.py', 'a/two.py', 'a/three.py'].map(setting)).toEqual([true, true, true]);
    expect(reads).toBe(1);
    expect(setting('b/one.py')).toBe(false);
    expect(reads).toBe(2);
  });
});
