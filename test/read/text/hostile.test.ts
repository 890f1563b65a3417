import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/read/languages.js';
import { readText } from '../../../src/read/text/index.js';
import { calls, programOf } from './support.js';

const PROGRAM = programOf({});
const SIZE = 12_000;
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
      const start = performance.now();
      const reading = readText({ path: 'a/cloudflare.x', text, language }, PROGRAM);
      expect(reading.tier).toBe('text');
      expect.soft(performance.now() - start, language).toBeLessThan(4_000);
    }
  });

  test('twice the text takes about twice the time', () => {
    const unit =
      'def f(zone):\n    x = {"a": [1, 2, "b"]}\n    return requests.get(f"{BASE}/zones/{zone}/filters" + "?a=" + b)\n';
    const time = (count: number): number => {
      const file = { path: 'a.py', text: unit.repeat(count), language: 'python' };
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 3; round++) {
        const start = performance.now();
        readText(file, PROGRAM);
        best = Math.min(best, performance.now() - start);
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
