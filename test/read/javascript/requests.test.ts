import { describe, expect, it } from 'vitest';
import { isHttp, print, read, sends } from './support.js';

const PATH = '`/zones/${zone}/rate_limits`';

describe('functions that nobody here has written', () => {
  it.each([
    ['verb in the name', `client.post(${PATH}, body)`, ['POST /zones/{zone}/rate_limits ?']],
    ['verb at the end of the name', `cfDelete(${PATH})`, ['DELETE /zones/{zone}/rate_limits']],
    ['verb first', `api('PATCH', ${PATH}, { a: 1 })`, ['PATCH /zones/{zone}/rate_limits {a:1}']],
    ['verb last', `request(${PATH}, 'put')`, ['PUT /zones/{zone}/rate_limits']],
    [
      'verb in options',
      `call(${PATH}, { method: 'POST', body: { a: 1 } })`,
      ['POST /zones/{zone}/rate_limits {a:1}'],
    ],
    [
      'verb in options declared before',
      `const init = { method: 'put' }; request(${PATH}, init)`,
      ['PUT /zones/{zone}/rate_limits'],
    ],
    ['all in options', `http({ url: ${PATH}, method: 'GET' })`, ['GET /zones/{zone}/rate_limits']],
    ['token before the path', `cfGet(token, ${PATH})`, ['GET /zones/{zone}/rate_limits']],
    ['options nobody knows', `request(${PATH}, options)`, ['? /zones/{zone}/rate_limits']],
    ['nothing said', `request(${PATH})`, ['GET /zones/{zone}/rate_limits']],
  ])('%s', (_, call, expected) => {
    expect(sends(`export const run = (zone, token, body, options) => { ${call} }`, ['rate_limits'])).toEqual(
      expected,
    );
  });

  it.each([
    ['a log line', `console.log(${PATH})`],
    ['an error', `throw new Error('GET /zones/x/rate_limits failed')`],
    ['a page', `navigate(${PATH})`],
    ['a key of a store', `cache.get(${PATH})`],
    ['a comparison', `req.path.startsWith(${PATH})`],
    ['a sentence', `client.get('see zones and rate_limits for more')`],
    ['an imported file', `load('./zones/rate_limits.json')`],
  ])('not %s', (_, call) => {
    expect(sends(`export const run = (zone, req, cache) => { ${call} }`, ['rate_limits'])).toEqual([]);
  });
});

describe('evidence', () => {
  const evidence = (text: string) =>
    read({ 'a.ts': text }, 'a.ts', ['rate_limits'])
      .usages.filter(isHttp)
      .flatMap((usage) => usage.evidence);

  it('for: the host, headers of the API', () => {
    expect(evidence("fetch('https://api.cloudflare.com/client/v4/zones/a/rate_limits')")).toContainEqual({
      kind: 'host',
      host: 'api.cloudflare.com',
    });
    expect(
      evidence("fetch('https://h/zones/a/rate_limits', { headers: { 'x-auth-key': k } })"),
    ).toContainEqual({ kind: 'auth-header', name: 'X-Auth-Key' });
  });

  it('against: another host, a route, a server of its own', () => {
    expect(evidence("fetch('https://h.example/zones/a/rate_limits')")).toContainEqual({
      kind: 'against',
      what: 'host h.example',
    });
    expect(evidence("app.get('/zones/:id/rate_limits', (req, res) => res.end())")).toContainEqual(
      expect.objectContaining({ kind: 'against' }),
    );
    expect(evidence("fetch('/zones/a/rate_limits')")).toContainEqual(
      expect.objectContaining({ kind: 'against' }),
    );
  });

  it('none against a base from elsewhere', () => {
    expect(evidence('fetch(`${BASE}/zones/a/rate_limits`)').filter(({ kind }) => kind === 'against')).toEqual(
      [],
    );
  });
});

describe('context', () => {
  const contextOf = (path: string, text: string) =>
    read({ [path]: text }, path, ['rate_limits']).usages[0]?.context;
  const call = "fetch('https://h/zones/a/rate_limits')";

  it.each([
    ['src/a.ts', call, 'code'],
    ['test/a.ts', call, 'test'],
    ['src/a.spec.ts', call, 'test'],
    ['src/a.ts', `it('works', () => ${call})`, 'test'],
    ['src/a.ts', `import nock from 'nock'; nock('https://h').get('/zones/a/rate_limits')`, 'test'],
  ])('%s: %s', (path, text, expected) => {
    expect(contextOf(path, text)).toBe(expected);
  });
});

describe('SDK clients', () => {
  const chains = (text: string, words: readonly string[]) =>
    read(
      { 'a.ts': text, 'package.json': '{"dependencies":{"cloudflare":"^4.1.0"}}' },
      'a.ts',
      words,
    ).usages.flatMap((usage) =>
      usage.kind === 'sdk'
        ? [
            `${usage.chain.map(({ name }) => name).join('.')}(${usage.args.map(print).join(', ')}) ${usage.version}`,
          ]
        : [],
    );
  const NEW = `import Cloudflare from 'cloudflare'; const client = new Cloudflare();`;

  it.each([
    ['a chain', `${NEW} client.rateLimits.list({ zone_id: 'z' });`],
    ['a part of it kept', `${NEW} const { rateLimits } = client; rateLimits.list({ zone_id: 'z' });`],
    [
      'a field',
      `import Cloudflare from 'cloudflare'; class A { c = new Cloudflare(); run() { return this.c.rateLimits.list({ zone_id: 'z' }); } }`,
    ],
    [
      'a typed parameter',
      `import type Cloudflare from 'cloudflare'; export const run = (c: Cloudflare) => c.rateLimits.list({ zone_id: 'z' });`,
    ],
    ['any', `${NEW} const get = () => client; (get() as any).rateLimits.list({ zone_id: 'z' });`],
  ])('%s', (_, text) => {
    expect(chains(text, ['rateLimits'])).toEqual(['rateLimits.list({zone_id:z}) ^4.1.0']);
  });

  it('not of another package', () => {
    expect(
      chains(`import Other from 'other'; new Other().rateLimits.list({ zone_id: 'z' });`, ['rateLimits']),
    ).toEqual([]);
  });

  it('by path', () => {
    expect(
      sends(`${NEW} client.patch('/zones/z/settings/brotli', { body: { value: 'on' } });`, [
        'settings/brotli',
      ]),
    ).toEqual(['PATCH /zones/z/settings/brotli {value:on}']);
  });
});
