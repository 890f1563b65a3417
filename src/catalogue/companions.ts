/**
 * Words that a program must hold somewhere for one of them to be part of a finding: all literals of a path, a
 * field and the path it is sent to, the names of an SDK chain. A program may spread them over its files, so
 * this says nothing of one file; a program without one of them cannot make that call. Lower case throughout.
 */
import { expandChecks } from './expand.js';
import { deadCallsOf, sdkCallsTo } from './sdk.js';
import { isPlaceholder, segmentsOf } from './template.js';
import type { CallPattern, Catalogue, Entry, Profile, Scalar } from './types.js';
import { VERBS } from './verbs.js';

/** The groups that each word is in, the word itself left out of them. */
export function companionsOf(catalogue: Catalogue): ReadonlyMap<string, readonly (readonly string[])[]> {
  const byWord = new Map<string, (readonly string[])[]>();
  for (const profile of catalogue.profiles) {
    for (const entry of catalogue.entries) {
      if (entry.profile !== profile.id) continue;
      for (const words of groupsOf(entry, profile)) {
        const group = [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word !== ''))];
        for (const word of group) {
          const others = group.filter((other) => other !== word);
          byWord.set(word, [...(byWord.get(word) ?? []), others]);
        }
      }
    }
  }
  return byWord;
}

function* groupsOf(entry: Entry, profile: Profile): Iterable<readonly string[]> {
  const { fields, values, resources } = expandChecks(entry, profile);
  for (const { path } of entry.endpoints) yield literalsOf(path, profile);
  for (const { symbol } of deadCallsOf(entry, profile)) yield namesOf(symbol, profile);
  for (const { id } of entry.settings) yield [id, 'settings'];
  for (const { at, where, calls } of fields)
    yield* withCalls([lastKey(at), ...textsOf(where?.equals).slice(0, 1)], calls, profile);
  for (const { at, where, calls, removed } of values) {
    yield* withCalls([lastKey(at)], calls, profile);
    for (const text of [...textsOf(removed), ...textsOf(where?.equals)])
      yield* withCalls([text], calls, profile);
  }
  for (const { parameter, prefixes, calls } of entry.queries) {
    for (const prefix of prefixes ?? ['']) yield* withCalls([parameter, prefix], calls, profile);
  }
  for (const { together } of entry.headers) yield together;
  for (const { name, attribute, removed } of resources) {
    yield [name, attribute === undefined ? '' : lastKey(attribute)];
    for (const text of textsOf(removed)) yield [name, text];
  }
}

/** Some words, with what each way of sending them says beside. */
function* withCalls(
  words: readonly string[],
  calls: readonly CallPattern[],
  profile: Profile,
): Iterable<readonly string[]> {
  for (const { path } of calls) {
    yield [...words, ...literalsOf(path, profile)];
    for (const { symbol } of sdkCallsTo(path, profile)) yield [...words, ...namesOf(symbol, profile)];
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
