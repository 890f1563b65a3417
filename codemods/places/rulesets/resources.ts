/** Old resources of a Terraform module, as far as rules of a ruleset can be made of them. */
import type { Difference } from '../../../src/migrate/index.js';
import type { Block } from '../../../src/read/terraform/index.js';
import { addressOf, attributeText, type HclFile, isResource } from '../hcl.js';
import type { HclItem } from '../hcl-layout.js';

export { OLD_ATTRIBUTES } from '../old-attributes.js';

/** 3 writes what 4 writes, and takes a rule without `enabled` for one that is off. */
export type ProviderMajor = 3 | 4 | 5;

export interface Resource {
  readonly file: HclFile;
  readonly block: Block;
  readonly address: string;
}

/** How many times a resource is made: `count` or `for_each` with its value, as written. */
export interface Repetition {
  readonly by: 'count' | 'for_each';
  readonly value: string;
}

/** An old resource that becomes a rule of a ruleset. */
export interface MovedRule extends Resource {
  /** All resources that the rule is made of, itself among them. */
  readonly parts: readonly Resource[];
  readonly zone: string;
  readonly provider: string | null;
  readonly repetition: Repetition | null;
  /** Why its place beside other rules is not known; null where it is. */
  readonly unplaced: string | null;
  /** What its instances are sorted by; null where their own order is that of their evaluation. */
  readonly order: InstanceOrder | null;
  readonly meta: Meta;
  readonly differences: readonly Difference[];
  /** Its place in the order of evaluation, most important number first. */
  readonly rank: readonly number[];
  /** What it does to a request: rules of the same effect may change places. */
  readonly effect: string;
  /** Its condition never holds, so no rule is made of it. */
  readonly isLeftOut?: boolean;
  items(provider: ProviderMajor): readonly HclItem[];
}

/** Where the place of an instance is only known when Terraform runs: each as it is written, null where it decides nothing. */
export interface InstanceOrder {
  readonly priority: string | null;
  readonly action: string | null;
}

/** What the ruleset takes over from the blocks and lists that every resource can have. */
export interface Meta {
  readonly dependsOn: readonly string[];
  readonly isProtected: boolean;
  readonly differences: readonly Difference[];
}

/** Why a resource cannot be migrated. */
export class Refusal extends Error {}

/** Provider 3 takes a rule that does not say it for one that is off. */
export function withEnabled(items: readonly HclItem[]): readonly HclItem[] {
  if (items.some(({ name }) => name === 'enabled')) return items;
  const action = items.findIndex(({ name }) => name === 'action') + 1;
  return [...items.slice(0, action), { name: 'enabled', value: 'true' }, ...items.slice(action)];
}

/** Rules of which something is left. */
export function rulesToWrite(rules: readonly MovedRule[]): readonly MovedRule[] {
  return rules.filter(({ isLeftOut }) => isLeftOut !== true);
}

export function resourcesOf(files: readonly HclFile[], type: string): readonly Resource[] {
  return files.flatMap((file) =>
    file.blocks
      .filter((block) => isResource(block, type))
      .map((block) => ({ file, block, address: addressOf(block) })),
  );
}

/** What Terraform knows of every resource. */
const META_ARGUMENTS: ReadonlySet<string> = new Set([
  'count',
  'for_each',
  'provider',
  'depends_on',
  'lifecycle',
]);

export function requireOnly({ block, address }: Resource, known: ReadonlySet<string>): void {
  const isKnown = (name: string) => known.has(name) || META_ARGUMENTS.has(name);
  const nested = block.body.blocks
    .map(({ type, labels }) => (type === 'dynamic' ? (labels[0]?.text ?? type) : type))
    .find((name) => !isKnown(name));
  if (nested !== undefined) throw new Refusal(`${address} has a block ${nested}`);
  const other = block.body.attributes.find(({ name }) => !isKnown(name));
  if (other !== undefined) throw new Refusal(`${address} has the attribute ${other.name}`);
}

export function required({ file, block, address }: Resource, name: string): string {
  const value = attributeText(file, block, name);
  if (value === null) throw new Refusal(`${address} has no ${name}`);
  return value;
}

export function zoneOf({ file, block }: Pick<Resource, 'file' | 'block'>): string | null {
  return attributeText(file, block, 'zone_id');
}

function ignored(address: string, names: string): Difference {
  return {
    name: 'changes-not-ignored',
    what: `ignore_changes of ${address} is left out: compare ${names} with what the zone has before terraform apply`,
  };
}

const LIFECYCLE: Difference = {
  name: 'lifecycle-left-out',
  what: 'create_before_destroy is left out: a zone has one ruleset of the phase, so there is no second one before the first goes',
};

/** `depends_on` and `lifecycle` of the resources of a rule. `types` go, so nothing can depend on them. Throws a `Refusal`. */
export function metaOf(parts: readonly Resource[], types: readonly string[]): Meta {
  const settings = parts.flatMap(lifecycleOf);
  return {
    dependsOn: [...new Set(parts.flatMap(dependenciesOf))].filter(
      (one) => !types.some((type) => one.startsWith(`${type}.`)),
    ),
    isProtected: settings.includes('prevent_destroy'),
    differences: [
      ...(settings.includes('create_before_destroy') ? [LIFECYCLE] : []),
      ...parts.flatMap((part) => {
        const names = ignoredBy(part);
        return names.length === 0 ? [] : [ignored(part.address, names.join(', '))];
      }),
    ],
  };
}

