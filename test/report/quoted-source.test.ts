import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesInside, MaskedLine, maskSecrets, maskSource } from '../../src/report/index.js';
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

describe('the ids of a marker', () => {
  const code = { mode: 'code', isInside: false } as const;
  const shell = { mode: 'words', isInside: false } as const;

  it.each([
    ['// edge-sunset-todo srv-data 38ed34b1 0a9c77d2 5be10f64: Put it into the name.', code],
    ['# edge-sunset-todo srv-data 38ed34b1 0a9c77d2: Put it into the name.', shell],
  ])('can be read, each of them: %s', (line, quoted) => {
    expect(maskSource(line, quoted)).toBe(line);
  });

  it('are those behind its name, and no other words', () => {
    expect(maskSource('// edge-sunset-todo srv-data 38ed34b1 word 0a9c77d2', code)).toBe(
      '// edge-sunset-todo srv-data 38ed34b1 word ********',
    );
  });
});

describe('a password', () => {
  const code = { mode: 'code', isInside: false } as const;
  const words = { mode: 'words', isInside: false } as const;

  it.each([
    ['that is dotted as a host is', "login('mnb.vcx.lkj');", code, 'vcx'],
    ['with the sign of variables', "login('Pa$swordfish');", code, 'swordfish'],
    ['of one known word in a header', "curl -H 'X-Auth-Key: settings' url", words, 'settings'],
    ['in a path, in a header', "curl -H 'X-Auth-Key: /rules' url", words, 'rules'],
  ] as const)('%s is hidden', (_, line, quoted, secret) => {
    expect(maskSource(line, quoted)).not.toContain(secret);
  });

  it.each([
    ['of ordinary words', "login('purple monkey dishes');", 'monkey'],
    ['that a sentence tells', "console.log('the password is swordfish');", 'swordfish'],
    ['of one word that is shown', "console.log('swordfish');", 'swordfish'],
    ['with digits in a sentence', "throw new Error('never use hunter22 again');", 'hunter22'],
    ['in a field of a record', "connect({ phrase: 'purple monkey dishes' });", 'monkey'],
  ])('%s is hidden', (_, line, secret) => {
    expect(maskSource(line, code)).not.toContain(secret);
  });

  it.each([
    ["get('https://api.cloudflare.com/x', 'db.example.com', 'rules.yaml')", code],
    ['curl "https://api.cloudflare.com/zones/$zone_id/$CF_ZONE" -H "X-Auth-Key: $API_KEY"', words],
    ["curl -H 'Content-Type: application/json' url", words],
  ] as const)('is not what a reader needs: %s', (line, quoted) => {
    expect(maskSource(line, quoted)).toBe(line);
  });

  it('of a shell that goes on below its line is hidden', () => {
    const lines = ['KEY="a', 'swordfish" curl url', 'echo "b"', "don't='c\"' # \"", 'curl url'];
    expect([...linesInside(lines, 'shell')]).toEqual([2]);
  });
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

it('the name of a module is readable, a text that was drawn by lot is not', () => {
  const quoted = (line: string) => maskSource(line, { mode: 'code', isInside: false });
  expect(quoted("const ky = require('ky-universal');")).toBe("const ky = require('ky-universal');");
  expect(quoted("const ky = require('q8Zk2Jx9Lm4Rt7VwP3');")).toBe(
    "const ky = require('******************');",
  );
  expect(quoted("const ky = send('ky-universal');")).toBe("const ky = send('************');");
});

describe('a short text', () => {
  const quoted = (text: string) => maskSource(`send('${text}')`, { mode: 'code', isInside: false });

  it.each([
    'rocket_loader',
    'always_online',
    '_minecraft',
    '_sip._tls.phones',
    '_minecraft._tcp.play.example.com',
  ])('is readable where it is a name: %s', (text) => {
    expect(quoted(text)).toContain(text);
  });

  it.each(['winter_secret', 'admin_pass', 'root_of_all', '_Xk3d9', 'Blue_Horse', 'xq_zv_kw_qj_wx', 'summer'])(
    'is hidden where it may be a secret: %s',
    (text) => {
      expect(quoted(text)).not.toContain(text);
    },
  );
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
    .map(([alphabet, drawn]) => drawn.map((number) => alphabet[number % alphabet.length]).join(''));
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
        fc.constantFrom('code', 'words', 'values', 'prose'),
        (token, place, mode) => {
          const line = place(token);
          expect(maskSource(line, { mode, isInside: false })).not.toContain(token);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('do not survive in texts that are no source either', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        expect(maskSecrets(`sent through ${token}`)).not.toContain(token);
      }),
      { numRuns: 1000 },
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

it('keeps the length of every line, and what is reported', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('code', 'words', 'values', 'prose'),
      (text, mode) => {
        const line = `a('${text}') /zones/firewall ${text}`;
        expect(maskSource(line, { mode, isInside: false })).toHaveLength(line.length);
        expect(maskSource(line, { mode, isInside: true })).toHaveLength(line.length);
      },
    ),
  );
  const line = "call('swordfish firewall/rules')";
  const from = line.indexOf('firewall');
  const masked = new MaskedLine(line, { mode: 'code', isInside: false }).showing(from, from + 14);
  expect(masked).toBe("call('********* firewall/rules')");
});
