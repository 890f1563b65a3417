/** The machinery of the proof: states, samples, twins that differ, mutants that are noticed. */
import { describe, expect, it } from 'vitest';
import { codemodNames, expectedFiles, loadCases } from '../../scripts/prove/cases.js';
import { compiled } from '../../scripts/prove/compiled.js';
import { languageRows } from '../../scripts/prove/languages.js';
import { loadMutants, type Mutant, runMutants } from '../../scripts/prove/mutants.js';
import { pageOf, proofPage } from '../../scripts/prove/page.js';
import { isCurrent, mutantRow, twinHash, twinRow, withCases } from '../../scripts/prove/results.js';
import { sampleOf } from '../../scripts/prove/sample.js';
import { scenarioOf } from '../../scripts/prove/scenarios.js';
import { kindOf, meetTroubles, statesFor, troubleNamed, troubleNames } from '../../scripts/prove/troubles.js';
import { runTwins, type TwinResult } from '../../scripts/prove/twins.js';
import type { SeenCall } from '../../src/edge/rehearse/index.js';

const cases = loadCases();
const caseNamed = (codemod: string, name: string) => {
  const found = cases.find((one) => one.codemod === codemod && one.name === name);
  if (found === undefined) throw new Error(`there is no case ${codemod}/${name}`);
  return found;
};

describe('scenarios', () => {
  it('that chance makes are the same for the same seed, and others for another', () => {
    expect(scenarioOf('generated:7')).toEqual(scenarioOf('generated:7'));
    expect(scenarioOf('generated:7')).not.toEqual(scenarioOf('generated:8'));
  });

  it('have names that exist', () => {
    expect(() => scenarioOf('nowhere')).toThrow('no scenario named nowhere');
    for (const { meta } of cases)
      for (const given of meta.run?.scenarios ?? []) expect(scenarioOf(given).name).toBeTruthy();
  });

  it('of a case say what cannot be read', () => {
    expect(() => scenarioOf({ name: 'odd', state: { zones: { short: {} } } })).toThrow('the state of odd');
  });
});

describe('languages', () => {
  it('are those of programs, and of data where there is nothing else', () => {
    const named = (name: string) => languageRows(cases.filter((one) => one.name === name));
    const languages = (name: string) => named(name).map(({ language }) => language);
    expect(languages('python-two-steps')).toEqual(['python']);
    expect(languages('axios-interceptors')).toEqual(['javascript']);
    expect(languageRows(cases.filter(({ codemod }) => codemod === 'ansible-settings'))[0]?.language).toBe(
      'yaml',
    );
  });

  it('have cases in which something is left', () => {
    const python = languageRows(cases).find(({ language }) => language === 'python');
    expect(python).toBeDefined();
    expect((python?.positive ?? 0) + (python?.negative ?? 0)).toBe(python?.cases);
    expect(python?.negative).toBeGreaterThan(0);
  });
});

describe('troubles', () => {
  const calls = (...methods: string[]) =>
    methods.map(
      (method): SeenCall => ({
        method,
        path: '/zones',
        entry: null,
        dead: false,
        status: 200,
        ignored: [],
        sites: [],
        body: null,
        answer: null,
      }),
    );
  const met = async (methods: string[], again: number) => {
    const calm = { before: calls(...methods), after: calls(...methods) };
    const once = { before: calls(...Array(again).fill('GET')), after: calls(...Array(again).fill('GET')) };
    const found = await meetTroubles(scenarioOf('full'), calm, async ({ name }) => ({ name, calls: once }));
    return found.map(({ name }) => name.replace('full, ', ''));
  };

  it('come to a program only where its calls let it meet them', async () => {
    expect(await met(['POST'], 1)).toEqual(['429 once', '503 once']);
    expect(await met(['GET'], 3)).toEqual(['429 once', '429 for ever', '503 once', '500 for ever']);
    expect(await met(['GET', 'PUT'], 1)).toEqual([
      '429 once',
      '503 once',
      '429 on the first write',
      '503 on every write',
      'an edit before the second call',
      'an edit before the first write',
    ]);
  });

  it('are told apart in the table', () => {
    const base = scenarioOf('full');
    const kinds = troubleNames().map((name) => kindOf(troubleNamed(name, base)));
    expect(new Set(kinds)).toEqual(new Set(['429', '5xx', 'concurrent edit']));
    expect(['full', 'fresh', 'generated:3'].map((name) => kindOf(scenarioOf(name)))).toEqual([
      'as it is',
      'empty zone',
      'generated',
    ]);
    expect(() => troubleNamed('rain', base)).toThrow('no trouble named rain');
  });

  it('add the states that a case does not name itself', () => {
    const names = (name: string) =>
      statesFor(caseNamed('script-monitor', name)).map((scenario) => scenario.name.replace(/\d+/, 'n'));
    expect(names('dashboard-fetch')).toEqual([]);
    expect(names('routes-table')).toEqual(['fresh', 'generated:n']);
  });
});

