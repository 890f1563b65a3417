/**
 * The prefilter: which files are worth reading at all. It sees bytes, never a syntax tree, and a file without a
 * trigger costs an open, a read and a pass of the SIMD search.
 *
 * `createPrefilter(triggers)` builds the search once; then, per file, `scanFile(path)` (or `scan(bytes)`)
 * gives the tiers that occur, and `hits()` and `content()` the places and the text until the next scan.
 */

export type { Encoding, FileScan } from './file-reader.js';
export { DEFAULT_MAX_BYTES, unmarkedUtf16 } from './file-reader.js';
export type { Layout, Placement } from './layout.js';
export {
  createPrefilter,
  layoutOf,
  type Prefilter,
  type PrefilterOptions,
  searchFor,
  startedPrefilter,
  type TriggerHit,
} from './prefilter.js';
export { TIER_BITS, type Tier, type Trigger, type Triggers, triggersOf } from './triggers.js';
