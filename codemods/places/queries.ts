/** Parameters of an address that are written in it. */

import type { Edit } from '../../src/analysis/index.js';
import type { Site } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';

/** Takes `magnitude=…` out of the text that the finding points into; null where it is not written there as a whole. */
export function withoutParameter({ finding: { at }, file, nodes }: Site, name: string): Edit | null {
  const literal = nodes.findLast(({ type }) => type === 'Literal' || type === 'TemplateLiteral');
  if (literal === undefined) return null;
  const [begin, end] = literal.range;
  const text = file.text.slice(begin, end);
  const found = [...text.matchAll(new RegExp(`([?&])${literally(name)}=([\\w.:-]*)(?=[&#"'\`])(&?)`, 'g'))];
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return null;
  const start = begin + only.index;
  if (at.start < start || at.end > start + only[0].length) return null;
  const isFirst = only[1] === '?';
  // The mark stays where something follows, the sign between two goes with the parameter.
  if (isFirst && only[3] === '&') return { start: start + 1, end: start + only[0].length, text: '' };
  return { start, end: start + only[0].length - (only[3] ?? '').length, text: '' };
}
