import type { Profile } from '../catalogue/index.js';
import type { Evidence } from '../read/index.js';

/** What shows the API in a text without being a call of it: its host, base path, headers, packages, name. */
export function neighboursIn(text: string, profiles: readonly Profile[]): readonly Evidence[] {
  const lower = text.toLowerCase();
  return profiles.flatMap((profile): Evidence[] => {
    const name = wordsOf(profile).find((word) => lower.includes(word));
    return name === undefined ? [] : [{ kind: 'neighbour', name }];
  });
}

const words = new WeakMap<Profile, readonly string[]>();

function wordsOf(profile: Profile): readonly string[] {
  const known = words.get(profile);
  if (known !== undefined) return known;
  const packages = profile.packages.map((name) => name.slice(name.indexOf(':') + 1));
  const base = profile.basePath.replace(/^\//, '');
  // Strongest first; scopes are left out, for a path must not be its own witness.
  const all = [...profile.hosts, base, ...profile.authHeaders, ...profile.environment, ...packages];
  const made = all.filter((word) => word !== '').map((word) => word.toLowerCase());
  words.set(profile, made);
  return made;
}
