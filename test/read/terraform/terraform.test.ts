import { describe, expect, test } from 'vitest';
import { withLimit } from '../../../src/read/limits.js';
import { readTerraform } from '../../../src/read/terraform/index.js';
import type { ResourceUsage } from '../../../src/read/usage.js';
import { processorTime } from '../../processor-time.js';
import { calls, expressions, type Files, misplaced, plain, programOf, usagesIn } from '../text/support.js';

const resources = (files: Files): ResourceUsage[] =>
  usagesIn(files, readTerraform).flatMap((usage) => (usage.kind === 'resource' ? [usage] : []));
const attributes = (body: string, files: Files = {}): unknown =>
  plain(
    resources({ 'main.tf': `resource "t" "n" {\n${body}\n}`, ...files })[0]?.attributes ?? {
      kind: 'unknown',
      why: '',
      origin: null,
    },
  );

describe('resources', () => {
  test('kinds, names and where the name stands', () => {
    const code =
      'data "cloudflare_waf_packages" "p" {}\nresource "cloudflare_filter" "f" {\n  expression = "true"\n}\nresource cloudflare_ruleset r {}\n';
    expect(
      resources({ 'main.tf': code }).map(({ resourceKind, name, nameOrigin }) => [
        resourceKind,
        name,
        code.slice(nameOrigin.start, nameOrigin.end),
      ]),
    ).toEqual([
      ['data', 'cloudflare_waf_packages', 'cloudflare_waf_packages'],
      ['resource', 'cloudflare_filter', 'cloudflare_filter'],
      ['resource', 'cloudflare_ruleset', 'cloudflare_ruleset'],
    ]);
  });

  test.each([
    ['scalars', 'a = 1\nb = true\nc = null\nd = -2\ne = "x"', { a: 1, b: true, c: null, d: -2, e: 'x' }],
    ['objects and lists', 'a = { b = "c", "d" : [1, 2,], (e) = 3 }', { a: { b: 'c', d: [1, 2] } }],
    [
      'nested blocks',
      'settings {\n  minify {\n    css = "on"\n  }\n}',
      { settings: { minify: { css: 'on' } } },
    ],
    ['blocks that repeat', 'rules {\n a = 1\n}\nrules {\n a = 2\n}', { rules: [{ a: 1 }, { a: 2 }] }],
    [
      'a dynamic block',
      'dynamic "rules" {\n  for_each = var.x\n  content {\n    a = 1\n  }\n}',
      { rules: [{ a: 1 }] },
    ],
    ['interpolation', 'a = "x-${var.name}-y"', { a: 'x-{var.name}-y' }],
    ['an escaped interpolation', 'a = "x-$${y}"', { a: 'x-$${y}' }],
    ['references', 'a = var.name\nb = module.x.y[0].z', { a: '{var.name}', b: '{module.x.y[0].z}' }],
    ['a condition', 'a = var.on ? "medium" : "off"', { a: { oneOf: ['medium', 'off'] } }],
    ['a comparison', 'a = var.on == "x" ? "medium" : null', { a: { oneOf: ['medium', null] } }],
    [
      'functions',
      'a = jsonencode({ b = 1 })\nc = concat(["x"], ["y"])\nd = lookup(m, "k")',
      { a: { b: 1 }, c: ['x', 'y'], d: '?' },
    ],
    ['merge', 'a = merge({ b = 1 }, var.c)', { a: { b: 1 } }],
    ['comprehensions', 'a = [for x in y : { id = x, on = true }]', { a: [{ id: '{x}', on: true }] }],
    ['a here document', 'a = <<-EOT\n  one\n  ${two}\n  EOT\nb = 1', { a: '  one\n  {two}\n', b: 1 }],
    ['comments', '# x\na = 1 // y\n/* z\n b = 2 */\nc = 3', { a: 1, c: 3 }],
    ['several lines', 'a = [\n  "x",\n  "y"\n]\nb = (\n  1\n)', { a: ['x', 'y'], b: 1 }],
    ['escapes', 'a = "say \\"x\\"\\n"', { a: 'say "x"\n' }],
  ])('%s', (_name, body, expected) => {
    expect(attributes(body)).toEqual(expected);
  });

  test('locals and defaults of the folder are filled in', () => {
    expect(
      attributes('a = local.level\nb = var.mode\nc = "x-${local.level}"\nd = var.other', {
        'locals.tf':
          'locals {\n  level = "medium"\n}\nvariable "mode" {\n  default = "off"\n}\nvariable "other" {}',
      }),
    ).toEqual({ a: 'medium', b: 'off', c: 'x-medium', d: '{var.other}' });
    expect(attributes('a = local.level', { 'sub/locals.tf': 'locals {\n  level = "medium"\n}' })).toEqual({
      a: '{local.level}',
    });
  });

  const LOCALS =
    'variable "levels" {\n  default = {}\n}\nlocals {\n  levels = { site = "high", "api.example.com" = "off" }\n  list = [{ id = "a" }, { id = "b" }]\n}\n';

  test.each([
    ['a member', 'a = local.levels.site', { a: 'high' }],
    ['a member in brackets', 'a = local.levels["api.example.com"]', { a: 'off' }],
    ['an item', 'a = local.list[1].id', { a: 'b' }],
    ['a member that is not there', 'a = local.levels.other', { a: '{local.levels.other}' }],
    ['an item that is not there', 'a = local.list[7].id', { a: '{local.list[7].id}' }],
    [
      'a list made of a map',
      'a = [for k, v in local.levels : "${k}=${v}"]',
      {
        a: ['site=high', 'api.example.com=off'],
      },
    ],
    [
      'a map made of a list',
      'a = { for one in local.list : one.id => { name = one.id } }',
      {
        a: { a: { name: 'a' }, b: { name: 'b' } },
      },
    ],
    [
      'names and values',
      'a = keys(local.levels)\nb = values(local.levels)',
      {
        a: ['site', 'api.example.com'],
        b: ['high', 'off'],
      },
    ],
    [
      'every pair',
      'a = setproduct(["x", "y"], keys(local.levels))',
      {
        a: [
          ['x', 'site'],
          ['x', 'api.example.com'],
          ['y', 'site'],
          ['y', 'api.example.com'],
        ],
      },
    ],
    ['lists in lists', 'a = flatten([for one in local.list : [one.id, "c"]])', { a: ['a', 'c', 'b', 'c'] }],
    [
      'maps put together',
      'a = merge(local.levels, { more = "low" })',
      {
        a: { site: 'high', 'api.example.com': 'off', more: 'low' },
      },
    ],
    ['what a map of the configuration holds', 'a = lookup(local.levels, "site", "low")', { a: 'high' }],
    ['what such a map lacks', 'a = lookup(local.levels, "shop", "low")', { a: 'low' }],
    [
      'what a variable holds, which others may set',
      'a = lookup(var.levels, "site", "low")',
      { a: { oneOf: ['?', 'low'] } },
    ],
    ['a list nobody knows', 'a = [for x in var.list : { id = x }]', { a: [{ id: '{x}' }] }],
    [
      'blocks of a list',
      'dynamic "rules" {\n  for_each = local.list\n  content {\n    id = rules.value.id\n  }\n}',
      {
        rules: [{ id: 'a' }, { id: 'b' }],
      },
    ],
    [
      'blocks with a name of their own',
      'dynamic "rules" {\n  for_each = local.list\n  iterator = one\n  content {\n    id = one.value.id\n  }\n}',
      {
        rules: [{ id: 'a' }, { id: 'b' }],
      },
    ],
  ])('names go on into what they stand for: %s', (_name, body, expected) => {
    expect(attributes(body, { 'locals.tf': LOCALS })).toMatchObject(expected);
  });

  test('a resource is made once for each item of its list', () => {
    const settings = (forEach: string, more = ''): unknown[] =>
      resources({
        'main.tf': `${more}locals {\n  zones = { a = "za", b = "zb" }\n  settings = { brotli = "on", ssl = "strict" }\n}\nresource "t" "n" {\n  for_each = ${forEach}\n  setting_id = each.key\n  value = each.value\n}\n`,
      }).map((usage) => {
        const { setting_id, value } = plain(usage.attributes) as Record<string, unknown>;
        return [setting_id, value];
      });
    const BOTH = [
      ['brotli', 'on'],
      ['ssl', 'strict'],
    ];
    expect(settings('local.settings')).toEqual(BOTH);
    expect(settings('nonsensitive(var.on) ? local.settings : {}')).toEqual(BOTH);
    expect(settings('{ for k, v in local.settings : k => v }')).toEqual(BOTH);
    expect(settings('toset(keys(local.settings))')).toEqual([
      ['brotli', 'brotli'],
      ['ssl', 'ssl'],
    ]);
    expect(settings('var.settings')).toEqual([['{each.key}', '{each.value}']]);
    expect(settings('{}')).toEqual([['{each.key}', '{each.value}']]);
  });

  test('pairs of zones and settings reach the resource made of them', () => {
    const files = {
      'main.tf':
        'resource "t" "n" {\n  for_each = local.pairs\n  setting_id = each.value.setting_id\n  value = each.value.value\n}\n',
      'locals.tf':
        'locals {\n  settings = { brotli = "on" }\n  pairs = {\n    for pair in setproduct(["example.com"], keys(local.settings)) :\n    "${pair[0]}_${pair[1]}" => {\n      setting_id = pair[1]\n      value      = local.settings[pair[1]]\n    }\n  }\n}\n',
    };
    const [only] = resources(files);
    expect(plain(only?.attributes ?? { kind: 'unknown', why: '', origin: null })).toMatchObject({
      setting_id: 'brotli',
      value: 'on',
    });
  });

  test('odd lines cost only themselves', () => {
    expect(attributes('a = = 1\n%%%\nb = 2\nc = "open\nd = 3')).toMatchObject({ b: 2, d: 3 });
    expect(resources({ 'main.tf': 'resource "a" "b" {' })).toHaveLength(1);
    expect(resources({ 'main.tf': '}}}\nresource "a" "b" {}\n{{{' })).toHaveLength(1);
  });
});

