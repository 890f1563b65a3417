import { expandChecks } from '../model/expand.js';
import { isPlaceholder, relation, segmentsOf } from '../model/template.js';
import type { Entry, Profile, SdkCall } from '../model/types.js';

/**
 * The SDK methods an entry concerns are never listed: they follow from the paths they reach.
 *
 * `endpoint`: the method itself is dead. `argument`: it is when an argument completes a dead path
 * (`zones.settings.edit('minify', …)`). `check`: it lives, and a part of its body or answer is dead.
 */
export interface SdkReach {
  readonly call: SdkCall;
  readonly through: 'endpoint' | 'argument' | 'check';
}

export function sdkCallsOf(entry: Entry, profile: Profile): readonly SdkReach[] {
  const { fields, values } = expandChecks(entry, profile);
  const table = tableOf(profile);
  const through = new Map<SdkCall, SdkReach['through']>();
  for (const check of [...fields, ...values, ...entry.queries, ...entry.expressions]) {
    for (const pattern of check.calls) {
      for (const [call] of table.related(pattern.path)) {
        if (pattern.methods.includes(call.method)) through.set(call, 'check');
      }
    }
  }
  for (const pattern of entry.bodies) {
    for (const [call] of table.related(pattern.path)) {
      if (pattern.methods.includes(call.method)) through.set(call, 'check');
    }
  }
  for (const [call, how] of throughEndpoints(entry, table)) {
    if (how === 'same') through.set(call, 'endpoint');
    else if (through.get(call) !== 'endpoint') through.set(call, 'argument');
  }
  return [...through].map(([call, reach]) => ({ call, through: reach }));
}

/** The methods that are dead themselves. */
export function deadCallsOf(entry: Entry, profile: Profile): readonly SdkCall[] {
  return throughEndpoints(entry, tableOf(profile))
    .filter(([, how]) => how === 'same')
    .map(([call]) => call);
}

/** The methods that reach a path, be it by an argument. */
export function sdkCallsTo(path: string, profile: Profile): readonly SdkCall[] {
  return tableOf(profile)
    .related(path)
    .map(([call]) => call);
}

function throughEndpoints(entry: Entry, table: SdkTable): readonly Related[] {
  return entry.endpoints.flatMap((endpoint) =>
    table.related(endpoint.path).filter(([call]) => endpoint.live?.includes(call.method) !== true),
  );
}

type Related = readonly [call: SdkCall, how: 'same' | 'filled'];

/** The methods of a profile by the number of segments, the first and the third, so that few are compared. */
class SdkTable {
  readonly #calls = new Map<string, [call: SdkCall, segments: readonly string[]][]>();
  readonly #related = new Map<string, readonly Related[]>();

  constructor(calls: readonly SdkCall[]) {
    for (const call of calls) {
      const segments = segmentsOf(call.path);
      const key = keyOf(segments, segments[2] ?? '');
      const group = this.#calls.get(key);
      if (group === undefined) this.#calls.set(key, [[call, segments]]);
      else group.push([call, segments]);
    }
  }

  related(path: string): readonly Related[] {
    let related = this.#related.get(path);
    if (related === undefined) {
      related = this.#find(segmentsOf(path));
      this.#related.set(path, related);
    }
    return related;
  }

  #find(wanted: readonly string[]): readonly Related[] {
    const found: Related[] = [];
    for (const key of new Set([keyOf(wanted, wanted[2] ?? ''), keyOf(wanted, '{}')])) {
      for (const [call, segments] of this.#calls.get(key) ?? []) {
        const how = relation(segments, wanted);
        if (how !== 'other') found.push([call, how]);
      }
    }
    return found;
  }
}

function keyOf(segments: readonly string[], third: string): string {
  return `${segments.length} ${segments[0] ?? ''} ${isPlaceholder(third) ? '{}' : third}`;
}

const tables = new WeakMap<Profile, SdkTable>();

function tableOf(profile: Profile): SdkTable {
  let table = tables.get(profile);
  if (table === undefined) {
    table = new SdkTable(profile.sdk);
    tables.set(profile, table);
  }
  return table;
}
