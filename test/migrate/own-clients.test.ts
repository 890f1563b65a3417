/** Clients of a program's own, in Python: which of them provably send their requests to the vendor. */
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { HOST, planWith, provenOutcomes } from './project.js';

const PATH = 'f"/zones/{zone}/script_monitor/scripts"';
const CLIENT = `import requests

API = "${HOST}"


class Client:
    BASE = API

    def call(self, method, path):
        return requests.request(method, f"{self.BASE}{path}").json()


def get_client():
    return Client()
`;
const UNKNOWN = CLIENT.replace(`"${HOST}"`, 'load_settings()["api"]');

async function outcomesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return provenOutcomes(await planWith(files, CODEMODS));
}

const USES: readonly (readonly [string, string])[] = [
  [
    'a class of another file',
    `from .client import Client\n\n\ndef scripts(zone):\n    client = Client()\n    return client.call("GET", ${PATH})\n`,
  ],
  [
    'a function that makes it',
    `from .client import get_client\n\n\ndef scripts(zone):\n    return get_client().call("GET", ${PATH})\n`,
  ],
  [
    'the type of a parameter',
    `from .client import Client\n\n\ndef scripts(client: Client, zone):\n    return client.call("GET", ${PATH})\n`,
  ],
  [
    'a class that it extends',
    `from .client import Client\n\n\nclass Scripts(Client):\n    def all(self, zone):\n        return self.call("GET", ${PATH})\n`,
  ],
  [
    'a path in a variable',
    `from .client import Client\n\n\ndef scripts(client: Client, zone):\n    path = ${PATH}\n    print(path)\n    return client.call("GET", path)\n`,
  ],
];

describe('an own client in another file', () => {
  it.each(USES)('is known by %s', async (_, code) => {
    const files = { 'cf/__init__.py': '', 'cf/client.py': CLIENT, 'cf/scripts.py': code };
    expect(await outcomesOf(files)).toEqual(['migrated']);
  });

  it.each(USES)('is not known by %s if its base URL is not', async (_, code) => {
    const files = { 'cf/__init__.py': '', 'cf/client.py': UNKNOWN, 'cf/scripts.py': code };
    expect(await outcomesOf(files)).toEqual(['not proven']);
  });

  it('is not known by a factory that makes one of two', async () => {
    const either = CLIENT.replace(
      '    return Client()',
      '    if TEST:\n        return Fake()\n    return Client()',
    );
    const [, code = ''] = USES[1] ?? [];
    const files = { 'cf/__init__.py': '', 'cf/client.py': either, 'cf/scripts.py': code };
    expect(await outcomesOf(files)).toEqual(['not proven']);
  });
});

describe('a client that a function is given', () => {
  const outcomesIn = (calls: string, parameter = 'client') =>
    outcomesOf({
      'cf/__init__.py': '',
      'cf/client.py': CLIENT,
      'cf/scripts.py': [
        'import httpx',
        'from .client import Client, get_client',
        '',
        '',
        `def scripts(zone, ${parameter}):`,
        `    return client.call("GET", ${PATH})`,
        '',
        '',
        `def main(zone${parameter.includes(':') ? '' : ', other=None'}):`,
        ...calls.split('\n').map((line) => `    ${line}`),
        '',
      ].join('\n'),
    });

  it.each([
    ['one call', 'scripts(zone, Client())'],
    ['two calls', 'scripts(zone, get_client())\nscripts(zone, client=Client())'],
    ['a variable', 'made = get_client()\nscripts(zone, made)'],
    [
      'a function between',
      'scripts(zone, Client())\ndef inner(given):\n    scripts(zone, given)\ninner(Client())',
    ],
  ])('is known by %s', async (_, calls) => {
    expect(await outcomesIn(calls)).toEqual(['migrated']);
  });

  it.each([
    ['nothing', 'pass'],
    ['something else', 'scripts(zone, other)'],
    ['one call of two', 'scripts(zone, Client())\nscripts(zone, Other())'],
    ['a function that is handed on', 'scripts(zone, Client())\nother.run(scripts)'],
    ['arguments that cannot be told apart', 'scripts(zone, Client())\nscripts(*other)'],
    ['a parameter that is left out', 'scripts(zone, Client())\nscripts(zone)'],
  ])('is not known by %s', async (_, calls) => {
    expect(await outcomesIn(calls)).toEqual(['not proven']);
  });

  it('is not known where the function gives the parameter something else', async () => {
    const files = {
      'cf/__init__.py': '',
      'cf/client.py': CLIENT,
      'cf/scripts.py': `from .client import Client\n\n\ndef scripts(zone, client):\n    client = client.backend\n    return client.call("GET", ${PATH})\n\n\nscripts(1, Client())\n`,
    };
    expect(await outcomesOf(files)).toEqual(['not proven']);
  });
});

