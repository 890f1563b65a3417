import { describe, expect, it } from 'vitest';
import {
  builtinCatalogue,
  type CatalogueProblem,
  loadCatalogueFile,
  mergeCatalogues,
  problemText,
} from '../../src/catalogue/index.js';

const GOOD = `area: shop
schedule: shop
profile: shop
profiles:
  - id: shop
    title: Shop API
    hosts: [api.shop.example.com]
    basePath: /v2
    scopes: [stores]
    packages: ["npm:@example/shop"]
    sdk:
      - id: npm:@example/shop
        calls:
          - versions: [1.0.0..]
            methods:
              - carts.create(store_id, body) POST /stores/{store_id}/carts
entries:
  - id: old-carts
    title: Carts, first version
    endOfLife: "2026-01-31"
    summary: Carts of the first version are gone.
    replacement: Baskets.
    endpoints:
      - GET, POST /stores/{store_id}/carts
      - path: /stores/{store_id}/carts/{cart_id}
        methods: [DELETE]
        possible: [GET]
    fields:
      - at: items[].sku
        direction: request
        where: { at: "items[].kind", equals: [plain] }
        calls: ["POST /stores/{store_id}/orders"]
`;

async function problemsOf(text: string): Promise<readonly CatalogueProblem[]> {
  const loaded = await loadCatalogueFile('own.yaml', text);
  return loaded.ok ? [] : loaded.problems;
}

/** Replaces one line of the good file. */
function changed(from: string, to: string): string {
  if (!GOOD.includes(from)) throw new Error(`the good file lacks ${from}`);
  return GOOD.replace(from, to);
}