describe('programs in TypeScript', () => {
  it('are compiled for the module system of their package; declarations are left alone', () => {
    const files = new Map(
      Object.entries({
        'a.ts': 'export const a: number = 1;',
        'm/package.json': '{ "type": "module" }',
        'm/b.ts': 'export const b = 1;',
        'c.mts': 'export const c = 1;',
        'env.d.ts': 'declare const d: 1;',
        'e.js': 'export const e = 1;',
      }).map(([path, text]) => [path, Buffer.from(text)]),
    );
    const texts = new Map([...compiled(files)].map(([path, content]) => [path, content.toString()]));
    expect([...texts.keys()]).toEqual(['a.js', 'm/package.json', 'm/b.js', 'c.mjs', 'env.d.ts', 'e.js']);
    expect(texts.get('a.js')).toContain('module.exports');
    expect(texts.get('m/b.js')).toContain('export {');
    expect(texts.get('c.mjs')).toContain('export {');
    expect(texts.get('e.js')).toBe('export const e = 1;');
  });
});

describe('results that are kept', () => {
  const one = caseNamed('script-monitor', 'dashboard-fetch');
  const ran = (more: Partial<TwinResult>): TwinResult => ({
    scenario: 'full',
    kind: 'as it is',
    major: null,
    calls: 2,
    equal: true,
    shown: [],
    faults: [],
    ...more,
  });

  it('count runs by state and major, and say what differs', () => {
    const results = [
      ran({ major: 4, shown: ['later', 'later'] }),
      ran({ major: 5, equal: false, faults: ['stdout: 1 before, 2 after'] }),
      ran({ kind: '429' }),
    ];
    expect(twinRow(one, results)).toEqual({
      of: twinHash(one),
      runs: { 'as it is': [1, 2], '429': [1, 1] },
      majors: { 4: [1, 1], 5: [0, 1] },
      shown: { later: 1 },
      faults: ['full: stdout: 1 before, 2 after'],
    });
  });

  it('belong to the very program and its states', () => {
    const { run } = one.meta;
    if (run === undefined) throw new Error('the case cannot run');
    const input = new Map([...one.input, ['more.js', Buffer.from('')]]);
    const others = [
      { ...one, input },
      { ...one, beside: input },
      { ...one, meta: { ...one.meta, run: { ...run, scenarios: ['fresh'] } } },
    ];
    expect(new Set([one, ...others].map(twinHash)).size).toBe(4);
    expect(twinHash({ ...one, meta: { ...one.meta, title: 'another' } })).toBe(twinHash(one));
  });

  it('belong to the very mistake and the case that notices it', () => {
    const [mutant] = loadMutants('script-monitor');
    if (mutant === undefined) throw new Error('no mutant');
    const row = mutantRow('script-monitor', mutant, 'fixture dashboard-fetch', [one]);
    expect(isCurrent('script-monitor', mutant, row, [one])).toBe(true);
    const alsoTried = { ...mutant, cases: ['another'], first: ['another'] };
    expect(isCurrent('script-monitor', alsoTried, row, [one])).toBe(true);
    expect(isCurrent('script-monitor', { ...mutant, replace: 'x' }, row, [one])).toBe(false);
    expect(isCurrent('script-monitor', mutant, row, [{ ...one, expected: new Map() }])).toBe(false);
    expect(isCurrent('script-monitor', mutant, undefined, [one])).toBe(false);
  });

  it('go with their case', () => {
    const twins = { gone: twinRow(one, [ran({})]), [one.name]: twinRow(one, [ran({})]) };
    const kept = withCases({ cases: 9, negative: 9, notRun: {}, twins, mutants: {} }, one.codemod, [one]);
    expect(kept).toMatchObject({ cases: 1, negative: 0, mutants: {} });
    expect(Object.keys(kept.twins)).toEqual([one.name]);
  });
});

describe('the page', () => {
  it('has a row for every codemod, the languages, the functions and what was measured elsewhere', () => {
    const page = proofPage();
    for (const codemod of codemodNames()) expect(page).toContain(`\n| ${codemod} | `);
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'What does not hold',
      'What the twins met',
      "Majors of the vendor's SDK",
      'Cases that are not run',
      'Announced differences that showed',
      'Languages',
      'A mistake in every function',
      'The golden case',
      'Real repositories',
    ]);
    expect(page).toMatch(/^\| S9 .*\| yes \|/m);
  });

  it('shows what is older, what differs and what nothing notices', () => {
    const twin = { of: 'x', runs: { 'as it is': [1, 2] }, faults: ['full: 1 | 2', 'more'] } as const;
    const results = {
      cases: 3,
      negative: 1,
      notRun: { 'nobody knows': 2 },
      twins: { a: twin },
      mutants: { 'one mistake': { of: 'y', killedBy: null } },
    };
    const made = pageOf(new Map([['x', results]]), new Map([['x', 2]]));
    expect(made).toContain('| x | 3 | 1 | 1 | 2 | 1 | 1 | 0 | 2 |');
    expect(made).toContain('| **All** | 3 | 1 | 1 | 2 | 1 | 1 | 0 | 2 |');
    expect(made).toContain('| x | a | full: 1 \\| 2 |');
    expect(made).toContain('| x | one mistake | nothing notices this mutant |');
    expect(made).toContain('| x | 2 | nobody knows |');
    expect(pageOf(new Map([['x', results]]), new Map())).toContain('| x | 3 | 1 | 1 | 2 | 1 | 1 | 0 |  |');
  });
});