describe('a session of its own with a base URL', () => {
  const outcomesIn = (head: string, made = 'Edge()') =>
    outcomesOf({
      'edge.py': [
        'import httpx',
        'import requests',
        'from urllib.parse import urljoin',
        '',
        '',
        'class Edge(requests.Session):',
        ...head.split('\n').map((line) => `    ${line}`),
        '',
        '',
        `edge = ${made}`,
        '',
        '',
        'def scripts(zone):',
        `    return edge.get(${PATH}).json()`,
        '',
      ].join('\n'),
    });
  const request = (address: string) =>
    `def request(self, method, url, **kwargs):\n    return super().request(method, ${address}, **kwargs)`;

  it.each([
    ['of the class', `base = "${HOST}"\n\n${request('self.base + url')}`, undefined],
    ['in it', request(`f"${HOST}{url}"`), undefined],
    [
      'that it is made with',
      `def __init__(self, base):\n    super().__init__()\n    self.base = base\n\n${request('urljoin(self.base, url)')}`,
      `Edge("${HOST}/")`,
    ],
  ])('%s sends to the vendor', async (_, head, made) => {
    expect(await outcomesIn(head, made)).toEqual(['migrated']);
  });

  it.each([
    ['of another host', request('f"https://api.example.com{url}"'), undefined],
    [
      'that only the run knows',
      `def __init__(self, base):\n    self.base = base\n\n${request('self.base + url')}`,
      'Edge(load())',
    ],
    [
      'that its own get does not use',
      `${request(`f"${HOST}{url}"`)}\n\ndef get(self, url):\n    return requests.get(url)`,
      undefined,
    ],
    [
      'that is one of two',
      `def __init__(self, base):\n    self.base = base\n\n${request('self.base + url')}`,
      `Edge("${HOST}")\nother = Edge("https://api.example.com")`,
    ],
  ])('%s proves nothing', async (_, head, made) => {
    expect(await outcomesIn(head, made)).toEqual(['not proven']);
  });

  it('is no session where it extends something else', async () => {
    const code = `class Edge(Base):\n    ${request(`f"${HOST}{url}"`).replace('\n', '\n    ')}\n\n\nedge = Edge()\n\n\ndef scripts(zone):\n    return edge.get(${PATH})\n`;
    expect(await outcomesOf({ 'edge.py': code })).toEqual(['not proven']);
  });
});

describe('a class of Ruby that includes HTTParty', () => {
  const outcomesIn = (head: string, call = 'self.class.get') =>
    outcomesOf({
      'edge.rb': [
        "require 'httparty'",
        '',
        'class Edge',
        ...head.split('\n').map((line) => `  ${line}`),
        '',
        '  def scripts(zone)',
        `    ${call}("/zones/#{zone}/script_monitor/scripts").parsed_response`,
        '  end',
        'end',
        '',
      ].join('\n'),
    });

  it.each([
    ['a text', `include HTTParty\nbase_uri '${HOST}'`],
    ['a text in brackets', `include ::HTTParty\nbase_uri("${HOST}")`],
    ['a constant', `include HTTParty\nBASE = '${HOST}'.freeze\nbase_uri BASE`],
  ])('sends to its base URL: %s', async (_, head) => {
    expect(await outcomesIn(head)).toEqual(['migrated']);
  });

  it.each([
    ['another host', "include HTTParty\nbase_uri 'https://api.example.com/client/v4'"],
    ['what only the run knows', "include HTTParty\nbase_uri ENV.fetch('EDGE_API')"],
    ['two of them', `include HTTParty\nbase_uri '${HOST}'\nbase_uri 'https://api.example.com'`],
    ['no HTTParty', `base_uri '${HOST}'`],
  ])('is not known by %s', async (_, head) => {
    expect(await outcomesIn(head)).toEqual(['not proven']);
  });

  it('is not the client of another object', async () => {
    expect(await outcomesIn(`include HTTParty\nbase_uri '${HOST}'`, 'backend.get')).toEqual(['not proven']);
  });
});

