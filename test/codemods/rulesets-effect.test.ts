/**
 * Old rules written through the old API, and the rulesets that `migrate` makes of the same rules in Terraform and
 * Pulumi, decide alike for every request. The migrated files are read by a parser that is not ours.
 */
import { parse } from '@cdktf/hcl2json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrated, written } from '../../scripts/prove/migrated.js';
import type { Json } from '../../src/edge/core/json.js';
import { effect, legacyEffect } from '../../src/edge/effect/effect.js';
import { Api, ZONE } from '../edge/api.js';
import { rulesetsOf } from './script-rulesets.js';

const REQUESTS = [true, false].flatMap((ssl) =>
  ['192.0.2.1', '192.0.2.2'].flatMap((ip) =>
    ['shop.example.com', 'www.example.com'].map((host) => ({
      fields: {
        ssl,
        'ip.src': ip,
        'http.host': host,
        'http.request.uri.path': '/login',
        'http.request.method': 'POST',
        'cf.client.bot': false,
        'cf.threat_score': 0,
      },
    })),
  ),
);

/** A version of the provider for Terraform, Terraform in JSON, or Pulumi. */
const tool = fc.constantFrom<Tool>(4, 5, 'json', 'pulumi');
type Tool = 4 | 5 | 'json' | 'pulumi';

const oldRule = fc.record({
  action: fc.constantFrom(
    'log',
    'allow',
    'challenge',
    'managed_challenge',
    'js_challenge',
    'block',
    'bypass',
  ),
  expression: fc.constantFrom('ssl', 'not ssl', 'ip.src eq 192.0.2.1', 'http.host eq "shop.example.com"'),
  priority: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  paused: fc.boolean(),
  filterPaused: fc.boolean(),
  /** A rule that only asks for a threat score is left out. The first one stays, for something has to. */
  asksForScore: fc.boolean(),
});

const oldLimit = fc.record({
  threshold: fc.integer({ min: 1, max: 9 }),
  period: fc.constantFrom(10, 60, 3600),
  url: fc.constantFrom('*', 'shop.example.com/*', '*.example.com/login', '*/log*', 'www.example.com/login'),
  methods: fc.constantFrom(['POST'], ['GET'], ['_ALL_']),
  schemes: fc.constantFrom(['HTTP'], ['HTTPS'], ['HTTP', 'HTTPS']),
  mode: fc.constantFrom('ban', 'simulate', 'challenge'),
  disabled: fc.boolean(),
});

type Rule = typeof oldRule extends fc.Arbitrary<infer R> ? R : never;
type Limit = typeof oldLimit extends fc.Arbitrary<infer R> ? R : never;

/** The old API refused a second filter with the same expression. */
function expressionOf(rule: Rule, index: number): string {
  if (rule.asksForScore && index > 0) return `cf.threat_score gt ${index}`;
  return `${rule.expression} or http.host eq "${index}.example.com"`;
}

function ruleText(rule: Rule, index: number): string {
  return `
resource "cloudflare_filter" "f${index}" {
  zone_id    = var.zone_id
  expression = ${JSON.stringify(expressionOf(rule, index))}
  paused     = ${rule.filterPaused}
}

resource "cloudflare_firewall_rule" "r${index}" {
  zone_id   = var.zone_id
  filter_id = cloudflare_filter.f${index}.id
  action    = "${rule.action}"
  paused    = ${rule.paused}
${rule.priority === undefined ? '' : `  priority  = ${rule.priority}\n`}${
  rule.action === 'bypass' ? '  products  = ["hot", "waf"]\n' : ''
}}
`;
}

