/** What a program in Python reads of the value of an expression, followed through variables, loops and callers. */
import { isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { functionAround } from './call.js';
import type { IsUsedElsewhere } from './reads.js';
import { assignedTo, callersOf, functionName, isDecorated } from './uses.js';
import { namesIn } from './variables.js';

/** An expression, and the keys, methods and `[]` of lists that lead to its value. */
export interface AnswerRead {
  readonly steps: readonly string[];
  readonly node: SyntaxNode;
  /** Its value goes where it cannot be followed. */
  readonly isHandedOn: boolean;
}

interface Following {
  readonly tree: SyntaxTree;
  readonly isUsedElsewhere: IsUsedElsewhere;
  /** What lies below these steps does not matter. */
  readonly isLeaf: (steps: readonly string[]) => boolean;
}

const DEEPEST = 30;
/** A value is only looked at here. */
const LOOKS =
  /^(?:not_operator|if_statement|elif_clause|if_clause|while_statement|assert_statement|expression_statement)$/;

/** All reads of the value of an expression, from the outside to the inside. */
export function readsFrom(
  following: Following,
  node: SyntaxNode,
  steps: readonly string[] = [],
  depth = 0,
): readonly AnswerRead[] {
  const { tree, isLeaf } = following;
  const read = (isHandedOn: boolean): AnswerRead => ({ steps, node, isHandedOn });
  const next = (to: SyntaxNode, ...more: readonly string[]) => [
    read(false),
    ...readsFrom(following, to, [...steps, ...more], depth + 1),
  ];
  const { parent } = node;
  if (parent === null || depth > DEEPEST) return [read(true)];
  if (isLeaf(steps)) return [read(false)];
  switch (parent.type) {
    case 'await':
    case 'parenthesized_expression':
      return readsFrom(following, parent, steps, depth + 1);
    case 'attribute':
      return memberRead(tree, parent, next);
    case 'subscript': {
      if (node.field !== 'value') return [read(true)];
      const [index, ...others] = parent.children.filter(({ field }) => field === 'subscript');
      if (index === undefined || others.length > 0) return [read(true)];
      if (/^(?:integer|unary_operator)$/.test(index.type)) return next(parent, '[]');
      const key = plainString(tree, index);
      return key === null ? [read(true)] : next(parent, key);
    }
    case 'boolean_operator':
      // `answer.get("result") or {}`
      return node.field === 'left' &&
        /^or\s*(?:\{\}|\[\])$/.test(tree.text.slice(node.end, parent.end).trim())
        ? readsFrom(following, parent, steps, depth + 1)
        : [read(!isLook(tree, parent))];
    case 'comparison_operator':
      return [read(!/(?:\bis(?: not)?|[=!]=) None$/.test(textOf(tree, parent)))];
    case 'assignment': {
      const assigned = node.field === 'right' ? assignedTo(tree, node) : null;
      if (assigned === null) return [read(true)];
      return [read(false), ...assigned.uses.flatMap((use) => readsFrom(following, use, steps, depth + 1))];
    }
    case 'as_pattern': {
      const [name] = parent.children.find(({ type }) => type === 'as_pattern_target')?.children ?? [];
      const within = parent.parent?.parent?.parent ?? null;
      return name === undefined || parent.parent?.type !== 'with_item' || within === null
        ? [read(true)]
        : [
            read(false),
            ...usesOf(tree, within, name).flatMap((use) => readsFrom(following, use, steps, depth + 1)),
          ];
    }
    case 'for_statement':
    case 'for_in_clause': {
      const left = parent.children.find(({ field }) => field === 'left');
      const within = parent.type === 'for_statement' ? parent : parent.parent;
      if (node.field !== 'right' || left?.type !== 'identifier' || within === null) return [read(true)];
      const inner = [...steps, '[]'];
      return [
        read(false),
        ...usesOf(tree, within, left).flatMap((use) => readsFrom(following, use, inner, depth + 1)),
      ];
    }
    case 'argument_list': {
      const [callee] = parent.parent?.children ?? [];
      const name = callee === undefined ? '' : textOf(tree, callee);
      if (name === 'json.loads' && /^(?:text|content)$/.test(steps[0] ?? '') && parent.parent !== null)
        return readsFrom(following, parent.parent, ['json()'], depth + 1);
      return [read(name !== 'len' && name !== 'bool')];
    }
    case 'return_statement':
      return returnedReads(following, node, parent, steps, depth);
    default:
      return [read(!LOOKS.test(parent.type) && !(parent.type === 'conditional_expression' && isTest(node)))];
  }
}

/** `.json()`, `.get("key")`, or an attribute that is only looked at. */
function memberRead(
  tree: SyntaxTree,
  member: SyntaxNode,
  next: (to: SyntaxNode, ...more: readonly string[]) => readonly AnswerRead[],
): readonly AnswerRead[] {
  const call = member.parent;
  const name = textOf(tree, member.children.at(-1) ?? member);
  if (call?.type !== 'call' || call.children[0] !== member) return next(member, name);
  const [key] = call.children.at(-1)?.children.filter(({ isNamed }) => isNamed) ?? [];
  if (name !== 'get' || key === undefined) return next(call, `${name}()`);
  const written = plainString(tree, key);
  return next(call, written ?? 'get()');
}

/** What the callers in the file read of what a function returns. */
function returnedReads(
  following: Following,
  node: SyntaxNode,
  statement: SyntaxNode,
  steps: readonly string[],
  depth: number,
): readonly AnswerRead[] {
  const { tree, isUsedElsewhere } = following;
  const read = { steps, node };
  const name = functionName(tree, statement);
  const callers = callersOf(tree, statement);
  if (name === null || callers.length === 0 || isDecorated(statement) || isUsedElsewhere(name))
    return [{ ...read, isHandedOn: true }];
  return [
    { ...read, isHandedOn: false },
    ...callers.flatMap((caller) => readsFrom(following, caller, steps, depth + 1)),
  ];
}

/** `a and b` as a condition. */
function isLook(tree: SyntaxTree, operator: SyntaxNode): boolean {
  const { parent } = operator;
  if (parent === null) return false;
  if (/^(?:boolean_operator|parenthesized_expression)$/.test(parent.type)) return isLook(tree, parent);
  return LOOKS.test(parent.type) || (parent.type === 'conditional_expression' && isTest(operator));
}

/** `… if test else …` */
function isTest(node: SyntaxNode): boolean {
  return node.parent?.children.filter(({ isNamed }) => isNamed)[1] === node;
}

function plainString(tree: SyntaxTree, node: SyntaxNode): string | null {
  return node.type === 'string' ? (/^["'](.*)["']$/s.exec(textOf(tree, node))?.[1] ?? null) : null;
}

function usesOf(tree: SyntaxTree, within: SyntaxNode, name: SyntaxNode): readonly SyntaxNode[] {
  const around = functionAround(name);
  return namesIn(tree, within, textOf(tree, name)).filter(
    (one) => !isInside(one, name) && functionAround(one) === around,
  );
}
