import { nearest } from '../model/nearest.js';
import type { Catalogue, Entry, Profile, SdkCall } from '../model/types.js';
import type { CataloguePart } from './file.js';
import { placeKey } from './load.js';
import type { CatalogueProblem, Position } from './located.js';

export interface NamedPart {
  readonly file: string;
  readonly part: CataloguePart;
  readonly places?: ReadonlyMap<string, Position>;
}

export type Merged =
  | { readonly ok: true; readonly catalogue: Catalogue }
  | { readonly ok: false; readonly problems: readonly CatalogueProblem[] };

/** Adds files to a catalogue. An id that is taken is refused: nothing built in is replaced silently. */
export function mergeCatalogues(base: Catalogue, parts: readonly NamedPart[]): Merged {
  const problems: CatalogueProblem[] = [];
  const profiles = new Map<string, Profile>(base.profiles.map((profile) => [profile.id, profile]));
  const entries = new Map<string, Entry>(base.entries.map((entry) => [entry.id, entry]));
  for (const part of parts) {
    addAll('profiles', part, part.part.profiles, profiles, problems);
    addAll('entries', part, part.part.entries, entries, problems);
  }
  const moreCalls = new Map<string, SdkCall[]>();
  for (const part of parts) {
    for (const one of unknownProfiles(part, profiles)) problems.push(one);
    const { profile, calls } = part.part.sdk;
    if (calls.length > 0) moreCalls.set(profile, [...(moreCalls.get(profile) ?? []), ...calls]);
  }
  if (problems.length > 0) return { ok: false, problems };
  const extended = [...profiles.values()].map((profile) => {
    const more = moreCalls.get(profile.id);
    return more === undefined ? profile : { ...profile, sdk: [...profile.sdk, ...more] };
  });
  return { ok: true, catalogue: { profiles: extended, entries: [...entries.values()] } };
}

function addAll<T extends { readonly id: string }>(
  list: 'entries' | 'profiles',
  { file, places }: NamedPart,
  items: readonly T[],
  known: Map<string, T>,
  problems: CatalogueProblem[],
): void {
  for (const item of items) {
    if (!known.has(item.id)) {
      known.set(item.id, item);
      continue;
    }
    const what = list === 'entries' ? 'entry' : 'profile';
    problems.push({
      file,
      ...(places?.get(placeKey(list, item.id)) ?? { line: 1, column: 1 }),
      key: list,
      message: `the ${what} "${item.id}" exists already`,
      remedy: `give yours another id, such as own-${item.id}`,
    });
  }
}

function unknownProfiles({ file, part }: NamedPart, known: ReadonlyMap<string, Profile>): CatalogueProblem[] {
  const wanted = new Set(part.entries.map((entry) => entry.profile));
  if (part.sdk.calls.length > 0) wanted.add(part.sdk.profile);
  return [...wanted]
    .filter((id) => !known.has(id))
    .map((id) => {
      const meant = nearest(id, [...known.keys()]);
      return {
        file,
        line: 1,
        column: 1,
        key: 'profile',
        message: `there is no profile "${id}"`,
        remedy: meant === undefined ? 'describe it under "profiles"' : `did you mean "${meant}"?`,
      };
    });
}
