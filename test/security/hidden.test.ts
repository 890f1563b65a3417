/**
 * Files that are made to hide their own finding behind a limit of a reader: nested deeper, longer or more than it
 * reads. The finding is there, or the file is one that was not understood (exit code 3).
 */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/index.js';
import { edgeSunset, folderOf } from '../cli/command-line.js';

const ZONES = 'https://api.cloudflare.com/client/v4/zones/';
const RULES = '/firewall/rules';
const URL = `${ZONES}z${RULES}`;
const SCORE = 'cf.threat_score gt 1';
const RESOURCE = 'resource "cloudflare_firewall_rule" "a" {\n  zone_id = "z"\n}\n';
const TASK = `- uri:\n    url: "${URL}"\n`;
const GET = `{"method": "GET", "url": "${URL}"}`;
const PULUMI = 'resources:\n  r:\n    type: cloudflare:FirewallRule\n    properties:\n      zoneId: z\n';
const SETTINGS = `${ZONES}z/settings/`;

function numbered(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at)).join('');
}

interface Hiding {
  readonly path: string;
  readonly what: string;
  /** The finding stands behind so many things more than a person would write. */
  readonly text: (count: number) => string;
  readonly most?: number;
}

const HIDING: readonly Hiding[] = [
  { path: 'a.mjs', what: 'joins', text: (n) => `fetch("${ZONES}" + ${'z + '.repeat(n)}"${RULES}");` },
  { path: 'a.mjs', what: 'joins behind it', text: (n) => `fetch("${URL}"${' + z'.repeat(n)});` },
  {
    path: 'a.mjs',
    what: 'joins in brackets',
    text: (n) => `fetch("${ZONES}" + ${'(z + '.repeat(n)}"${RULES}"${')'.repeat(n)});`,
    most: 300,
  },
  {
    path: 'a.mjs',
    what: 'templates in templates',
    text: (n) => `fetch(${'`$'.concat('{').repeat(n)}"${URL}"${'}`'.repeat(n)});`,
    most: 300,
  },
  { path: 'a.mjs', what: 'calls in a chain', text: (n) => `fetch("${URL}"${'.trim()'.repeat(n)});` },
  {
    path: 'a.mjs',
    what: 'additions',
    text: (n) => `let u = "${ZONES}";\n${'u += "a";\n'.repeat(n)}u += "${RULES}";\nfetch(u);`,
  },
  {
    path: 'a.mjs',
    what: 'items of a list, with a common word',
    text: (n) =>
      `[${'"ssl", '.repeat(n)}"minify"].map((s) => fetch("${SETTINGS}" + s, { method: "PATCH" }));`,
    most: 300,
  },
  {
    path: 'a.vue',
    what: 'joins',
    text: (n) => `<script>fetch("${ZONES}" + ${'z + '.repeat(n)}"${RULES}")</script>`,
  },
  {
    path: 'a.html',
    what: 'joins',
    text: (n) => `<script>fetch("${ZONES}" + ${'z + '.repeat(n)}"${RULES}")</script>`,
  },
  {
    path: 'a.mjs',
    what: 'calls that get it before',
    text: (n) => `const u = "${URL}";\n${numbered(n, (at) => `f${at}(u);\n`)}fetch(u);`,
    most: 2_500,
  },
  {
    path: 'a.py',
    what: 'joins',
    text: (n) => `import requests\nrequests.get("${ZONES}" + ${'z + '.repeat(n)}"${RULES}")\n`,
  },
  {
    path: 'a.py',
    what: 'a long query',
    text: (n) => `import requests\nrequests.get("${URL}?q=${'a'.repeat(n)}")\n`,
  },
  {
    path: 'a.go',
    what: 'a long query',
    text: (n) => `package a\nfunc f() {\n\thttp.Get("${URL}?q=${'a'.repeat(n)}")\n}\n`,
  },
  {
    path: 'a.php',
    what: 'joins',
    text: (n) => `<?php\nfile_get_contents("${ZONES}" . ${'$z . '.repeat(n)}"${RULES}");\n`,
  },
  {
    path: 'a.rs',
    what: 'holes',
    text: (n) =>
      `fn f() { reqwest::get(format!("${ZONES}${'{}'.repeat(n)}${RULES}", ${'z, '.repeat(n)})); }\n`,
  },
  {
    path: 'a.sh',
    what: 'substitutions',
    text: (n) => `x=${'$('.repeat(n)}curl "${URL}"${')'.repeat(n)}\n`,
    most: 300,
  },
  {
    path: 'a.sh',
    what: 'variables of variables',
    text: (n) => `a0="${URL}"\n${numbered(n, (at) => `a${at + 1}="$a${at}"\n`)}curl "$a${n}"\n`,
    most: 300,
  },
  { path: 'a.tf', what: 'blocks', text: (n) => `${'a {\n'.repeat(n)}${'}\n'.repeat(n)}${RESOURCE}` },
  {
    path: 'a.tf',
    what: 'lists',
    text: (n) => `locals {\n  x = ${'['.repeat(n)}${']'.repeat(n)}\n}\n${RESOURCE}`,
  },
  { path: 'a.tf', what: 'signs', text: (n) => `locals {\n  x = ${'!'.repeat(n)}a\n}\n${RESOURCE}` },
  {
    path: 'a.tf',
    what: 'conditions',
    text: (n) => `locals {\n  x = ${'a ? b : '.repeat(n)}c\n}\n${RESOURCE}`,
  },
  {
    path: 'a.tf',
    what: 'locals of locals',
    text: (n) =>
      `locals {\n  a0 = "${SCORE}"\n${numbered(n, (at) => `  a${at + 1} = local.a${at}\n`)}}\nresource "cloudflare_ruleset" "a" {\n  rules {\n    expression = local.a${n}\n  }\n}\n`,
    most: 300,
  },
  {
    path: 'a.tf.json',
    what: 'objects in it',
    text: (n) => `{"resource": {"cloudflare_firewall_rule": {"a": ${'{"a":'.repeat(n)}1${'}'.repeat(n)}}}}`,
  },
  {
    path: 'a.tf.json',
    what: 'lists before it',
    text: (n) =>
      `{"locals": {"x": ${'['.repeat(n)}${']'.repeat(n)}}, "resource": {"cloudflare_firewall_rule": {"a": {"zone_id": "z"}}}}`,
  },
  { path: 'a.json', what: 'objects around it', text: (n) => `${'{"a":'.repeat(n)}${GET}${'}'.repeat(n)}` },
  { path: 'a.yml', what: 'lists before it', text: (n) => `- x: ${'['.repeat(n)}${']'.repeat(n)}\n${TASK}` },
  {
    path: 'Pulumi.yaml',
    what: 'lists before it',
    text: (n) => `runtime: yaml\nvariables:\n  a: ${'['.repeat(n)}${']'.repeat(n)}\n${PULUMI}`,
  },
  {
    path: 'Pulumi.yaml',
    what: 'aliases before it',
    text: (n) => `runtime: yaml\nx: &x {a: 1}\nvariables: [${'*x, '.repeat(n)}1]\n${PULUMI}`,
  },
];

