import { COMPANIONS_JSON } from '../generated/companions.js';
import { oncePerEntries } from '../model/once.js';
import type { Catalogue } from '../model/types.js';
import { type CompanionGroups, deriveCompanions, type Groups } from '../triggers/companions.js';
import { builtinCatalogue } from './catalogue.js';

/** By word the groups of companions that it is in, of both kinds. */
export interface CompanionsByWord {
  readonly paths: ReadonlyMap<string, Groups>;
  readonly names: ReadonlyMap<string, Groups>;
}

/**
 * The groups of built-in entries were derived when the catalogue was
 * compiled, for that takes all the tables of SDK methods. A part of the built-in entries gets the groups of all of
 * them, which lets a word too many through and never one too few.
 */
export const companionsOf = oncePerEntries(groupsByWord);

function groupsByWord(catalogue: Catalogue): CompanionsByWord {
  const builtin = builtinCatalogue();
  const compiled = new Set<unknown>([...builtin.entries, ...builtin.profiles]);
  const isCompiled = [...catalogue.entries, ...catalogue.profiles].every((part) => compiled.has(part));
  const { paths, names } = isCompiled
    ? (JSON.parse(COMPANIONS_JSON) as CompanionGroups)
    : deriveCompanions(catalogue);
  return { paths: byWord(paths), names: byWord(names) };
}

function byWord(groups: Groups): ReadonlyMap<string, Groups> {
  const words = new Map<string, (readonly string[])[]>();
  for (const group of groups) {
    for (const word of group) {
      const known = words.get(word);
      if (known === undefined) words.set(word, [group]);
      else known.push(group);
    }
  }
  return words;
}
