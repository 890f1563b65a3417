import { choice, type Value } from '../../value/index.js';
import { embeddedJson } from '../json/embedded.js';
import { isBareHole } from './pieces.js';

/** An object, an array, or the value of the JSON that a text spells; null for anything else. */
export function asBody(value: Value): Value | null {
  if (
    value.kind === 'object' ||
    (value.kind === 'array' && value.items.some((item) => item.kind === 'object'))
  ) {
    return value;
  }
  if (value.kind === 'text' && !isBareHole(value)) return embeddedJson(value);
  if (value.kind === 'choice') {
    const bodies = value.of.map(asBody).filter((one) => one !== null);
    return bodies.length === 0 ? null : choice(bodies);
  }
  return null;
}