/** More than any of the limits, and more than the stack holds. */
const SIZES = [130, 300, 2_500, 20_000];

describe('a finding behind a limit', () => {
  it.each(HIDING)('$path: $what', async ({ path, text, most = Number.POSITIVE_INFINITY }) => {
    const near = await analyze(text(1), { path });
    expect(near.findings).not.toEqual([]);
    expect(near.degraded).toBeUndefined();
    for (const size of SIZES.filter((one) => one <= most)) {
      const { findings, degraded, unexplained, problems } = await analyze(text(size), { path });
      expect(problems).toEqual([]);
      if (findings.length === 0)
        expect({ size, unexplained, degraded: typeof degraded }).toEqual({
          size,
          unexplained: true,
          degraded: 'string',
        });
    }
  });
});

describe('a scan', () => {
  it('ends with 3 for a file whose trigger it could not understand', async () => {
    const cwd = folderOf({ 'a.tf': `${'a {\n'.repeat(200)}${'}\n'.repeat(200)}${RESOURCE}` });
    const { code, stdout } = await edgeSunset(['scan'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toContain('nested deeper than 120 levels');
  });

  it('ends with 0 for a file without a trigger, however deep it is', async () => {
    const cwd = folderOf({ 'a.tf': `${'a {\n'.repeat(200)}${'}\n'.repeat(200)}` });
    expect((await edgeSunset(['scan'], { cwd })).code).toBe(0);
  });

  it('ends with 3 where a parser gave up and the address looks like a comment', async () => {
    const cwd = folderOf({ 'a.js': `x = /[/\`;\n${URL}\n` });
    const { code, stdout } = await edgeSunset(['scan'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toContain('not fully read');
  });

  it('ends with 1 where a parser gave up and the call was understood', async () => {
    const cwd = folderOf({ 'a.js': `fetch("${URL}");\nlet = = 1;\n` });
    expect((await edgeSunset(['scan'], { cwd })).code).toBe(1);
  });
});
