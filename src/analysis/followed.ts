import type { Usage } from '../read/index.js';
import { covers, type Origin } from '../value/index.js';

/**
 * Usages of one place without those that only look at a wrapper, where others were followed through it down to
 * its client.
 */
export function followedUsages(usages: readonly Usage[], at: Origin): readonly Usage[] {
  if (!usages.some(({ sender }) => sender?.known === true)) return usages;
  return usages.filter(({ sender }) => sender?.known !== false || !covers(sender.at, at));
}
