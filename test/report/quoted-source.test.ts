import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesInside, maskSecrets, maskSource } from '../../src/report/index.js';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { FORMS, type Form, HARMLESS, PARTS, SECRET } from './credentials.js';

const REPORTS = [
  ['scan', '--hints', '-f', 'text'],
  ['scan', '--hints', '-f', 'json'],
  ['scan', '--hints', '-f', 'ndjson'],
  ['scan', '--hints', '-f', 'sarif'],
  ['scan', '--hints', '-f', 'rdjson'],
  ['migrate', '--no-types', '-f', 'text'],
  ['migrate', '--no-types', '-f', 'markdown'],
];

/** One folder for each form, all in one run of each report. */
function folderWith(forms: readonly Form[]): string {
  return folderOf(
    Object.fromEntries(forms.map(({ file, lines }, index) => [`f${index}/${file}`, `${lines.join('\n')}\n`])),
  );
}

describe('credentials in quoted source', () => {
  it('are as many as people write', () => {
    expect(FORMS.length).toBeGreaterThanOrEqual(66);
  });

  it.each(REPORTS)('%s %s %s %s', async (...argv) => {
    const cwd = folderWith(FORMS);
    const { stdout, stderr } = await edgeSunset(argv, { cwd });
    expect(stdout.length).toBeGreaterThan(1000);
    const readable = (stdout + stderr)
      .split('\n')
      .filter((line) => [SECRET, ...PARTS].some((part) => line.includes(part)));
    expect(readable).toEqual([]);
  });

  it('are beside a place that is reported, each of them', async () => {
    const cwd = folderWith(FORMS);
    const { stdout } = await edgeSunset(['scan', '--hints', '-f', 'json'], { cwd });
    const folders = new Set(
      JSON.parse(stdout).findings.map(({ path }: { path: string }) => path.split('/')[0]),
    );
    expect(FORMS.flatMap(({ lines }, index) => (folders.has(`f${index}`) ? [] : [lines]))).toEqual([]);
  });
});

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#96': '`',
  amp: '&',
};

