import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { builtinSamples } from '../../src/catalogue/index.js';
import { TODAY } from './linter.js';

/** Texts that are broken, huge or strange, through every rule and every language: no rule throws, and none takes long. */

const config: Linter.Config[] = [
  ...plugin.configs['recommended-all-files'],
  ...plugin.configs.all,
  { settings: { edgeSunset: { today: TODAY, minConfidence: 'possible' } } },
];
const linter = new Linter();
const FILES = [
  'a.js',
  'a.sh',
  'a.tf',
  'a.yml',
  'a.json',
  'a.jsonc',
  'a.toml',
  'a.md',
  'a.py',
  'a.go',
  'a.http',
  '.env',
  'a.vue',
];
const URL = 'https://api.cloudflare.com/client/v4/zones/${z}/firewall/rules';

const TEXTS: Readonly<Record<string, string>> = {
  'half a text': `fetch(\`${URL}`,
  'half an address': 'fetch("https://api.cloudflare.com/client/v4/zones/%zz/firewall/rules%2")',
  'only triggers': 'firewall/rules '.repeat(2_000),
  'one long line': `x = ["${URL}"${`, "${URL}"`.repeat(2_000)}]`,
  'deep brackets': `fetch("${URL}", ${'['.repeat(400)}1${']'.repeat(400)})`,
  'nothing visible': `\u202e\u0000\ufeff${URL}\u2028\u2029`,
  'lone surrogates': `fetch("\ud800${URL}\udc00")`,
  'other line ends': `fetch("${URL}")\r\rfetch("${URL}")\u2028`,
  'a long sum': `fetch(${`"${URL}" + `.repeat(1_000)}"")`,
  'markers everywhere': '# edge-sunset-todo firewall-rules 0123abcd: x\n'.repeat(500),
  'directives everywhere': '# eslint-disable-next-line\n'.repeat(2_000),
  'an expression that does not parse': `${URL} '(cf.threat_score gt 10 or (((' 'ip.geoip.country'`,
};

function lintWithin(filename: string, code: string): number {
  const started = performance.now();
  for (const message of linter.verify(code, config, { filename })) {
    expect(message.message).not.toContain('undefined');
    expect(message.messageId, message.message).not.toBe('failed');
    expect(message.line).toBeGreaterThan(0);
  }
  return performance.now() - started;
}

describe('hostile texts', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    it(name, () => {
      for (const filename of FILES) expect(lintWithin(filename, text), filename).toBeLessThan(8_000);
    });
  }

  it('every sample in the language of every other', async () => {
    for (const { match, noMatch } of await builtinSamples()) {
      for (const { code } of [...match, ...noMatch]) for (const filename of FILES) lintWithin(filename, code);
    }
  }, 120_000);

  it('a rule that throws would be noticed', () => {
    const broken = {
      rules: {
        bad: {
          create: () => {
            throw new Error('bug');
          },
        },
      },
    };
    const bad: Linter.Config[] = [{ plugins: { broken }, rules: { 'broken/bad': 'error' } }];
    expect(() => linter.verify('x', bad, { filename: 'a.js' })).toThrow('bug');
  });
});
