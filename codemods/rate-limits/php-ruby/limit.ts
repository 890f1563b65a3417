/** A rate limit that a program in PHP or Ruby sends, as a rate limiting rule. */
import type { Edit } from '../../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { LAST } from '../../direct/index.js';
import { keyOf, pairValue } from '../../languages/elements.js';
import { withoutStatements } from '../../languages/statements.js';
import type { RequestCall } from '../../php-ruby/call.js';
import { isMap } from '../../php-ruby/items.js';
import type { Sending, SentRule } from '../../php-ruby/kind.js';
import { dressed, requoted, styleOf } from '../../php-ruby/style.js';
import type { Syntax } from '../../php-ruby/syntax.js';
import { functionAround, isChangedBetween, valueAt } from '../../php-ruby/variables.js';
import { indentAt } from '../../places/index.js';
import { NOT_ONE_LIMIT } from '../../planner/index.js';
import { type LimitReader, type LimitWriter, writtenLimit } from '../written-limit.js';

/** The rule of a request that creates or replaces a limit; or why it cannot be told. */
export function sentLimit({ syntax, tree }: Sending, call: RequestCall): SentRule | string {
  const { body, bodyVariable: variable, method } = call;
  if (body === null || !isMap(tree, body)) return NOT_ONE_LIMIT;
  const gone: Edit[] = [];
  const limit = writtenLimit(
    { body, method },
    readerOf(syntax, tree, gone),
    writerOf(syntax, tree, body),
    indentAt(tree.text, body.end),
  );
  if (typeof limit === 'string') return limit;
  const { text } = limit;
  const differences = [...limit.differences, ...(method === 'POST' ? [LAST] : [])];
  const sent = { features: [], folded: [], differences };
  const { start, end } = body;
  return variable === null
    ? { ...sent, text, edits: gone }
    : { ...sent, text: variable.name, edits: [...gone, { start, end, text }] };
}

/** `gone`: edits that remove variables that only held a pattern. */
function readerOf(syntax: Syntax, tree: SyntaxTree, gone: Edit[]): LimitReader<SyntaxNode> {
  // A comment beside a field would be lost.
  const partsOf = (node: SyntaxNode) => node.children.filter(({ isNamed }) => isNamed);
  return {
    sourceOf: (node) => textOf(tree, node),
    itemsOf: (node) =>
      /^(?:array|array_creation_expression|string_array)$/.test(node.type) && !isMap(tree, node)
        ? partsOf(node).map((one) =>
            one.type === 'array_element_initializer' ? (one.children[0] ?? one) : one,
          )
        : undefined,
    fieldsOf: (node) => {
      if (!isMap(tree, node)) return undefined;
      const fields = partsOf(node).flatMap((pair): (readonly [string, SyntaxNode])[] => {
        const key = keyOf(tree, pair);
        const value = pairValue(pair);
        return key === null || value === null || pair.type === 'comment' ? [] : [[key, value]];
      });
      return fields.length === partsOf(node).length ? fields : null;
    },
    piecesOf: (node, isPattern) => {
      if (/^(?:simple_symbol|bare_string)$/.test(node.type))
        return [{ text: textOf(tree, node).replace(/^:/, ''), isCode: false }];
      return syntax.piecesOf(tree, isPattern ? patternHeld(syntax, tree, gone, node) : node);
    },
    inPattern: /^[$@]?\w+(?:(?:->|\.)\w+)*$/,
  };
}

/** The text that a variable holds, as it is where it is sent; otherwise the variable itself. */
function patternHeld(syntax: Syntax, tree: SyntaxTree, gone: Edit[], name: SyntaxNode): SyntaxNode {
  const variable = valueAt(syntax, tree, name);
  if (variable === null) return name;
  const { value, statement, uses } = variable;
  const isText = syntax.piecesOf(tree, value)?.some(({ isCode, text }) => !isCode && /[/*]/.test(text));
  if (isText !== true || isChangedBetween(syntax, tree, value, statement.end, name.start)) return name;
  if (uses.length === 1 && functionAround(syntax, name) !== null) {
    const edits = withoutStatements(tree, [statement], /(?!)/);
    if (edits === null) return name;
    gone.push(...edits);
  }
  return value;
}

const SHORT = 90;

function writerOf(syntax: Syntax, tree: SyntaxTree, body: SyntaxNode): LimitWriter {
  const style = styleOf(syntax, tree);
  const isPhp = syntax.language === 'php';
  const long = dressed('[', style);
  const hasTexts = isPhp || !/^\{?\s*(?:\w+:|:\w+)/.test(textOf(tree, body));
  const spaced = (isSpaced: boolean, inner: string) => (isSpaced ? ` ${inner} ` : inner);
  const [open, close] = isPhp ? [long.trim(), long === '[' ? ']' : ')'] : ['{', '}'];
  return {
    unit: style.unit,
    constant: String,
    negated: (source) => (/^[$@]?[\w>-]+$/.test(source) ? `!${source}` : `!(${source})`),
    text: (text, isOpen, withHoles) => {
      if (/[\\\n']/.test(text)) return null;
      if (!isOpen) return requoted(`'${text}'`, style.quote);
      if (isPhp) return `'${withHoles(text, (one) => `' . ${one} . '`)}'`.replace(/^'' \. | \. ''$/g, '');
      // Brackets in such a text come in pairs.
      const isPaired = text.split('(').length === text.split(')').length;
      return text.includes('#') || !isPaired ? null : `%(${withHoles(text, (one) => `#{${one}}`)})`;
    },
    list: (items) =>
      isPhp ? open + spaced(style.isSpaced, items.join(', ')) + close : `[${items.join(', ')}]`,
    map: (pairs, path, indent) => {
      const parts = pairs.map(([key, text]) =>
        hasTexts ? `${requoted(`'${key}'`, style.quote)} => ${text}` : `${key}: ${text}`,
      );
      const line = open + spaced(!isPhp || style.isSpaced, parts.join(', ')) + close;
      if (path !== '' && line.length <= SHORT) return line;
      const lines = parts.map((part) => `${indent}${style.unit}${part}`).join(',\n');
      return `${open}\n${lines}${isPhp ? ',' : ''}\n${indent}${close}`;
    },
  };
}
