/** A filter that is created for one rule, in PHP or Ruby: the two calls become one. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { keyOf, pairNamed, pairValue } from '../languages/elements.js';
import { callStatement, withoutStatements } from '../languages/statements.js';
import { type AnswerVisit, answerOf, type Reading } from './answers.js';
import type { RequestCall } from './call.js';
import { onlyItem } from './items.js';
import { functionAround, isChangedBetween } from './variables.js';

export interface MadeFilter {
  readonly call: RequestCall;
  readonly expression: SyntaxNode;
  /** The edits that take its statements out. */
  readonly edits: readonly Edit[];
}

/** The filter whose id a rule is given; null where it is made elsewhere, or used for more. */
export function filterFor(
  reading: Reading,
  filters: readonly RequestCall[],
  { call: rule, id }: { readonly call: RequestCall; readonly id: SyntaxNode },
): MadeFilter | null {
  const { syntax, tree } = reading;
  // Where nobody looks at the rule, the program would go on where it left.
  const isWatched = rule.sender.throws || callStatement(tree, rule.node) === null;
  for (const call of filters) {
    if (functionAround(syntax, call.node) !== functionAround(syntax, id)) continue;
    const { all } = answerOf(reading, call, { isDeep: true });
    if (!all.some(({ node, rest }) => node === id && rest.join(' ') === '[] id')) continue;
    const expression = expressionOf(tree, call);
    if (expression === null || isChangedBetween(syntax, tree, expression, call.node.end, id.start))
      return null;
    const statements = goneWith(reading, call, all, { id, isWatched });
    const edits = statements === null ? null : withoutStatements(tree, statements, /\bfilter/i);
    return edits === null ? null : { call, expression, edits };
  }
  return null;
}

/** The expression of the one filter that is created; a description of its own is not kept anywhere. */
function expressionOf(tree: SyntaxTree, { body }: RequestCall): SyntaxNode | null {
  const filter = body === null ? null : onlyItem(tree, body);
  if (filter === null) return null;
  const pairs = filter.children.filter(({ isNamed }) => isNamed);
  const pair = pairNamed(tree, filter, 'expression');
  const isPlain = pairs.every((one) => /^(?:expression|description|ref)$/.test(keyOf(tree, one) ?? ''));
  const value = pair === null || !isPlain ? null : pairValue(pair);
  const calls = value === null ? [] : walk(value).filter(({ type }) => /call/.test(type));
  const isPure = calls.every((one) =>
    /^(?:\\?(?:sprintf|implode|join|addslashes|strtolower|trim|strtoupper)\b|[\w.@:[\]]+\.(?:join|to_s|strip|downcase)\b)/.test(
      textOf(tree, one),
    ),
  );
  return isPure ? value : null;
}

/** The statements that only make the filter and check it; null where its answer is used for more. */
function goneWith(
  { tree }: Reading,
  call: RequestCall,
  all: readonly AnswerVisit[],
  { id, isWatched }: { readonly id: SyntaxNode; readonly isWatched: boolean },
): readonly SyntaxNode[] | null {
  const statement = statementOf(call.node);
  const block = statement?.parent;
  if (statement === null || block == null || isInside(id, statement)) return null;
  const gone = new Set([statement]);
  const names = new Set<string>();
  for (const { target } of all) if (target !== null) names.add(textOf(tree, target));
  for (const { node } of all) {
    const own = [...gone].some((one) => isInside(node, one));
    if (own || isInside(id, node) || isInside(node, id)) continue;
    const around = statementIn(node, block);
    if (around === null || isInside(id, around)) return null;
    const isAssignment = all.some(
      ({ target }) => target !== null && isInside(target, around) && around.start >= target.start - 1,
    );
    if (!isAssignment && !(isWatched && isGuard(tree, around, names))) return null;
    gone.add(around);
  }
  return block.children.filter((one) => gone.has(one));
}

const BLOCKS =
  /^(?:compound_statement|case_statement|default_statement|program|body_statement|block_body|then|else|do|begin)$/;

/** The statement of an expression. */
export function statementOf(node: SyntaxNode): SyntaxNode | null {
  let current: SyntaxNode | null = node;
  while (current !== null && current.parent !== null && !BLOCKS.test(current.parent.type))
    current = current.parent;
  return current?.parent == null ? null : current;
}

/** The statement of a block that a node stands in. */
function statementIn(node: SyntaxNode, block: SyntaxNode): SyntaxNode | null {
  let current: SyntaxNode | null = node;
  while (current !== null && current.parent !== block) current = current.parent;
  return current;
}

/** `if (!$filter['success']) { return false; }`: it only looks at the filter, and leaves. */
function isGuard(tree: SyntaxTree, statement: SyntaxNode, names: ReadonlySet<string>): boolean {
  if (!/^(?:if_statement|if|unless|if_modifier|unless_modifier)$/.test(statement.type)) return false;
  if (
    statement.children.some(
      ({ field, type }) => field === 'alternative' || type === 'else' || type === 'else_clause',
    )
  )
    return false;
  const condition = statement.children.find(({ field }) => field === 'condition');
  const body = statement.children.find(({ field }) => field === 'body' || field === 'consequence');
  if (condition === undefined || body === undefined) return false;
  const variables = walk(condition).filter(
    ({ type }) => type === 'variable_name' || type === 'identifier' || type === 'instance_variable',
  );
  const isOwn = variables.every(
    (one) => names.has(textOf(tree, one)) || one.field === 'method' || one.parent?.field === 'function',
  );
  const statements = BLOCKS.test(body.type) ? body.children.filter(({ isNamed }) => isNamed) : [body];
  const leaves = /^(?:return|throw|raise|exit|die|abort|wp_die|continue|next|break)\b/;
  const says = /^(?:echo|print|error_log|puts|warn|Log::|\$this->(?:logger|log|error|warn|info)\b|logger\.)/;
  const last = statements.at(-1);
  return (
    isOwn &&
    last !== undefined &&
    leaves.test(textOf(tree, last)) &&
    statements.every((one) => leaves.test(textOf(tree, one)) || says.test(textOf(tree, one)))
  );
}
