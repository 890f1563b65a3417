/** The statement that a call is in Go, with what handles its error. */
import type { Edit } from '../../src/analysis/index.js';
import {
  calledAs,
  closest,
  declarationIn,
  fieldOf,
  isInside,
  isTarget,
  leftsOf,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { PURE_IN_GO } from '../../src/migrate/index.js';

export interface GoCall {
  /** What goes, in one block. */
  readonly statements: readonly SyntaxNode[];
  /** What takes the place of a part of what stays. */
  readonly edits: readonly Edit[];
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_declaration',
  'method_declaration',
  'func_literal',
]);
/** What becomes of an error: it is returned, written to a log, or kept with others. */
const HANDLERS =
  /^(?:(?:\w+\.)*(?:log\w*|slog|klog)\.\w+|\w+\.(?:Error|Errorf|Fatal|Fatalf|Warn|Warnf|Info|Infof|Skip)|fmt\.\w+|os\.Exit|panic|errors\.\w+|append)$/i;

/** The call that a text is handed to, itself or by the variable that holds it and nothing else does. */
export function goCallGiven(tree: SyntaxTree, leaf: SyntaxNode, depth = 0): SyntaxNode | null {
  let call = closest(leaf, CALLS);
  while (call !== null && PURE_IN_GO.test(calledAs({ tree, path: '', node: call })))
    call = call.parent === null ? null : closest(call.parent, CALLS);
  if (call !== null || depth > 2) return call;
  const given = closest(leaf, new Set(['short_var_declaration']));
  const [name, ...others] = given === null ? [] : leftsOf(given);
  const declared = name === undefined ? null : declarationIn({ tree, path: '', node: name });
  if (name === undefined || declared === null || others.length > 0) return null;
  const uses = walk(declared.scope).filter(
    (node) => node.type === 'identifier' && node !== name && textOf(tree, node) === textOf(tree, name),
  );
  const [use] = uses;
  return use === undefined || uses.length > 1 ? null : goCallGiven(tree, use, depth + 1);
}

const CALLS: ReadonlySet<string> = new Set(['call_expression']);

/** Null where more than the error of the call goes anywhere. */
export function goCallStatement(tree: SyntaxTree, call: SyntaxNode): GoCall | null {
  const { parent } = call;
  if (parent?.type === 'expression_statement') return only(parent);
  const holder = parent?.type === 'expression_list' && oneOf(parent) === call ? parent.parent : null;
  if (holder === null || holder === undefined) return null;
  if (holder.type === 'return_statement') return returned(tree, holder);
  if (!/^(?:short_var_declaration|assignment_statement)$/.test(holder.type)) return null;
  const names = leftsOf(holder).map((left) => textOf(tree, left));
  const error = names.at(-1) ?? '';
  if (names.slice(0, -1).some((name) => name !== '_')) return null;
  if (error === '_') return only(holder);
  if (!/^\w*err$/i.test(error)) return null;
  const around = holder.parent;
  if (around?.type === 'if_statement' && holder.field === 'initializer')
    return isHandling(tree, around, error) ? only(around) : null;
  return followed(tree, holder, error);
}

function only(statement: SyntaxNode): GoCall | null {
  return statement.parent?.type === 'statement_list' ? { statements: [statement], edits: [] } : null;
}

function oneOf(list: SyntaxNode): SyntaxNode | null {
  const [first, ...others] = list.children.filter(({ isNamed }) => isNamed);
  return first === undefined || others.length > 0 ? null : first;
}

/** `return c.patch(…)` at the end of a function that returns nothing but an error. */
function returned(tree: SyntaxTree, statement: SyntaxNode): GoCall | null {
  const around = closest(statement, FUNCTIONS);
  const result = around === null ? null : fieldOf(around, 'result');
  const isError = result !== null && /^(?:error|\(\s*error\s*\))$/.test(textOf(tree, result));
  const list = statement.parent;
  const isLast = list?.children.findLast(({ isNamed }) => isNamed) === statement;
  const hasOthers =
    (list?.children.filter(({ isNamed, type }) => isNamed && type !== 'comment').length ?? 0) > 1;
  if (!isError || !isLast || !hasOthers || list?.parent?.parent !== around) return null;
  return { statements: [], edits: [{ start: statement.start, end: statement.end, text: 'return nil' }] };
}

