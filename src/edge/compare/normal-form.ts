/**
 * What of a state counts when two are compared. Left out is what no caller of the API can tell apart, or what only
 * speaks of how the state came to be:
 *
 * - versions, moments, and the order of records and rows, which have none;
 * - the legacy faces (filters, firewall rules, rate limits): their rules stand in the rulesets, which are compared;
 * - an entry point without rules, which does what a missing one does, and the name of an entry point;
 * - the order in which a rate limit names what it counts by;
 * - spellings of fields in expressions that mean the same: `ip.geoip.country` and `ip.src.country`;
 * - settings at the value they have anyway, and those that have no effect any more on the later day.
 */
import type { Entry } from '../../catalogue/index.js';
import { applyEdits, renameFields } from '../../expression/index.js';
import { isObject, type Json, type JsonObject, without } from '../core/json.js';
import type { Account, Rule, Ruleset, Zone } from '../core/state.js';
import { emptyAccount, emptyZone } from '../core/world.js';
import { Dates } from '../dates.js';
import { unorderedLimit } from '../effect/effect.js';
import { wafPart } from '../legacy/waf.js';
import { dnsSettings } from '../resources/dns.js';
import { firstSetting } from '../resources/settings.js';
import { masked } from './identity.js';

/** Which values of a setting still mean something. */
export interface LiveSettings {
  means(setting: string, value: Json): boolean;
}

/** All settings mean what they say, unless the schedule ended them by the day. */
export function liveSettings(entries: readonly Entry[], day: string): LiveSettings {
  const dates = new Dates(entries, 'spec', () => day);
  const ended = entries.filter((entry) => dates.ended(entry.id)).flatMap((entry) => entry.settings);
  return {
    means: (setting, value) => {
      const row = ended.find((candidate) => candidate.id === setting);
      if (row === undefined) return true;
      return row.allowed?.some((allowed) => allowed === value) ?? false;
    },
  };
}

export function normalZone(zone: Zone | undefined, id: string, live: LiveSettings): JsonObject {
  const present = zone ?? emptyZone(id, `${id.slice(0, 8)}.example.com`, '');
  const settings = Object.entries(present.settings).filter(
    ([setting, value]) =>
      live.means(setting, value) && JSON.stringify(firstSetting(setting)) !== JSON.stringify(value),
  );
  return {
    name: present.name,
    rulesets: normalRulesets(present.rulesets, present),
    dnsRecords: unordered(present.dnsRecords.map((record) => without(record, MOMENTS))),
    settings: Object.fromEntries(settings),
    dnsSettings: dnsSettings(present),
    waf: {
      packages: wafPart(present, 'packages'),
      groups: wafPart(present, 'groups'),
      rules: wafPart(present, 'rules'),
      overrides: present.waf.overrides,
    },
    collections: normalCollections(present.collections),
  };
}

export function normalAccount(account: Account | undefined, id: string): JsonObject {
  const present = account ?? emptyAccount(id);
  return {
    name: present.name,
    rulesets: normalRulesets(present.rulesets),
    collections: normalCollections(present.collections),
  };
}

const MOMENTS = ['created_on', 'modified_on', 'created_at', 'updated_at', 'locked'];
/** Servers make these from the rest. */
const DERIVED = ['version', 'last_updated', 'categories'];

function normalRulesets(rulesets: readonly Ruleset[], zone?: Zone): JsonObject {
  const shown = rulesets
    .filter((ruleset) => ruleset.kind === 'custom' || ruleset.rules.length > 0)
    .map((ruleset): [string, JsonObject] => {
      const key = ruleset.kind === 'custom' ? `custom ${ruleset.phase} ${ruleset.name}` : ruleset.phase;
      const custom = ruleset.kind === 'custom' ? { description: ruleset.description } : {};
      return [key, { ...custom, rules: ruleset.rules.map((rule) => normalRule(rule, zone)) }];
    });
  return Object.fromEntries(shown);
}

function normalRule(rule: Rule, zone: Zone | undefined): JsonObject {
  const tag = zone?.firewallRules.find((face) => face.rule_id === rule.id)?.ref;
  const ref = tag ?? (rule.ref === rule.id ? undefined : rule.ref);
  const kept = Object.entries(without(rule, [...DERIVED, 'ref'])).filter(([, value]) => !empty(value));
  return {
    ...Object.fromEntries(kept),
    expression: normalExpression(rule.expression),
    ...(rule.ratelimit === undefined ? {} : { ratelimit: unorderedLimit(rule.ratelimit) }),
    ...(ref === undefined ? {} : { ref }),
  };
}

export function normalExpression(expression: string): string {
  return applyEdits(expression, renameFields(expression));
}

function empty(value: Json): boolean {
  return value === '' || (isObject(value) && Object.keys(value).length === 0);
}

export function normalCollections(collections: Readonly<Record<string, readonly JsonObject[]>>): JsonObject {
  const filled = Object.entries(collections).filter(([, rows]) => rows.length > 0);
  return Object.fromEntries(
    filled.map(([name, rows]) => [
      nameWithoutId(name, collections),
      unordered(rows.map((row) => without(row, MOMENTS))),
    ]),
  );
}

/** What belongs to one row, `kv/<id>`, goes by the name of the row: each run gives it an id of its own. */
function nameWithoutId(name: string, collections: Readonly<Record<string, readonly JsonObject[]>>): string {
  const end = name.lastIndexOf('/');
  const [parent, id] = [name.slice(0, Math.max(0, end)), name.slice(end + 1)];
  const same = collections[parent] ?? [];
  const row = same.find((one) => one.id === id);
  const label = row?.title ?? row?.name;
  const isOnly = same.filter((one) => (one.title ?? one.name) === label).length === 1;
  return typeof label === 'string' && isOnly ? `${parent}/${label}` : name;
}

/** In the order of their content, whatever their ids. */
function unordered(rows: readonly JsonObject[]): JsonObject[] {
  const keyed = rows.map((row) => {
    const sorted = Object.fromEntries(Object.entries(row).sort(([left], [right]) => (left < right ? -1 : 1)));
    return { row, key: masked(JSON.stringify(sorted)) };
  });
  return keyed
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map(({ row }) => row);
}
