/**
 * Rules that Terraform makes of a map or a list: the rulesets after the migration, as Terraform itself computes them,
 * decide as the old rules did.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@cdktf/hcl2json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrated, written } from '../../scripts/prove/migrated.js';
import type { Json } from '../../src/edge/core/json.js';
import { effect, legacyEffect } from '../../src/edge/effect/effect.js';
import { Api, ZONE } from '../edge/api.js';

const present = spawnSync('terraform', ['version']).status === 0;

const rule = fc.record({
  expression: fc.constantFrom('ssl', 'not ssl', 'ip.src eq 192.0.2.1'),
  action: fc.constantFrom(
    'log',
    'allow',
    'challenge',
    'managed_challenge',
    'js_challenge',
    'block',
    'bypass',
  ),
  priority: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  paused: fc.boolean(),
  products: fc.subarray(['hot', 'bic', 'waf', 'rateLimit'], { minLength: 1 }),
});

interface Style {
  readonly major: 4 | 5;
  readonly by: 'for_each' | 'count';
  /** Whether the rules have priorities at all. */
  readonly hasPriority: boolean;
}

function program({ major, by, hasPriority }: Style): string {
  const [item, head, index] =
    by === 'count'
      ? ['local.rules[count.index]', 'count = length(local.rules)', 'count.index']
      : ['each.value', 'for_each = local.rules', 'each.key'];
  const condition =
    major === 5
      ? `filter = { expression = ${item}.expression }\n  action = { mode = ${item}.action }`
      : `filter_id = cloudflare_filter.all[${index}].id\n  action = ${item}.action`;
  return `terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> ${major}.0"
    }
  }
}
${major === 5 ? '' : `resource "cloudflare_filter" "all" {\n  ${head}\n  zone_id = var.zone_id\n  expression = ${item}.expression\n}\n`}
resource "cloudflare_firewall_rule" "all" {
  ${head}
  zone_id = var.zone_id
  ${condition}
  description = "\${${index}}"
  paused = ${item}.paused
  products = ${item}.action == "bypass" ? ${item}.products : null
${hasPriority ? `  priority = ${item}.priority\n` : ''}}
`;
}

/** An interpolation without its marks, anything else as a text or list of Terraform. */
function expression(value: unknown): string {
  const inner = typeof value === 'string' ? /^\$\{([\s\S]*)\}$/.exec(value)?.[1] : undefined;
  return inner ?? JSON.stringify(value);
}

type Block = Readonly<Record<string, unknown>>;
type Dynamic = Readonly<
  Record<string, readonly { for_each: unknown; iterator?: unknown; content: [Block] }[]>
>;

/** What a repeated block makes, as a list of objects. */
function listOf(name: string, dynamic: Dynamic): string {
  const [block] = dynamic[name] ?? [];
  if (block === undefined) throw new Error(`no dynamic ${name}`);
  const iterator = block.iterator === undefined ? name : expression(block.iterator);
  const { dynamic: inner, ...own } = block.content[0];
  const fields = [
    ...Object.entries(own).map(([key, value]) => `${key} = ${expression(value)}`),
    ...Object.keys((inner ?? {}) as Dynamic).map((key) => `${key} = ${listOf(key, inner as Dynamic)}`),
  ];
  return `[for ${iterator} in [for k, v in ${expression(block.for_each)} : { key = k, value = v }] : { ${fields.join(', ')} }]`;
}

