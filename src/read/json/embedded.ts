import type { TextValue, Value } from '../../value/index.js';
import { flatten } from '../flat.js';
import { scanJson } from './scan.js';

/**
 * The value that a text spells as JSON, such as a request body in a string, with the positions of the text it
 * was written in; null if it is no JSON object or array.
 */
export function embeddedJson(text: TextValue): Value | null {
  if (!opensBracket(text)) return null;
  const flat = flatten(text.pieces);
  return flat === null ? null : (scanJson(flat)?.value ?? null);
}

/** Most texts that are asked are addresses and words: they need not be put together first. */
function opensBracket({ pieces }: TextValue): boolean {
  for (const piece of pieces) {
    const first = piece.kind === 'text' ? /\S/.exec(piece.text)?.[0] : '';
    if (first !== undefined) return first === '{' || first === '[';
  }
  return false;
}
