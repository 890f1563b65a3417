import {
  type Layout,
  layoutOf,
  type Prefilter,
  searchFor,
  startedPrefilter,
  type Trigger,
} from '../../analysis/prefilter/index.js';
import { type Catalogue, oncePerEntries, triggers } from '../../catalogue/index.js';
import { LAYOUT, LAYOUT_KEY } from '../generated/layout.js';

/** Comments of ours in the user's code make a file worth reading too. */
const OWN_TRIGGER: Trigger = { text: 'edge-sunset-', tier: 'strong' };

/**
 * Everything a scan looks for in bytes. Analysis starts from whole words, and never from the common ones
 * (`analysis/roots.ts`), so nothing else makes a candidate; what shows the API shows it in any form.
 */
export function scanTriggers(catalogue: Catalogue): readonly Trigger[] {
  const wanted = triggers(catalogue)
    .filter((trigger) => trigger.common !== true)
    .map((trigger) => (trigger.tier === 'context' ? trigger : { ...trigger, wholeWord: true }));
  return [...wanted, OWN_TRIGGER];
}

/**
 * The search for a catalogue. How the built-in triggers are laid out was worked out beforehand
 * (`npm run build:layout`): doing it takes longer than reading many a repository.
 */
export function prefilterOf(catalogue: Catalogue): Prefilter {
  return startedPrefilter(searchOf(catalogue));
}

const searchOf = oncePerEntries((catalogue) => {
  const wanted = scanTriggers(catalogue);
  return searchFor(wanted, keyOf(wanted) === LAYOUT_KEY ? layoutFrom(LAYOUT) : undefined);
});

/** Offset and bucket of each spelling, as one text: two characters each. */
export function layoutText(wanted: readonly Trigger[]): string {
  return layoutOf(wanted)
    .map(({ offset, bucket }) => String.fromCharCode(FIRST + offset, FIRST + bucket))
    .join('');
}

function layoutFrom(text: string): Layout {
  return Array.from({ length: text.length / 2 }, (_, index) => ({
    offset: text.charCodeAt(2 * index) - FIRST,
    bucket: text.charCodeAt(2 * index + 1) - FIRST,
  }));
}

/** A printable character, so that the generated file can be read. */
const FIRST = '0'.charCodeAt(0);

/**
 * Tells lists of triggers apart (FNV-1a) by the length of each text and a few of its characters: that it takes no
 * time matters more than that no two lists ever meet, for a layout only decides how fast the search is.
 */
export function keyOf(wanted: readonly Trigger[]): number {
  let hash = 0x811c9dc5;
  for (const { text, tier } of wanted) {
    const { length } = text;
    const code =
      text.charCodeAt(0) + (text.charCodeAt(length >> 1) << 8) + (text.charCodeAt(length - 1) << 16);
    hash = Math.imul(hash ^ (code + (length << 24) + tier.length), 0x01000193);
  }
  return hash >>> 0;
}
