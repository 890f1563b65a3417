import type { Entry } from '../../catalogue/index.js';
import { canonicalName, THREAT_SCORE } from '../../expression/index.js';
import type { Fix } from './fix.js';

/** The levels of edits that findings of an entry may ever bring, as a rule has to say beforehand. */
export function possibleFixes(entry: Entry): ReadonlySet<Fix['level']> {
  const levels = new Set<Fix['level']>();
  const renames = entry.expressions.some(({ rename }) => rename !== undefined);
  if (renames || entry.removal === 'safe' || entry.removal === 'complete-name') levels.add('safe');
  const folds = entry.expressions.some(({ name }) => canonicalName(name) === THREAT_SCORE);
  const moved = entry.endpoints.some(({ successor }) => successor !== undefined);
  const constant = entry.fields.some(({ always }) => always !== undefined);
  if (renames || folds || moved || constant || entry.removal !== undefined) levels.add('review');
  // A reader may know a correction too.
  if (entry.storage.length > 0 && entry.automation !== 'none') levels.add('review');
  if (entry.storage.some(({ correct, form }) => correct !== undefined || form === 'trailing-slash'))
    levels.add('safe');
  return levels;
}
