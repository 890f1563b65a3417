import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { analyze } from '../../src/analysis/index.js';
import { builtinSamples } from '../../src/catalogue/index.js';
import { ruleName } from '../../src/report/index.js';
import { TODAY, textAt } from './linter.js';
import { ESLINT_VERSIONS } from './versions.js';

/** Files that are no scripts, each through the language that the preset gives it. */

function lintFile(
  filename: string,
  code: string,
  Host: (typeof ESLINT_VERSIONS)[number]['Linter'] = Linter,
  rules: Partial<Linter.RulesRecord> = {},
): readonly Linter.LintMessage[] {
  const config: Linter.Config[] = [
    ...plugin.configs['recommended-all-files'],
    { rules },
    { settings: { edgeSunset: { today: TODAY } }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ];
  return new Host().verify(code, config, { filename });
}

interface FileCase {
  readonly filename: string;
  readonly code: string;
  readonly reports: readonly (readonly [rule: string, text: string])[];
  /** The same with a comment that turns the report off. */
  readonly silenced: string;
  readonly alike: string;
}

const URL = 'https://api.cloudflare.com/client/v4/zones/example/firewall/rules';
const LIVE = 'https://api.cloudflare.com/client/v4/zones/example/rulesets';

const CASES: readonly FileCase[] = [
  {
    filename: 'deploy.sh',
    code: `#!/bin/sh\nset -e\ncurl -X POST ${URL}\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: `#!/bin/sh\n# eslint-disable-next-line edge-sunset/no-firewall-rules -- moved next week\ncurl -X POST ${URL}\n`,
    alike: `#!/bin/sh\ncurl ${LIVE}\n`,
  },
  {
    filename: 'main.tf',
    code: 'resource "cloudflare_filter" "login" {\n  zone_id = var.zone\n}\n',
    reports: [['no-firewall-rules', 'cloudflare_filter']],
    silenced:
      'resource "cloudflare_filter" "login" { # eslint-disable-line edge-sunset/no-firewall-rules\n  zone_id = var.zone\n}\n',
    alike: 'resource "cloudflare_ruleset" "login" {\n  zone_id = var.zone\n}\n',
  },
  {
    filename: 'requests.http',
    code: `POST ${URL}\nAuthorization: Bearer {{token}}\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: `# eslint-disable edge-sunset/no-firewall-rules\nPOST ${URL}\n`,
    alike: `POST ${LIVE}\n`,
  },
  {
    filename: '.env',
    code: `RULES_URL=${URL}\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: `# eslint-disable-next-line edge-sunset/no-firewall-rules\nRULES_URL=${URL}\n`,
    alike: `RULES_URL=${LIVE}\n`,
  },
  {
    filename: 'job.py',
    code: `import requests\nrequests.post("${URL}")\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: `import requests\nrequests.post("${URL}")  # eslint-disable-line edge-sunset/no-firewall-rules\n`,
    alike: `import requests\nrequests.post("${LIVE}")\n`,
  },
  {
    filename: 'workflow.yml',
    code: `jobs:\n  deploy:\n    steps:\n      - run: |\n          echo start\n          curl -X POST ${URL}\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: `jobs:\n  deploy:\n    steps:\n      # eslint-disable-next-line edge-sunset/no-firewall-rules\n      - run: curl -X POST ${URL}\n`,
    alike: `steps:\n  - run: curl ${LIVE}\n`,
  },
  {
    filename: 'collection.json',
    code: `{\n  "request": { "method": "POST", "url": "${URL}" }\n}\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: '{}\n',
    alike: `{ "request": { "method": "POST", "url": "${LIVE}" } }\n`,
  },
  {
    filename: 'requests.jsonc',
    code: `{\n  // all of them\n  "request": { "method": "POST", "url": "${URL}" }\n}\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: `{\n  // eslint-disable-next-line edge-sunset/no-firewall-rules\n  "request": { "method": "POST", "url": "${URL}" }\n}\n`,
    alike: `{ "url": "${LIVE}" }\n`,
  },
  {
    filename: 'settings.toml',
    code: `[api]\nrules = "${URL}"\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: `[api]\n# eslint-disable-next-line edge-sunset/no-firewall-rules\nrules = "${URL}"\n`,
    alike: `[api]\nrules = "${LIVE}"\n`,
  },
  {
    filename: 'guide.md',
    code: `# Rules\n\n\`\`\`sh\ncurl -X POST ${URL}\n\`\`\`\n`,
    reports: [['no-firewall-rules', 'firewall/rules']],
    silenced: `# Rules\n\n<!-- eslint-disable edge-sunset/no-firewall-rules -->\n\n\`\`\`sh\ncurl -X POST ${URL}\n\`\`\`\n`,
    alike: `# Rules\n\n\`\`\`sh\ncurl -X POST ${LIVE}\n\`\`\`\n`,
  },
];

describe.each(ESLINT_VERSIONS)('files that are no scripts, in ESLint $version', ({ Linter: Host }) => {
  for (const { filename, code, reports, silenced, alike } of CASES) {
    it(`${filename}: reported at the smallest text`, () => {
      const messages = lintFile(filename, code, Host);
      expect(messages.filter(({ fatal }) => fatal === true)).toEqual([]);
      expect(messages.map((message) => [message.ruleId, textAt(code, message)])).toEqual(
        reports.map(([rule, text]) => [`edge-sunset/${rule}`, text]),
      );
    });

    it(`${filename}: nothing where a comment turns the rule off, or where the call lives`, () => {
      expect(lintFile(filename, silenced, Host)).toEqual([]);
      expect(lintFile(filename, alike, Host)).toEqual([]);
    });
  }
});

/** What follows where two sources name different dates. */
const DATES = / The specification names [\d-]+, Cloudflare's own documentation [\d-]+\.$/;

describe('what is said of them', () => {
  it('an attribute is removed, a call is deleted', () => {
    const attribute = (name: string) =>
      `resource "cloudflare_zone_settings_override" "all" {\n  zone_id = var.zone\n  settings {\n    ${name} = "on"\n  }\n}\n`;
    const said = (code: string, rule: string) =>
      lintFile('main.tf', code).find(({ ruleId }) => ruleId === `edge-sunset/${rule}`)?.message;
    expect(said(attribute('brotli'), 'no-brotli')).toMatch(/828 days ago\. Remove it\.$/);
    expect(said(attribute('minify'), 'no-minify')).toMatch(/and has no replacement\. Remove it\.$/);
    expect(said(attribute('ssl'), 'no-brotli')).toBeUndefined();
    const call = 'curl -X PATCH https://api.cloudflare.com/client/v4/zones/example/settings/brotli\n';
    expect(lintFile('a.sh', call)[0]?.message).toMatch(/828 days ago\. Delete the call\.$/);
  });

  it('a command is named where it does something, with the level that it needs', () => {
    const call = `curl -X POST ${URL}`;
    const said = (filename: string, code: string) => lintFile(filename, code)[0]?.message.replace(DATES, '');
    expect(said('guide.md', `\`\`\`sh\n${call}\n\`\`\`\n`)).toMatch(/Use WAF custom rules\.$/);
    expect(said('deploy.sh', `${call}\n`)).toMatch(/Use WAF custom rules\.$/);
    expect(said('move.js', `await fetch('${URL}', { method: 'POST' });\n`)).toMatch(
      /Use WAF custom rules\.$/,
    );
    const brotli =
      "fetch('https://api.cloudflare.com/client/v4/zones/0123/settings/brotli', { method: 'PATCH' })";
    expect(said('result.js', `export const answer = await ${brotli};\n`)).toMatch(/Delete the call\.$/);
    expect(said('alone.js', `await ${brotli};\n`)).toMatch(
      /run 'npx edge-sunset migrate --only brotli --level review alone\.js'\.$/,
    );
    const expression =
      'resource "cloudflare_ruleset" "a" {\n  rules {\n    action = "block"\n    expression = "ip.geoip.country eq \\"XX\\""\n  }\n}\n';
    expect(said('main.tf', expression)).toMatch(
      /run 'npx edge-sunset migrate --only geoip-fields main\.tf'\.$/,
    );
  });

  it('a comment that turns off what is not there is reported as useless', () => {
    const messages = lintFile('a.sh', '# eslint-disable-next-line edge-sunset/no-firewall-rules\necho ok\n');
    expect(messages).toMatchObject([{ ruleId: null, line: 1 }]);
    expect(messages[0]?.message).toContain('Unused eslint-disable directive');
  });

  it('options for all files, such as globals, do no harm', () => {
    const config: Linter.Config[] = [
      { languageOptions: { globals: { zone: 'readonly' } } },
      ...plugin.configs['recommended-all-files'],
    ];
    const messages = new Linter().verify(`curl -X POST ${URL}\n`, config, { filename: 'a.sh' });
    expect(messages).toHaveLength(1);
  });
});

const NAMES: Readonly<Record<string, string>> = {
  shell: 'a.sh',
  python: 'a.py',
  go: 'a.go',
  ruby: 'a.rb',
  php: 'a.php',
  hcl: 'main.tf',
  terraform: 'main.tf',
  yaml: 'a.yaml',
  json: 'a.json',
};

/** What only advises is on in no preset for other files than scripts. */
const ADVICE: Partial<Linter.RulesRecord> = plugin.configs.all[0]?.rules ?? {};

describe('samples of the catalogue in other languages', () => {
  it('are reported as the scanner reports them', async () => {
    const missing: string[] = [];
    let compared = 0;
    for (const { id, match } of await builtinSamples()) {
      for (const sample of match) {
        const filename = sample.path ?? NAMES[sample.language];
        if (filename === undefined) continue;
        const { findings } = await analyze(sample.code, { path: filename });
        if (!findings.some(({ entry, confidence }) => entry === id && confidence !== 'possible')) continue;
        const rules = lintFile(filename, sample.code, Linter, ADVICE).map(({ ruleId }) => ruleId);
        compared++;
        if (!rules.includes(`edge-sunset/${ruleName(id)}`)) missing.push(`${id} in ${filename}`);
      }
    }
    expect(missing).toEqual([]);
    expect(compared).toBeGreaterThan(50);
  });
});
