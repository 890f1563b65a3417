/** Firewall rules and filters of a Terraform module, as far as they can be understood. */
import { propertyOf } from '../../src/value/index.js';
import { attributeNamed, attributeText, type HclFile, writtenProperty } from '../places/hcl.js';
import { type Action, actionOf } from '../places/rulesets/firewall.js';
import {
  type InstanceOrder,
  type Meta,
  metaOf,
  OLD_ATTRIBUTES,
  PER_INSTANCE,
  plain,
  Refusal,
  type Repetition,
  type Resource,
  repetitionOf,
  required,
  requireOnly,
  uninterpolated,
} from '../places/rulesets/resources.js';
import type { ReadResource } from './chained.js';
import { filterReference, isOwnInstance } from './instances.js';

export const FILTER = 'cloudflare_filter';
export const FIREWALL_RULE = 'cloudflare_firewall_rule';

export interface OldRule extends ReadResource {
  readonly filter: Filter;
  readonly zone: string;
  readonly provider: string | null;
  readonly repetition: Repetition | null;
  /** Null: the rule has none and comes after those that have one. */
  readonly priority: number | null;
  readonly action: Action;
  readonly meta: Meta;
}

/** The condition of a rule: a resource, or since version 5 of the provider an object in the rule. */
interface Filter {
  readonly resource: Resource | null;
  /** An attribute as it is written. */
  text(name: string): string | null;
}

/** Reads a rule with its filter. Throws a `Refusal`. */
export function readRule(
  resource: Resource,
  filters: readonly Resource[],
  files: readonly HclFile[],
): OldRule {
  const { file, block } = resource;
  requireOnly(resource, OLD_ATTRIBUTES.firewallRule);
  const zone = required(resource, 'zone_id');
  const repetition = repetitionOf(resource);
  const filter = filterInside(resource) ?? filterOf(resource, repetition, filters, files);
  return {
    ...resource,
    filter,
    zone,
    repetition,
    provider: attributeText(file, block, 'provider'),
    priority: priorityOf(resource),
    action: actionOf(actionText(resource), attributeText(file, block, 'products'), resource.address),
    meta: metaOf(filter.resource === null ? [resource] : [filter.resource, resource], [
      FILTER,
      FIREWALL_RULE,
    ]),
  };
}

/** Version 5 of the provider has an object with the mode. */
function actionText(rule: Resource): string {
  const { value } = attributeNamed(rule.block, 'action') ?? {};
  if (value?.kind !== 'object') return required(rule, 'action');
  const mode = propertyOf(value, 'mode');
  if (mode === undefined || value.open || propertyOf(value, 'response') !== undefined)
    throw new Refusal(`the action of ${rule.address} is more than a mode`);
  return writtenProperty(rule.file, mode);
}

function filterInside(rule: Resource): Filter | null {
  const { value } = attributeNamed(rule.block, 'filter') ?? {};
  if (value === undefined) return null;
  if (value.kind !== 'object' || value.open) throw new Refusal(`the filter of ${rule.address} is computed`);
  const other = value.properties.find(({ key }) => !INSIDE.has(key));
  if (other !== undefined) throw new Refusal(`the filter of ${rule.address} has the property ${other.key}`);
  const text = (name: string) => {
    const property = propertyOf(value, name);
    return property === undefined ? null : writtenProperty(rule.file, property);
  };
  if (text('expression') === null) throw new Refusal(`the filter of ${rule.address} has no expression`);
  return { resource: null, text };
}

const INSIDE = new Set(['expression', 'description', 'paused', 'ref']);

/** The filter that a rule names, if both are made the same number of times. */
function filterOf(
  rule: Resource,
  repetition: Repetition | null,
  filters: readonly Resource[],
  files: readonly HclFile[],
): Filter {
  const reference = filterReference(uninterpolated(required(rule, 'filter_id')));
  const filter = filters.find(({ block }) => block.labels[1]?.text === reference?.label);
  if (reference === null || filter === undefined)
    throw new Refusal(`filter_id of ${rule.address} does not name a filter of this module`);
  const own = repetitionOf(filter);
  const isSame = plain(`${own?.by} ${own?.value}`) === plain(`${repetition?.by} ${repetition?.value}`);
  if (!isSame || !isOwnInstance(reference, repetition, filter, files))
    throw new Refusal(`${rule.address} and ${filter.address} are not made for the same items`);
  requireOnly(filter, OLD_ATTRIBUTES.filter);
  if (plain(required(filter, 'zone_id')) !== plain(required(rule, 'zone_id')))
    throw new Refusal(`${filter.address} and ${rule.address} name their zone in different ways`);
  required(filter, 'expression');
  return { resource: filter, text: (name) => attributeText(filter.file, filter.block, name) };
}

function priorityOf(rule: Resource): number | null {
  const written = attributeText(rule.file, rule.block, 'priority');
  if (written === null || written === 'null') return null;
  return /^"?\d+"?$/.test(written) ? Number(written.replaceAll('"', '')) : Number.NaN;
}

/** What decides of the order of the instances of a rule; null for nothing that differs between them. */
export function orderOf({ file, block, action }: OldRule): InstanceOrder | null {
  const written = uninterpolated(attributeText(file, block, 'priority') ?? '');
  // `count.index + 1`: instances have the order of the list.
  const followsIndex = /^count\.index(?:\s*\+\s*\d+)?$/.test(written);
  const priority = PER_INSTANCE.test(written) && !followsIndex ? written : null;
  const mode = !followsIndex && !action.known && PER_INSTANCE.test(action.written) ? action.written : null;
  return priority === null && mode === null ? null : { priority, action: mode };
}
