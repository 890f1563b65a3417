/**
 * Words that a program must hold somewhere for one of them to be part of a finding. A program may spread them over its
 * files, so this says nothing of one file; a program without one of a group cannot make that call. Lower case throughout.
 */
import { expandChecks } from '../model/expand.js';
import { isPlaceholder, segmentsOf } from '../model/template.js';
import type { CallPattern, Catalogue, Entry, Profile, Scalar } from '../model/types.js';
import { VERBS } from '../model/verbs.js';
import { deadCallsOf, sdkCallsTo } from '../sdk/calls.js';
import { RULESET_NAMES } from '../tables/ruleset-engine.js';

export type Groups = readonly (readonly string[])[];

export interface CompanionGroups {
  /** All literals of a path, which stand in texts. */
  readonly paths: Groups;
  /** The names of an SDK chain, a field and what it is sent to, a value: what can be a name of the program as well. */
  readonly names: Groups;
}

export function deriveCompanions(catalogue: Catalogue): CompanionGroups {
  const paths: (readonly string[])[] = [];
  const names: (readonly string[])[] = [];
  for (const profile of catalogue.profiles) {
    const ways = new Ways(profile);
    for (const entry of catalogue.entries) {
      if (entry.profile !== profile.id) continue;
      for (const { path } of [...entry.endpoints, ...entry.bodies]) paths.push(literalsOf(path, profile));
      for (const group of nameGroupsOf(entry, profile, ways)) names.push(group);
    }
  }
  return { paths: eachOnce(paths), names: eachOnce(names) };
}

function eachOnce(groups: Groups): Groups {
  const once = new Map<string, readonly string[]>();
  for (const words of groups) {
    const group = [...new Set(words.filter((word) => word !== '').map((word) => word.toLowerCase()))];
    once.set(group.join(' '), group);
  }
  return [...once.values()];
}

function* nameGroupsOf(entry: Entry, profile: Profile, ways: Ways): Iterable<readonly string[]> {
  const { fields, values, resources } = expandChecks(entry, profile);
  for (const { symbol } of deadCallsOf(entry, profile)) yield namesOf(symbol);
  for (const { id } of entry.settings) yield [id, 'settings'];
  for (const { at, where, calls } of fields)
    yield* ways.with([lastKey(at), ...textsOf(where?.equals).slice(0, 1)], calls);
  for (const { at, where, calls, removed } of values) {
    yield* ways.with([lastKey(at)], calls);
    for (const text of [...textsOf(removed), ...textsOf(where?.equals)]) yield* ways.with([text], calls);
  }
  for (const { parameter, prefixes, calls } of entry.queries) {
    for (const prefix of prefixes ?? ['']) yield* ways.with([parameter, prefix], calls);
  }
  for (const { path } of entry.bodies) yield* ways.byName(path);
  if (entry.bodies.length > 0) for (const name of RULESET_NAMES) yield [name];
  for (const { together } of entry.headers) yield together;
  for (const name of entry.ciphers) yield [name];
  for (const { tool, name, attribute, removed } of resources) {
    for (const source of importsOf(tool, profile)) {
      yield [name, attribute === undefined ? '' : lastKey(attribute), source];
      for (const text of textsOf(removed)) yield [name, text, source];
    }
  }
}

/**
 * What a program imports the classes of a tool from. `Record` and `Service` are types and words of every other
 * program; resources of tools with a language of their own have names that are nobody else's.
 */
function importsOf(tool: string, profile: Profile): readonly string[] {
  const packages = profile.packages.filter((id) => id.startsWith(`npm:@${tool}/`));
  const names = packages.map((id) => id.slice('npm:'.length));
  // `cdktf get` writes the bindings of a provider into the program itself.
  if (tool === 'cdktf') names.push('.gen/providers/');
  return names.length > 0 ? names : [''];
}

/** The words of every way to send something to a path: the path itself and the SDK calls that reach it. */
class Ways {
  readonly #profile: Profile;
  readonly #known = new Map<string, Groups>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** Some words, with those of each way beside. */
  *with(words: readonly string[], calls: readonly CallPattern[]): Iterable<readonly string[]> {
    for (const { path } of calls) {
      for (const way of this.#to(path)) yield [...words, ...way];
    }
  }

  /** The names of the SDK calls alone. */
  byName(path: string): Groups {
    return sdkCallsTo(path, this.#profile).map(({ symbol }) => namesOf(symbol));
  }

  #to(path: string): Groups {
    let ways = this.#known.get(path);
    if (ways === undefined) {
      ways = eachOnce([literalsOf(path, this.#profile), ...this.byName(path)]);
      this.#known.set(path, ways);
    }
    return ways;
  }
}

/** Literals behind the scope, or all of them where nothing stands behind it. */
function literalsOf(path: string, profile: Profile): readonly string[] {
  const literals = segmentsOf(path).filter((segment) => !isPlaceholder(segment));
  const behind = profile.scopes.includes(literals[0] ?? '') ? literals.slice(1) : literals;
  return behind.length > 0 ? behind : literals;
}

function namesOf(symbol: string): readonly string[] {
  const names = symbol.split('.').filter((name) => !VERBS.has(name));
  return names.length > 0 ? names : symbol.split('.').slice(0, 1);
}

function lastKey(path: string): string {
  return (path.split('.').at(-1) ?? path).replaceAll('[]', '');
}

function textsOf(values: readonly Scalar[] | undefined): readonly string[] {
  return (values ?? []).map(String);
}
