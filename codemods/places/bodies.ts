/** The body of a request, where it is written out for one call alone; and the method it is sent with. */
import type { Edit } from '../../src/analysis/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import type { Value } from '../../src/value/index.js';
import { requestAround } from './answers.js';
import { isOwn, isPlain, type ObjectNode, type Place, placeOf, propertyNamed } from './trees.js';

/** Null where it is put together elsewhere, or others can see it. */
export function ownBody(
  { file, finding, nodes }: Site,
  around: Surroundings,
  body: Value,
): Place<ObjectNode> | null {
  const place = body.kind === 'object' ? placeOf(around, body.origin, 'ObjectExpression') : null;
  const call = requestAround(nodes);
  const at = call === null ? finding.at : { file: file.path, start: call.range[0], end: call.range[1] };
  return place !== null && isPlain(place.node) && isOwn(place, at) ? place : null;
}

/** `api.patch(…)`, `{ method: 'PATCH' }`, `request('PATCH', …)` with another method; null where it is not written there. */
export function methodEdit({ nodes, file: { text } }: Site, from: string, to: string): Edit | null {
  const call = requestAround(nodes);
  if (call?.type !== 'CallExpression') return null;
  const { callee } = call;
  if (callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === from.toLowerCase())
    return { start: callee.property.range[0], end: callee.property.range[1], text: to.toLowerCase() };
  const found = call.arguments.flatMap((argument) => {
    const value =
      argument.type === 'ObjectExpression' ? (propertyNamed(argument, 'method')?.value ?? null) : argument;
    return value !== null && isText(value, from) ? [value] : [];
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return null;
  const quote = text[only.range[0]] ?? "'";
  return { start: only.range[0], end: only.range[1], text: `${quote}${to}${quote}` };
}

function isText(node: Node, text: string): boolean {
  return node.type === 'Literal' && node.value === text;
}
