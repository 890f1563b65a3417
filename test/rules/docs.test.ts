import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tsParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import type { EdgeSunsetSettings } from '../../rules/settings/settings.js';
import { rulePages } from '../../scripts/pages/rules.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { TODAY } from './linter.js';

/** The code blocks of the pages, linted: what a page calls reported is, and the rest is not. */

const DOCS = join(import.meta.dirname, '../../docs');
const FENCE = /^```(\w+)\n([\s\S]*?)\n```$/gm;
/** The file that a block of a page would stand in. */
const FILES: Readonly<Record<string, string>> = {
  typescript: 'src/example.ts',
  javascript: 'src/example.js',
  js: 'src/example.js',
  ts: 'src/example.ts',
  python: 'example.py',
  go: 'example.go',
  php: 'example.php',
  ruby: 'example.rb',
  hcl: 'main.tf',
  shell: 'example.sh',
  sh: 'example.sh',
  json: 'example.json',
  yaml: 'example.yaml',
  toml: 'wrangler.toml',
};

interface Block {
  readonly filename: string;
  readonly code: string;
}

function blocksIn(page: string, title: string): Block[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(FENCE)].map(([, language = '', code = '']) => ({
    filename:
      language === 'json' && code.includes('r2_buckets')
        ? 'wrangler.jsonc'
        : (FILES[language] ?? `no file is known for ${language}`),
    code: `${code}\n`,
  }));
}

const pages = await rulePages();

function pageOf(rule: string): string {
  return pages.get(`docs/rules/${rule}.md`) ?? '';
}

/** A configuration as a page shows it, with what it imports. */
function configIn(block: string): Linter.Config[] {
  const body = block.replace(/^import .*\n/gm, '').replace('export default', 'return');
  const parts = { defineConfig, edgeSunset: plugin, tseslint: TYPESCRIPT, vue: VUE };
  const make = new Function(...Object.keys(parts), body) as (...values: unknown[]) => Linter.Config[];
  return make(...Object.values(parts));
}

/** What the packages that the pages import give, as far as the pages use it. */
const TYPESCRIPT = {
  parser: tsParser,
  configs: { base: { files: ['**/*.ts'], languageOptions: { parser: tsParser } } },
};
const VUE = { configs: { 'flat/base': [{ files: ['**/*.vue'] }] } };

const everything: Linter.Config[] = [
  ...plugin.configs['recommended-all-files'],
  ...plugin.configs.all,
  // Advice is on in no preset for other files than scripts.
  { rules: plugin.configs.all[0]?.rules ?? {} },
  { files: ['**/*.ts'], languageOptions: { parser: tsParser } },
];
const own = configIn(blocksOf(pageOf('no-custom-deprecations'), 'js')[0] ?? '');
const linter = new Linter();

function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(FENCE)].flatMap(([, named, code = '']) => (named === language ? [code] : []));
}

function reports(rule: string, { filename, code }: Block): readonly Linter.LintMessage[] {
  const config = rule === 'no-custom-deprecations' ? own : everything;
  const messages = linter.verify(
    code,
    [...config, { settings: { edgeSunset: { today: TODAY, ...settingsIn(config) } } }],
    { filename },
  );
  expect(
    messages.filter(({ fatal }) => fatal === true),
    code,
  ).toEqual([]);
  return messages.filter(({ ruleId }) => ruleId === `edge-sunset/${rule}`);
}

function settingsIn(config: readonly Linter.Config[]): EdgeSunsetSettings {
  return Object.assign({}, ...config.map(({ settings }) => settings?.edgeSunset ?? {}));
}

describe('pages of rules', () => {
  for (const name of Object.keys(plugin.rules)) {
    const page = pageOf(name);

    it(`${name}: blocks of every language are reported as the page says`, () => {
      const reported = blocksIn(page, 'Reported');
      expect(reported).not.toEqual([]);
      for (const block of reported) expect(reports(name, block), block.code).not.toEqual([]);
      for (const block of blocksIn(page, 'Not reported'))
        expect(reports(name, block), block.code).toEqual([]);
    });

    it(`${name}: what an example comes to is not reported any more`, () => {
      const [, after = ''] = page.split(/^After:\n/m);
      const [[, language = '', code = ''] = []] = after.split(/^## /m)[0]?.matchAll(FENCE) ?? [];
      if (code !== '')
        expect(reports(name, { filename: FILES[language] ?? language, code }), code).toEqual([]);
    });

    it(`${name}: options and commands are ones that exist`, () => {
      for (const { code } of blocksIn(page, 'Options')) {
        const rules = JSON.parse(code) as Linter.RulesRecord;
        expect(Object.keys(rules)).toEqual([`edge-sunset/${name}`]);
        expect(() => linter.verify('', [...everything, { rules }], { filename: 'a.js' })).not.toThrow();
      }
      for (const [, entry] of page.matchAll(/^npx edge-sunset migrate --only (\S+)$/gm))
        expect(builtinCatalogue().entries.map(({ id }) => id)).toContain(entry);
    });
  }

  it('a wrong page would be noticed', () => {
    const page =
      '## Reported\n\n```typescript\nfetch("https://example.com");\n```\n\n```python\nx = 1\n```\n';
    const blocks = blocksIn(page, 'Reported');
    expect(blocks.map((block) => reports('no-firewall-rules', block))).toEqual([[], []]);
  });
});

describe('the page of the plugin', () => {
  const page = readFileSync(join(DOCS, 'eslint.md'), 'utf8');
  const call = "await fetch('https://api.cloudflare.com/client/v4/zones/0123/firewall/rules');\n";

  it('has configurations that work as they stand', () => {
    const blocks = blocksOf(page, 'js').filter((code) => code.includes('export default'));
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of blocks) {
      const messages = linter.verify(call, configIn(block), { filename: 'src/a.js' });
      expect(
        messages.map(({ ruleId }) => ruleId),
        block,
      ).toEqual(['edge-sunset/no-firewall-rules']);
    }
  });

  it('names settings that are accepted, and all of them', () => {
    const block = blocksOf(page, 'js').find((code) => code.startsWith('settings:')) ?? '';
    const { settings } = new Function(`return { ${block} }`)() as {
      settings: { edgeSunset: EdgeSunsetSettings };
    };
    const lintWith = (edgeSunset: object) =>
      linter.verify(call, [...plugin.configs.recommended, { settings: { edgeSunset } }], {
        filename: 'a.js',
      });
    expect(lintWith(settings.edgeSunset)).toHaveLength(1);
    const documented = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    for (const key of Object.keys(settings.edgeSunset)) expect(documented).toContain(key);
    expect(() => lintWith({ nonsense: 1 })).toThrow(Object.keys(settings.edgeSunset).at(-1));
  });
});
