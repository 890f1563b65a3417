/**
 * Words that a program must hold somewhere for one of them to be part of a finding: all literals of a path, a
 * field and the path it is sent to, the names of an SDK chain. A program may spread them over its files, so
 * this says nothing of one file; a program without one of a group cannot make that call. Lower case throughout.
 */
import { expandChecks } from './expand.js';
import { RULESET_NAMES } from './ruleset-engine.js';
import { deadCallsOf, sdkCallsTo } from './sdk.js';
import { isPlaceholder, segmentsOf } from './template.js';
import type { CallPattern, Catalogue, Entry, Profile, Scalar } from './types.js';
import { VERBS } from './verbs.js';

export function deriveCompanions(catalogue: Catalogue): readonly (readonly string[])[] {
  const groups = new Map<string, readonly string[]>();
  for (const profile of catalogue.profiles) {
    const ways = new Ways(profile);
    for (const entry of catalogue.entries) {
      if (entry.profile !== profile.id) continue;
      for (const words of groupsOf(entry, profile, ways)) {
        const group = [...new Set(words.filter((word) => word !== '').map((word) => word.toLowerCase()))];
        groups.set(group.join(' '), group);
      }
    }
  }
  return [...groups.values()];
}

function* groupsOf(entry: Entry, profile: Profile, ways: Ways): Iterable<readonly string[]> {
  const { fields, values, resources } = expandChecks(entry, profile);
  for (const { path } of entry.endpoints) yield literalsOf(path, profile);
  for (const { symbol } of deadCallsOf(entry, profile)) yield namesOf(symbol, profile);
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
  for (const { path } of entry.bodies) yield* ways.with([], [{ methods: [], path }]);
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
  readonly #known = new Map<string, readonly (readonly string[])[]>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** Some words, with those of each way beside. */
  *with(words: readonly string[], calls: readonly CallPattern[]): Iterable<readonly string[]> {
    for (const { path } of calls) {
      for (const way of this.#to(path)) yield [...words, ...way];
    }
  }

  #to(path: string): readonly (readonly string[])[] {
    let ways = this.#known.get(path);
    if (ways === undefined) {
      const symbols = sdkCallsTo(path, this.#profile).map(({ symbol }) => namesOf(symbol, this.#profile));
      const all = [literalsOf(path, this.#profile), ...symbols];
      ways = [...new Map(all.map((way) => [way.join(' '), way])).values()];
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

function namesOf(symbol: string, profile: Profile): readonly string[] {
  const names = symbol.split('.').filter((name) => !VERBS.has(name) && !profile.scopes.includes(name));
  return names.length > 0 ? names : symbol.split('.').slice(0, 1);
}

function lastKey(path: string): string {
  return (path.split('.').at(-1) ?? path).replaceAll('[]', '');
}

function textsOf(values: readonly Scalar[] | undefined): readonly string[] {
  return (values ?? []).map(String);
}
