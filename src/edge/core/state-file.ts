import { isDay } from '../../catalogue/index.js';
import { isList, isObject, type Json, type JsonObject, parseJson } from './json.js';
import type { Account, EdgeState, Zone } from './state.js';
import { emptyAccount, emptyState, emptyZone } from './world.js';

export type StateFile =
  | { readonly ok: true; readonly state: EdgeState }
  | { readonly ok: false; readonly problems: readonly string[] };

const ID = /^[0-9a-f]{32}$/;
const FIRST_ACCOUNT = `${'0'.repeat(31)}1`;

/** Keys that the items of a list must have, with the type of their value. */
type Item = Readonly<Record<string, 'string' | 'boolean' | 'array' | 'object'>>;
const RULESET: Item = { id: 'string', phase: 'string', kind: 'string', rules: 'array' };
const RULE: Item = { id: 'string', action: 'string', expression: 'string' };
const LISTS_OF_ZONE: Readonly<Record<string, Item>> = {
  rulesets: RULESET,
  filters: { id: 'string', expression: 'string' },
  firewallRules: { id: 'string', rule_id: 'string', filter_id: 'string', action: 'string' },
  rateLimits: { id: 'string', rule_id: 'string', definition: 'object' },
  dnsRecords: { id: 'string', type: 'string', name: 'string' },
};
const RULE_DEFAULTS = { version: '1', enabled: true, last_updated: '2020-01-01T00:00:00.000000Z' };
const RULESET_DEFAULTS = {
  name: 'default',
  description: '',
  version: '1',
  last_updated: RULE_DEFAULTS.last_updated,
};
const FACE_DEFAULTS = {
  paused: false,
  priority: null,
  created_on: RULE_DEFAULTS.last_updated,
  modified_on: RULE_DEFAULTS.last_updated,
};

/**
 * Reads a state as `/__edge/state` answers it. Parts that are left out are empty or have their first value; keys
 * that are not known are refused.
 */
export function readState(text: string): StateFile {
  const read = parseJson(text);
  if (!read.ok) return { ok: false, problems: [read.problem] };
  const parsed = read.value;
  if (!isObject(parsed)) return { ok: false, problems: ['it must be an object with "zones"'] };
  const problems: string[] = [];
  refuseUnknown(parsed, ['now', 'user', 'accounts', 'zones'], 'the state', problems);
  const now = parsed.now ?? '';
  if (parsed.now !== undefined && !(typeof now === 'string' && isDay(now)))
    problems.push('"now" must be a day, YYYY-MM-DD');
  const user = emptyState('').user;
  if (parsed.user !== undefined) Object.assign(user, userOf(parsed.user, problems));
  const accounts = owners(parsed.accounts, 'accounts', problems).map(([id, body]) =>
    account(id, body, problems),
  );
  const zones = owners(parsed.zones, 'zones', problems).map(([id, body]) => zone(id, body, problems));
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    state: {
      now: String(now),
      user,
      accounts: Object.fromEntries(accounts.map((each) => [each.id, each])),
      zones: Object.fromEntries(zones.map((each) => [each.id, each])),
    },
  };
}

function userOf(value: Json, problems: string[]): Partial<EdgeState['user']> {
  if (!isObject(value)) {
    problems.push('"user" must be an object');
    return {};
  }
  refuseUnknown(value, ['collections'], 'user', problems);
  expectCollections(value, 'user', problems);
  return structuredClone(value) as Partial<EdgeState['user']>;
}

function owners(value: Json | undefined, key: string, problems: string[]): [string, JsonObject][] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    problems.push(`"${key}" must be an object by id`);
    return [];
  }
  return Object.entries(value).flatMap(([id, body]): [string, JsonObject][] => {
    if (!ID.test(id)) problems.push(`"${key}.${id}": an id has 32 hexadecimal characters`);
    if (isObject(body)) return [[id, body]];
    problems.push(`"${key}.${id}" must be an object`);
    return [];
  });
}

function account(id: string, body: JsonObject, problems: string[]): Account {
  const where = `accounts.${id}`;
  const first = emptyAccount(id);
  refuseUnknown(body, Object.keys(first), where, problems);
  expectItems(body, 'rulesets', RULESET, where, problems);
  expectRules(body, where, problems);
  expectCollections(body, where, problems);
  if (problems.length > 0) return first;
  return { ...first, ...completed(structuredClone(body) as Partial<Account>), id };
}

