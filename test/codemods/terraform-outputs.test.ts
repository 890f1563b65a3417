/** What migrations make of Terraform files, read by a parser that is not ours and compared with the provider's schema. */
import { parse } from '@cdktf/hcl2json';
import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../src/expression/index.js';
import { terraformFiles } from './terraform-cases.js';
import {
  ACTIONS,
  type Arguments,
  argumentsOf,
  PHASES,
  RATE_ACTIONS,
  schemaFaults,
} from './terraform-schema.js';

type Json = Readonly<Record<string, unknown>>;

const files = terraformFiles();

/** What the other parser reads; each text is parsed once. */
const known = new Map<string, Promise<Json>>();

function read(name: string, text: string): Promise<Json> {
  const found =
    known.get(text) ??
    (name.endsWith('.json') ? readJson(text) : (parse(name.replaceAll('/', '-'), text) as Promise<Json>));
  known.set(text, found);
  return found;
}

/** Files in JSON as the parser gives the others: with lists of blocks. */
async function readJson(text: string): Promise<Json> {
  if (text === '') return {};
  const tree = JSON.parse(text) as Json;
  const types = [tree.resource ?? {}].flat().flatMap((one) => Object.entries(one as Json));
  const resource: Record<string, Record<string, unknown[]>> = {};
  for (const [type, labelled] of types)
    for (const [label, body] of [labelled].flat().flatMap((one) => Object.entries(one as Json))) {
      const resources = resource[type] ?? {};
      resource[type] = resources;
      resources[label] = [body].flat().map((one) => withRepeated(one as Json));
    }
  return { ...tree, resource };
}

/** Blocks that Terraform makes for items, as lists. */
function withRepeated(body: Json): Json {
  if (body.dynamic === undefined) return body;
  const dynamic = Object.entries(body.dynamic as Json).map(([name, blocks]) => [
    name,
    [blocks].flat().map((one) => ({ ...(one as Json), content: [(one as Json).content].flat() })),
  ]);
  return { ...body, dynamic: Object.fromEntries(dynamic) };
}

/** A block that is no list counts as a list of one, as Terraform takes it. */
function withLists(body: Json, known: Arguments): Json {
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => name !== '//')
      .map(([name, value]) => {
        if (name === 'dynamic') return [name, repeatedWithLists(value as Repeated, known)];
        const argument = known[name];
        if (argument === undefined || typeof argument === 'string') return [name, value];
        const inner = [value].flat().map((one) => withLists(one as Json, argument.fields));
        const isMany = /^block|\*!?$/.test(argument.is) || Array.isArray(value);
        return [name, isMany ? inner : inner[0]];
      }),
  );
}

type Repeated = Readonly<Record<string, readonly { readonly content: readonly Json[] }[]>>;

function repeatedWithLists(dynamic: Repeated, known: Arguments): Repeated {
  return Object.fromEntries(
    Object.entries(dynamic).map(([name, blocks]) => {
      const argument = known[name];
      const fields = argument === undefined || typeof argument === 'string' ? {} : argument.fields;
      return [
        name,
        blocks.map((one) => ({ ...one, content: one.content.map((inner) => withLists(inner, fields)) })),
      ];
    }),
  );
}

