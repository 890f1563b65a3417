import type { Node } from '../../syntax/estree.js';
import { keyName } from '../../syntax/nodes.js';

export const PROTOTYPE = 'prototype';

/** `X` of `X.prototype`. */
export function prototypeOwner(node: Node): Node | null {
  return node.type === 'MemberExpression' && keyName(node.property, node.computed) === PROTOTYPE
    ? node.object
    : null;
}
