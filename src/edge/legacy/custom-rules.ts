import { CUSTOM_RULES } from '../../catalogue/index.js';
import { OLD_ACTIONS, PHASE_OF_PRODUCT } from '../../convert/index.js';
import { ApiError } from '../core/http.js';
import { type Json, type JsonObject, own, without } from '../core/json.js';
import type { Filter, LegacyRule, Rule, Ruleset, Zone } from '../core/state.js';
import type { World } from '../core/world.js';
import { ensureEntryPoint, entryPoint } from '../rulesets/phases.js';

/**
 * One list, two faces. A legacy firewall rule is a rule of the custom-rules entry point plus a filter and
 * the few things that only the old API knew (priority, its own id). Writes of either API go to the one
 * list; this file keeps the faces true to it.
 *
 * Order: the list is the order of evaluation. The old API sorts by priority (none last), then by the
 * precedence of the action, then by age; a rule written through it is placed where that order puts it.
 */

/** For look-ups of actions that may be anything. */
export const OLD_ACTION_NAMES: readonly string[] = OLD_ACTIONS;

/** The part of a ruleset rule that a legacy action stands for. */
export function ruleAction(action: string, products: readonly string[]): JsonObject {
  if (action === 'allow') return { action: 'skip', action_parameters: { ruleset: 'current' } };
  if (action !== 'bypass') return { action };
  const phases = products.flatMap((product) => own(PHASE_OF_PRODUCT, product) ?? []);
  return {
    action: 'skip',
    action_parameters: { products: [...products], ...(phases.length > 0 ? { phases } : {}) },
  };
}

/** The legacy action of a rule made through rulesets, or null when the old API has no word for it. */
function legacyAction(rule: Rule): { action: string; products?: readonly string[] } | null {
  if (rule.action !== 'skip') {
    return OLD_ACTION_NAMES.includes(rule.action) ? { action: rule.action } : null;
  }
  const parameters = rule.action_parameters;
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return null;
  const { ruleset, products, rulesets, rules } = parameters as JsonObject;
  if (rulesets !== undefined || rules !== undefined) return null;
  if (ruleset === 'current' && products === undefined) return { action: 'allow' };
  if (Array.isArray(products)) return { action: 'bypass', products: products.map(String) };
  return null;
}

/** Drops faces of rules that are gone, renews those of changed rules, and makes faces for new ones. */
export function afterRulesetWrite(world: World, zone: Zone): void {
  const rules = entryPoint({ kind: 'zone', rulesets: zone.rulesets }, CUSTOM_RULES)?.rules ?? [];
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  zone.firewallRules = zone.firewallRules.filter((face) => byId.has(face.rule_id));
  for (const rule of rules) {
    const legacy = legacyAction(rule);
    const face = zone.firewallRules.find((candidate) => candidate.rule_id === rule.id);
    if (legacy === null) {
      zone.firewallRules = zone.firewallRules.filter((candidate) => candidate !== face);
    } else if (face === undefined) {
      addFace(world, zone, rule, legacy);
    } else {
      renewFace(world, zone, face, rule, legacy);
    }
  }
  inListOrder(zone, rules);
  numberAgain(zone.firewallRules);
}

/** Rules of equal rank are told apart by age in the old API; here the list says who is older. */
function inListOrder(zone: Zone, rules: readonly Rule[]): void {
  const place = new Map(rules.map((rule, index) => [rule.id, index]));
  zone.firewallRules.sort((left, right) => (place.get(left.rule_id) ?? 0) - (place.get(right.rule_id) ?? 0));
}

/**
 * The list can be brought into any order through rulesets. Where the priorities would say another order, they are
 * given anew, so that both faces evaluate alike.
 */
function numberAgain(faces: readonly LegacyRule[]): void {
  const keys = faces.map(sortKey);
  const told = keys.every((key, index) => before(keys[index - 1], key));
  if (told) return;
  for (const [index, face] of faces.entries()) face.priority = index + 1;
}

function addFace(
  world: World,
  zone: Zone,
  rule: Rule,
  legacy: { action: string; products?: readonly string[] },
): void {
  const filter: Filter = { id: world.id(), expression: rule.expression, paused: false, single_call: false };
  zone.filters.push(filter);
  const stamp = world.stamp();
  const id = world.id();
  world.alias(id, rule.id);
  world.alias(filter.id, rule.id);
  zone.firewallRules.push({
    id,
    rule_id: rule.id,
    filter_id: filter.id,
    paused: !rule.enabled,
    priority: null,
    ...legacy,
    ...(typeof rule.description === 'string' ? { description: rule.description } : {}),
    created_on: stamp,
    modified_on: stamp,
  });
}

