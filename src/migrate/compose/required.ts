import type { Node } from '../../read/javascript/syntax/index.js';

/** The module that an expression such as `require('x')` or `require('x').y` asks for. */
export function requiredBy(node: Node | null | undefined): string | null {
  let current = node ?? null;
  while (current !== null) {
    if (current.type === 'MemberExpression') current = current.object;
    else if (current.type === 'CallExpression' && current.callee.type !== 'Identifier')
      current = current.callee;
    else break;
  }
  if (current?.type !== 'CallExpression' || current.callee.type !== 'Identifier') return null;
  const [first] = current.arguments;
  const isRequire = current.callee.name === 'require' && first?.type === 'Literal';
  return isRequire && typeof first.value === 'string' ? first.value : null;
}
