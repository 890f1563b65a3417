import { describe, expect, it } from 'vitest';
import type { Codemod, Site, Verdict } from '../../src/migrate/index.js';
import { HOST, planWith } from './project.js';

/** Calls that carry ids; what a call says of itself in a comment is its verdict. */
function withIds(
  verdictOf: (site: Site) => Partial<Verdict> = () => ({}),
  ties: Codemod['ties'] = 'ids',
): Codemod {
  return {
    id: 'ids',
    entries: ['script-monitor'],
    ties,
    classify: (site) => {
      const line = site.file.text.slice(site.finding.at.end).split('\n', 1)[0] ?? '';
      const { start, end, file } = site.finding.at;
      const independent = line.includes('alone') ? ({ independent: true } as const) : {};
      if (line.includes('by hand'))
        return { strategy: 'marker', reason: 'it says so', steps: 'Do it.', ...independent };
      const level = line.includes('safe') ? 'safe' : 'review';
      const edits = [{ file, start, end, text: 'page_shield' }];
      return {
        strategy: 'in-place',
        level,
        reason: 'it can',
        edits,
        differences: [],
        ...independent,
        ...verdictOf(site),
      } as Verdict;
    },
    checklist: [],
  };
}

const call = (name: string, says = '') =>
  `export const ${name} = (zone) => fetch(\`${HOST}/zones/\${zone}/script_monitor\`); // ${says}\n`;

type Files = Readonly<Record<string, string>>;

async function outcomes(files: Files, codemod: Codemod = withIds(), level: 'safe' | 'review' = 'review') {
  const plan = await planWith({ 'package.json': '{"type":"module"}', ...files }, [codemod], { level });
  return {
    plan,
    outcome: plan.sites.map((site) => `${site.found.row.path} ${site.outcome}`),
    clusters: new Set(plan.sites.map(({ cluster }) => cluster)).size,
  };
}

