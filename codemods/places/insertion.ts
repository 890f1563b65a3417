/** A property put into an object literal, in the way its others are written. */
import type { Edit } from '../../src/analysis/index.js';
import { indentAt, lineEndOf } from './indent.js';
import type { ObjectNode } from './trees.js';

/** Before all others. */
export function insertedFirst(text: string, object: ObjectNode, property: string): Edit {
  const [start, end] = object.range;
  const [first] = object.properties;
  if (first === undefined) return { start, end, text: `{ ${property} }` };
  const at = first.range[0];
  return { start: at, end: at, text: `${property},${gapBefore(text, at)}` };
}

/** Behind another one. */
export function insertedAfter(
  text: string,
  other: { readonly range: readonly [number, number] },
  property: string,
): Edit {
  const [start, end] = other.range;
  return { start: end, end, text: `,${gapBefore(text, start)}${property}` };
}

/** One property to a line, or one after the other. */
function gapBefore(text: string, at: number): string {
  const indent = indentAt(text, at);
  const isFirstOfLine = /(?:^|[\r\n])[ \t]*$/.test(text.slice(Math.max(0, at - indent.length - 1), at));
  return isFirstOfLine ? lineEndOf(text) + indent : ' ';
}
