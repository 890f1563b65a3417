import type { Call, New } from '../syntax/estree.js';
import { unwrap } from '../syntax/nodes.js';

/** Names whose calls never send anything. */
const INERT = new Set(
  'JSON Object Array Math Number String Boolean Date RegExp Error TypeError console Promise Symbol Buffer parseInt parseFloat isNaN setTimeout clearTimeout encodeURIComponent URL URLSearchParams Map Set WeakMap Headers FormData AbortController TextEncoder process describe it expect jest vi'.split(
    ' ',
  ),
);

/** A call that no request can come of. */
export function isInert(node: Call | New): boolean {
  let callee = unwrap(node.callee);
  while (callee.type === 'MemberExpression') callee = unwrap(callee.object);
  return callee.type === 'Identifier' && INERT.has(callee.name);
}
