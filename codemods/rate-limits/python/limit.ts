/** A rate limit that a program in Python sends, as a rate limiting rule. */
import type { Edit } from '../../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { LAST } from '../../direct/differences.js';
import { keyOf, pairValue } from '../../languages/elements.js';
import { NOT_ONE_LIMIT } from '../../languages/refusals.js';
import { withoutStatements } from '../../languages/statements.js';
import { indentAt } from '../../places/indent.js';
import type { PythonCall } from '../../python/call.js';
import type { SentRule } from '../../python/kind.js';
import { piecesOf } from '../../python/path-text.js';
import { isChangedBetween, valueAt } from '../../python/variables.js';
import { type LimitReader, type LimitWriter, writtenLimit } from '../written-limit.js';

/** The rule of a request that creates or replaces a limit; or why it cannot be told. */
export function sentLimit(tree: SyntaxTree, call: PythonCall): SentRule | string {
  const { body, bodyVariable: variable, method } = call;
  if (body?.type !== 'dictionary') return NOT_ONE_LIMIT;
  const gone: Edit[] = [];
  const limit = writtenLimit(
    { body, method },
    readerOf(tree, gone),
    writerOf(tree, body),
    indentAt(tree.text, body.start),
  );
  if (typeof limit === 'string') return limit;
  const { text } = limit;
  const sent = {
    features: [],
    index: '-1',
    isMapped: false,
    folded: [],
    differences: [...limit.differences, ...(method === 'POST' ? [LAST] : [])],
  };
  const { start, end } = body;
  return variable === null
    ? { ...sent, text, edits: gone }
    : { ...sent, text: variable.name, edits: [{ start, end, text }, ...gone] };
}

/** `gone`: edits that remove variables that only held a pattern. */
function readerOf(tree: SyntaxTree, gone: Edit[]): LimitReader<SyntaxNode> {
  // A comment beside a field would be lost.
  const partsOf = (node: SyntaxNode) => node.children.filter(({ isNamed }) => isNamed);
  return {
    sourceOf: (node) => textOf(tree, node),
    itemsOf: (node) => (node.type === 'list' ? partsOf(node) : undefined),
    fieldsOf: (node) => {
      if (node.type !== 'dictionary') return undefined;
      const fields = partsOf(node).flatMap((pair): (readonly [string, SyntaxNode])[] => {
        const key = pair.type === 'pair' ? keyOf(tree, pair) : null;
        const value = pairValue(pair);
        return key === null || value === null ? [] : [[key, value]];
      });
      return fields.length === partsOf(node).length ? fields : null;
    },
    piecesOf: (node, isPattern) =>
      piecesOf(tree, isPattern && node.type === 'identifier' ? patternHeld(tree, gone, node) : node)?.map(
        (piece) => ({ text: piece.text, isCode: piece.node !== null }),
      ) ?? null,
    inPattern: /^[\w.]+$/,
  };
}

/** The text that a variable holds, as it is where it is sent; otherwise the variable itself. */
function patternHeld(tree: SyntaxTree, gone: Edit[], name: SyntaxNode): SyntaxNode {
  const variable = valueAt(tree, name);
  if (variable === null) return name;
  const { value, statement, uses } = variable;
  const isText = piecesOf(tree, value)?.some(({ node, text }) => node === null && /[/*]/.test(text)) === true;
  if (!isText || isChangedBetween(tree, value, statement.end, name.start)) return name;
  if (uses.length === 1 && statement.parent !== tree.root) {
    const edits = withoutStatements(tree, [statement], /(?!)/);
    if (edits === null) return name;
    gone.push(...edits);
  }
  return value;
}

const SHORT = 80;

function writerOf(tree: SyntaxTree, body: SyntaxNode): LimitWriter {
  const source = textOf(tree, body);
  const own = source.includes("'") && !source.includes('"') ? "'" : '"';
  return {
    unit: '    ',
    constant: (value) => (value === true ? 'True' : value === false ? 'False' : String(value)),
    negated: (one) => (/^[\w.]+$/.test(one) ? `not ${one}` : `not (${one})`),
    // With values in it, it is a formatted one.
    text: (text, isOpen, withHoles) => {
      const quote = text.includes(own) ? (own === '"' ? "'" : '"') : own;
      if (text.includes(quote) || /[\\\n]/.test(text)) return null;
      if (!isOpen) return `${quote}${text}${quote}`;
      return `f${quote}${withHoles(text.replaceAll(/[{}]/g, '$&$&'), (one) => `{${one}}`)}${quote}`;
    },
    list: (items) => `[${items.join(', ')}]`,
    map: (pairs, path, indent) => {
      const parts = pairs.map(([key, text]) => `${own}${key}${own}: ${text}`);
      const line = `{${parts.join(', ')}}`;
      if (path !== '' && line.length <= SHORT) return line;
      return `{\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}}`;
    },
  };
}
