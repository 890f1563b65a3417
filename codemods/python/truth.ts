/** Values of programs in Python that are true or false, and nothing that only counts as one of them. */
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { functionAround } from './call.js';
import { valueAt } from './variables.js';

const ASKING = /^(?:bool|isinstance|callable|hasattr|any|all|[\w.]+\.(?:startswith|endswith|is[a-z]+))$/;

function isTruth(tree: SyntaxTree, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'true':
    case 'false':
    case 'not_operator':
    case 'comparison_operator':
      return true;
    case 'parenthesized_expression':
      return isTruth(tree, node.children[1] ?? node.children[0] ?? node);
    case 'boolean_operator':
      return node.children.filter(({ isNamed }) => isNamed).every((one) => isTruth(tree, one));
    case 'call':
      return ASKING.test(textOf(tree, node.children[0] ?? node));
    case 'identifier': {
      const variable = valueAt(tree, node);
      if (variable === null) return isTruthGiven(tree, node);
      return !isInside(node, variable.statement) && isTruth(tree, variable.value);
    }
    default:
      return false;
  }
}

/** Types of what is around a name that gets a value, with what it is there. */
const WRITING =
  /^(?:(?:augmented_)?assignment left|for_\w+ left|named_expression name|(?:pattern_list|tuple_pattern) \w+)$/;

/** A parameter whose type or default is one of a truth value, and that keeps what it was given. */
function isTruthGiven(tree: SyntaxTree, use: SyntaxNode): boolean {
  const around = functionAround(use);
  const name = textOf(tree, use);
  const list = around?.children.find(({ field }) => field === 'parameters');
  const given = list?.children.find((one) => new RegExp(`^${literally(name)}\\b`).test(textOf(tree, one)));
  if (around === null || given === undefined) return false;
  const isWritten = walk(around).some(
    (one) =>
      WRITING.test(`${one.parent?.type} ${one.field}`) &&
      one.type === 'identifier' &&
      textOf(tree, one) === name,
  );
  return (
    !isWritten &&
    /^\w+\s*(?::\s*bool\s*(?:=\s*(?:True|False))?|=\s*(?:True|False))$/.test(textOf(tree, given))
  );
}

/** Source of the opposite of a condition. */
export function negated(tree: SyntaxTree, node: SyntaxNode): string {
  const written = textOf(tree, node);
  if (written === 'True') return 'False';
  if (written === 'False') return 'True';
  const argument = node.type === 'not_operator' ? node.children.at(-1) : undefined;
  if (argument !== undefined) {
    const inner = textOf(tree, argument);
    if (isTruth(tree, argument)) return inner;
    return argument.type === 'parenthesized_expression' ? `bool${inner}` : `bool(${inner})`;
  }
  const isPlain = /^[\w.]+(?:\[["']\w+["']\]|\.get\(["']\w+["'](?:, ?(?:["']\w*["']|\w+))?\))*$/.test(
    written,
  );
  // `bool(…)` and other calls hold themselves together.
  const isCall = node.type === 'call' && /^[\w.]+\(/.test(written);
  return isPlain || isCall ? `not ${written}` : `not (${written})`;
}
