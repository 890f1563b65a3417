import { describe, expect, test } from 'vitest';
import { readTerraform } from '../../../src/read/terraform/index.js';
import type { ResourceUsage } from '../../../src/read/usage.js';
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

  test('odd lines cost only themselves', () => {
    expect(attributes('a = = 1\n%%%\nb = 2\nc = "open\nd = 3')).toMatchObject({ b: 2, d: 3 });
    expect(resources({ 'main.tf': 'resource "a" "b" {' })).toHaveLength(1);
    expect(resources({ 'main.tf': '}}}\nresource "a" "b" {}\n{{{' })).toHaveLength(1);
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
  ])('hostile: %s', (_name, text) => {
    const start = performance.now();
    expect(readTerraform({ path: 'a.tf', text, language: 'terraform' }, programOf({})).tier).toBe('text');
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