/** `if err != nil { return err }` */
function isHandling(tree: SyntaxTree, statement: SyntaxNode, error: string): boolean {
  const condition = fieldOf(statement, 'condition');
  const block = fieldOf(statement, 'consequence');
  if (condition === null || block === null || fieldOf(statement, 'alternative') !== null) return false;
  if (textOf(tree, condition) !== `${error} != nil`) return false;
  const list = block.children.find(({ type }) => type === 'statement_list');
  return (list?.children ?? [])
    .filter(({ isNamed }) => isNamed)
    .every((one) => {
      if (!/^(?:return|continue|break|expression|assignment)_statement$/.test(one.type)) return false;
      return walk(one).every(
        (inner) =>
          inner.type !== 'call_expression' || HANDLERS.test(calledAs({ tree, path: '', node: inner })),
      );
    });
}

/** `_, err := c.patch(…)` with the `if err != nil` right below it. */
function followed(tree: SyntaxTree, statement: SyntaxNode, error: string): GoCall | null {
  const list = statement.parent;
  if (list?.type !== 'statement_list') return null;
  const next = list.children.slice(list.children.indexOf(statement) + 1).find(({ isNamed }) => isNamed);
  if (next?.type !== 'if_statement' || fieldOf(next, 'initializer') !== null) return null;
  if (!isHandling(tree, next, error)) return null;
  const name = leftsOf(statement).at(-1);
  const declared = name === undefined ? null : declarationIn({ tree, path: '', node: name });
  if (declared === null) return null;
  const gone = [statement, next];
  const others = walk(declared.scope).filter(
    (node) =>
      node.type === 'identifier' &&
      textOf(tree, node) === error &&
      node.start > statement.start &&
      !gone.some((one) => isInside(node, one)),
  );
  if (statement.type === 'assignment_statement')
    return isReadBesides(tree, declared.scope, error, gone) || declared.by === null
      ? { statements: gone, edits: [] }
      : null;
  const redeclared = declaredAnew(tree, list, others[0]);
  return redeclared === null ? null : { statements: gone, edits: redeclared };
}

/** The variable would be declared and not used. */
function isReadBesides(
  tree: SyntaxTree,
  scope: SyntaxNode,
  name: string,
  gone: readonly SyntaxNode[],
): boolean {
  return walk(scope).some(
    (node) =>
      node.type === 'identifier' &&
      textOf(tree, node) === name &&
      !isTarget(node) &&
      !gone.some((one) => isInside(node, one)),
  );
}

/** The next statement that gives the name something declares it now: `err = f()` becomes `err := f()`. */
function declaredAnew(
  tree: SyntaxTree,
  list: SyntaxNode,
  next: SyntaxNode | undefined,
): readonly Edit[] | null {
  if (next === undefined) return [];
  const giving = next.parent?.parent;
  if (!isTarget(next) || giving == null) return null;
  const isBeside = giving.parent === list;
  const isInner = giving.parent?.type === 'if_statement' && giving.field === 'initializer';
  if (giving.type === 'short_var_declaration')
    return isBeside || isInner ? anew(tree, giving, list, isInner) : null;
  if (giving.type !== 'assignment_statement' || !isBeside) return null;
  const names = leftsOf(giving);
  const operator = giving.children.find(({ field }) => field === 'operator');
  const isPlain = operator !== undefined && textOf(tree, operator) === '=';
  const areOwn = names.every((one) => one === next || textOf(tree, one) === '_');
  return isPlain && areOwn ? [{ start: operator.start, end: operator.end, text: ':=' }] : null;
}

/** A declaration of an inner block says nothing of what comes behind it. */
function anew(
  tree: SyntaxTree,
  giving: SyntaxNode,
  list: SyntaxNode,
  isInner: boolean,
): readonly Edit[] | null {
  const block = giving.parent;
  if (!isInner || block === null) return [];
  const [name = ''] = leftsOf(giving)
    .map((one) => textOf(tree, one))
    .slice(-1);
  const following = list.children.slice(list.children.indexOf(block) + 1).flatMap((one) => walk(one));
  return declaredAnew(
    tree,
    list,
    following.find((one) => one.type === 'identifier' && textOf(tree, one) === name),
  );
}

/** The answer goes into a variable: `&out`, or what was made as a pointer. */
export function isReadInto(tree: SyntaxTree, call: SyntaxNode): boolean {
  return walk(call).some((node) => {
    if (node.type === 'unary_expression' && textOf(tree, node).startsWith('&'))
      return fieldOf(node, 'operand')?.type !== 'composite_literal';
    const isGiven = node.type === 'identifier' && node.parent?.type === 'argument_list';
    const declared = isGiven ? declarationIn({ tree, path: '', node })?.by : null;
    return declared != null && /=\s*(?:&|new\()/.test(textOf(tree, declared));
  });
}
