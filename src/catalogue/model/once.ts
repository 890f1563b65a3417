import type { Catalogue, Profile, SdkCall } from './types.js';

/** Catalogues that only know more living calls than another one. */
const bases = new WeakMap<Catalogue, Catalogue>();

/** The catalogue with more SDK methods, none of which is retired: what it looks for is what it looked for before. */
export function withLivingCalls(catalogue: Catalogue, calls: readonly SdkCall[]): Catalogue {
  const wide = { ...catalogue, profiles: catalogue.profiles.map((profile) => withCalls(profile, calls)) };
  bases.set(wide, bases.get(catalogue) ?? catalogue);
  return wide;
}

/** The tables of SDKs are unpacked when first asked for. */
function withCalls(profile: Profile, calls: readonly SdkCall[]): Profile {
  let all: readonly SdkCall[] | undefined;
  const { sdk: _, ...descriptors } = Object.getOwnPropertyDescriptors(profile);
  const own = Object.defineProperties({}, descriptors);
  return Object.defineProperty(own, 'sdk', {
    enumerable: true,
    get: () => (all ??= [...profile.sdk, ...calls]),
  }) as Profile;
}

/** Derives something from a catalogue once, as long as that very catalogue is in use. */
export function oncePerCatalogue<T extends object>(
  derive: (catalogue: Catalogue) => T,
): (catalogue: Catalogue) => T {
  const known = new WeakMap<Catalogue, T>();
  return (catalogue) => {
    const before = known.get(catalogue);
    if (before !== undefined) return before;
    const derived = derive(catalogue);
    known.set(catalogue, derived);
    return derived;
  };
}

/** The same for what only depends on the entries, and not on calls that are not retired. */
export function oncePerEntries<T extends object>(
  derive: (catalogue: Catalogue) => T,
): (catalogue: Catalogue) => T {
  const derived = oncePerCatalogue(derive);
  return (catalogue) => derived(bases.get(catalogue) ?? catalogue);
}
