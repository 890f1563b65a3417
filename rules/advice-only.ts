import type { Entry } from '../src/catalogue/index.js';

/** Hints on what is no call of the API, on object storage and ciphers, are for those who ask for them, as with `scan --hints`. */
export function isAdviceOnly({ ciphers, storage }: Entry): boolean {
  return ciphers.length > 0 || (storage.length > 0 && storage.every(({ level }) => level === 'hint'));
}