/** The rules of the migrated program, computed by Terraform. */
async function rulesOf(text: string, rules: readonly object[], { by }: Style): Promise<readonly Json[]> {
  const meta = { title: '', level: 'review', sites: 0, applied: 0, markers: 0 } as const;
  const before = new Map([['main.tf', Buffer.from(text)]]);
  const after = String(written(before, await migrated(before, meta)).get('main.tf'));
  const { resource } = (await parse('main.tf', after)) as {
    resource: Record<string, { custom_rules: [{ rules?: unknown; dynamic?: Dynamic }] }>;
  };
  const [ruleset] = resource.cloudflare_ruleset?.custom_rules ?? [];
  if (ruleset === undefined) throw new Error(after);
  const list = ruleset.dynamic === undefined ? expression(ruleset.rules) : listOf('rules', ruleset.dynamic);
  const given = by === 'count' ? rules : Object.fromEntries(rules.map((one, index) => [`r${index}`, one]));
  const folder = mkdtempSync(join(tmpdir(), 'terraform-console-'));
  try {
    writeFileSync(join(folder, 'rules.tf.json'), JSON.stringify({ locals: { rules: given } }));
    writeFileSync(join(folder, 'main.tf'), `locals {\n  made = ${list}\n}\n`);
    const { stdout, stderr } = spawnSync('terraform', ['console'], {
      cwd: folder,
      encoding: 'utf8',
      input: 'jsonencode(local.made)\n',
    });
    if (!stdout.startsWith('"')) throw new Error(`${stderr}\n${list}`);
    return (JSON.parse(JSON.parse(stdout) as string) as Json[]).map(withoutNull);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As the provider sends it: nothing for null, and the one block of a list by itself. */
function withoutNull(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
      const one = name === 'action_parameters' && Array.isArray(inner) ? (inner[0] ?? null) : inner;
      if (one === null) return [];
      // The index of a list becomes a text.
      return [[name, name === 'description' ? String(one) : withoutNull(one as Json)]];
    }),
  );
}

const REQUESTS = [true, false].flatMap((ssl) =>
  ['192.0.2.1', '192.0.2.2'].map((ip) => ({ fields: { ssl, 'ip.src': ip, 'http.host': 'www.example.com' } })),
);

function zoneOf(api: Api) {
  const zone = api.edge.state.zones[ZONE];
  if (zone === undefined) throw new Error('the zone is missing');
  return zone;
}

if (present) {
  describe('rules for the items of a map or a list', () => {
    it('decide as the old rules did, in whatever order they are written', async () => {
      const style = fc.record({
        major: fc.constantFrom<4 | 5>(4, 5),
        by: fc.constantFrom<'for_each' | 'count'>('for_each', 'count'),
        hasPriority: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(style, fc.array(rule, { minLength: 1, maxLength: 12 }), async (how, generated) => {
          const rules = generated.map((one, index) => ({
            ...one,
            expression: `${one.expression} or http.host eq "${index}.example.com"`,
          }));
          const old = new Api('2024-01-01');
          for (const { expression, action, priority, paused, products } of rules)
            old.ok('POST', `/zones/${ZONE}/firewall/rules`, [
              {
                ...{ action, paused, filter: { expression } },
                ...(how.hasPriority && priority !== null ? { priority } : {}),
                ...(action === 'bypass' ? { products } : {}),
              },
            ]);
          const api = new Api('2026-11-21');
          api.ok('POST', `/zones/${ZONE}/rulesets`, {
            ...{ name: 'default', kind: 'zone', phase: 'http_request_firewall_custom' },
            rules: await rulesOf(program(how), rules, how),
          });
          for (const request of REQUESTS) {
            const { outcome, noted, skipped } = legacyEffect(zoneOf(old), request);
            const found = effect(zoneOf(api), request);
            expect({ ...found, noted: sorted(found.noted) }).toMatchObject({
              ...{ outcome, skipped: skipped.filter((name) => !GONE.includes(name)) },
              noted: sorted(noted),
            });
          }
        }),
        { numRuns: 16, seed: 22 },
      );
    });
  });
} else {
  describe('without terraform', () => {
    it('says that its check did not run', () => {
      console.warn('terraform is not installed: repeated rules were not computed.');
      expect(present).toBe(false);
    });
  });
}

/** Products that no longer exist: a phase is skipped in their place. */
const GONE = ['waf', 'rateLimit'];

/** Rules of one priority and one action are not ordered among each other. */
function sorted(noted: readonly { readonly expression: string }[]): readonly unknown[] {
  return [...noted].sort((left, right) => (left.expression < right.expression ? -1 : 1));
}