describe('calls that hand ids to each other', () => {
  it('are one cluster in one file, and have its highest level', async () => {
    const { clusters, outcome } = await outcomes(
      { 'a.js': call('a', 'safe') + call('b') },
      withIds(),
      'safe',
    );
    expect(clusters).toBe(1);
    expect(outcome).toEqual(['a.js above-level', 'a.js above-level']);
  });

  it('are all done by hand where one is, and the reason names it', async () => {
    const { outcome, plan } = await outcomes({
      'a.js': `${call('a')}${call('b', 'by hand')}export const both = (zone) => a(b(zone));\n`,
    });
    expect(outcome).toEqual(['a.js marked', 'a.js marked']);
    expect(plan.sites[0]?.reason).toContain('a.js:2');
    expect(plan.sites[0]?.reason).toContain('it says so');
  });

  it('leave alone what is declared independent, and the other way', async () => {
    const alone = await outcomes({ 'a.js': call('a', 'alone') + call('b', 'by hand') });
    expect(alone.outcome).toEqual(['a.js migrated', 'a.js marked']);
    const hand = await outcomes({ 'a.js': call('a') + call('b', 'by hand, alone') });
    expect(hand.outcome).toEqual(['a.js migrated', 'a.js marked']);
  });

  it('are tied across files that import each other', async () => {
    const { outcome } = await outcomes({
      'a.js': `import { b } from './b.js';\na(b());\n${call('a')}`,
      'b.js': call('b', 'by hand'),
    });
    expect(outcome).toEqual(['a.js marked', 'b.js marked']);
  });

  it('are tied across files that a third one imports, directly or not', async () => {
    const { outcome } = await outcomes({
      'lib/a.js': call('a'),
      'lib/b.js': call('b', 'by hand'),
      'lib/index.js': "export * from './b.js';\n",
      'main.js': "import { a } from './lib/a.js';\nimport { b } from './lib/index.js';\na(b());\n",
    });
    expect(outcome).toEqual(['lib/a.js marked', 'lib/b.js marked']);
  });

  it('are not tied by a file that both import', async () => {
    const { outcome } = await outcomes({
      'a.js': `import { log } from './log.js';\nlog();\n${call('a')}`,
      'b.js': `import { log } from './log.js';\nlog();\n${call('b', 'by hand')}`,
      'log.js': 'export const log = console.log;\n',
    });
    expect(outcome).toEqual(['a.js migrated', 'b.js marked']);
  });

  it('are not tied across packages', async () => {
    const { outcome } = await outcomes({
      'p/package.json': '{"type":"module"}',
      'p/a.js': call('a'),
      'q/package.json': '{"type":"module"}',
      'q/b.js': call('b', 'by hand'),
      'main.js': "import './p/a.js';\nimport './q/b.js';\n",
    });
    expect(outcome).toEqual(['p/a.js migrated', 'q/b.js marked']);
  });

  it('are tied by the variable in which one keeps what the other takes', async () => {
    const keeping = (name: string, body: string) =>
      `export async function ${name}(zone) {\n  ${body}await fetch(\`${HOST}/zones/\${zone}/script_monitor\`);`;
    const { outcome } = await outcomes({
      'a.js': `let last;\n${keeping('a', 'last = ')}\n}\n${keeping('b', 'last ?? ')} // by hand\n}\n`,
      'b.js': `class C {\n${call('x').replace('export const x = (zone) => ', 'a = (zone) => this.last = ')}${call('y', 'by hand').replace('export const y = (zone) => ', 'b = (zone) => this.last ?? ')}}\n`,
    });
    expect(outcome).toEqual(['a.js marked', 'a.js marked', 'b.js marked', 'b.js marked']);
  });

  it('stay apart in functions, methods and cases that nobody calls together', async () => {
    const methods = (text: string) => text.replaceAll('export const ', 'static ');
    const inCase = (name: string, says = '') =>
      `case '${name}':\n  return fetch(\`${HOST}/zones/\${zone}/script_monitor\`); // ${says}\n`;
    const { outcome } = await outcomes({
      'a.js': call('a') + call('b', 'by hand'),
      'b.js': `class A {\n${methods(call('get'))}}\nclass B {\n${methods(call('get', 'by hand'))}}\nexport const c = () => A.get();\n`,
      'c.js': `export function run(tool, zone) {\nswitch (tool) {\n${inCase('a')}${inCase('b', 'by hand')}}\n}\n`,
    });
    expect(outcome).toEqual([
      'a.js migrated',
      'a.js marked',
      'b.js migrated',
      'b.js marked',
      'c.js migrated',
      'c.js marked',
    ]);
  });

  it('stay apart in branches for one text each that end there, and in no others', async () => {
    const branch = (test: string, says: string, last: string) =>
      `if (${test}) {\n  await fetch(\`${HOST}/zones/\${zone}/script_monitor\`); // ${says}\n${last}}\n`;
    const run = (...branches: readonly string[]) =>
      `export async function run(tool, zone) {\n${branches.join('')}}\n`;
    const { outcome } = await outcomes({
      'a.js': run(branch("tool === 'a'", '', 'return;\n'), branch("tool === 'b'", 'by hand', 'return;\n')),
      'b.js': run(branch("tool === 'a'", '', ''), branch("tool === 'b'", 'by hand', '')),
      'c.js': run(branch('tool', '', 'return;\n'), branch('zone', 'by hand', 'return;\n')),
    });
    expect(outcome).toEqual([
      'a.js migrated',
      'a.js marked',
      'b.js marked',
      'b.js marked',
      'c.js marked',
      'c.js marked',
    ]);
  });

  it('are tied where one takes an id that nothing gives but a call that is left', async () => {
    const rules = { ...withIds(), entries: ['firewall-rules'] };
    const list = (name: string, says = '') =>
      `export const ${name} = (zone) => fetch(\`${HOST}/zones/\${zone}/firewall/rules\`); // ${says}\n`;
    const remove = (name: string, says = '') =>
      `export const ${name} = (zone, id) => fetch(\`${HOST}/zones/\${zone}/firewall/rules/\${id}\`, { method: 'DELETE' }); // ${says}\n`;
    const { outcome } = await outcomes(
      {
        'exported.js': list('list') + remove('remove', 'by hand'),
        'route.js': `import './store.js';\n${remove('drop')}`,
        'store.js': list('keep', 'by hand'),
        'twin.js': `${list('all')}${remove('one', 'by hand')}${list('other')}export const clear = (zone) => one(all(zone));\n`,
      },
      rules,
    );
    expect(outcome).toEqual([
      'exported.js migrated',
      'exported.js marked',
      'route.js marked',
      'store.js marked',
      'twin.js marked',
      'twin.js marked',
      'twin.js migrated',
    ]);
  });

  it('are tied where what one makes may go to what the other sends', async () => {
    const post = (name: string, says = '') =>
      `export const ${name} = (zone) => fetch(\`${HOST}/zones/\${zone}/script_monitor\`, { method: 'POST' }); // ${says}\n`;
    const { outcome } = await outcomes({ 'a.js': call('a') + post('b') + post('c', 'by hand') });
    expect(outcome).toEqual(['a.js migrated', 'a.js marked', 'a.js marked']);
  });

  it('are tied to a filter that is left where a rule names one, and not where it has an expression', async () => {
    const rules = { ...withIds(), entries: ['firewall-rules'] };
    const post = (name: string, path: string, body: string, says = '') =>
      `export const ${name} = (zone, given) => fetch(\`${HOST}/zones/\${zone}/${path}\`, { method: 'POST', body: JSON.stringify([${body}]) }); // ${says}\n`;
    const filter = post('filter', 'filters', '{ expression: given }', 'by hand');
    const { outcome } = await outcomes(
      {
        'named.js': filter + post('rule', 'firewall/rules', "{ action: 'block', filter: { id: given } }"),
        'own.js':
          filter + post('rule', 'firewall/rules', "{ action: 'block', filter: { expression: given } }"),
        'unknown.js': filter + post('rule', 'firewall/rules', '...given'),
      },
      rules,
    );
    expect(outcome).toEqual([
      'named.js marked',
      'named.js marked',
      'own.js marked',
      'own.js migrated',
      'unknown.js marked',
      'unknown.js migrated',
    ]);
  });

  it('are not tied by a method of a client that has the name of one of theirs', async () => {
    const rules = { ...withIds(), entries: ['firewall-rules'] };
    const client = `const client = { get: (path) => fetch(\`${HOST}\${path}\`) };\n`;
    const methods = (says: string, own: string) =>
      `${client}export class Rules {\n  get(zone) {\n    return client.get(\`/zones/\${zone}/firewall/rules\`); // ${says}\n  }\n  ${own}\n}\n`;
    const { outcome } = await outcomes(
      {
        'apart.js': `${methods('', 'all(zone) {\n    return client.get(`/zones/${zone}/filters`); // by hand\n  }')}`,
        'together.js': `${methods('', 'all(zone) {\n    this.get(zone);\n    return client.get(`/zones/${zone}/filters`); // by hand\n  }')}`,
      },
      rules,
    );
    expect(outcome).toEqual([
      'apart.js migrated',
      'apart.js marked',
      'together.js marked',
      'together.js marked',
    ]);
  });

  it('are tied by a variable of their module only where something fills it', async () => {
    const reads = (name: string, says = '') =>
      `export function ${name}() {\n  return fetch(\`${HOST}/zones/\${zone}/script_monitor\`); // ${says}\n}\n`;
    const { outcome } = await outcomes({
      'filled.js': `let zone = process.env.ZONE;\n${reads('a')}${reads('b', 'by hand')}export const use = (id) => { zone = id; };\n`,
      'kept.js': `let zone = process.env.ZONE;\n${reads('a')}${reads('b', 'by hand')}`,
    });
    expect(outcome).toEqual(['filled.js marked', 'filled.js marked', 'kept.js migrated', 'kept.js marked']);
  });

  it('are tied by the call that sends them', async () => {
    const { outcome } = await outcomes({
      'api.js': `export const get = (path) => fetch(\`${HOST}\${path}\`);\n`,
      'a.js':
        "import { get } from './api.js';\nexport const a = (zone) => get(`/zones/${zone}/script_monitor`);\n",
      'b.js':
        "import { get } from './api.js';\nexport const b = (zone) => get(`/zones/${zone}/script_monitor`); // by hand\n",
      'main.js': "import { a } from './a.js';\nimport { b } from './b.js';\na(b());\n",
    });
    expect(outcome).toEqual(['a.js marked', 'b.js marked']);
  });
});

describe('calls that stand for themselves', () => {
  const codemod = withIds(undefined, 'site');

  it('are clusters of their own', async () => {
    const { outcome, clusters } = await outcomes(
      { 'a.js': call('a') + call('b', 'by hand') + call('c', 'safe') },
      codemod,
      'safe',
    );
    expect(clusters).toBe(3);
    expect(outcome).toEqual(['a.js above-level', 'a.js marked', 'a.js migrated']);
  });

  it('are tied where they need the same text', async () => {
    const same = withIds(
      ({ file }) => ({
        edits: [
          { file: file.path, start: 0, end: 0, text: '// new\n' },
          { file: file.path, start: 0, end: file.text.length, text: '' },
        ],
      }),
      'site',
    );
    const { clusters, outcome } = await outcomes({ 'a.js': call('a') + call('b') }, same);
    expect(clusters).toBe(1);
    expect(outcome).toEqual(['a.js migrated', 'a.js migrated']);
  });
});