describe('every Terraform file after its migration', () => {
  it('is read by another parser', async () => {
    const faults: string[] = [];
    for (const { name, after } of files) {
      try {
        await read(name, after);
      } catch (error) {
        faults.push(`${name}: ${(error as Error).message}`);
      }
    }
    expect(faults).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  it('has what the schema of the provider takes, and all that it requires', async () => {
    const faults: string[] = [];
    let checked = 0;
    for (const { name, before, after, provider } of files) {
      const old = new Set((await resourcesOf(name, before)).map((one) => JSON.stringify(one)));
      for (const [type, resource] of await resourcesOf(name, after)) {
        const known = argumentsOf(type, provider);
        if (known === undefined || old.has(JSON.stringify([type, resource]))) continue;
        checked++;
        const body = name.endsWith('.json') ? withLists(resource, known) : resource;
        faults.push(...schemaFaults(body, known, `${name}: ${type}`));
      }
    }
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(80);
  });

  it('has rules that the Rulesets API takes', async () => {
    const faults: string[] = [];
    let rules = 0;
    for (const { name, after } of files) {
      for (const [type, resource] of await resourcesOf(name, after)) {
        if (type !== 'cloudflare_ruleset') continue;
        for (const rule of rulesOf(resource)) {
          rules++;
          faults.push(...ruleFaults(rule, resource).map((fault) => `${name}: ${fault}`));
        }
      }
    }
    expect(faults).toEqual([]);
    expect(rules).toBeGreaterThan(40);
  });

  it('has blocks for provider 4 and attributes for provider 5', () => {
    const wrong = files.filter(({ after, before, provider }) => {
      const written = after.length > before.length || after !== before ? after : '';
      return provider === 5
        ? /^\s+(?:rules|ratelimit) \{$/m.test(written)
        : /^\s+rules +=(?! \{)/m.test(written);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('forgets every resource that is gone, unless Terraform is too old for it', async () => {
    const faults: string[] = [];
    for (const { name, before, after, isOld } of files) {
      const left = new Set((await addressesOf(name, after)).all);
      const { removed } = await addressesOf(name, after);
      for (const address of (await addressesOf(name, before)).all)
        if (!left.has(address) && !removed.includes(address) && !isOld && !STILL_DELETED.test(address))
          faults.push(`${name}: ${address}`);
      for (const address of removed) if (left.has(address)) faults.push(`${name}: ${address} is still there`);
    }
    expect(faults).toEqual([]);
  });
});

/** Resources of an API that lives: Terraform deletes them. */
const STILL_DELETED = /^cloudflare_(?:page_rule|ruleset)\./;

async function resourcesOf(name: string, text: string): Promise<readonly (readonly [string, Json])[]> {
  const { resource = {} } = (await read(name, text)) as {
    resource?: Record<string, Record<string, Json[]>>;
  };
  return Object.entries(resource).flatMap(([type, all]) =>
    Object.values(all).flatMap((blocks) => blocks.map((block) => [type, block] as const)),
  );
}

async function addressesOf(name: string, text: string): Promise<{ all: string[]; removed: string[] }> {
  const tree = (await read(name, text)) as {
    resource?: Record<string, Json>;
    removed?: readonly { readonly from: string }[];
  };
  return {
    all: Object.entries(tree.resource ?? {}).flatMap(([type, all]) =>
      Object.keys(all).map((label) => `${type}.${label}`),
    ),
    removed: (tree.removed ?? []).map(({ from }) => from.replace(/^\$\{|\}$/g, '')),
  };
}

function rulesOf({ rules, dynamic }: Json): readonly Json[] {
  const repeated = (dynamic as { rules?: readonly { content: readonly Json[] }[] } | undefined)?.rules ?? [];
  const plain = Array.isArray(rules) ? rules.filter(isRecord) : [];
  return [...plain, ...repeated.flatMap(({ content }) => content)];
}

function ruleFaults(rule: Json, { phase }: Json): string[] {
  const { action, expression, ratelimit } = rule;
  const isComputed = typeof action === 'string' && action.includes('${');
  const allowed = phase === 'http_ratelimit' ? RATE_ACTIONS : ACTIONS;
  return [
    ...(typeof phase === 'string' && (PHASES.includes(phase) || phase.includes('${'))
      ? []
      : [`phase ${phase}`]),
    ...(isComputed || allowed.includes(String(action)) ? [] : [`action ${action}`]),
    ...((phase === 'http_ratelimit') === (ratelimit !== undefined) ? [] : ['ratelimit in the wrong phase']),
    ...(action === 'skip' && rule.action_parameters === undefined && rule.dynamic === undefined
      ? ['a skip of nothing']
      : []),
    ...(typeof expression === 'string' && !expression.includes('${') && !parseFilter(expression).ok
      ? [`the expression ${expression}`]
      : []),
  ];
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
