/** Firewall rules and filters of a Terraform module, as far as they can be understood. */
import { attributeNamed, attributeText } from '../places/hcl.js';
import { type Action, actionOf } from '../places/rulesets/firewall.js';
import {
  conditionOf,
  PER_INSTANCE,
  plain,
  Refusal,
  type Repetition,
  type Resource,
  repetitionOf,
  required,
  requireOnly,
} from '../places/rulesets/resources.js';

export const FILTER = 'cloudflare_filter';
export const FIREWALL_RULE = 'cloudflare_firewall_rule';

export interface OldRule extends Resource {
  readonly filter: Resource;
  readonly zone: string;
  readonly provider: string | null;
  readonly repetition: Repetition | null;
  /** Null: the rule has none and comes after those that have one. */
  readonly priority: number | null;
  readonly action: Action;
}

const RULE_ATTRIBUTES = new Set([
  'zone_id',
  'filter_id',
  'action',
  'description',
  'paused',
  'priority',
  'products',
  'count',
  'for_each',
  'provider',
]);
const FILTER_ATTRIBUTES = new Set([
  'zone_id',
  'expression',
  'description',
  'paused',
  'ref',
  'count',
  'for_each',
  'provider',
]);

/** Reads a rule with its filter. Throws a `Refusal`. */
export function readRule(resource: Resource, filters: readonly Resource[]): OldRule {
  const { file, block } = resource;
  requireOnly(resource, RULE_ATTRIBUTES);
  const zone = required(resource, 'zone_id');
  const repetition = repetitionOf(resource);
  const filter = filterOf(resource, repetition, filters);
  requireOnly(filter, FILTER_ATTRIBUTES);
  if (plain(required(filter, 'zone_id')) !== plain(zone))
    throw new Refusal(`${filter.address} and ${resource.address} name their zone in different ways`);
  required(filter, 'expression');
  return {
    ...resource,
    filter,
    zone,
    repetition,
    provider: attributeText(file, block, 'provider'),
    priority: priorityOf(resource),
    action: actionOf(required(resource, 'action'), attributeText(file, block, 'products'), resource.address),
  };
}

const REFERENCES: readonly RegExp[] = [
  /^(?:"\$\{ *)?cloudflare_filter\.([\w-]+)(?:\[([\w."]+)\])?\.id(?: *\}")?$/,
  /^element\(cloudflare_filter\.([\w-]+)(?:\.\*|\[\*\])\.id, *(count\.index)\)$/,
  /^cloudflare_filter\.([\w-]+)(?:\.\*|\[\*\])\.id\[(count\.index|0)\]$/,
];

/** The filter that a rule names, if both are made the same number of times. */
function filterOf(rule: Resource, repetition: Repetition | null, filters: readonly Resource[]): Resource {
  const written = required(rule, 'filter_id');
  const match = REFERENCES.map((pattern) => pattern.exec(written)).find((found) => found !== null);
  const filter = filters.find(({ block }) => block.labels[1]?.text === match?.[1]);
  if (match === undefined || filter === undefined)
    throw new Refusal(`filter_id of ${rule.address} does not name a filter of this module`);
  const own = repetitionOf(filter);
  const isSame = plain(`${own?.by} ${own?.value}`) === plain(`${repetition?.by} ${repetition?.value}`);
  if (!isSame || !isOwnIndex(match[2], repetition))
    throw new Refusal(`${rule.address} and ${filter.address} are not made for the same items`);
  return filter;
}

/** Whether the index picks the filter that belongs to this instance of the rule. */
function isOwnIndex(index: string | undefined, repetition: Repetition | null): boolean {
  if (repetition === null) return index === undefined;
  if (repetition.by === 'for_each') return index === 'each.key' || index === 'each.value';
  return index === 'count.index' || (index === '0' && conditionOf(repetition) !== null);
}

function priorityOf(rule: Resource): number | null {
  const written = attributeText(rule.file, rule.block, 'priority');
  if (written === null || written === 'null') return null;
  return /^"?\d+"?$/.test(written) ? Number(written.replaceAll('"', '')) : Number.NaN;
}

/** Whether the value of an attribute of the rule or its filter depends on the instance. */
export function usesInstance(rule: OldRule, name: string): boolean {
  return [rule, rule.filter].some(({ file, block }) => {
    const attribute = attributeNamed(block, name);
    return attribute !== undefined && PER_INSTANCE.test(attributeText(file, block, name) ?? '');
  });
}
