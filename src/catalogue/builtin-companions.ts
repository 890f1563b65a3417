import { builtinCatalogue } from './builtin.js';
import { deriveCompanions } from './companions.js';
import { COMPANIONS_JSON } from './generated/companions.js';
import type { Catalogue } from './types.js';

type Groups = readonly (readonly string[])[];

/**
 * By word the groups of companions that it is in. Those of built-in entries were derived when the catalogue was
 * compiled, for that takes all the tables of SDK methods. A part of the built-in entries gets the groups of all of
 * them, which lets a word too many through and never one too few.
 */
export function companionsOf(catalogue: Catalogue): ReadonlyMap<string, Groups> {
  const builtin = builtinCatalogue();
  const compiled = new Set<unknown>([...builtin.entries, ...builtin.profiles]);
  const isCompiled = [...catalogue.entries, ...catalogue.profiles].every((part) => compiled.has(part));
  const groups = isCompiled ? (JSON.parse(COMPANIONS_JSON) as Groups) : deriveCompanions(catalogue);
  const byWord = new Map<string, (readonly string[])[]>();
  for (const group of groups) {
    for (const word of group) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [group]);
      else known.push(group);
    }
  }
  return byWord;
}
