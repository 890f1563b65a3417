import type { Entry } from '../src/catalogue/index.js';

/** Hints are for those who ask for them, as `--hints` does in a scan. */
export function isAdviceOnly({ storage, severity }: Entry): boolean {
  return severity === 'hint' || (storage.length > 0 && storage.every(({ level }) => level === 'hint'));
}
