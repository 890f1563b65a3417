import { isDay } from '../dates.js';
import { isList, isObject, type Json, type JsonObject } from './json.js';
import type { Account, EdgeState, Zone } from './state.js';
import { emptyAccount, emptyZone } from './world.js';

export type StateFile =
  | { readonly ok: true; readonly state: EdgeState }
  | { readonly ok: false; readonly problems: readonly string[] };

const ID = /^[0-9a-f]{32}$/;
const LISTS_OF_ZONE = ['rulesets', 'filters', 'firewallRules', 'rateLimits', 'dnsRecords'] as const;

/** Reads a state as `/__edge/state` answers it. Parts that are left out are empty; unknown keys are refused. */
export function readState(text: string): StateFile {
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch (error) {
    return {
      ok: false,
      problems: [`it is not JSON: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
  const problems: string[] = [];
  if (!isObject(parsed)) return { ok: false, problems: ['it must be an object with "zones"'] };
  refuseUnknown(parsed, ['now', 'accounts', 'zones'], 'the state', problems);
  const now = parsed.now ?? '';
  if (parsed.now !== undefined && !(typeof now === 'string' && isDay(now)))
    problems.push('"now" must be a day, YYYY-MM-DD');
  const accounts = owners(parsed.accounts, 'accounts', problems).map(([id, body]) =>
    account(id, body, problems),
  );
  const zones = owners(parsed.zones, 'zones', problems).map(([id, body]) => zone(id, body, problems));
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    state: {
      now: String(now),
      accounts: Object.fromEntries(accounts.map((each) => [each.id, each])),
      zones: Object.fromEntries(zones.map((each) => [each.id, each])),
    },
  };
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
  expectLists(body, ['rulesets'], where, problems);
  return { ...first, ...(structuredClone(body) as Partial<Account>), id };
}

function zone(id: string, body: JsonObject, problems: string[]): Zone {
  const where = `zones.${id}`;
  const first = emptyZone(id, `${id.slice(0, 8)}.example.com`, `${'0'.repeat(31)}1`);
  refuseUnknown(body, Object.keys(first), where, problems);
  expectLists(body, LISTS_OF_ZONE, where, problems);
  return { ...first, ...(structuredClone(body) as Partial<Zone>), id };
}

function expectLists(body: JsonObject, keys: readonly string[], where: string, problems: string[]): void {
  for (const key of keys) {
    const value = body[key];
    if (value === undefined) continue;
    if (!isList(value) || !value.every(isObject))
      problems.push(`"${where}.${key}" must be an array of objects`);
    else if (!value.every((item) => isObject(item) && typeof item.id === 'string'))
      problems.push(`"${where}.${key}": every item needs an "id"`);
  }
}

function refuseUnknown(body: JsonObject, known: readonly string[], where: string, problems: string[]): void {
  for (const key of Object.keys(body)) {
    if (!known.includes(key))
      problems.push(`"${key}" is not known in ${where}; known are ${known.join(', ')}`);
  }
}
