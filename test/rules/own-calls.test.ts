import { describe, expect, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { lint } from './linter.js';

/** Calls of a user's own that nobody can see into: named in the settings, and in the same words for the scanner. */

const WRITE = 'api.post(`/zones/${zone}/firewall/rules`, body)';
const named = (call = WRITE, module = '@acme/http') =>
  `import { api } from '${module}';\nexport const run = (zone, body) => ${call};\n`;
const client = (baseUrl?: string) => ({
  module: '@acme/http',
  export: 'api',
  ...(baseUrl === undefined ? {} : { baseUrl }),
});

/** The calls that the rules are sure of. */
function calls(code: string, settings: object = {}): readonly string[] {
  return lint(code, { settings: { minConfidence: 'exact', ...settings } }).map(
    ({ message }) => /^'([^']*)'/.exec(message)?.[1] ?? message,
  );
}

describe('clients', () => {
  const DEAD = ['POST /zones/{zone_id}/firewall/rules'];

  it('are what a module exports, and nothing else of it or of another', () => {
    const settings = { clients: [client()] };
    expect(calls(named())).toEqual([]);
    expect(calls(named(), settings)).toEqual(DEAD);
    expect(calls(named(WRITE, '@acme/other'), settings)).toEqual([]);
    expect(calls(named().replace('{ api }', '{ mail as api }'), settings)).toEqual([]);
  });

  it('may be imported in any way, called, and constructed', () => {
    const imports = {
      'a namespace': `import * as http from '@acme/http';\nexport const run = (zone, body) => http.${WRITE};\n`,
      require: `const { api } = require('@acme/http');\nexports.run = (zone, body) => ${WRITE};\n`,
      'another name': named().replace('{ api }', '{ api as cf }').replace('=> api', '=> cf'),
      'a function': named("api(`/zones/${zone}/firewall/rules`, { method: 'POST', body })"),
      'a class': `import { api as Api } from '@acme/http';\nconst own = new Api({ retries: 2 });\nexport const run = (zone, body) => own.post(\`/zones/\${zone}/firewall/rules\`, body);\n`,
    };
    for (const [what, code] of Object.entries(imports))
      expect(calls(code, { clients: [client()] }), what).toEqual(DEAD);
    const byDefault = { clients: [{ module: '@acme/http', export: 'default' }] };
    expect(calls(named().replace('{ api }', 'api'), byDefault)).toEqual(DEAD);
    expect(calls(named(), byDefault)).toEqual([]);
  });

  it('have an address of their own before what they are given', () => {
    for (const base of ['https://proxy.example.com', 'https://proxy.example.com/client/v4/'])
      expect(calls(named(), { clients: [client(base)] }), base).toEqual(DEAD);
    const below = named('api.post(`/${zone}/firewall/rules`, body)');
    expect(calls(below, { clients: [client('https://proxy.example.com/client/v4/zones')] })).toEqual(DEAD);
    expect(calls(below, { clients: [client('https://proxy.example.com/client/v4')] })).toEqual([
      expect.stringContaining('could not be determined'),
    ]);
  });
});

describe('methods', () => {
  const call = (callee: string) =>
    `export const run = (id) => ${callee}(\`https://api.cloudflare.com/client/v4/accounts/\${id}/tunnels\`);\n`;

  it('tell what a function sends with, by its name as it is called', () => {
    const dead = ['POST /accounts/{account_identifier}/tunnels'];
    const settings = { methods: { 'api.submit': 'POST' } };
    expect(calls(call('api.submit'))).toEqual([]);
    expect(calls(call('api.submit'), settings)).toEqual(dead);
    expect(calls(call('this.api.submit'), settings)).toEqual(dead);
    expect(calls(call('api.submit'), { methods: { submit: 'POST' } })).toEqual(dead);
    expect(calls(call('other.submit'), settings)).toEqual([]);
    expect(calls(call('myapi.submit'), settings)).toEqual([]);
    expect(calls(call('api.submit'), { methods: { 'api.submit': 'GET' } })).toEqual([]);
  });

  it('hold for clients too', () => {
    const code = named('api.submit(`/accounts/${zone}/tunnels`)');
    expect(calls(code, { clients: [client()] })).toEqual([]);
    expect(calls(code, { clients: [client()], methods: { 'api.submit': 'POST' } })).toHaveLength(1);
  });
});

describe('what is wrong', () => {
  const wrong = (settings: object): string => {
    try {
      lint('', { settings });
      return 'accepted';
    } catch (error) {
      return String(error);
    }
  };

  it('is said with its key, and what to write', () => {
    const faults: readonly [settings: object, said: string][] = [
      [{ clients: {} }, 'clients: expected a list'],
      [{ clients: [{ export: 'api' }] }, 'clients[0].module: the key "module" is missing'],
      [{ clients: [{ ...client(), modul: 'a' }] }, 'clients[0].modul: unknown key "modul"'],
      [{ clients: [client('/client/v4')] }, 'clients[0].baseUrl: "/client/v4" is not a URL'],
      [{ methods: ['GET'] }, 'methods: expected function names with their HTTP methods'],
      [{ methods: { 'a b': 'GET' } }, 'methods["a b"]: this is not a function name'],
      [{ methods: { api: 'get' } }, 'methods["api"]: expected an HTTP method; write one of GET'],
      [{ types: 'yes' }, 'types: "yes" is neither; write true or false'],
    ];
    for (const [settings, said] of faults) expect(wrong(settings)).toContain(`settings.edgeSunset.${said}`);
    expect(wrong({ clients: [client()], methods: { api: 'GET' }, types: false })).toBe('accepted');
    expect(wrong({ clients: [{ ...client(), module: './http.js' }] })).toBe('accepted');
  });
});

describe('the scanner', () => {
  const found = async (config: object) => {
    const cwd = folderOf({ 'src/a.js': named(), 'edge-sunset.config.json': JSON.stringify(config) });
    const { code, stdout, stderr } = await edgeSunset(['scan', '--format', 'json'], { cwd });
    return { code, stderr, findings: stdout === '' ? null : JSON.parse(stdout).findings };
  };

  it('understands the same two keys', async () => {
    const settings = { minConfidence: 'exact', clients: [client('https://proxy.example.com')] };
    expect(await found(settings)).toMatchObject({
      code: 1,
      findings: [{ entry: 'firewall-rules', method: 'POST', confidence: 'exact' }],
    });
    expect(await found({ ...settings, clients: [] })).toMatchObject({ code: 0, findings: [] });
    const faulty = await found({ methods: { 'api.post': 'post' } });
    expect(faulty).toMatchObject({ code: 2, findings: null });
    expect(faulty.stderr).toContain('methods["api.post"]');
  });
});
