/** What a request in Go sends: the value under what makes JSON of it. */
import {
  argumentsOf,
  calledAs,
  fieldOf,
  leftsOf,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { RequestCall } from './call.js';
import { declaredAt } from './scope.js';

export interface Body {
  /** The value: a literal, or an expression of a type that is known. */
  readonly node: SyntaxNode;
  /** The declaration of the variable that holds it, if only this call uses it. */
  readonly variable: {
    readonly statement: SyntaxNode;
    readonly name: SyntaxNode;
    readonly use: SyntaxNode;
  } | null;
  /** Statements that make JSON of it. */
  readonly gone: readonly SyntaxNode[];
}

const DEEPEST = 4;

export function bodyOf(call: RequestCall): Body | null {
  const { body } = call.sent;
  return body === null ? null : valueIn(call, body, [], 0);
}

function valueIn(
  call: RequestCall,
  node: SyntaxNode,
  gone: readonly SyntaxNode[],
  depth: number,
): Body | null {
  const { tree } = call;
  if (depth > DEEPEST) return null;
  if (node.type === 'call_expression') {
    const name = calledAs({ ...call, node });
    const [only] = argumentsOf(node);
    return /^bytes\.New(?:Reader|Buffer)$/.test(name) && only !== undefined
      ? valueIn(call, only, gone, depth + 1)
      : null;
  }
  if (node.type !== 'identifier') return { node, variable: null, gone };
  const declared = declaredAt({ ...call, node });
  const statement = declared?.by;
  if (declared === null || statement?.type !== 'short_var_declaration') return { node, variable: null, gone };
  const [name, ...others] = leftsOf(statement);
  const value = fieldOf(statement, 'right')?.children.find(({ isNamed }) => isNamed);
  const uses = usesOf(call, node, statement);
  if (name === undefined || value === undefined || uses.length > 1) return { node, variable: null, gone };
  if (value.type === 'call_expression' && calledAs({ ...call, node: value }) === 'json.Marshal') {
    const [only] = argumentsOf(value);
    if (only === undefined || others.length !== 1 || statement.parent?.type !== 'statement_list') return null;
    const after = statement.parent.children.filter(({ isNamed }) => isNamed);
    const next = after[after.indexOf(statement) + 1];
    const isCheck =
      next?.type === 'if_statement' &&
      fieldOf(next, 'initializer') === null &&
      /^\w+ != nil$/.test(textOf(tree, fieldOf(next, 'condition') ?? next));
    return valueIn(call, only, [...gone, statement, ...(isCheck ? [next] : [])], depth + 1);
  }
  const isLiteral =
    value.type === 'composite_literal' ||
    (value.type === 'unary_expression' && textOf(tree, value).startsWith('&'));
  return isLiteral && others.length === 0
    ? { node: value, variable: { statement, name, use: node }, gone }
    : { node, variable: null, gone };
}

function usesOf(call: RequestCall, node: SyntaxNode, statement: SyntaxNode): readonly SyntaxNode[] {
  const scope = statement.parent ?? call.tree.root;
  return walk(scope).filter(
    (one) =>
      one.type === 'identifier' &&
      textOf(call.tree, one) === textOf(call.tree, node) &&
      declaredAt({ ...call, node: one })?.by === statement,
  );
}

/** The only element of a slice that is written out; null where there are others. */
export function onlyElement({ node }: Spot): SyntaxNode | null {
  if (node.type !== 'composite_literal') return null;
  const type = fieldOf(node, 'type');
  const elements = fieldOf(node, 'body')?.children.filter(({ isNamed }) => isNamed) ?? [];
  const [only, ...others] = elements;
  if (
    !/^(?:slice|array)_type$/.test(type?.type ?? '') ||
    only?.type !== 'literal_element' ||
    others.length > 0
  )
    return null;
  return only.children.find(({ isNamed }) => isNamed) ?? null;
}
