/** Packages whose methods are calls of the API keep them, marked as deprecated; their tests stay as they are. */
import { describe, expect, it } from 'vitest';
import { CODEMODS } from '../../codemods/index.js';
import { HOST, planWith } from './project.js';

const CLIENT = `class Http {
  constructor(base = '${HOST}') {
    this.base = base;
  }
  get(path) {
    return fetch(this.base + path).then((answer) => answer.json());
  }
}
`;
const PUBLISHED = JSON.stringify({ name: 'cf-client', version: '1.2.0', files: ['lib'] });

function library(methods: string, manifest = PUBLISHED) {
  return planWith({ 'package.json': manifest, 'lib/client.js': `${CLIENT}${methods}` }, CODEMODS);
}

async function outcomesOf(methods: string, manifest?: string) {
  const { sites, settled } = await library(methods, manifest);
  return [...sites, ...settled].map(({ outcome, strategy }) => `${outcome} ${strategy}`);
}

const METHOD = `  overview(zone) {
    return this.get(\`/zones/\${zone}/firewall/waf/packages\`);
  }
`;
const klass = (body: string, head = 'export class Client') => `${head} extends Http {\n${body}}\n`;

describe('a method of a library that is a call of the API', () => {
  it('is marked as deprecated, once', async () => {
    const { files, gates } = await library(klass(METHOD));
    const after = files[0]?.after ?? '';
    const tag = '/** @deprecated Use managed rulesets. End of life: 2025-01-15. */';
    expect(after).toContain(`  ${tag}\n  overview(`);
    expect(after).not.toContain('edge-sunset-todo');
    expect(gates.every(({ outcome }) => outcome === 'passed')).toBe(true);
    expect(after.split('\n').every((line) => line.length <= 100)).toBe(true);
    expect(await outcomesOf(after.slice(CLIENT.length))).toEqual(['settled marker']);
  });

  it.each([
    [
      'one line',
      '  /** All packages. */\n',
      /\/\*\*\n {3}\* All packages\.\n {3}\*\n {3}\* @deprecated [^@]*\n {3}\*\/\n {2}overview/,
    ],
    [
      'several lines',
      '  /**\n   * All packages.\n   */\n',
      /\/\*\*\n {3}\* All packages\.\n {3}\*\n {3}\* @deprecated [^@]*\n {3}\*\/\n {2}overview/,
    ],
    [
      'tags',
      '  /**\n   * All packages.\n   *\n   * @param zone its id\n   */\n',
      /packages\.\n {3}\*\n {3}\* @deprecated [^@]*\n {3}\*\n {3}\* @param zone its id\n {3}\*\/\n {2}overview/,
    ],
  ])('keeps a comment of %s', async (_, comment, expected) => {
    const { files } = await library(klass(comment + METHOD));
    expect(files[0]?.after).toMatch(expected);
  });

  it('takes several lines where one is not enough', async () => {
    const method = 'billing() { return this.get(`/user/billing/history`); }';
    const { files } = await library(klass(`${' '.repeat(9)}${method}\n`));
    expect(files[0]?.after).toMatch(/ {9}\/\*\*\n {10}\* @deprecated Billing [^@]*\n {10}\*\/\n {9}billing/);
  });

  it.each(['export { Client };', 'export default Client;', 'module.exports = { Client };'])(
    'of a class that is handed out by %s',
    async (line) => {
      expect(await outcomesOf(`${klass(METHOD, 'class Client')}${line}\n`)).toEqual(['migrated deprecate']);
    },
  );

  it.each([
    ['the class is deprecated', klass(METHOD, '/** @deprecated Old. */\nexport class Client')],
    ['the method is', klass(`  /** @deprecated Old. */\n${METHOD}`)],
  ])('stays as it is where %s', async (_, methods) => {
    expect(await outcomesOf(methods)).toEqual(['settled marker']);
  });

  it.each([
    ['a program', klass(METHOD), JSON.stringify({ name: 'app', version: '1.0.0', main: 'index.js' })],
    ['a private package', klass(METHOD), JSON.stringify({ ...JSON.parse(PUBLISHED), private: true })],
    ['a method of its own', klass(METHOD.replace('overview', '_overview')), undefined],
    ['a class of its own', klass(METHOD, 'class Client'), undefined],
    [
      'a method that does more',
      klass(METHOD.replace('return ', 'for (const one of await ').replace(');', ')) log(one);')),
      undefined,
    ],
  ])('gets a comment in %s', async (_, methods, manifest) => {
    expect(await outcomesOf(methods, manifest)).toEqual(['marked marker']);
  });

  it.each([
    [
      'a function of its own',
      'async function warm(zone) {',
      '}\nwarm(process.env.ZONE).then(console.log);\n',
    ],
    ['a program beside it', '{\n  const zone = process.env.ZONE;', '}\n'],
  ])('is no answer for a request of the SDK itself in %s', async (_, before, after) => {
    const call = '  await new Http().get(`/zones/${zone}/firewall/waf/packages`);\n';
    const sdk = JSON.stringify({ name: 'cloudflare', version: '2.0.0', main: 'lib/client.js' });
    expect(await outcomesOf(`${before}\n${call}${after}`, sdk)).not.toContain('settled marker');
  });

  it('leaves tests of methods that stay alone', async () => {
    const test = `it('asks', () => nock('https://api.cloudflare.com').get('/client/v4/zones/z/firewall/waf/packages').reply(200));\n`;
    const { files, settled } = await planWith(
      { 'package.json': PUBLISHED, 'lib/client.js': CLIENT + klass(METHOD), 'test/client.test.js': test },
      CODEMODS,
    );
    expect(files.map(({ path }) => path)).toEqual(['lib/client.js']);
    expect(settled.map(({ found }) => found.row.path)).toEqual(['test/client.test.js']);
  });
});