describe('twins', () => {
  it('may say the address of their calls, and die of an error that nobody catches', async () => {
    const [crash] = await runTwins(caseNamed('access-bookmarks', 'create-lines'), {
      scenarios: ['fresh'],
      trouble: '500 for ever',
    });
    expect(crash).toMatchObject({ kind: '5xx', faults: [] });
    const [said] = await runTwins(caseNamed('script-monitor', 'enable-class'), {
      scenarios: ['fresh'],
      trouble: '503 on every write',
    });
    expect(said).toMatchObject({ kind: '5xx', faults: [] });
  });

  it('are equal where the migration is right', async () => {
    const [result] = await runTwins(caseNamed('script-monitor', 'dashboard-fetch'), { scenarios: ['full'] });
    expect(result).toMatchObject({ equal: true, faults: [] });
  });

  it('differ where nothing was migrated', async () => {
    const one = caseNamed('script-monitor', 'dashboard-fetch');
    const [result] = await runTwins(one, { scenarios: ['full'], after: one.input });
    expect(result?.faults.join('\n')).toContain('retired');
  });

  it('differ where the migration forgot something', async () => {
    const one = caseNamed('dns-settings', 'multi-provider-fetch');
    const after = new Map(
      [...expectedFiles(one)].map(([path, content]) => [
        path,
        Buffer.from(content.toString().replace('multi_provider: true', 'multi_provider: false')),
      ]),
    );
    const [result] = await runTwins(one, { scenarios: ['fresh'], after });
    expect(result?.equal).toBe(false);
  });

  it('accept an announced difference in the scenarios that are named for it, and in no other', async () => {
    const one = caseNamed('security-level', 'medium-statement');
    const { run } = one.meta;
    if (run?.exempt === undefined) throw new Error('the case has no difference');
    const [allowed] = await runTwins(one, { scenarios: ['full'] });
    expect(allowed).toMatchObject({ equal: true, shown: ['level-stays'] });
    const exempt = run.exempt.map((item) => ({ ...item, scenarios: ['fresh'] }));
    const elsewhere = { ...one, meta: { ...one.meta, run: { ...run, exempt } } };
    const [refused] = await runTwins(elsewhere, { scenarios: ['full'] });
    expect(refused).toMatchObject({ equal: false, shown: [] });
  });

  it('do not accept an announced difference that never shows', async () => {
    const one = caseNamed('script-monitor', 'dashboard-fetch');
    const { run } = one.meta;
    if (run === undefined) throw new Error('the case cannot run');
    const nothing = { name: 'imagined', reason: 'nothing', kind: 'state', where: 'zones.nothing' } as const;
    const exempt = [{ ...nothing, scenarios: ['full'] }];
    const results = await runTwins({
      ...one,
      meta: { ...one.meta, run: { ...run, scenarios: ['full'], exempt } },
    });
    expect(results.at(-1)?.faults).toEqual([
      'imagined (state zones.nothing) is allowed in full, and does not show there',
    ]);
  });
});

describe('mutants', () => {
  it('are noticed, and what changes nothing is not', async () => {
    const [mutant] = loadMutants('kv-namespaces');
    if (mutant === undefined) throw new Error('no mutant');
    const told = async (mutants: readonly Mutant[]) => {
      const found: [string, string | null][] = [];
      const wanted = mutants.map((one) => ({ ...one, first: [] }));
      await runMutants('kv-namespaces', wanted, ({ name }, killedBy) => found.push([name, killedBy]));
      return found;
    };
    const harmless = { ...mutant, name: 'harmless', replace: `/* harmless */ ${mutant.find}` };
    const deadly = { ...mutant, name: 'deadly', replace: `${mutant.find}\nprocess.exit(3);` };
    expect(await told([mutant, deadly, harmless])).toEqual([
      [mutant.name, expect.stringMatching(/^fixture /)],
      ['deadly', 'a crash of the program'],
      ['harmless', null],
    ]);
  });
});

describe('a sample', () => {
  it('is the same for the same seed, and small', () => {
    const names = codemodNames();
    const one = sampleOf('one', cases, names);
    expect(sampleOf('one', cases, names)).toEqual(one);
    expect(sampleOf('two', cases, names)).not.toEqual(one);
    expect(one.cases.length).toBeLessThan(cases.length);
    expect(one.mutants.size).toBeGreaterThan(0);
    expect(one.twins.every(({ scenarios }) => scenarios.length === 1)).toBe(true);
  });
});