function dependenciesOf({ file, block, address }: Resource): readonly string[] {
  const written = attributeText(file, block, 'depends_on') ?? '[]';
  const list = /^\[((?:[\s,]*[\w.-]+(?:\[[^\]]*\])?)*)[\s,]*\]$/.exec(written)?.[1];
  if (list === undefined) throw new Refusal(`the depends_on of ${address} is more than a list of names`);
  return list.split(',').flatMap((one) => one.trim() || []);
}

/** Names of what a `lifecycle` block turns on. */
function lifecycleOf({ file, block, address }: Resource): readonly string[] {
  return block.body.blocks
    .filter(({ type }) => type === 'lifecycle')
    .flatMap((lifecycle) => {
      const { attributes, blocks } = lifecycle.body;
      const other = attributes.find(
        ({ name }) => !/^(?:(?:create_before|prevent)_destroy|ignore_changes)$/.test(name),
      );
      if (other !== undefined || blocks.length > 0)
        throw new Refusal(`${address} has a block lifecycle with ${other?.name ?? 'conditions'}`);
      return attributes.flatMap(({ name }) => (attributeText(file, lifecycle, name) === 'false' ? [] : name));
    });
}

/** Attributes whose changes outside of Terraform stay. Throws a `Refusal` where they are not a list of names. */
function ignoredBy({ file, block, address }: Resource): readonly string[] {
  return block.body.blocks
    .filter(({ type }) => type === 'lifecycle')
    .flatMap((lifecycle) => {
      const written = attributeText(file, lifecycle, 'ignore_changes') ?? '[]';
      const list = /^\[([\w\s,"]*)\]$/.exec(written)?.[1];
      if (list === undefined) throw new Refusal(`${address} ignores changes of ${written}`);
      return list.split(',').flatMap((name) => name.trim().replaceAll('"', '') || []);
    });
}

export function repetitionOf({ file, block }: Resource): Repetition | null {
  for (const by of ['count', 'for_each'] as const) {
    const value = attributeText(file, block, by);
    if (value !== null) return { by, value: uninterpolated(value) };
  }
  return null;
}

/** The list of `length(list)`, whose items a count goes through. */
export function listOf({ by, value }: Repetition): string | null {
  return by === 'count' ? (/^length\(((?:var|local)\.[\w.-]+)\)$/.exec(value)?.[1] ?? null) : null;
}

/** `C` of `C ? 1 : 0`, or what `C ? 0 : 1` asks for; null for other counts. */
export function conditionOf({ by, value }: Repetition): string | null {
  const [, condition, one] = /^([\s\S]+?)\s*\?\s*(?:(1)\s*:\s*0|0\s*:\s*1)$/.exec(value) ?? [];
  if (by !== 'count' || condition === undefined) return null;
  return one === '1' ? condition : negated(condition);
}

export function negated(condition: string): string {
  const [, left, comparison, right] = /^([^=!<>?&|]+)(==|!=)([^=!<>?&|]+)$/.exec(condition) ?? [];
  if (left === undefined || right === undefined) return `!${operand(condition)}`;
  return `${left.trim()} ${comparison === '==' ? '!=' : '=='} ${right.trim()}`;
}

/** Without differences of white space, and of the quotes that old versions of Terraform needed: `"${var.zone_id}"`. */
export function plain(text: string): string {
  return text
    .replace(/"\$\{\s*([\w.[\]]+)\s*\}"/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Old versions of Terraform had every expression in a text: `"${length(var.ips)}"`. */
export function uninterpolated(written: string): string {
  const inner = /^"\$\{([\s\S]*)\}"$/.exec(written)?.[1];
  return inner === undefined || /[{}]/.test(inner) ? written : inner.trim();
}

export const PER_INSTANCE = /\b(?:count\.index|each\.(?:key|value))\b/;

/** What says that something is off, negated; null where the rule is simply on. */
export function enabledBy(written: readonly string[]): string | null {
  const conditions = [...new Set(written)].filter((value) => value !== 'false' && value !== 'null');
  const [first] = conditions;
  if (first === undefined) return null;
  if (conditions.includes('true')) return 'false';
  if (conditions.length > 1) return `!(${conditions.map(operand).join(' || ')})`;
  // Terraform refuses to negate a null.
  if (/, null\)$/.test(first)) return `${first} != true`;
  const inner = /^!\s*(.+)$/.exec(first)?.[1];
  return inner !== undefined && operand(inner) === inner ? inner : `!${operand(first)}`;
}

/** In parentheses unless it is a name, an index or a call. */
export function operand(written: string): string {
  const isSimple = /^[\w.]+(?:\[[^[\]]*\]|\([^()]*\)|\.[\w*]+)*$/.test(written);
  return isSimple ? written : `(${written})`;
}

/** An empty text is as good as none. */
export function textOf({ file, block }: Resource, name: string): string | null {
  return notEmpty(attributeText(file, block, name));
}

export function notEmpty(written: string | null): string | null {
  return written === '""' || written === 'null' ? null : written;
}
