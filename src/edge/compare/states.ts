import type { Entry } from '../../catalogue/index.js';
import { probesOf } from '../../expression/index.js';
import type { Json, JsonObject } from '../core/json.js';
import type { EdgeState, Rule, Zone } from '../core/state.js';
import { effect } from '../effect/effect.js';
import { Comparer, type RunDifference } from './difference.js';
import {
  liveSettings,
  normalAccount,
  normalCollections,
  normalExpression,
  normalZone,
} from './normal-form.js';

export interface StatesOptions {
  /** Entries whose ended settings do not count; none by default. */
  readonly entries?: readonly Entry[];
  /** The day from whose point of view settings have ended. Default: the day of the later state. */
  readonly day?: string;
  /** Knows the pairs of ids seen so far; given one, it is extended. */
  readonly comparer?: Comparer;
}

/** More would not tell more and take long: rules of one state often share their conditions. */
const MOST_PROBES = 300;

/** In what two states differ, but for ids: how they look, then what they do to requests. Empty if in nothing. */
export function equalStates(
  before: EdgeState,
  after: EdgeState,
  options: StatesOptions = {},
): readonly RunDifference[] {
  const { entries = [], day = after.now, comparer = new Comparer() } = options;
  const live = liveSettings(entries, day);
  const zones = keys(before.zones, after.zones);
  const looks = [
    ...zones.flatMap((id) =>
      comparer.differences(
        'state',
        `zones.${id}`,
        normalZone(before.zones[id], id, live),
        normalZone(after.zones[id], id, live),
      ),
    ),
    ...keys(before.accounts, after.accounts).flatMap((id) =>
      comparer.differences(
        'state',
        `accounts.${id}`,
        normalAccount(before.accounts[id], id),
        normalAccount(after.accounts[id], id),
      ),
    ),
    ...comparer.differences(
      'state',
      'user',
      normalCollections(before.user.collections),
      normalCollections(after.user.collections),
    ),
  ];
  // Equal rulesets do equal things: effects are worth computing only where the looks differ.
  const suspects = zones.filter((id) => looks.some(({ where }) => where.startsWith(`zones.${id}.rulesets`)));
  return [...looks, ...suspects.flatMap((id) => effectsOf(id, before.zones[id], after.zones[id], comparer))];
}

function effectsOf(
  id: string,
  before: Zone | undefined,
  after: Zone | undefined,
  comparer: Comparer,
): RunDifference[] {
  const written = new Map(comparer.sameMeanings.map((same) => [same.after, same.before]));
  const [left, right] = [before, after].map((zone) => zone && withExpressions(zone, written));
  const expressions = [left, right].flatMap(
    (zone) => zone?.rulesets.flatMap((ruleset) => ruleset.rules.map((rule) => rule.expression)) ?? [],
  );
  return probesOf(expressions, MOST_PROBES).flatMap(({ asked, fields }): RunDifference[] => {
    const effectOf = (zone: Zone | undefined): Json =>
      zone === undefined ? null : (JSON.parse(JSON.stringify(effect(zone, { fields }))) as JsonObject);
    const [found] = new Comparer().differences('effect', '', effectOf(left), effectOf(right));
    if (found === undefined) return [];
    return [{ ...found, where: `zones.${id}${found.where} of ${JSON.stringify(asked)}` }];
  });
}

/** Expressions that mean the same are written the same. */
function withExpressions(zone: Zone, written: ReadonlyMap<string, string>): Zone {
  const uniform = (expression: string) => {
    const normal = normalExpression(expression);
    return written.get(normal) ?? normal;
  };
  const rules = (all: readonly Rule[]) =>
    all.map((rule): Rule => ({ ...rule, expression: uniform(rule.expression) }));
  return { ...zone, rulesets: zone.rulesets.map((ruleset) => ({ ...ruleset, rules: rules(ruleset.rules) })) };
}

/** One difference for what rules look like and what they do: open effects stand with the first change of their zone. */
export function withEffects(found: readonly RunDifference[]): readonly RunDifference[] {
  const zoneOf = ({ where }: RunDifference) => /^zones\.[0-9a-f]+/.exec(where)?.[0];
  const effectsIn = (zone: string | undefined) =>
    found.filter((difference) => difference.kind === 'effect' && zoneOf(difference) === zone);
  const result: RunDifference[] = [];
  const told = new Set<string | undefined>();
  for (const difference of found) {
    const zone = zoneOf(difference);
    const own = effectsIn(zone);
    const [first] = own;
    const isRule = difference.kind === 'state' && difference.where.startsWith(`${zone}.rulesets`);
    if (first === undefined || !(isRule || difference.kind === 'effect')) {
      result.push(difference);
      continue;
    }
    if (told.has(zone)) {
      if (isRule) result.push(difference);
      continue;
    }
    told.add(zone);
    const { where, before, after } = first;
    result.push({ ...difference, effect: { where, before, after, requests: own.length } });
  }
  return result;
}

function keys(...objects: readonly object[]): string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();
}
