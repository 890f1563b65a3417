import { ESLint, Linter } from 'eslint';
import { ESLint as OldestESLint, Linter as OldestLinter } from 'eslint-9-38';
import { Linter as LastNineLinter } from 'eslint-9-39';
import { describe, expect, it } from 'vitest';
import * as vueParser from 'vue-eslint-parser';
import plugin, * as namespace from '../../rules/index.js';
import { adviceOf } from '../../rules/wording/advice.js';
import { MESSAGES } from '../../rules/wording/templates.js';
import { oxlintPreset, rulePages } from '../../scripts/pages/rules.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { ruleName } from '../../src/report/index.js';
import { lint, TODAY, textAt } from './linter.js';

const CALL =
  'await fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/firewall/rules`, { method: "POST" });\n';

describe('the plugin', () => {
  it('is one object, however it is imported', () => {
    expect(namespace.default.rules).toBe(namespace.rules);
    for (const config of Object.values(plugin.configs).flat()) {
      expect(config.plugins?.['edge-sunset']).toBe(plugin);
      expect(config.name).toMatch(/^edge-sunset\//);
    }
  });

  it('has a rule for every entry that code can show, and for no other', () => {
    const silent = new Set([
      'dns-type-change',
      'radar-summary-groups',
      'tunnel-lists-deleted',
      'account-name-length',
      'lb-monitor-ciphers',
    ]);
    const expected = builtinCatalogue()
      .entries.filter(({ id, storage }) => !silent.has(id) && (!id.startsWith('r2-') || storage.length > 0))
      .map(({ id }) => ruleName(id));
    const own = ['no-custom-deprecations', 'no-undetermined-endpoint', 'no-unresolved-migration'];
    expect(Object.keys(plugin.rules).sort()).toEqual([...expected, ...own].sort());
  });

  it('makes ESLint read no component that nobody has given it a parser for', async () => {
    const config = (more: Linter.Config[]) => [
      ...plugin.configs.recommended,
      { settings: { edgeSunset: { today: TODAY } } },
      ...more,
    ];
    const linted = (more: Linter.Config[]) =>
      new Linter().verify(`<script setup>\n${CALL}</script>\n`, config(more), { filename: 'src/Panel.vue' });
    expect(linted([])).toMatchObject([
      { ruleId: null, message: expect.stringMatching(/^No matching config/) },
    ]);
    const parsed = [{ files: ['**/*.vue'], languageOptions: { parser: vueParser } }];
    expect(linted(parsed)).toMatchObject([{ ruleId: 'edge-sunset/no-firewall-rules', line: 2 }]);
    const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: config([]) });
    expect(await eslint.isPathIgnored('src/Panel.vue')).toBe(true);
    expect(await eslint.isPathIgnored('src/panel.ts')).toBe(false);
  });

  it('says of every rule what ESLint and its users ask for', async () => {
    const pages = await rulePages();
    for (const [name, { meta }] of Object.entries(plugin.rules)) {
      expect(meta.languages, name).toEqual(['*']);
      // The pages are no files of the repository: a build makes them, and the package has them.
      expect(meta.docs.url, name).toBe(new URL(`../../docs/rules/${name}.md`, import.meta.url).href);
      expect(meta.docs.description, name).toMatch(/^disallow /);
      expect(pages.has(`docs/rules/${name}.md`), name).toBe(true);
      for (const message of Object.values(meta.messages ?? {}))
        expect(message, name).toMatch(/\.(?:\{\{dates\}\})?$/);
    }
  });

  it('has fixes and suggestions only where an entry allows them', () => {
    const fixable = Object.entries(plugin.rules)
      .filter(([, { meta }]) => meta.fixable !== undefined)
      .map(([name]) => name);
    expect(fixable.sort()).toEqual([
      'no-access-bookmarks',
      'no-custom-deprecations',
      'no-dns-locked',
      'no-dns-settings',
      'no-geoip-fields',
      'no-kv-namespaces',
      'no-legacy-tunnels',
      'no-r2-cors-origin',
      'no-r2-location-constraint',
      'no-r2-region',
      'no-script-monitor',
      'no-srv-data',
    ]);
    expect(plugin.rules['no-firewall-rules']?.meta.hasSuggestions).toBeUndefined();
  });

  it('has schemas whose choices come from the catalogue', () => {
    for (const entry of builtinCatalogue().entries) {
      const schema = JSON.stringify(plugin.rules[ruleName(entry.id)]?.meta.schema ?? null);
      for (const { path } of entry.endpoints) expect(schema).toContain(JSON.stringify(path));
    }
  });

  it('has every rule on in the preset, and in the one for oxlint', () => {
    const rules = Object.keys(plugin.configs.recommended[0]?.rules ?? {});
    const wanted = Object.entries(plugin.rules).filter(([, { meta }]) => meta.docs.recommended);
    expect(rules.sort()).toEqual(wanted.map(([name]) => `edge-sunset/${name}`).sort());
    const oxlint: unknown = JSON.parse(oxlintPreset().get('presets/oxlint.json') ?? '');
    expect(oxlint).toEqual({
      jsPlugins: ['edge-sunset/eslint'],
      rules: plugin.configs.recommended[0]?.rules,
    });
  });
});

