import type { Entry } from '../../catalogue/index.js';
import type { Json, JsonObject } from '../core/json.js';
import type { EdgeState, Zone } from '../core/state.js';
import { effect } from '../effect/effect.js';
import { differences, type RunDifference } from './difference.js';
import { Identity } from './identity.js';
import { liveSettings, normalAccount, normalCollections, normalZone } from './normal-form.js';
import { probes } from './probes.js';

export interface StatesOptions {
  /** Entries whose ended settings do not count; none by default. */
  readonly entries?: readonly Entry[];
  /** The day from whose point of view settings have ended. Default: the day of the later state. */
  readonly day?: string;
  /** Pairs of ids seen so far; given one, it is extended. */
  readonly identity?: Identity;
}

/** In what two states differ, but for ids: how they look, then what they do to requests. Empty if in nothing. */
export function equalStates(
  before: EdgeState,
  after: EdgeState,
  options: StatesOptions = {},
): readonly RunDifference[] {
  const { entries = [], day = after.now, identity = new Identity() } = options;
  const live = liveSettings(entries, day);
  const zones = keys(before.zones, after.zones);
  const looks = [
    ...zones.flatMap((id) =>
      differences(
        'state',
        `zones.${id}`,
        normalZone(before.zones[id], id, live),
        normalZone(after.zones[id], id, live),
        identity,
      ),
    ),
    ...keys(before.accounts, after.accounts).flatMap((id) =>
      differences(
        'state',
        `accounts.${id}`,
        normalAccount(before.accounts[id], id),
        normalAccount(after.accounts[id], id),
        identity,
      ),
    ),
    ...differences(
      'state',
      'user',
      normalCollections(before.user.collections),
      normalCollections(after.user.collections),
      identity,
    ),
  ];
  // Equal rulesets do equal things: effects are worth computing only where the looks differ.
  const suspects = zones.filter((id) => looks.some(({ where }) => where.startsWith(`zones.${id}.rulesets`)));
  return [...looks, ...suspects.flatMap((id) => effectsOf(id, before.zones[id], after.zones[id]))];
}

function effectsOf(id: string, before: Zone | undefined, after: Zone | undefined): RunDifference[] {
  const expressions = [before, after].flatMap(
    (zone) => zone?.rulesets.flatMap((ruleset) => ruleset.rules.map((rule) => rule.expression)) ?? [],
  );
  return probes(expressions).flatMap(({ asked, request }): RunDifference[] => {
    const effectOf = (zone: Zone | undefined): Json =>
      zone === undefined ? null : (JSON.parse(JSON.stringify(effect(zone, request))) as JsonObject);
    const found = differences('effect', '', effectOf(before), effectOf(after), new Identity());
    if (found.length === 0) return [];
    return [
      {
        kind: 'effect',
        where: `zones.${id}${found[0]?.where ?? ''} of ${JSON.stringify(asked)}`,
        before: found[0]?.before,
        after: found[0]?.after,
      },
    ];
  });
}

function keys(...objects: readonly object[]): string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();
}
