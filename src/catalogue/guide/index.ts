/** Guides for what is migrated by hand. Apart from the catalogue, because scans never need them. */

import { GUIDES } from './guides.js';
import type { Guide } from './model.js';

export type { Decision, FieldMove, Guide, NewRequest, Pitfall, When } from './model.js';
export { DECISIONS, PITFALLS } from './pitfalls.js';
export { actionFor } from './reasons.js';
export { SDK_METHODS, type SdkMethod } from './sdk-methods.js';

export function guideOf(entry: string): Guide | null {
  return GUIDES.find(({ entries }) => entries.includes(entry)) ?? null;
}
