import { camelCase, expandChecks, snakeCase } from '../model/expand.js';
import { isPlaceholder, segmentsOf } from '../model/template.js';
import type { Catalogue, Entry, Profile, Scalar } from '../model/types.js';
import { deadCallsOf } from '../sdk/calls.js';
import { RULESET_NAMES } from '../tables/ruleset-engine.js';

/**
 * Words that must stand together in a file for one of them to mean anything: all segments of a path, all names
 * of an SDK chain, a field and the record type it belongs to. A weak trigger by itself says little in a package
 * of thousands of files; a whole group says something.
 */
export function wordGroups(catalogue: Catalogue): readonly (readonly string[])[] {
  const groups = new Map<string, readonly string[]>();
  for (const profile of catalogue.profiles) {
    const common = new Set(profile.commonWords);
    for (const entry of catalogue.entries) {
      if (entry.profile !== profile.id) continue;
      for (const group of groupsOf(entry, profile)) {
        const words = [...new Set(group)].filter((word) => word !== '').sort();
        const telling = words.filter((word) => !common.has(word) && !common.has(snakeCase(word)));
        if (telling.length > 0) groups.set(words.join(' '), words);
      }
    }
  }
  return smallest([...groups.values()]);
}

function groupsOf(entry: Entry, profile: Profile): readonly (readonly string[])[] {
  const { fields, values, resources } = expandChecks(entry, profile);
  return [
    ...entry.endpoints.map(({ path }) => literalsBehindScope(path, profile)),
    ...entry.settings.flatMap(({ id }) => spellingsOf(id).map((spelling) => [spelling])),
    ...fields.flatMap(({ at, where }) =>
      spellingsOf(lastKey(at)).map((key) => [key, ...texts(where?.equals).slice(0, 1)]),
    ),
    ...values.flatMap(({ at, removed }) =>
      removed === undefined
        ? spellingsOf(lastKey(at)).map((key) => [key])
        : texts(removed).map((text) => [text]),
    ),
    ...entry.queries.flatMap(({ parameter, prefixes }) =>
      texts(prefixes).map((prefix) => [parameter, prefix]),
    ),
    ...entry.bodies.map(({ path }) => literalsBehindScope(path, profile)),
    ...(entry.bodies.length > 0 ? RULESET_NAMES.map((name) => [name]) : []),
    ...entry.headers.map(({ together }) => together),
    ...entry.ciphers.map((name) => [name]),
    ...resources.map(({ name, attribute }) => [name, attribute === undefined ? '' : lastKey(attribute)]),
    ...deadCallsOf(entry, profile).map(({ symbol }) => symbol.split('.')),
  ];
}

/** With the scope where the rest is a single word, which says little by itself. */
function literalsBehindScope(path: string, profile: Profile): readonly string[] {
  const [scope = '', , ...rest] = segmentsOf(path);
  const literals = segmentsOf(path).filter((segment) => !isPlaceholder(segment));
  const behind = rest.filter((segment) => !isPlaceholder(segment));
  return profile.scopes.includes(scope) && behind.length > 1 ? behind : literals;
}

/** A group that holds a smaller one adds nothing. */
function smallest(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const kept = new Map<string, (readonly string[])[]>();
  return [...groups]
    .sort((a, b) => a.length - b.length)
    .filter((group) => {
      const holdsSmaller = group.some((word) =>
        kept.get(word)?.some((smaller) => smaller.every((other) => group.includes(other))),
      );
      if (holdsSmaller) return false;
      const [first = ''] = group;
      kept.set(first, [...(kept.get(first) ?? []), group]);
      return true;
    });
}

function lastKey(path: string): string {
  return (path.split('.').at(-1) ?? path).replaceAll('[]', '');
}

function spellingsOf(key: string): readonly string[] {
  const camel = camelCase(key);
  return [...new Set([key, camel, camel.charAt(0).toUpperCase() + camel.slice(1)])];
}

function texts(values: readonly Scalar[] | undefined): readonly string[] {
  return (values ?? []).map(String);
}