/** What a page says: the format that shows the lines around a place. */
function textOfPage(page: string): string {
  return page.replace(/<[^>]*>/g, '').replace(/&([a-z]+|#\d+);/g, (_, name: string) => ENTITIES[name] ?? '?');
}

const CODE = { isCode: true, inside: undefined } as const;
const VALUES = { isCode: false, inside: undefined } as const;

it.each([
  ['// edge-sunset-todo srv-data 38ed34b1 0a9c77d2 5be10f64: Put it into the name.', CODE],
  ['# edge-sunset-todo srv-data 38ed34b1 0a9c77d2: Put it into the name.', VALUES],
])('the ids of a marker can be read: %s', (line, quoted) => {
  expect(maskSource(line, quoted)).toBe(line);
});

describe('a password', () => {
  it.each([
    ['of one known word in a header', "curl -H 'X-Auth-Key: settings' url", VALUES, 'settings'],
    ['in a path, in a header', "curl -H 'X-Auth-Key: /rules' url", VALUES, 'rules'],
    ['of ordinary words', "const password = 'purple monkey dishes';", CODE, 'monkey'],
    ['in a comment', '// the password: swordfish', CODE, 'swordfish'],
    ['of capitals, small letters and digits anywhere', "login('swordfish-7Kq');", CODE, 'swordfish'],
    ['behind another default', "token = os.environ.get('CF_TOKEN', 'swordfish')", CODE, 'swordfish'],
  ] as const)('%s is hidden', (_, line, quoted, secret) => {
    expect(maskSource(line, quoted)).not.toContain(secret);
  });

  it('of a shell that goes on below its line is hidden', () => {
    const lines = ['KEY="a', 'swordfish" curl url', 'echo "b"', "don't='c\"' # \"", 'curl url'];
    expect([...linesInside(lines, 'shell').keys()]).toEqual([2]);
  });

  it('in PEM is hidden, whatever its lines look like', () => {
    const lines = ['-----BEGIN PRIVATE KEY-----', 'opensesame', '-----END PRIVATE KEY-----', 'next'];
    const inside = linesInside(lines, 'text');
    const shown = lines.map((line, at) => maskSource(line, { isCode: false, inside: inside.get(at + 1) }));
    expect(shown.map((line) => line.includes('*'))).toEqual([false, true, true, false]);
    expect(shown[1]).toBe('**********');
  });
});

it.each([
  ['    runs-on: ubuntu-latest', VALUES],
  [`curl -X PATCH "$API/zones/$ZONE/settings/minify" --data '{"value":{"css":"on"}}'`, VALUES],
  ['curl "https://api.cloudflare.com/zones/$zone_id/$CF_ZONE" -H "X-Auth-Key: $API_KEY"', VALUES],
  ["test('skips purple gadgets', async () => {", CODE],
  ['constructor(token: string, private readonly zone: string) {', CODE],
  ['func customRules(token, zoneID string) ([]rule, error) {', CODE],
  ["get('https://api.cloudflare.com/x', 'db.example.com', 'rules.yaml')", CODE],
  ["const ky = send('ky-universal');", CODE],
  ["headers = {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/json'}", CODE],
  ['rules = { action: "bypass", products: ["waf"], id: "0123456789abcdef0123456789abcdef" }', CODE],
  ['privacy_pass = "on"', VALUES],
  ['response=$(curl -sf "$url" -H "Authorization: Bearer $token") || return', VALUES],
  ["console.log(day.requests.all - day.requests.cached, 'winter_offer', Int32Array);", CODE],
])('what is no secret can be read: %s', (line, quoted) => {
  expect(maskSource(line, quoted)).toBe(line);
});

describe('what a reader needs', () => {
  it('stays readable beside a finding', async () => {
    const cwd = folderWith(HARMLESS);
    const { stdout } = await edgeSunset(['scan', '--hints', '-f', 'html'], { cwd });
    const shown = textOfPage(stdout);
    const missing = HARMLESS.flatMap(({ lines }) => lines.filter((line) => line !== '<?php')).filter(
      (line) => !shown.includes(line),
    );
    expect(missing).toEqual([]);
  });
});

describe('random tokens', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const alphabets = [`${letters}0123456789`, `${letters}0123456789-_`, letters.slice(26), '0123456789abcdef'];
  /** Every character drawn alike: what is made smaller or simpler would be drawn by lot no longer. */
  const draws = fc.noShrink(
    fc.noBias(fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 20, maxLength: 64 })),
  );
  const tokens = fc
    .tuple(fc.constantFrom(...alphabets), draws)
    .map(([alphabet, drawn]) => drawn.map((number) => alphabet[number % alphabet.length]).join(''))
    // As long as an id, which opens nothing.
    .filter((token) => !/^[0-9a-f]{32}$/.test(token));
  const PLACES = [
    (token: string) => `const x = '${token}';`,
    (token: string) => `call("${token}")`,
    (token: string) => `// see ${token}`,
    (token: string) => `token=${token}`,
    (token: string) => `https://example.com/hook/${token}/x`,
    (token: string) => `curl -H 'X: ${token}' ${token}`,
    (token: string) => `a.${token}.b`,
  ];

  it('of 20 to 64 characters never survive, wherever they stand', () => {
    fc.assert(
      fc.property(
        tokens,
        fc.constantFrom(...PLACES),
        fc.constantFrom(CODE, VALUES),
        (token, place, quoted) => {
          const line = place(token);
          expect(maskSource(line, quoted)).not.toContain(token);
        },
      ),
      { numRuns: 2000, seed: 31 },
    );
  });

  it('do not survive in texts that are no source either', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        expect(maskSecrets(`sent through ${token}`)).not.toContain(token);
      }),
      { numRuns: 1000, seed: 32 },
    );
  });

  it('are told from names', () => {
    for (const name of [
      'updateFirewallRulePriorityAndDescription',
      'cloudflare_zone_settings_override',
      'http_request_firewall_custom',
      'internationalizationSettings',
      'zones/023e105f4ecef8ad9ca31a8372d0c353',
    ])
      expect(maskSecrets(name)).toBe(name);
  });
});

it('keeps the length of every line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(
        CODE,
        VALUES,
        { ...CODE, inside: 'text' } as const,
        { ...CODE, inside: 'key' } as const,
      ),
      (text, quoted) => {
        const line = `a('${text}') /zones/firewall ${text}`;
        expect(maskSource(line, quoted)).toHaveLength(line.length);
      },
    ),
    { seed: 33 },
  );
});