function zone(id: string, body: JsonObject, problems: string[]): Zone {
  const where = `zones.${id}`;
  const first = emptyZone(id, `${id.slice(0, 8)}.example.com`, FIRST_ACCOUNT);
  refuseUnknown(body, Object.keys(first), where, problems);
  for (const [key, item] of Object.entries(LISTS_OF_ZONE)) expectItems(body, key, item, where, problems);
  expectRules(body, where, problems);
  expectCollections(body, where, problems);
  for (const key of ['settings', 'dnsSettings', 'waf'])
    if (body[key] !== undefined && !isObject(body[key])) problems.push(`"${where}.${key}" must be an object`);
  if (isObject(body.waf)) {
    refuseUnknown(body.waf, Object.keys(first.waf), `${where}.waf`, problems);
    for (const key of Object.keys(first.waf))
      expectItems(body.waf, key, { id: 'string' }, `${where}.waf`, problems);
  }
  if (problems.length > 0) return first;
  const given = completed(structuredClone(body) as Partial<Zone>);
  const read: Zone = { ...first, ...given, waf: { ...first.waf, ...given.waf }, id };
  read.filters = read.filters.map((filter) => ({
    ...filter,
    paused: filter.paused ?? false,
    single_call: filter.single_call ?? false,
  }));
  read.firewallRules = read.firewallRules.map((face) => ({ ...FACE_DEFAULTS, ...face }));
  requireEnds(read, where, problems);
  return read;
}

/** Legacy faces must lead to rules and filters that are there. */
function requireEnds(
  { rulesets, filters, firewallRules, rateLimits }: Zone,
  where: string,
  problems: string[],
): void {
  const rules = new Set(rulesets.flatMap((ruleset) => ruleset.rules.map(({ id }) => id)));
  for (const [key, faces] of [
    ['firewallRules', firewallRules],
    ['rateLimits', rateLimits],
  ] as const) {
    for (const { id, rule_id } of faces)
      if (!rules.has(rule_id))
        problems.push(`"${where}.${key}": ${id} names the rule ${rule_id}, which no ruleset has`);
  }
  for (const { id, filter_id } of firewallRules)
    if (!filters.some((filter) => filter.id === filter_id))
      problems.push(`"${where}.firewallRules": ${id} names the filter ${filter_id}, which is not there`);
}

function completed<T extends Partial<Account>>(owner: T): T {
  if (owner.rulesets === undefined) return owner;
  const rulesets = owner.rulesets.map((ruleset) => ({
    ...RULESET_DEFAULTS,
    ...ruleset,
    rules: ruleset.rules.map((rule) => ({ ...RULE_DEFAULTS, ...rule, ref: rule.ref ?? rule.id })),
  }));
  return { ...owner, rulesets };
}

function expectRules(body: JsonObject, where: string, problems: string[]): void {
  if (!isList(body.rulesets)) return;
  for (const [index, ruleset] of body.rulesets.entries())
    if (isObject(ruleset)) expectItems(ruleset, 'rules', RULE, `${where}.rulesets[${index}]`, problems);
}

function expectCollections(body: JsonObject, where: string, problems: string[]): void {
  const { collections } = body;
  if (collections === undefined) return;
  if (!isObject(collections)) problems.push(`"${where}.collections" must be an object of arrays`);
  else
    for (const key of Object.keys(collections))
      expectItems(collections, key, {}, `${where}.collections`, problems);
}

function expectItems(body: JsonObject, key: string, item: Item, where: string, problems: string[]): void {
  const value = body[key];
  if (value === undefined) return;
  if (!isList(value) || !value.every(isObject)) {
    problems.push(`"${where}.${key}" must be an array of objects`);
    return;
  }
  for (const [index, object] of value.filter(isObject).entries()) {
    for (const [name, type] of Object.entries(item)) {
      const actual = Array.isArray(object[name]) ? 'array' : typeof object[name];
      if (actual !== type)
        problems.push(`"${where}.${key}[${index}].${name}" must exist and be of type ${type}`);
    }
  }
}

function refuseUnknown(body: JsonObject, known: readonly string[], where: string, problems: string[]): void {
  for (const key of Object.keys(body)) {
    if (!known.includes(key))
      problems.push(`"${key}" is not known in ${where}; known are ${known.join(', ')}`);
  }
}
