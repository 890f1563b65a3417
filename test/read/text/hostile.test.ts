import { describe, expect, test } from 'vitest';
import { readJson } from '../../../src/read/json/index.js';
import { LANGUAGES } from '../../../src/read/languages.js';
import { withLimit } from '../../../src/read/limits.js';
import { readMarkdown } from '../../../src/read/markdown/index.js';
import type { Reading, SourceFile } from '../../../src/read/reader.js';
import { readText } from '../../../src/read/text/index.js';
import { readYaml } from '../../../src/read/yaml/index.js';
import { processorTime } from '../../processor-time.js';
import { calls, programOf } from './support.js';

const PROGRAM = programOf({});
const READERS: Readonly<Record<string, (file: SourceFile) => Reading>> = {
  markdown: (file) => readMarkdown(file, PROGRAM),
  yaml: (file) => readYaml(file, PROGRAM),
  json: (file) => readJson(file, PROGRAM),
};
const SIZE = 6_000;
const fill = (text: string): string => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE);

/** Texts that make a careless reader slow, endless or broken. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['open quotes', fill('"')],
  ['quotes of two kinds', fill(`"'`)],
  ['open triple quotes', fill('"""x')],
  ['open brackets', fill('([{')],
  ['closing brackets', fill(')]}')],
  ['open interpolations', `"${fill('${')}`],
  ['nested interpolations', `"${fill('#{"')}`],
  ['open comments', fill('/* (* {- --[[ ')],
  ['here documents', fill('<<A\n')],
  ['here documents with many labels', Array.from({ length: 800 }, (_, index) => `<<L${index}`).join('\n')],
  ['one long line', `x = "${fill('zones/a/b ')}"`],
  ['a line of joins', fill('"zones/" + a + ')],
  ['calls in calls', fill('f("zones/x/y", ')],
  ['functions in functions', fill('function f(a) { ')],
  ['definitions', fill('def f(a):\n')],
  ['assignments of one name', fill('x = x + "/zones/y"\n')],
  ['a chain', fill('.get("zones/a/b")')],
  ['backslashes', fill('\\')],
  ['bytes', Array.from({ length: 2_000 }, (_, index) => String.fromCharCode(index % 65_000)).join('')],
  ['anchors', fill('zones/{a}/{b} ')],
  ['substitutions', fill('$(curl "`')],
  ['fields', fill('cf.threat_score "a" ')],
  ['records', fill('weight: 1, ')],
];

const ONE_OF_EACH = [
  ...new Map(LANGUAGES.map((language) => [JSON.stringify(language.family), language.id])).values(),
];

describe('hostile text', () => {
  test.each(HOSTILE)('%s is read by every family in bounded time', (_name, text) => {
    for (const language of ONE_OF_EACH) {
      const start = processorTime();
      const reading = readText({ path: 'a/cloudflare.x', text, language }, PROGRAM);
      expect(reading.tier).toBe('text');
      expect.soft(processorTime() - start, language).toBeLessThan(2_000);
    }
  });

  const numbered = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => line(index)).join('');
  const SENT = 'requests.get("https://api.cloudflare.com/client/v4/zones/x/filters")\n';

  /** Short programs whose values would take for ever, or all memory, to be worked out. */
  test.each<[what: string, text: string, limit?: string]>([
    [
      'texts that grow threefold',
      `x0 = "/a"\n${numbered(30, (index) => `x${index + 1} = x${index} + x${index} + x${index}\n`)}requests.get(API + x30)\n`,
    ],
    [
      'lists that grow threefold',
      `x0 = ["/a"]\n${numbered(30, (index) => `x${index + 1} = [x${index}, x${index}, x${index}]\n`)}requests.patch(API + "/filters", json=x30)\n`,
      'nested deeper than 40 levels',
    ],
    [
      'functions that call the next one many times',
      `${numbered(
        9,
        (index) =>
          `def f${index}():\n    return ${Array(12)
            .fill(`f${index + 1}()`)
            .join(' + ')}\n`,
      )}requests.get(API + f0())\n`,
    ],
    [
      'functions that call each other',
      `${numbered(9, (index) => {
        const others = Array.from({ length: 9 }, (_, other) => `f${(index + other) % 9}()`);
        return `def f${index}():\n    return ${others.join(' + ')}\n`;
      })}requests.get(API + f0())\n`,
    ],
  ])('%s end, and the rest of the file is read', (_name, text, expected = 'budget') => {
    const file = {
      path: 'a.py',
      text: `API = "https://api.cloudflare.com/client/v4/zones/"\n${text}${SENT}`,
      language: 'python',
    };
    const start = processorTime();
    const { value: reading, limit } = withLimit(() => readText(file, PROGRAM));
    expect(processorTime() - start).toBeLessThan(6_000);
    expect(reading.usages.some((usage) => usage.kind === 'http')).toBe(true);
    expect(limit).toBe(expected);
  });

  test('an ordinary program stays below the budget', () => {
    const table = numbered(900, (index) => `    "/a${index}": ["b", {"c": ${index}}],\n`);
    const chain = numbered(15, (index) => `x${index + 1} = x${index} + "/b"\n`);
    const text = `TABLE = {\n${table}}\nx0 = "/a"\n${chain}for x in TABLE:\n    get(x15 + x)\n${SENT}`;
    expect(withLimit(() => readText({ path: 'a.py', text, language: 'python' }, PROGRAM)).limit).toBeNull();
  });

  /** What once took the square of its length: tens of seconds for each of these. */
  test.each<[string, string, string, number?]>([
    ['shell', 'fences', '```\n'],
    ['shell', 'assignments of one variable', 'A="$A/zones"\n'],
    ['shell', 'assignments of another variable', 'A=$B\n'],
    ['shell', 'words that are addresses', 'zones/{a}/{b} '],
    ['shell', 'requests', 'curl "https://api.cloudflare.com/client/v4/zones/x/filters" \\\n'],
    ['shell', 'commands after each other', 'curl https://api.cloudflare.com/client/v4/zones/x/filters; '],
    ['shell', 'readers of answers', 'echo "$answer" | jq .result[].locked\n'],
    ['shell', 'items of maps', 'MAP[a]=b\n'],
    ['shell', 'open substitutions', '$('],
    ['shell', 'here documents without an end', '<<A\n'],
    ['shell', 'open placeholders', '@{ a = 1 }\n'],
    ['python', 'texts beside each other', '"cf.threat_score" '],
    ['python', 'texts that are joined', '"a" + '],
    ['ruby', 'slashes', '/', 800_000],
    ['haskell', 'operators', '^', 800_000],
    ['php', 'open interpolations', 'a = "${', 800_000],
    ['lua', 'functions in functions', 'function f(a) { ', 800_000],
    ['markdown', 'open fences', '```sh\n'],
    ['yaml', 'closing brackets', ']'],
    ['yaml', 'closing braces', '}'],
    ['json', 'lines that are no JSON', ' a:\n'],
    ['json', 'members of one object', '"a": "https://api.cloudflare.com/client/v4/zones/x/filters",\n'],
  ])('%s: %s cost what they are long', (language, _name, unit, size = 200_000) => {
    const head = language === 'json' ? '{' : 'A="https://api.cloudflare.com/client/v4"\n';
    const text = head + unit.repeat(Math.ceil(size / unit.length));
    const file = { path: 'a', text, language };
    const before = process.cpuUsage();
    (READERS[language] ?? ((one: SourceFile) => readText(one, PROGRAM)))(file);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(6_000);
  });

  test('twice the text takes about twice the time', () => {
    const unit =
      'def f(zone):\n    x = {"a": [1, 2, "b"]}\n    return requests.get(f"{BASE}/zones/{zone}/filters" + "?a=" + b)\n';
    const time = (count: number): number => {
      const file = { path: 'a.py', text: unit.repeat(count), language: 'python' };
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 3; round++) {
        const start = processorTime();
        readText(file, PROGRAM);
        best = Math.min(best, processorTime() - start);
      }
      return best;
    };
    time(200);
    expect(time(3_200) / time(800)).toBeLessThan(12);
  });

  test('what follows an unclosed text is still read', () => {
    expect(calls({ 'a.py': 'x = "open\nrequests.get(f"/zones/{z}/filters")\n' })).toEqual([
      'GET /zones/{}/filters',
    ]);
    expect(calls({ 'a.go': 'package a\nvar x = "open\nfunc f() { http.Get("zones/x/filters") }\n' })).toEqual(
      ['GET zones/x/filters'],
    );
    expect(
      calls({ 'a.sh': 'echo "done\ncurl https://api.cloudflare.com/client/v4/zones/x/filters\n' }),
    ).toEqual(['GET https://api.cloudflare.com/client/v4/zones/x/filters']);
  });
});
