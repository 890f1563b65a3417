import { TRIGGERS_JSON } from '../generated/triggers.js';
import { oncePerEntries } from '../model/once.js';
import type { Catalogue } from '../model/types.js';
import { type CatalogueTrigger, deriveTriggers } from '../triggers/triggers.js';
import { builtinCatalogue } from './catalogue.js';

/**
 * The triggers of a catalogue. Those of built-in entries were derived when the catalogue was compiled: deriving
 * them takes longer than reading many a repository. A part of the built-in entries gets the triggers of all of
 * them, which lets a file too many through and never one too few.
 */
export const triggers = oncePerEntries(triggersOf);

function triggersOf(catalogue: Catalogue): readonly CatalogueTrigger[] {
  const builtin = builtinCatalogue();
  const compiled = new Set<unknown>([...builtin.entries, ...builtin.profiles]);
  const profiles = catalogue.profiles.filter((profile) => !compiled.has(profile));
  // A profile that was extended has other SDK methods for the same entries.
  const extended = new Set(profiles.map((profile) => profile.id));
  const entries = catalogue.entries.filter((entry) => !compiled.has(entry) || extended.has(entry.profile));
  const known = JSON.parse(TRIGGERS_JSON) as readonly CatalogueTrigger[];
  if (entries.length === 0 && profiles.length === 0) return known;
  const own = deriveTriggers({ profiles: catalogue.profiles, entries });
  return strongest([...known, ...own]);
}

const RANK = { strong: 0, weak: 1, context: 2 };

/** Each text once, in its strongest tier, and found in every spelling that somebody needs. */
function strongest(all: readonly CatalogueTrigger[]): readonly CatalogueTrigger[] {
  const best = new Map<string, CatalogueTrigger>();
  for (const trigger of all) {
    const before = best.get(trigger.text);
    best.set(trigger.text, before === undefined ? trigger : joined(before, trigger));
  }
  return [...best.values()];
}

function joined(a: CatalogueTrigger, b: CatalogueTrigger): CatalogueTrigger {
  return {
    text: a.text,
    tier: RANK[b.tier] < RANK[a.tier] ? b.tier : a.tier,
    ...(a.caseInsensitive === true || b.caseInsensitive === true ? { caseInsensitive: true } : {}),
    ...(a.common === true && b.common === true ? { common: true } : {}),
    ...(a.answered === true && b.answered === true ? { answered: true } : {}),
    ...(a.apart === true && b.apart === true ? { apart: true } : {}),
  };
}