describe('negations', () => {
  test.each([
    ['what a variable has by default', 'default = true', false],
    ['nothing where the variable has none', 'type = bool', '?'],
  ])('%s', (_what, line, value) => {
    expect(attributes('a = !var.strict', { 'v.tf': `variable "strict" {\n${line}\n}` })).toEqual({
      a: value,
    });
  });
});

describe('names that are made of themselves', () => {
  const rule = (more: string): Files => ({ 'locals.tf': `locals {\n${more}\n}` });

  test.each([
    ['a local of itself', 'x = local.x.y', 'a = local.x.y', { a: '{local.x.y}' }],
    ['two of each other', 'x = local.y.id\ny = local.x', 'a = local.y.id', { a: '{local.y.id}' }],
    ['a key of itself', 'x = { k = local.x[local.x.k] }', 'a = local.x.k', { a: '{local.x[local.x.k]}' }],
    [
      'an item under the name of the list inside',
      'x = [for r in [for r in var.list : r] : r]',
      'a = local.x\nb = "c"',
      expect.objectContaining({ b: 'c' }),
    ],
  ])('%s', (_what, locals, body, value) => {
    const { value: read, limit } = withLimit(() => attributes(body, rule(locals)));
    expect(read).toEqual(value);
    expect(limit).toBeNull();
  });

  test('a way through too many names is a limit', () => {
    const chain = Array.from({ length: 40 }, (_, index) => `x${index} = local.x${index + 1}`).join('\n');
    const { limit } = withLimit(() => attributes('a = local.x0', rule(`${chain}\nx40 = "end"`)));
    expect(limit).toBe('references that lead too far');
  });
});