function limitText(limit: Limit, index: number, major: number): string {
  const equals = major === 5 ? ' =' : '';
  return `
resource "cloudflare_rate_limit" "l${index}" {
  zone_id   = var.zone_id
  threshold = ${limit.threshold}
  period    = ${limit.period}
  disabled  = ${limit.disabled}
  match${equals} {
    request${equals} {
      ${major === 5 ? 'url' : 'url_pattern'} = "${limit.url}"
      methods = ${JSON.stringify(limit.methods)}
      schemes = ${JSON.stringify(limit.schemes)}
    }
  }
  action${equals} {
    mode    = "${limit.mode}"
    timeout = 60
  }
}
`;
}

function pinned(major: number): string {
  return `terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> ${major}.0"
    }
  }
}
`;
}

function pulumiRule(rule: Rule, index: number): string {
  const { action, paused, priority } = rule;
  const given = {
    ...{ zoneId: 'zone', action, paused },
    ...(priority === undefined ? {} : { priority }),
    ...(action === 'bypass' ? { products: ['hot', 'waf'] } : {}),
  };
  const filter = { zoneId: 'zone', expression: expressionOf(rule, index), paused: rule.filterPaused };
  return `const f${index} = new cloudflare.Filter('f${index}', ${JSON.stringify(filter)});
new cloudflare.FirewallRule('r${index}', { filterId: f${index}.id, ${JSON.stringify(given).slice(1)});
`;
}

function pulumiLimit({ url, methods, schemes, mode, ...limit }: Limit, index: number): string {
  const given = {
    ...{ zoneId: 'zone', ...limit },
    match: { request: { urlPattern: url, methods, schemes } },
    action: { mode, timeout: 60 },
  };
  return `new cloudflare.RateLimit('l${index}', ${JSON.stringify(given)});\n`;
}

/** A module in JSON with the resources of the old rules, by type and name. */
function jsonText(resources: readonly (readonly [string, string, Json])[]): string {
  const resource: Record<string, Record<string, Json>> = {};
  for (const [type, name, body] of resources) resource[type] = { ...resource[type], [name]: body };
  return JSON.stringify({ resource }, null, 2);
}

function jsonRules(rules: readonly Rule[]): string {
  const zone = { zone_id: '${var.zone_id}' };
  return jsonText(
    rules.flatMap((rule, index): [string, string, Json][] => {
      const { action, paused, priority, filterPaused } = rule;
      const filter = { ...zone, expression: expressionOf(rule, index), paused: filterPaused };
      const given = {
        ...{ ...zone, filter_id: `\${cloudflare_filter.f${index}.id}`, action, paused },
        ...(priority === undefined ? {} : { priority }),
        ...(action === 'bypass' ? { products: ['hot', 'waf'] } : {}),
      };
      return [
        ['cloudflare_filter', `f${index}`, filter],
        ['cloudflare_firewall_rule', `r${index}`, given],
      ];
    }),
  );
}

function jsonLimits(limits: readonly Limit[]): string {
  return jsonText(
    limits.map(({ url, methods, schemes, mode, ...limit }, index): [string, string, Json] => [
      'cloudflare_rate_limit',
      `l${index}`,
      {
        ...{ zone_id: '${var.zone_id}', ...limit },
        match: { request: { url_pattern: url, methods, schemes } },
        action: [{ mode, timeout: 60 }],
      },
    ]),
  );
}

const PULUMI = "import * as cloudflare from '@pulumi/cloudflare';\n\n";

async function textAfter(path: string, text: string): Promise<string> {
  const meta = { title: '', level: 'review', sites: 0, applied: 0, markers: 0 } as const;
  const before = new Map([[path, Buffer.from(text)]]);
  return (
    written(before, await migrated(before, meta))
      .get(path)
      ?.toString() ?? ''
  );
}

