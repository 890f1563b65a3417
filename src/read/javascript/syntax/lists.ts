/** Adds to the list under a key. */
export function append<K, T>(index: Map<K, T[]>, key: K, item: T): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [item]);
  else list.push(item);
}
