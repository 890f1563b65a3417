import type { Catalogue } from './types.js';

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