/** The rulesets of a migrated file, as the API takes them. */
async function rulesetsAfter(text: string): Promise<readonly Json[]> {
  if (text.startsWith(PULUMI)) {
    const after = await textAfter('index.ts', text);
    expect(after).not.toMatch(/new cloudflare\.(?!Ruleset)/);
    return rulesetsOf(after).map(({ name = '', kind = '', phase = '', rules = [] }) => ({
      ...{ name, kind, phase, rules },
    }));
  }
  const path = text.startsWith('{') ? 'main.tf.json' : 'main.tf';
  const after = await textAfter(path, text);
  const { resource } = (path === 'main.tf' ? await parse(path, after) : JSON.parse(after)) as {
    resource: Record<string, Record<string, Record<string, Json> | Record<string, Json>[]>>;
  };
  expect(Object.keys(resource)).toEqual(['cloudflare_ruleset']);
  return Object.values(resource.cloudflare_ruleset ?? {}).flatMap((blocks) =>
    [blocks].flat().map(({ name = '', kind = '', phase = '', rules }) => ({
      name,
      kind,
      phase,
      rules: (rules as Json[]).map(asJson),
    })),
  );
}

/** The parser gives a block as a list of one. */
function asJson(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isBlock = Array.isArray(inner) && inner.length === 1 && typeof inner[0] === 'object';
      return [name, asJson(isBlock ? (inner[0] ?? null) : inner)];
    }),
  );
}

function zoneOf(api: Api) {
  const zone = api.edge.state.zones[ZONE];
  if (zone === undefined) throw new Error('the zone is missing');
  return zone;
}

async function newZone(text: string) {
  const api = new Api('2026-11-21');
  for (const ruleset of await rulesetsAfter(text)) api.ok('POST', `/zones/${ZONE}/rulesets`, ruleset);
  return zoneOf(api);
}

describe('rulesets in Terraform, its JSON and Pulumi after their migration', () => {
  it('decides as the firewall rules did, with ties of priority, paused rules and skips', async () => {
    await fc.assert(
      fc.asyncProperty(tool, fc.array(oldRule, { minLength: 1, maxLength: 5 }), async (major, rules) => {
        const old = new Api('2024-01-01');
        for (const [index, rule] of rules.entries()) {
          const { action, paused, priority } = rule;
          old.ok('POST', `/zones/${ZONE}/firewall/rules`, [
            {
              ...{ action, paused },
              ...(priority === undefined ? {} : { priority }),
              ...(action === 'bypass' ? { products: ['hot', 'waf'] } : {}),
              filter: { expression: expressionOf(rule, index), paused: rule.filterPaused },
            },
          ]);
        }
        const text =
          major === 'json'
            ? jsonRules(rules)
            : major === 'pulumi'
              ? PULUMI + rules.map(pulumiRule).join('')
              : pinned(major) + rules.map(ruleText).join('');
        const zone = await newZone(text);
        for (const request of REQUESTS) {
          const { outcome, noted } = legacyEffect(zoneOf(old), request);
          expect(effect(zone, request)).toMatchObject({ outcome, noted, unknown: [] });
        }
      }),
      { numRuns: 20, seed: 20 },
    );
  });

  it('counts the requests that the rate limits counted', async () => {
    await fc.assert(
      fc.asyncProperty(tool, fc.array(oldLimit, { minLength: 1, maxLength: 3 }), async (major, limits) => {
        const old = new Api('2024-01-01');
        // The one that was made last came first.
        for (const { url, methods, schemes, mode, ...limit } of [...limits].reverse())
          old.ok('POST', `/zones/${ZONE}/rate_limits`, {
            ...limit,
            match: { request: { url, methods, schemes } },
            action: { mode, timeout: 60 },
          });
        const text =
          major === 'json'
            ? jsonLimits(limits)
            : major === 'pulumi'
              ? PULUMI + limits.map(pulumiLimit).join('')
              : pinned(major) + limits.map((limit, index) => limitText(limit, index, major)).join('');
        const zone = await newZone(text);
        for (const request of REQUESTS)
          expect(effect(zone, request).limits).toEqual(effect(zoneOf(old), request).limits);
      }),
      { numRuns: 20, seed: 21 },
    );
  });
});
