/** What the provider takes: arguments of resources in its published schemas, for version 4 and 5. */
import { readFileSync } from 'node:fs';

/** A type such as `string`, with `!` behind it where the argument is required; or what stands below it. */
type Argument = string | { readonly is: string; readonly fields: Arguments };
export interface Arguments {
  readonly [name: string]: Argument;
}

const { resources } = JSON.parse(readFileSync(new URL('provider-schema.json', import.meta.url), 'utf8')) as {
  readonly resources: Readonly<Record<'4' | '5', Readonly<Record<string, Arguments>>>>;
};

const META = ['count', 'for_each', 'provider', 'depends_on', 'lifecycle', 'provisioner', 'connection'];

export function argumentsOf(type: string, provider: 4 | 5): Arguments | undefined {
  return resources[provider][type];
}

type Json = Readonly<Record<string, unknown>>;

/** What a resource, as the parser of Terraform gives it, has that the schema does not take, or lacks. */
export function schemaFaults(body: Json, known: Arguments, where: string): readonly string[] {
  const { dynamic = {}, ...own } = body;
  const given = new Map<string, unknown>(Object.entries(own).filter(([name]) => !META.includes(name)));
  for (const [name, blocks] of Object.entries(dynamic as Readonly<Record<string, readonly Json[]>>))
    given.set(name, [
      ...((given.get(name) as unknown[]) ?? []),
      ...blocks.flatMap((one) => one.content as Json[]),
    ]);
  const missing = Object.entries(known).filter(
    ([name, argument]) => isRequired(argument) && !given.has(name),
  );
  return [
    ...missing.map(([name]) => `${where} has no ${name}`),
    ...[...given].flatMap(([name, value]) => {
      const argument = known[name];
      return argument === undefined
        ? [`${where} has an unknown ${name}`]
        : valueFaults(value, argument, `${where}.${name}`);
    }),
  ];
}

function isRequired(argument: Argument): boolean {
  return (typeof argument === 'string' ? argument : argument.is).endsWith('!');
}

function valueFaults(value: unknown, argument: Argument, where: string): readonly string[] {
  // An interpolation gives its value when Terraform runs.
  if (value === null || (typeof value === 'string' && value.includes('${'))) return [];
  if (typeof argument === 'string') return typeFaults(value, argument.replace('!', ''), where);
  const kind = argument.is.replace('!', '');
  if (kind === 'map') return [];
  // The parser gives blocks as lists.
  const isMany = kind.startsWith('block') || kind.endsWith('*');
  if (Array.isArray(value) !== isMany) return [`${where} is no ${kind}`];
  return [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? [] : schemaFaults(one as Json, argument.fields, where)));
}

function typeFaults(value: unknown, type: string, where: string): readonly string[] {
  const inner = /^list\((\w+)\)$/.exec(type)?.[1];
  if (inner !== undefined)
    return Array.isArray(value)
      ? value.flatMap((one) => valueFaults(one, inner, where))
      : [`${where} is no list`];
  const wanted: Readonly<Record<string, string>> = { string: 'string', number: 'number', bool: 'boolean' };
  const is = typeof value;
  // Terraform turns simple values into each other.
  const isFine = wanted[type] === undefined || is === wanted[type] || (is !== 'object' && type === 'string');
  return isFine ? [] : [`${where} is a ${is}, not a ${type}`];
}

export const PHASES = [
  'http_request_firewall_custom',
  'http_request_firewall_managed',
  'http_ratelimit',
  'http_config_settings',
  'http_request_transform',
  'http_request_dynamic_redirect',
];

export const ACTIONS = [
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'log',
  'skip',
  'execute',
  'set_config',
];

/** Actions of a rule that limits a rate; the others would be refused. */
export const RATE_ACTIONS = ACTIONS.slice(0, 5);
