import type { Identifier, Node } from './estree.js';

export type BindingKind =
  | 'var'
  | 'lexical'
  | 'function'
  | 'class'
  | 'parameter'
  | 'import'
  | 'enum'
  | 'catch'
  /** A type's name: it gives way to a value of the same name. */
  | 'type';

/** A name declared in a scope. `var` and parameters may be declared more than once. */
export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  readonly scope: Node;
  readonly declarations: Identifier[];
}

/** The names a pattern declares, without recursion. */
export function namesIn(pattern: Node): Identifier[] {
  if (pattern.type === 'Identifier') return [pattern];
  const names: Identifier[] = [];
  const pending: (Node | null)[] = [pattern];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === null || node === undefined) continue;
    switch (node.type) {
      case 'Identifier':
        names.push(node);
        break;
      case 'AssignmentPattern':
        pending.push(node.left);
        break;
      case 'RestElement':
        pending.push(node.argument);
        break;
      case 'ArrayPattern':
        for (const one of node.elements) pending.push(one);
        break;
      case 'ObjectPattern':
        for (const one of node.properties) pending.push(one);
        break;
      case 'Property':
        pending.push(node.value);
        break;
      case 'TSParameterProperty':
        pending.push(node.parameter);
        break;
      default:
        break;
    }
  }
  return names;
}

const FUNCTION_SCOPES = new Set([
  'Program',
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'StaticBlock',
  'TSModuleBlock',
]);
const BLOCK_SCOPES = new Set([
  ...FUNCTION_SCOPES,
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
]);

/** The node whose scope a declaration under `node` belongs to. */
export function scopeFor(node: Node, kind: 'var' | 'block'): Node {
  const scopes = kind === 'var' ? FUNCTION_SCOPES : BLOCK_SCOPES;
  let current: Node = node;
  while (!scopes.has(current.type) && current.parent !== undefined) current = current.parent;
  return current;
}
