import { describe, expect, it } from 'vitest';
import { Companions } from '../../src/analysis/companions.js';
import { RootFinder } from '../../src/analysis/roots.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { javascriptReader } from '../../src/read/javascript/index.js';
import type { Program, SourceFile } from '../../src/read/reader.js';

const catalogue = builtinCatalogue();
const companions = new Companions(catalogue);
const finder = new RootFinder(catalogue);

/** The words of the first file that are worth following, in a package that shows the API elsewhere or does not. */
function tellingIn(texts: Readonly<Record<string, string>>, isShown = true): string[] {
  const files = new Map(
    Object.entries(texts).map(([path, text]): [string, SourceFile] => [
      path,
      { path, text, language: 'typescript' },
    ]),
  );
  const program: Program = {
    profiles: catalogue.profiles,
    file: (path) => files.get(path) ?? null,
    importers: (path) => [...files.keys()].filter((other) => other !== path),
  };
  const [file] = files.values();
  if (file === undefined) return [];
  return companions
    .telling(finder.find(file.text), file, javascriptReader, program, () => isShown)
    .map(({ start, end }) => file.text.slice(start, end));
}

describe('everyday words', () => {
  const record = `export const row = { type: 'SRV', locked: true };`;

  it('tell something where the file that imports them sends records', () => {
    const sender = `import { row } from './row';\nawait post('/zones/1/dns_records', row);`;
    expect(tellingIn({ 'src/row.ts': record, 'src/send.ts': sender })).toContain('locked');
  });

  it('tell it through a file in between', () => {
    const barrel = `export * from './row';`;
    const sender = `import { row } from './index';\nawait post('/zones/1/dns_records', row);`;
    const files = { 'src/row.ts': record, 'src/index.ts': barrel, 'src/send.ts': sender };
    expect(tellingIn(files)).toContain('locked');
  });

  it('tell nothing where no file that is tied to theirs sends records', () => {
    const stranger = `await post('/zones/1/dns_records', {});`;
    const user = `import { row } from './row';\nawait post('/zones/1/pagerules', row);`;
    expect(tellingIn({ 'src/row.ts': record, 'src/use.ts': user, 'src/other.ts': stranger })).not.toContain(
      'locked',
    );
  });

  it('tell nothing where the others stand in comments and messages alone', () => {
    const talks = `import { rules } from './rules';\n// The firewall of the client turns it down.\nsay('no firewall here');`;
    const sends = `import { rules } from './rules';\nawait get(\`/zones/1/firewall/\${rules}\`);`;
    const own = `export const rules = 'rules';`;
    expect(tellingIn({ 'src/rules.ts': own, 'src/say.ts': talks })).not.toContain('rules');
    expect(tellingIn({ 'src/rules.ts': own, 'src/say.ts': talks, 'src/send.ts': sends })).toContain('rules');
  });

  it.each([
    '"firewall"',
    'client.firewall',
    '{ firewall }',
    'base + "%2Ffirewall"',
    '[\n  "zones",\n  `firewall`]',
  ])('tell something beside %s', (other) => {
    expect(tellingIn({ 'src/a.ts': `send(${other}, 'rules');` })).toContain('rules');
  });

  it.each([
    "say('Your rules were saved.');",
    'say("the rules, and more");',
    'const text = `Read the rules before`;',
  ])('tell nothing as words of a sentence: %s', (other) => {
    const files = { 'src/a.ts': other, 'src/b.ts': "import './a';\nget(`/zones/${id}/firewall/rules`);" };
    expect(tellingIn(files)).not.toContain('rules');
  });

  it.each([
    'get(`/firewall/rules`);',
    'get(client.firewall.rules );',
    "call('list', 'rules', id);",
    'class Calls {\n  async rules() {}\n  static get rules() {}\n}',
    'const kept = { rules, more: 1 };',
    "for (const one of 'filters rules'.split(' ')) call(one);",
    "send('GET rules');",
  ])('tell something as a name or a part of a path: %s', (other) => {
    const files = { 'src/a.ts': other, 'src/b.ts': "import './a';\nget(`/zones/${id}/firewall/rules`);" };
    expect(tellingIn(files)).toContain('rules');
  });

  describe('in a package that does not show the API', () => {
    const own = `send(\`/\${kind}/firewall/rules\`);`;

    it.each([
      'get(`/zones/${id}/firewall/rules`);',
      "get('/zones/' + id);",
      "get('/zones/023e105f4ecef8ad9ca31a8372d0c353');",
      "fetch('https://api.cloudflare.com/');",
      "import Client from 'cloudflare';",
    ])('tell something where a file that is tied to theirs holds %s', (other) => {
      expect(tellingIn({ 'src/a.ts': own, 'src/b.ts': `import './a';\n${other}` }, false)).toContain('rules');
    });

    it.each([
      'get(`/time-zones/${id}/rules`);',
      'get(`/organizations/${id}`);',
      "get('/zones/europe');",
      '// See /zones/:id for more.',
      "import { form } from '@/app/(forms)/zones/AddZone';",
    ])('tell nothing where it holds no more than %s', (other) => {
      const files = { 'src/a.ts': own, 'src/b.ts': `import './a';\n${other}` };
      expect(tellingIn(files, false)).not.toContain('rules');
    });
  });

  it.each([
    ['a message', 'say("firewall blocked the request");'],
    ['a message over several lines', 'say(`\n - Firewall or proxy\n`);'],
    ['a longer word', 'open("own-firewall"); open("firewall-proxy");'],
    ['an address', 'mail("firewall@example.com");'],
    ['a permission', 'allow("firewall:read");'],
    ['a documentation block', '/**\n * Sent with `firewall` set.\n */'],
    ['a path of another API', 'get(`/accounts/${id}/firewall/own/rules`);'],
    ['an address of documentation', 'say("See https://docs.example.com/guides/firewall/setup\\n");'],
    ['a pattern of a mock', 'on(`*/accounts/:account/own/firewall`);'],
    ['a module', "import { a } from './firewall'; export * from '../firewall/index';"],
    ['a parameter', 'function send(firewall: Options) { return firewall.own; }'],
  ])('tell nothing beside %s', (_, other) => {
    expect(tellingIn({ 'src/a.ts': `${other}\nopen(config, 'rules');` })).not.toContain('rules');
  });

  it.each([
    ['a path', 'get(`/zones/${id}/firewall/${kind}`);'],
    ['a path with a prefix', 'get(`${base}/zones/${id}/firewall`);'],
    ['an address', 'get("https://api.cloudflare.com/client/v4/zones/1/firewall/" + kind);'],
    ['an address in a command', 'run(`curl -X GET ${api}/zones/${id}/firewall/${kind}`);'],
    ['words that are joined', "get('firewall lists'.split(' ').join('/'));"],
    ['a class of the SDK', "import { Firewall } from 'cloudflare/resources/firewall/firewall';"],
    ['a key', 'const parts = { firewall: 1 };'],
    ['a value behind a comment', '/* the */ get("firewall");'],
  ])('tell something beside %s', (_, other) => {
    expect(tellingIn({ 'src/a.ts': `${other}\nopen(config, 'rules');` })).toContain('rules');
  });

  it('tell nothing in comments and paths of modules', () => {
    const sends = 'get(`/zones/${id}/firewall/${kind}`);';
    expect(tellingIn({ 'src/a.ts': `${sends}\n// rules\nimport './rules';` })).not.toContain('rules');
    expect(tellingIn({ 'src/a.ts': `${sends}\nimport './own'; send('rules');` })).toContain('rules');
  });

  it('are no part of a path as members of an object', () => {
    const path = `await get(\`/accounts/1/teamnet/\${part}/network/2\`);`;
    expect(tellingIn({ 'src/a.ts': `${path} match(config.routes, config?.routes);` })).not.toContain(
      'routes',
    );
    for (const part of [
      `const part = 'routes';`,
      `const part = \`./routes\`;`,
      `const parts = { routes: 1 };`,
    ])
      expect(tellingIn({ 'src/a.ts': `${path} ${part}` })).toContain('routes');
    const chain = `new Cloudflare().zeroTrust.networks.routes.networks.create('1');`;
    expect(tellingIn({ 'src/a.ts': chain })).toContain('routes');
  });

  it('mean no resource where nothing is imported from an infrastructure tool', () => {
    const row = `export const service = '_sip'; type Row = Record<string, string>;`;
    const record = (source: string) =>
      `import { Record } from '${source}';\nimport { service } from './row';\nnew Record('a', { data: { service } });`;
    expect(tellingIn({ 'src/row.ts': row, 'src/a.ts': record('./own') })).not.toContain('service');
    for (const source of [
      '@pulumi/cloudflare',
      '@cdktf/provider-cloudflare',
      './.gen/providers/cloudflare/record',
    ])
      expect(tellingIn({ 'src/row.ts': row, 'src/a.ts': record(source) })).toContain('service');
  });

  it('need the same companions however they are written', () => {
    const read = (path: string) => ({
      'src/a.ts': `const { result } = await get('/zones/1/${path}');\nshow(result.zoneId, result.zoneName);`,
    });
    expect(tellingIn(read('dns_records'))).toContain('zoneId');
    expect(tellingIn(read('pagerules'))).not.toContain('zoneId');
  });

  it('leave words that mean the API by themselves alone', () => {
    expect(tellingIn({ 'src/a.ts': `get('/zones/1/rate_limits');` })).toContain('rate_limits');
  });
});
