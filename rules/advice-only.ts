import type { Entry } from '../src/catalogue/index.js';

/** Hints on the object storage are for those who ask for them, as `--hints` does in a scan. */
export function isAdviceOnly({ storage }: Entry): boolean {
  return storage.length > 0 && storage.every(({ level }) => level === 'hint');
}