describe('a method of a library that makes a resource', () => {
  const wrapper = (made: string, head = 'export class Rules') =>
    `import { FirewallRule } from '@pulumi/cloudflare';
${head} {
  createRule(id, scope, props) {
    if (!props) throw new Error('no props');
    const zoneId = props.zoneId ?? scope.zone;
    return ${made};
  }
}
`;
  const made = 'new FirewallRule(id, { ...props, zoneId }, { parent: scope })';
  const outcomes = async (source: string, manifest = PUBLISHED) => {
    const plan = await planWith({ 'package.json': manifest, 'lib/rules.ts': source }, CODEMODS);
    return [...plan.sites, ...plan.settled].map(({ outcome, strategy }) => `${outcome} ${strategy}`);
  };

  it.each([made, 'new FirewallRule(id, props)'])('is marked as deprecated: %s', async (one) => {
    expect(await outcomes(wrapper(one))).toEqual(['migrated deprecate']);
  });

  it.each([
    ['a program', wrapper(made), JSON.stringify({ name: 'app', version: '1.0.0', main: 'index.js' })],
    ['a class of its own', wrapper(made, 'class Rules'), undefined],
    ['a method with checks that do more', wrapper(made).replace('throw', 'log(id); else throw'), undefined],
    ['a method that chooses what it makes', wrapper('new FirewallRule(id, { zoneId, ...rest })'), undefined],
  ])('gets a comment in %s', async (_, source, manifest) => {
    expect(await outcomes(source, manifest)).toEqual(['marked marker']);
  });
});

describe("the vendor's SDK", () => {
  const manifest = JSON.stringify({ name: 'cloudflare', version: '7.1.0' });
  const resource = `export class Rules extends APIResource {\n  get(id, { zone_id }, options) {\n    return this._client.get(\`/zones/\${zone_id}/firewall/rules/\${id}\`, options);\n  }\n}\n`;
  const test = `import Cloudflare from 'cloudflare';\nconst client = new Cloudflare();\ntest('get', () => client.firewall.rules.get('id', { zone_id: 'z' }));\n`;

  it('marks its methods and leaves its tests alone', async () => {
    const { files, settled } = await planWith(
      { 'package.json': manifest, 'src/rules.ts': resource, 'tests/rules.test.ts': test },
      CODEMODS,
    );
    expect(files.map(({ path }) => path)).toEqual(['src/rules.ts']);
    expect(files[0]?.after).toContain('@deprecated');
    expect(settled.map(({ found }) => found.row.path)).toEqual(['tests/rules.test.ts']);
  });

  it('is none because a program uses it', async () => {
    const own = manifest.replace('"cloudflare"', '"shop"');
    const { settled } = await planWith({ 'package.json': own, 'tests/rules.test.ts': test }, CODEMODS);
    expect(settled).toEqual([]);
  });
});