describe('the version of the provider', () => {
  const RESOURCE = 'resource "cloudflare_filter" "x" {}\n';
  const asked = (version: string): string =>
    `terraform {\n  required_providers {\n    cloudflare = {\n      source = "cloudflare/cloudflare"\n      version = "${version}"\n    }\n  }\n}\n`;
  const locked = (version: string): string =>
    `provider "registry.terraform.io/cloudflare/cloudflare" {\n  version = "${version}"\n}\nprovider "registry.terraform.io/hashicorp/aws" {\n  version = "9.9.9"\n}\n`;
  const version = (files: Files, path = 'main.tf'): string | undefined =>
    resources({ [path]: RESOURCE, ...files })[0]?.version;

  test('is that of the lock file, else what is asked for', () => {
    expect(version({ 'versions.tf': asked('~> 4.0') })).toBe('~> 4.0');
    expect(version({ 'versions.tf': asked('~> 4.0'), '.terraform.lock.hcl': locked('4.52.5') })).toBe(
      '4.52.5',
    );
    expect(version({ 'provider.tf': 'provider "cloudflare" {\n  version = "~> 2.0"\n}\n' })).toBe('~> 2.0');
    expect(
      version({ 'versions.tf': 'terraform {\n  required_providers {\n    cloudflare = "~> 2.0"\n  }\n}\n' }),
    ).toBe('~> 2.0');
  });

  test('is looked for in the folders above', () => {
    expect(version({ 'versions.tf': asked('~> 4.0') }, 'modules/edge/main.tf')).toBe('~> 4.0');
    expect(
      version(
        { 'modules/edge/versions.tf': asked('>= 3.0'), '.terraform.lock.hcl': locked('3.10.0') },
        'modules/edge/main.tf',
      ),
    ).toBe('3.10.0');
  });

  test('is not that of another provider, of another folder, or of none', () => {
    expect(version({})).toBe(undefined);
    expect(version({ 'other/versions.tf': asked('~> 4.0') })).toBe(undefined);
    expect(version({ 'versions.tf': asked('~> 4.0').replace('cloudflare =', 'aws =') })).toBe(undefined);
    expect(version({ 'provider.tf': 'provider "cloudflare" {}\n' })).toBe(undefined);
  });
});

