import { expandChecks } from './expand.js';
import { relation } from './template.js';
import type { CallPattern, Entry, Method, Profile, SdkCall } from './types.js';

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
  const checked = [...fields, ...values, ...entry.queries, ...entry.expressions].flatMap(
    (check) => check.calls,
  );
  const reaches: SdkReach[] = [];
  for (const call of profile.sdk) {
    const through = reachOf(call, entry, checked);
    if (through !== undefined) reaches.push({ call, through });
  }
  return reaches;
}

function reachOf(
  call: SdkCall,
  entry: Entry,
  checked: readonly CallPattern[],
): SdkReach['through'] | undefined {
  let filled = false;
  for (const endpoint of entry.endpoints) {
    if (endpoint.live?.includes(call.method) === true) continue;
    const how = relation(call.path, endpoint.path);
    if (how === 'same') return 'endpoint';
    filled ||= how === 'filled';
  }
  if (filled) return 'argument';
  return checked.some((pattern) => reaches(call, pattern)) ? 'check' : undefined;
}

function reaches(call: { readonly method: Method; readonly path: string }, pattern: CallPattern): boolean {
  return pattern.methods.includes(call.method) && relation(call.path, pattern.path) !== 'other';
}

/**
 * Whether a version lies in one of the ranges of a method: `3.0.0..3.5.0`, `4.0.0..`, `3.1.0`. A version
 * that is not known lies in all of them.
 */
export function versionIn(ranges: readonly string[], version: string | null): boolean {
  const wanted = version === null ? undefined : numbersOf(version);
  if (wanted === undefined) return true;
  return ranges.some((range) => {
    const [from = '', to] = range.split('..');
    const low = numbersOf(from) ?? [];
    const high = to === undefined ? low : to === '' ? undefined : numbersOf(to);
    return compare(low, wanted) <= 0 && (high === undefined || compare(wanted, high) <= 0);
  });
}

/** The leading numbers of `^4.2`, `v0.116.0`, `>=3.1.0 <4`; nothing for `latest` or `*`. */
function numbersOf(version: string): readonly number[] | undefined {
  const found = /\d+(\.\d+)*/.exec(version);
  return found === null ? undefined : found[0].split('.').map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < 3; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Orders `3.5.0` before `3.10.0`. */
export function compareVersions(a: string, b: string): number {
  return compare(numbersOf(a) ?? [], numbersOf(b) ?? []);
}