describe('a catalogue file of the user', () => {
  it.each([
    ['brackets', (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`],
    ['keys in braces', (levels: number) => `{a: ${'{a: '.repeat(levels - 1)}`],
    ['items in a line', (levels: number) => `${'- '.repeat(levels)}a`],
    [
      'indented keys',
      (levels: number) => Array.from({ length: levels }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
    ],
  ])('may nest %s, but not without end', async (_, nested) => {
    const isTooDeep = async (levels: number) =>
      (await problemsOf(nested(levels))).some(({ message }) => message === 'the data is nested too deeply');
    expect(await isTooDeep(30)).toBe(false);
    for (const levels of [300, 700, 900]) expect(await isTooDeep(levels)).toBe(true);
  });

  it('is read with its own profile, SDK and schedule', async () => {
    const loaded = await loadCatalogueFile('own.yaml', GOOD);
    if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'));
    const merged = mergeCatalogues(builtinCatalogue(), [{ file: 'own.yaml', ...loaded }]);
    if (!merged.ok) throw new Error(merged.problems.map(problemText).join('\n'));
    const entry = merged.catalogue.entries.find((candidate) => candidate.id === 'old-carts');
    expect(entry).toMatchObject({
      area: 'shop',
      schedule: 'shop',
      profile: 'shop',
      automation: 'none',
      headers: [],
    });
    expect(entry?.endpoints).toEqual([
      { path: '/stores/{store_id}/carts', methods: ['GET', 'POST'] },
      { path: '/stores/{store_id}/carts/{cart_id}', methods: ['DELETE'], possible: ['GET'] },
    ]);
    expect(merged.catalogue.profiles.at(-1)?.sdk).toEqual([
      {
        sdk: 'npm:@example/shop',
        versions: ['1.0.0..'],
        symbol: 'carts.create',
        method: 'POST',
        path: '/stores/{store_id}/carts',
        positional: ['store_id', 'body'],
        body: 'body',
      },
    ]);
    expect(merged.catalogue.entries.length).toBe(builtinCatalogue().entries.length + 1);
  });

  it('may come from an editor with a byte order mark and Windows line ends', async () => {
    expect(await problemsOf(`\uFEFF${GOOD.replaceAll('\n', '\r\n')}`)).toEqual([]);
  });

  it.each([
    {
      what: 'an unknown key',
      text: changed('    summary:', '    sumary:'),
      line: 21,
      key: 'entries[0].sumary',
      says: /unknown key "sumary"/,
      remedy: /did you mean "summary"\?/,
    },
    {
      what: 'a day that does not exist',
      text: changed('"2026-01-31"', '"2026-02-30"'),
      line: 20,
      key: 'entries[0].endOfLife',
      says: /not a date/,
      remedy: /2025-01-15/,
    },
    {
      what: 'a day that is a number',
      text: changed('"2026-01-31"', '2026'),
      line: 20,
      key: 'entries[0].endOfLife',
      says: /found number 2026/,
      remedy: /quotes/,
    },
    {
      what: 'an unknown method',
      text: changed('GET, POST /stores', 'GET, PSOT /stores'),
      line: 24,
      key: 'entries[0].endpoints[0]',
      says: /"PSOT" is not a method/,
      remedy: /POST\?/,
    },
    {
      what: 'a method that is retired and ambiguous at once',
      text: changed('possible: [GET]', 'possible: [DELETE]'),
      line: 25,
      key: 'entries[0].endpoints[1]',
      says: /DELETE is named twice/,
      remedy: /only one of methods \(retired\), possible \(ambiguous\) and live/,
    },
    {
      what: 'a path with a pattern',
      text: changed('carts/{cart_id}', 'carts/(.*)'),
      line: 25,
      key: 'entries[0].endpoints[1].path',
      says: /not a segment/,
      remedy: /patterns are not supported/,
    },
    {
      what: 'a path without a slash',
      text: changed('- path: /stores', '- path: stores'),
      line: 25,
      key: 'entries[0].endpoints[1].path',
      says: /does not begin with a slash/,
      remedy: /write \/stores/,
    },
    {
      what: 'a path with a query',
      text: changed('carts/{cart_id}', 'carts?x=1'),
      line: 25,
      key: 'entries[0].endpoints[1].path',
      says: /query or fragment/,
      remedy: /queries/,
    },
    {
      what: 'the same path twice',
      text: changed('/stores/{store_id}/carts/{cart_id}', '/stores/{id}/carts'),
      line: 24,
      key: 'entries[0].endpoints',
      says: /listed twice/,
      remedy: /one item/,
    },
    {
      what: 'a field that is not a path',
      text: changed('at: items[].sku', 'at: items[0].sku'),
      line: 29,
      key: 'entries[0].fields[0].at',
      says: /not a path of a field/,
      remedy: /\[\] after a list/,
    },
    {
      what: 'a direction of no kind',
      text: changed('direction: request', 'direction: reqest'),
      line: 30,
      key: 'entries[0].fields[0].direction',
      says: /expected request or response/,
      remedy: /did you mean request\?/,
    },
    {
      what: 'an id with capitals',
      text: changed('id: old-carts', 'id: Old Carts'),
      line: 18,
      key: 'entries[0].id',
      says: /not an id/,
      remedy: /old-carts/,
    },
    {
      what: 'an SDK method that is not one',
      text: changed('carts.create(store_id, body) POST', 'carts.create POST'),
      line: 16,
      key: 'profiles[0].sdk[0].calls[0].methods[0]',
      says: /does not describe a method of an SDK/,
      remedy: /rules\.create/,
    },
    {
      what: 'a range of versions of its own kind',
      text: changed('1.0.0..', '^1.0.0'),
      line: 14,
      key: 'profiles[0].sdk[0].calls[0].versions[0]',
      says: /not a range of versions/,
      remedy: /3\.0\.0\.\.3\.5\.0/,
    },
    {
      what: 'a codemod without a level',
      text: `${GOOD}    codemod: carts\n`,
      line: 33,
      key: 'entries[0].codemod',
      says: /"automation" is none/,
      remedy: /safe or review/,
    },
    {
      what: 'YAML that is none',
      text: 'area: shop\nentries: a: b',
      line: 2,
      key: '',
      says: /not YAML/,
      remedy: /quotes|indentation/,
    },
    {
      what: 'a key given twice',
      text: `${GOOD}area: again\n`,
      line: 33,
      key: '',
      says: /not YAML/,
      remedy: /one of the two/,
    },
    { what: 'an empty file', text: '# nothing\n', line: 1, key: '', says: /empty/, remedy: /entries/ },
    {
      what: 'a list at the top',
      text: '- a\n',
      line: 1,
      key: '',
      says: /expected a catalogue file/,
      remedy: /keys and values/,
    },
  ])('with $what is refused, with place and remedy', async ({ text, line, key, says, remedy }) => {
    const [problem, ...others] = await problemsOf(text);
    expect(problem).toMatchObject({ file: 'own.yaml', line, key });
    expect(problem?.column).toBeGreaterThan(0);
    expect(problem?.message).toMatch(says);
    expect(problem?.remedy).toMatch(remedy);
    expect(others).toEqual([]);
  });

  it('is told of all its faults at once, in the order of its lines', async () => {
    const text = GOOD.replace('title: Shop API', 'titel: Shop API')
      .replace('"2026-01-31"', '"31.01.2026"')
      .replace('direction: request', 'direction: both');
    const problems = await problemsOf(text);
    expect(problems.map((problem) => problem.key)).toEqual([
      'profiles[0].titel',
      'entries[0].endOfLife',
      'entries[0].fields[0].direction',
    ]);
    expect(problems.map(problemText)[1]).toBe(
      'own.yaml:20:16: entries[0].endOfLife: "31.01.2026" is not a date; write year, month and day: 2025-01-15',
    );
  });

  it('may not contradict itself', async () => {
    const values = (keys: string) =>
      `${GOOD}    values:\n      - at: mode\n        direction: request\n        calls: ["POST /stores/{store_id}/orders"]\n${keys}`;
    const both = await problemsOf(values('        allowed: [a]\n        removed: [b]\n'));
    expect(both.map((problem) => [problem.key, problem.message])).toEqual([
      ['entries[0].values[0].removed', '"allowed" and "removed" contradict each other'],
    ]);
    const neither = await problemsOf(values(''));
    expect(neither[0]?.message).toBe('neither "allowed" nor "removed" is given');
    expect(await problemsOf(values('        removed: [b]\n'))).toEqual([]);
  });

  it('may not name an id twice, nor take one that is built in', async () => {
    const twice = await problemsOf(
      `${GOOD}  - id: old-carts\n    title: T\n    endOfLife: null\n    summary: S.\n    replacement: R.\n`,
    );
    expect(twice.map(problemText)).toEqual([
      'own.yaml:33:9: entries[1].id: the id "old-carts" is used twice in this file, first in line 18; give each its own id',
    ]);
    const loaded = await loadCatalogueFile('own.yaml', changed('id: old-carts', 'id: rate-limits'));
    if (!loaded.ok) throw new Error('the file is fine by itself');
    const merged = mergeCatalogues(builtinCatalogue(), [{ file: 'own.yaml', ...loaded }]);
    expect(merged.ok ? [] : merged.problems.map(problemText)).toEqual([
      'own.yaml:18:9: entries: the entry "rate-limits" exists already; give yours another id, such as own-rate-limits',
    ]);
  });

  it('may not name a profile that nobody describes', async () => {
    const loaded = await loadCatalogueFile(
      'own.yaml',
      'profile: clodflare\nentries:\n  - id: a\n    title: T\n    endOfLife: null\n    summary: S.\n    replacement: R.\n',
    );
    if (!loaded.ok) throw new Error('the file is fine by itself');
    const merged = mergeCatalogues(builtinCatalogue(), [{ file: 'own.yaml', ...loaded }]);
    expect(merged.ok ? [] : merged.problems.map((problem) => problem.remedy)).toEqual([
      'did you mean "cloudflare"?',
    ]);
  });

  it('survives anchors that hold themselves, and anything else', async () => {
    for (const text of [
      'a: &a [*a]',
      'entries: &e\n  - *e',
      '\0',
      '{}{',
      '? [a]\n: b',
      'entries: !!binary aGk=',
      '---\n...\n---\n',
    ]) {
      const problems = await problemsOf(text);
      expect(problems.length, JSON.stringify(text)).toBeGreaterThan(0);
      for (const problem of problems) expect(problem.line).toBeGreaterThan(0);
    }
  });
});

it('tells a few of a thousand faults in a file', async () => {
  const loaded = await loadCatalogueFile('own.yaml', '"'.repeat(200_000));
  expect(loaded.ok).toBe(false);
  if (!loaded.ok) expect(loaded.problems.length).toBeLessThan(100);
});

it.each([
  ['several documents', 'a: 1\n---\nb: 2\n'],
  ['too large', `# ${'x'.repeat(600_000)}\n`],
])('refuses what is %s', async (what, text) => {
  const loaded = await loadCatalogueFile('own.yaml', text);
  expect(loaded.ok ? '' : problemText(loaded.problems[0] as CatalogueProblem)).toMatch(
    what === 'too large' ? /the file is too large/ : /this is not YAML: multiple docs/,
  );
});
