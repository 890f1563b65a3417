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

/** One property to a line, or one after the other. */
function gapBefore(text: string, at: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  const isFirstOfLine = /^[ \t]*$/.test(text.slice(lineStart, at));
  return isFirstOfLine ? lineEndOf(text) + indentAt(text, at) : ' ';
}
