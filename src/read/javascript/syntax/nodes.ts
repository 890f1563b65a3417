import type { ClassNode, FunctionNode, Node, Wrapper } from './estree.js';
import { endOf, startOf } from './positions.js';

/** Keys that never lead to a child in the sense of the syntax. */
const NOT_CHILDREN = new Set([
  'type',
  'start',
  'end',
  'range',
  'loc',
  'parent',
  'raw',
  'tokens',
  'comments',
  'regex',
  'bigint',
  'kind',
  'operator',
  'name',
]);

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

/** Every child, in source order as far as the parser lists it so; types included. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    const value: unknown = Reflect.get(node, key);
    if (typeof value !== 'object' || value === null || NOT_CHILDREN.has(key)) continue;
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

/** The innermost node that covers an offset, and its ancestors from the outermost on. */
export function pathTo(program: Node, offset: number): Node[] {
  const path: Node[] = [];
  let current: Node | undefined = program;
  while (current !== undefined) {
    path.push(current);
    current = childAt(current, offset);
  }
  return path;
}

/** Above that many children, a search from the first one on for each offset would take too long. */
const MANY_CHILDREN = 64;
/** Of nodes with so many children, those that are in order; null where they are not. */
const inOrder = new WeakMap<Node, readonly Node[] | null>();

function childAt(node: Node, offset: number): Node | undefined {
  const known = inOrder.get(node);
  const children = known ?? childrenOf(node);
  const holds = (child: Node) => startOf(child) <= offset && offset < endOf(child);
  if (known === null || children.length <= MANY_CHILDREN) return children.find(holds);
  if (known === undefined) {
    const isInOrder = children.every(
      (child, at) => at === 0 || endOf(children[at - 1] as Node) <= startOf(child),
    );
    inOrder.set(node, isInOrder ? children : null);
    if (!isInOrder) return children.find(holds);
  }
  let [low, high] = [0, children.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(children[middle] as Node) <= offset) low = middle + 1;
    else high = middle;
  }
  const child = children[low];
  return child !== undefined && holds(child) ? child : undefined;
}

export function isFunction(node: Node | null | undefined): node is FunctionNode {
  return (
    node?.type === 'FunctionDeclaration' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'ArrowFunctionExpression'
  );
}

/** The parameters that arguments are for: TypeScript declares the type of `this` before them. */
export function parametersOf(node: FunctionNode): readonly Node[] {
  const [first] = node.params;
  return first?.type === 'Identifier' && first.name === 'this' ? node.params.slice(1) : node.params;
}

export function isClass(node: Node | null | undefined): node is ClassNode {
  return node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression';
}

const WRAPPERS: ReadonlySet<string> = new Set<Wrapper['type']>([
  'ChainExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
]);

/** Parentheses, type assertions and optional chains: their value is that of the expression in them. */
export function isWrapper(node: Node): node is Wrapper {
  return WRAPPERS.has(node.type);
}

/** The expression behind parentheses, type assertions, `await` and optional chains. */
export function unwrap(node: Node): Node {
  if (isWrapper(node)) return unwrap(node.expression);
  return node.type === 'AwaitExpression' && node.argument !== null ? unwrap(node.argument) : node;
}

/** The nearest ancestor for which the test holds. */
export function ancestor<T extends Node>(
  node: Node,
  test: (candidate: Node) => candidate is T,
): T | undefined {
  let current = node.parent;
  while (current !== undefined) {
    if (test(current)) return current;
    current = current.parent;
  }
  return undefined;
}

export function enclosingFunction(node: Node): FunctionNode | undefined {
  return ancestor(node, isFunction);
}

export function encloses(outer: Node, inner: Node): boolean {
  return startOf(outer) <= startOf(inner) && endOf(inner) <= endOf(outer);
}

/** The name of a key that is written out: `a`, `'a'`, `#a`, `['a']`; null for a computed one. */
export function keyName(key: Node, computed: boolean): string | null {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Identifier') return computed ? null : key.name;
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')) {
    return String(key.value);
  }
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0) {
    return key.quasis[0]?.value.cooked ?? null;
  }
  return null;
}

/** How a person would call an expression: `this.zone.id`, `getZone()`. Null for anything longer. */
export function nameOf(node: Node): string | null {
  const parts: string[] = [];
  let current = unwrap(node);
  for (;;) {
    if (current.type === 'Identifier') parts.push(current.name);
    else if (current.type === 'ThisExpression') parts.push('this');
    else if (current.type === 'MemberExpression') {
      const name = keyName(current.property, current.computed);
      if (name === null || parts.length > 8) return null;
      parts.push(name);
      current = unwrap(current.object);
      continue;
    } else if (current.type === 'CallExpression') {
      current = unwrap(current.callee);
      continue;
    } else return null;
    return parts.reverse().join('.');
  }
}
