/** Values of programs in PHP and Ruby that are true or false, and nothing that only counts as one of them. */
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Syntax } from './syntax.js';
import { functionAround, namesIn, valueAt } from './variables.js';

const COMPARING = /^(?:[=!]==?|<>|[<>]=?|instanceof)$/;
/** `in_array(…)`, `isset(…)` and `empty(…)`; methods of Ruby whose name asks. */
const ASKING =
  /^(?:(?:in_array|isset|empty|is_\w+|str_(?:contains|starts_with|ends_with))\s*\(|\(bool(?:ean)?\))/;

export function isTruth(syntax: Syntax, tree: SyntaxTree, node: SyntaxNode): boolean {
  const written = textOf(tree, node);
  if (/^(?:true|false)$/i.test(written)) return true;
  if (syntax.isVariable(node)) {
    const variable = valueAt(syntax, tree, node);
    return variable === null ? isTruthGiven(syntax, tree, node) : isTruth(syntax, tree, variable.value);
  }
  if (/^parenthesized_(?:expression|statements)$/.test(node.type))
    return isTruth(syntax, tree, node.children[1] ?? node);
  if (/^(?:unary_op_expression|unary)$/.test(node.type)) return written.startsWith('!');
  if (/^binary/.test(node.type)) return COMPARING.test(textOf(tree, node.children[1] ?? node));
  return syntax.language === 'php'
    ? ASKING.test(written)
    : node.type === 'call' && /\w\?(?:\(.*\))?$/s.test(written);
}

/** A parameter whose type or default is one of a truth value, and that keeps what it was given. */
function isTruthGiven(syntax: Syntax, tree: SyntaxTree, use: SyntaxNode): boolean {
  const given = parameter(syntax, tree, use);
  if (given === null || isWritten(syntax, tree, use)) return false;
  const written = textOf(tree, given);
  return syntax.language === 'php'
    ? /^(?:\w+\s+)*bool\s+\$\w+(?:\s*=\s*(?:true|false))?$|^\$\w+\s*=\s*(?:true|false)$/i.test(written)
    : /[:=]\s*(?:true|false)$/.test(written);
}

/** A parameter that nobody has to give: it is null or nil then. */
export function mayBeNothing(syntax: Syntax, tree: SyntaxTree, node: SyntaxNode): boolean {
  const given = syntax.isVariable(node) ? parameter(syntax, tree, node) : null;
  return given !== null && /^(?:\w+\s+)*\?|[:=]\s*(?:null|nil)$/i.test(textOf(tree, given));
}

function parameter(syntax: Syntax, tree: SyntaxTree, use: SyntaxNode): SyntaxNode | null {
  const around = functionAround(syntax, use);
  if (around === null) return null;
  const name = textOf(tree, use);
  const names = walk(around).filter((one) => syntax.isVariable(one) && textOf(tree, one) === name);
  return (
    names.flatMap(({ parent }) => (/parameter$/.test(parent?.type ?? '') ? (parent ?? []) : []))[0] ?? null
  );
}

function isWritten(syntax: Syntax, tree: SyntaxTree, use: SyntaxNode): boolean {
  const around = functionAround(syntax, use);
  if (around === null) return true;
  return namesIn(syntax, tree, around, textOf(tree, use)).some(
    ({ parent, field }) => /assignment/.test(parent?.type ?? '') && field === 'left',
  );
}