describe('a client that is opened where it is used', () => {
  const outcomesIn = (made: string, opened = 'client()') =>
    outcomesOf({
      'edge.py': [
        'import httpx',
        '',
        `API = "${HOST}"`,
        '',
        '',
        'def client(test=False):',
        ...made.split('\n').map((line) => `    ${line}`),
        '',
        '',
        'def scripts(zone):',
        `    with ${opened} as http:`,
        `        return http.get(${PATH}).json()`,
        '',
      ].join('\n'),
    });

  it.each([
    ['a function', 'return httpx.Client(base_url=API)', undefined],
    [
      'a function that says it twice',
      'if test:\n    return httpx.Client(base_url=API, timeout=1)\nreturn httpx.Client(base_url=API)',
      undefined,
    ],
    ['itself', 'return None', `httpx.Client(base_url="${HOST}")`],
  ])('is known by %s', async (_, made, opened) => {
    expect(await outcomesIn(made, opened)).toEqual(['migrated']);
  });

  it.each([
    ['another host', 'return httpx.Client(base_url="https://api.example.com")', undefined],
    [
      'two hosts',
      'if test:\n    return httpx.Client(base_url="https://api.example.com")\nreturn httpx.Client(base_url=API)',
      undefined,
    ],
    [
      'a client without a base URL',
      'if test:\n    return httpx.Client()\nreturn httpx.Client(base_url=API)',
      undefined,
    ],
    ['a function in it', 'def inner():\n    return httpx.Client(base_url=API)\ninner()', undefined],
    ['nothing', 'pass', undefined],
    ['another file', 'return httpx.Client(base_url=API)', 'elsewhere()'],
  ])('is not known by %s', async (_, made, opened) => {
    expect(await outcomesIn(made, opened)).toEqual(['not proven']);
  });
});

describe('a client of Laravel', () => {
  const outcomesIn = (made: string, call = '$this->http()') =>
    outcomesOf({
      'Edge.php': [
        '<?php',
        '',
        'class Edge',
        '{',
        '    private function http($test = false)',
        '    {',
        `        ${made}`,
        '    }',
        '',
        '    public function scripts($zone)',
        '    {',
        `        return ${call}->get("/zones/{$zone}/script_monitor/scripts")->json();`,
        '    }',
        '}',
        '',
      ].join('\n'),
    });

  it.each([
    ['a method', `return Http::baseUrl('${HOST}')->withToken(env('TOKEN'));`, undefined],
    ['itself', 'return null;', `Http::baseUrl('${HOST}')`],
  ])('is known by %s', async (_, made, call) => {
    expect(await outcomesIn(made, call)).toEqual(['migrated']);
  });

  it.each([
    ['what only the run knows', "return Http::baseUrl(config('services.edge'));", undefined],
    ['no base URL', 'return Http::withToken(1);', undefined],
    [
      'two hosts',
      `if ($test) { return Http::baseUrl('https://api.example.com'); } return Http::baseUrl('${HOST}');`,
      undefined,
    ],
    ['a method of something else', `return Http::baseUrl('${HOST}');`, '$this->backend->http()'],
  ])('is not known by %s', async (_, made, call) => {
    expect(await outcomesIn(made, call)).toEqual(['not proven']);
  });
});