function renewFace(
  world: World,
  zone: Zone,
  face: LegacyRule,
  rule: Rule,
  legacy: { action: string; products?: readonly string[] },
): void {
  face.action = legacy.action;
  if (legacy.products === undefined) delete face.products;
  else face.products = legacy.products;
  const filter = requireFilter(zone, face.filter_id);
  // A filter may serve other rules too: a rule that was changed alone gets one of its own.
  if (filter.expression !== rule.expression || (rule.enabled && filter.paused)) {
    const own: Filter = { id: world.id(), expression: rule.expression, paused: false, single_call: false };
    zone.filters.push(own);
    face.filter_id = own.id;
  }
  const enabled = !face.paused && !requireFilter(zone, face.filter_id).paused;
  if (enabled !== rule.enabled) face.paused = !rule.enabled;
  if (typeof rule.description === 'string') face.description = rule.description;
  else delete face.description;
}

/** Writes what the face says into the one list: content, then place. */
export function writeThrough(world: World, zone: Zone, face: LegacyRule): void {
  const ruleset = ensureEntryPoint(world, { kind: 'zone', rulesets: zone.rulesets }, CUSTOM_RULES);
  const old = ruleset.rules.find((rule) => rule.id === face.rule_id);
  const filter = requireFilter(zone, face.filter_id);
  const kept = old === undefined ? {} : without(old, ['action', 'action_parameters', 'description']);
  const rule: Rule = {
    ...kept,
    id: face.rule_id,
    ref: old?.ref ?? face.rule_id,
    version: String(Number(old?.version ?? '0') + 1),
    ...(ruleAction(face.action, face.products ?? []) as { action: string }),
    expression: filter.expression,
    enabled: !face.paused && !filter.paused,
    ...(face.description === undefined ? {} : { description: face.description }),
    last_updated: world.stamp(),
  };
  place(zone, ruleset, rule, face);
  inListOrder(zone, ruleset.rules);
  world.touch(ruleset);
}

/** Keeps the place of a rule whose sort key still fits between its neighbours; else finds the new one. */
function place(zone: Zone, ruleset: Ruleset, rule: Rule, face: LegacyRule): void {
  const others = ruleset.rules.filter((other) => other.id !== rule.id);
  const stays = ruleset.rules.findIndex((other) => other.id === rule.id);
  const keys = others.map((other) =>
    sortKey(zone.firewallRules.find((candidate) => candidate.rule_id === other.id)),
  );
  const key = sortKey(face);
  const fits = (at: number) => before(keys[at - 1], key) && before(key, keys[at]);
  const found = key === null ? -1 : keys.findIndex((other) => other !== null && less(key, other));
  const at = stays >= 0 && fits(stays) ? stays : found < 0 ? others.length : found;
  others.splice(at, 0, rule);
  ruleset.rules = others;
}

type Key = readonly [priority: number, precedence: number] | null;

function sortKey(face: LegacyRule | undefined): Key {
  if (face === undefined) return null;
  return [face.priority ?? Number.POSITIVE_INFINITY, OLD_ACTION_NAMES.indexOf(face.action)];
}

function less(left: NonNullable<Key>, right: NonNullable<Key>): boolean {
  return left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);
}

function before(left: Key | undefined, right: Key | undefined): boolean {
  return left === undefined || left === null || right === undefined || right === null || !less(right, left);
}

export function removeRule(world: World, zone: Zone, face: LegacyRule): void {
  const ruleset = entryPoint({ kind: 'zone', rulesets: zone.rulesets }, CUSTOM_RULES);
  zone.firewallRules = zone.firewallRules.filter((other) => other !== face);
  if (ruleset === undefined) return;
  ruleset.rules = ruleset.rules.filter((rule) => rule.id !== face.rule_id);
  world.touch(ruleset);
}

export function requireFilter(zone: Zone, id: string): Filter {
  const filter = zone.filters.find((candidate) => candidate.id === id);
  if (filter === undefined) throw new ApiError(404, 10007, `filter ${id} not found`);
  return filter;
}

/** A legacy rule as the old API shows it, with its filter inside. */
export function shownRule(zone: Zone, face: LegacyRule): JsonObject {
  const filter = requireFilter(zone, face.filter_id);
  return {
    id: face.id,
    paused: face.paused,
    description: face.description ?? '',
    action: face.action,
    ...(face.products === undefined ? {} : { products: [...face.products] }),
    priority: face.priority,
    ...(face.ref === undefined ? {} : { ref: face.ref }),
    filter: shownFilter(filter),
    created_on: face.created_on,
    modified_on: face.modified_on,
  };
}

export function shownFilter(filter: Filter): JsonObject {
  const shown: Record<string, Json> = { id: filter.id, expression: filter.expression, paused: filter.paused };
  if (filter.description !== undefined) shown.description = filter.description;
  if (filter.ref !== undefined) shown.ref = filter.ref;
  return shown;
}
