import { nearest } from './nearest.js';
import type { CataloguePart } from './schema/file.js';
import type { CatalogueProblem } from './schema/located.js';
import type { Catalogue, Entry, Profile, SdkCall } from './types.js';

export interface NamedPart {
  readonly file: string;
  readonly part: CataloguePart;
}

export type Merged =
  | { readonly ok: true; readonly catalogue: Catalogue }
  | { readonly ok: false; readonly problems: readonly CatalogueProblem[] };

/** Adds files to a catalogue. An id that is taken is refused: nothing built in is replaced silently. */
export function mergeCatalogues(base: Catalogue, parts: readonly NamedPart[]): Merged {
  const problems: CatalogueProblem[] = [];
  const refuse = (file: string, key: string, message: string, remedy: string): void => {
    problems.push({ file, line: 1, column: 1, key, message, remedy });
  };
  const profiles = new Map<string, Profile>(base.profiles.map((profile) => [profile.id, profile]));
  const entries = new Map<string, Entry>(base.entries.map((entry) => [entry.id, entry]));
  const moreCalls = new Map<string, SdkCall[]>();

  for (const { file, part } of parts) {
    for (const profile of part.profiles) {
      if (profiles.has(profile.id)) {
        refuse(file, 'profiles', `the profile "${profile.id}" exists already`, 'give yours another id');
      } else profiles.set(profile.id, profile);
    }
    for (const entry of part.entries) {
      if (entries.has(entry.id)) {
        refuse(
          file,
          'entries',
          `the entry "${entry.id}" exists already`,
          `give yours another id, such as own-${entry.id}`,
        );
      } else entries.set(entry.id, entry);
    }
  }
  for (const { file, part } of parts) {
    const wanted = new Set([
      ...part.entries.map((entry) => entry.profile),
      ...(part.sdk.calls.length > 0 ? [part.sdk.profile] : []),
    ]);
    for (const id of wanted) {
      if (profiles.has(id)) continue;
      const meant = nearest(id, [...profiles.keys()]);
      refuse(
        file,
        'profile',
        `there is no profile "${id}"`,
        meant === undefined ? 'describe it under "profiles"' : `did you mean "${meant}"?`,
      );
    }
    if (part.sdk.calls.length > 0) {
      moreCalls.set(part.sdk.profile, [...(moreCalls.get(part.sdk.profile) ?? []), ...part.sdk.calls]);
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    catalogue: {
      profiles: [...profiles.values()].map((profile) => {
        const more = moreCalls.get(profile.id);
        return more === undefined ? profile : { ...profile, sdk: [...profile.sdk, ...more] };
      }),
      entries: [...entries.values()],
    },
  };
}
