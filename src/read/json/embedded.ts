import type { TextValue, Value } from '../../value/index.js';
import { flatten } from '../flat.js';
import { scanJson } from './scan.js';

/**
 * The value that a text spells as JSON, such as a request body in a string, with the positions of the text it
 * was written in; null if it is no JSON object or array.
 */
export function embeddedJson(text: TextValue): Value | null {
  const flat = flatten(text.pieces);
  return flat === null || !/^\s*[[{]/.test(flat.text) ? null : (scanJson(flat)?.value ?? null);
}