describe('what stands in configurations', () => {
  test('expressions, wherever they stand', () => {
    const code =
      'resource "r" "x" {\n  expression = "(cf.threat_score gt 5) and http.host eq \\"a\\""\n}\nmodule "m" {\n  rules = { a = { expression = "ip.src in $list" } }\n  text = "cf.threat_score is old"\n}\n';
    expect(expressions({ 'main.tf': code }, readTerraform)).toEqual([
      '(cf.threat_score gt 5) and http.host eq "a"',
      'ip.src in $list',
    ]);
    expect(misplaced({ 'main.tf': code }, readTerraform)).toEqual([]);
  });

  test('requests and commands', () => {
    expect(
      calls(
        {
          'main.tf':
            'data "http" "x" {\n  url = "https://api.cloudflare.com/client/v4/zones/${var.z}/filters"\n}\ndata "http" "y" {\n  url    = "https://api.cloudflare.com/client/v4/zones/x/filters"\n  method = "POST"\n}\nresource "null_resource" "z" {\n  provisioner "local-exec" {\n    command = "curl -X PUT https://api.cloudflare.com/client/v4/zones/y/filters"\n  }\n}\n# GET /zones/{id}/filters\n',
        },
        readTerraform,
      ),
    ).toEqual([
      '# GET /zones/{id}/filters',
      'GET https://api.cloudflare.com/client/v4/zones/{}/filters',
      'POST https://api.cloudflare.com/client/v4/zones/x/filters',
      'PUT https://api.cloudflare.com/client/v4/zones/y/filters',
    ]);
  });

  test('other addresses are nothing', () => {
    expect(
      calls(
        { 'main.tf': 'data "http" "x" {\n  url = "https://example.com/firewall/rules"\n}\n' },
        readTerraform,
      ),
    ).toEqual([]);
  });

  test.each([
    ['brackets', '{['.repeat(20_000)],
    ['blocks', 'a {'.repeat(20_000)],
    ['conditions', `a = ${'x ? '.repeat(20_000)}`],
    ['strings', '"${'.repeat(20_000)],
    ['here documents', 'a = <<A\n'.repeat(5_000)],
    ['calls', `a = ${'f('.repeat(20_000)}`],
    ['attributes', 'a = "b"\n'.repeat(40_000)],
    ['resources', 'resource "cloudflare_filter" "a" {}\n'.repeat(10_000)],
    ['comprehensions', `a = ${'[for x in y : '.repeat(20_000)}`],
    [
      'lists made of each other',
      `locals {\n  x0 = [${'1, '.repeat(200)}]\n${[1, 2, 3, 4, 5]
        .map((level) => `  x${level} = [${`local.x${level - 1}, `.repeat(200)}]\n`)
        .join('')}}\nresource "a" "b" {\n  c = local.x5\n}\n`,
    ],
    [
      'products of each other',
      `locals {\n  x0 = ["a", "b", "c"]\n${[1, 2, 3, 4, 5, 6]
        .map((level) => `  x${level} = setproduct(local.x${level - 1}, local.x${level - 1})\n`)
        .join('')}}\nresource "a" "b" {\n  for_each = { for x in local.x6 : x => x }\n  c = each.value\n}\n`,
    ],
    [
      'many resources made for each item of a long list',
      `locals {\n  all = [${Array.from({ length: 200 }, (_, index) => `"n${index}"`).join(', ')}]\n}\n${'resource "a" "b" {\n  for_each = toset(local.all)\n  name = each.key\n}\n'.repeat(1_000)}`,
    ],
    [
      'names that mean themselves',
      'locals {\n  a = local.b[local.a]\n  b = { for x in local.b : x => local.a }\n}\nresource "a" "b" {\n  c = local.a\n  d = local.b.c.d\n}\n',
    ],
  ])('hostile: %s', (_name, text) => {
    const start = processorTime();
    expect(readTerraform({ path: 'a.tf', text, language: 'terraform' }, programOf({})).tier).toBe('text');
    expect(processorTime() - start).toBeLessThan(5_000);
  });
});
