/** What declares names in the functions of Go, and what gives them values. */
import type { Spot } from '../definitions.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../nodes.js';
import { fieldOf } from './packages.js';

const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_declaration',
  'method_declaration',
  'func_literal',
]);
const GIVING: ReadonlySet<string> = new Set([
  'short_var_declaration',
  'assignment_statement',
  'var_spec',
  'const_spec',
  'range_clause',
]);

interface Declared {
  /** The function in which the name means this. */
  readonly scope: SyntaxNode;
  /** The type that is written beside it. */
  readonly type: SyntaxNode | null;
  /** Its place among the parameters. */
  readonly parameter: number | null;
  /** The declaration, of a name that is no parameter. */
  readonly by: SyntaxNode | null;
}

/** Where a name is declared in the functions around it; null where it belongs to the package. */
export function declarationIn({ tree, node }: Spot): Declared | null {
  const name = textOf(tree, node);
  for (
    let scope = closest(node.parent, FUNCTIONS);
    scope !== null;
    scope = closest(scope.parent, FUNCTIONS)
  ) {
    const declared = namesOf(tree, scope).get(name);
    if (declared !== undefined) return declared;
  }
  return null;
}

/** By a function, what its own names mean in it: asked for each name that is read. */
const names = new WeakMap<SyntaxNode, ReadonlyMap<string, Declared>>();

function namesOf(tree: SyntaxTree, scope: SyntaxNode): ReadonlyMap<string, Declared> {
  const known = names.get(scope);
  if (known !== undefined) return known;
  const found = new Map<string, Declared>();
  const add = (name: SyntaxNode, declared: Declared) => {
    const written = textOf(tree, name);
    if (!found.has(written)) found.set(written, declared);
  };
  for (const field of ['receiver', 'parameters', 'result']) {
    const list = fieldOf(scope, field);
    for (const { name, type, index } of list === null ? [] : parametersIn(list))
      add(name, { scope, type, parameter: field === 'parameters' ? index : null, by: null });
  }
  for (const by of givingIn(scope))
    if (declares(by) && closest(by, FUNCTIONS) === scope)
      for (const left of leftsOf(by)) add(left, { scope, type: fieldOf(by, 'type'), parameter: null, by });
  names.set(scope, found);
  return found;
}

function declares(node: SyntaxNode): boolean {
  return node.type === 'range_clause'
    ? node.children.some(({ type }) => type === ':=')
    : node.type !== 'assignment_statement';
}

const giving = new WeakMap<SyntaxNode, readonly SyntaxNode[]>();

/** Declarations and assignments in a function or a file. */
export function givingIn(node: SyntaxNode): readonly SyntaxNode[] {
  const known = giving.get(node);
  if (known !== undefined) return known;
  const found = walk(node).filter(({ type }) => GIVING.has(type));
  giving.set(node, found);
  return found;
}

interface Parameter {
  readonly name: SyntaxNode;
  readonly type: SyntaxNode | null;
  readonly index: number;
}

export function parametersIn(list: SyntaxNode): readonly Parameter[] {
  let index = 0;
  return list.children.flatMap((one) => {
    if (!one.isNamed || one.type === 'comment') return [];
    const type = fieldOf(one, 'type');
    const named = one.children.filter(({ field, isNamed }) => field === 'name' && isNamed);
    if (named.length === 0) index++;
    return named.map((name) => ({ name, type, index: index++ }));
  });
}

export function leftsOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'var_spec' || node.type === 'const_spec')
    return node.children.filter(({ field, isNamed }) => field === 'name' && isNamed);
  const left = fieldOf(node, 'left');
  return (left?.children ?? []).filter(({ isNamed }) => isNamed);
}