describe('wording', () => {
  it('gives every entry a short piece of advice, or says that there is none', () => {
    for (const entry of builtinCatalogue().entries) {
      const advice = adviceOf(entry) ?? 'Remove the call';
      expect(advice, entry.id).toMatch(/^[A-Z][^\n]*[^.\s]$/);
      expect(advice.length, `${entry.id}: ${advice}`).toBeLessThanOrEqual(170);
      expect(advice, entry.id).not.toMatch(/https?:/);
    }
  });

  it('has templates of whole sentences without addresses', () => {
    for (const [id, message] of Object.entries(MESSAGES)) {
      expect(message, id).toMatch(/^(?:This looks like )?(?:'\{\{|\{\{)/);
      expect(message, id).toMatch(/\.\{\{dates\}\}$/);
      expect(message, id).not.toMatch(/https?:/);
    }
  });

  it('takes the comments that excuse findings in a scan', () => {
    const says = (comment: string) => lint(`${comment}\n${CALL}`).map(({ ruleId }) => ruleId);
    const rule = 'edge-sunset/no-firewall-rules';
    expect(says('// edge-sunset-ignore-next-line firewall-rules -- goes in March')).toEqual([]);
    expect(says('// edge-sunset-ignore-next-line firewall-rules until 2026-11-21 -- why')).toEqual([]);
    expect(says('// edge-sunset-ignore-next-line firewall-rules until 2026-11-20 -- why')).toEqual([rule]);
    expect(says('// edge-sunset-ignore-next-line firewall-rules')).toEqual([rule]);
    expect(says('// edge-sunset-ignore-next-line minify -- another')).toEqual([rule]);
  });

  it('counts the days, or leaves them out', () => {
    const said = (settings: object) => lint(CALL, { settings }).map(({ message }) => message)[0];
    expect(said({})).toContain('on 2025-01-15, 675 days ago.');
    expect(said({})).toMatch(
      / The specification names 2025-01-15, Cloudflare's own documentation 2025-06-15\.$/,
    );
    expect(said({ relativeDates: false })).toContain('on 2025-01-15. ');
    expect(said({ today: '2025-01-16' })).toContain('1 day ago');
    expect(said({ today: '2025-01-10' })).toContain('ends on 2025-01-15, in 5 days');
  });

  it('never changes the verdict with the clock', () => {
    for (const today of ['2020-01-01', '2030-01-01']) {
      const [message] = lint(CALL, { settings: { today } });
      expect(message).toMatchObject({ ruleId: 'edge-sunset/no-firewall-rules', severity: 2 });
    }
  });

  it('shows no character that is not what it looks like', () => {
    const hostile = lint(
      'await fetch("https://api.cloudflare.com/client/v4/zones/0123/settings/security_level", { method: "PATCH", body: JSON.stringify({ value: "\u202ehigh{{call}}" }) });',
    );
    expect(hostile[0]?.message).toContain('\\u{202e}high{{call}}');
  });
});

describe('settings', () => {
  const wrong = (settings: object): string => {
    try {
      lint(CALL, { settings });
      return 'accepted';
    } catch (error) {
      return String(error);
    }
  };

  it('name the key that is wrong, and what to write', () => {
    expect(wrong({ today: 'soon' })).toContain(
      'settings.edgeSunset.today: "soon" is not a date; write "2026-01-31"',
    );
    expect(wrong({ relativeDate: false })).toContain(
      'settings.edgeSunset.relativeDate: there is no such setting; did you mean "relativeDates"?',
    );
    expect(wrong({ minConfidence: 'sure' })).toContain('settings.edgeSunset.minConfidence');
    expect(wrong({ baseUrls: ['proxy'] })).toContain('settings.edgeSunset.baseUrls[0]');
    expect(wrong({ entries: [{ id: 'own' }] })).toContain('settings.edgeSunset.entries[0]');
    expect(wrong({ entries: [{ ...OWN, id: 'minify' }] })).toContain('exists already');
    expect(wrong({ today: TODAY })).toBe('accepted');
  });

  const OWN = {
    id: 'old-reports',
    title: 'Old reports',
    endOfLife: '2026-06-30',
    summary: 'The old reports are gone.',
    replacement: 'The reports below /accounts/{account_id}/reports.',
    endpoints: [{ path: '/accounts/{account_id}/old_reports', methods: ['GET'] }],
  };
  const own = 'await fetch(`https://api.cloudflare.com/client/v4/accounts/${id}/old_reports`);\n';

  it('bring entries of your own', () => {
    const [message, ...rest] = lint(own, { settings: { entries: [OWN] } });
    expect(rest).toEqual([]);
    expect(message).toMatchObject({ ruleId: 'edge-sunset/no-custom-deprecations' });
    expect(message?.message).toBe(
      "'GET /accounts/{account_id}/old_reports' reached end of life on 2026-06-30, 144 days ago. Use the reports below /accounts/{account_id}/reports.",
    );
    expect(lint(own)).toEqual([]);
  });

  it('bring addresses in front of the API', () => {
    const proxied =
      'await fetch(`https://proxy.example.com/client/v4/accounts/${id}/tunnels`, { method: "POST" });\n';
    expect(
      lint(proxied, {
        settings: { baseUrls: ['https://proxy.example.com/client/v4'], minConfidence: 'exact' },
      }),
    ).toHaveLength(1);
    expect(lint(proxied, { settings: { minConfidence: 'exact' } })).toEqual([]);
  });

  it('let less sure findings in', () => {
    const unsure = 'await fetch(`https://api.cloudflare.com/client/v4/accounts/${id}/tunnels`);\n';
    expect(lint(unsure)).toEqual([]);
    const [message] = lint(unsure, { settings: { minConfidence: 'possible' } });
    expect(message?.message).toMatch(/^This looks like 'GET [^']*', which reached end of life/);
  });
});

describe('options', () => {
  it('allow a call of the entry, by its path', () => {
    const rules = {
      'edge-sunset/no-firewall-rules': ['error', { allow: ['/zones/{zone_id}/firewall/rules'] }],
    } as const;
    expect(
      lint(CALL, {
        rules: { ...rules, 'edge-sunset/no-firewall-rules': [...rules['edge-sunset/no-firewall-rules']] },
      }),
    ).toEqual([]);
  });

  it('refuse what the catalogue does not name', () => {
    expect(() =>
      lint(CALL, { rules: { 'edge-sunset/no-firewall-rules': ['error', { allow: ['/zones'] }] } }),
    ).toThrow('allow');
  });
});

describe('rules of no entry', () => {
  it('no-unresolved-migration: a marker is an error until it is resolved', () => {
    const marker =
      '// edge-sunset-todo firewall-rules 0123abcd: dead since 2025-01-15. Move the rule.\nsend();\n';
    const messages = lint(marker);
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(['edge-sunset/no-unresolved-migration']);
    expect(messages.map((message) => textAt(marker, message))).toEqual([
      'edge-sunset-todo firewall-rules 0123abcd',
    ]);
    expect(lint("const text = 'edge-sunset-todo firewall-rules 0123abcd';\n")).toEqual([]);
  });

  it('no-undetermined-endpoint: a call whose path is not known', () => {
    const open =
      'const part = process.argv[2];\nawait fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/${part}`);\nexport const name = "rate_limits";\n';
    expect(lint(open).map(({ ruleId }) => ruleId)).toEqual(['edge-sunset/no-undetermined-endpoint']);
    expect(lint('await fetch(`https://example.com/${part}`);\nexport const name = "rate_limits";\n')).toEqual(
      [],
    );
  });
});

describe('older versions of ESLint', () => {
  const versions = { '9.38': OldestLinter, '9.39': LastNineLinter };
  for (const [version, Linter] of Object.entries(versions)) {
    it(`${version} reports the same`, () => {
      expect(Linter.version.startsWith(version)).toBe(true);
      const config = [
        ...plugin.configs['recommended-all-files'],
        { settings: { edgeSunset: { today: TODAY } } },
      ];
      const linter = new Linter();
      expect(linter.verify(CALL, config, { filename: 'example.js' })).toMatchObject([
        { ruleId: 'edge-sunset/no-firewall-rules', line: 1, column: 65, endColumn: 79 },
      ]);
      const url = 'https://api.cloudflare.com/client/v4/zones/example/firewall/rules';
      for (const [filename, code] of [
        ['a.sh', `curl -X POST ${url}\n`],
        ['a.yml', `url: ${url}\n`],
        ['a.json', `{ "url": "${url}" }\n`],
      ] as const) {
        expect(
          linter.verify(code, config, { filename }).map(({ ruleId }) => ruleId),
          filename,
        ).toEqual(['edge-sunset/no-firewall-rules']);
      }
      const silenced = `# eslint-disable-next-line edge-sunset/no-firewall-rules\ncurl -X POST ${url}\n`;
      expect(linter.verify(silenced, config, { filename: 'a.sh' })).toEqual([]);
    });
  }

  it('the oldest one takes the presets by extends', async () => {
    const eslint = new OldestESLint({ overrideConfigFile: true, overrideConfig: plugin.configs.recommended });
    const [result] = await eslint.lintText(CALL, { filePath: 'example.js' });
    expect(result?.errorCount).toBe(1);
  });
});
