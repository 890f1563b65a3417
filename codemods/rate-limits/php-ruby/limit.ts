/** A rate limit that a program in PHP or Ruby sends, as a rate limiting rule. */

import type { Edit } from '../../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { LAST } from '../../direct/differences.js';
import { keyOf, pairValue } from '../../languages/elements.js';
import { withoutStatements } from '../../languages/statements.js';
import type { RequestCall } from '../../php-ruby/call.js';
import { isMap } from '../../php-ruby/items.js';
import type { SentRule } from '../../php-ruby/kind.js';
import { dressed, requoted, type Style, styleOf } from '../../php-ruby/style.js';
import type { Syntax } from '../../php-ruby/syntax.js';
import { functionAround, isChangedBetween, valueAt } from '../../php-ruby/variables.js';
import { indentAt } from '../../places/indent.js';
import { type LimitRule, limitRule, placeholderFor } from '../limit-rule.js';

const UNKNOWN = 'what it sends is not one limit that is written out';

/** The rule of a request that creates or replaces a limit; or why it cannot be told. */
export function sentLimit(syntax: Syntax, tree: SyntaxTree, call: RequestCall): SentRule | string {
  const { body, bodyVariable: variable, method } = call;
  if (method === 'PATCH') return 'this call never existed';
  if (body === null || !isMap(tree, body)) return UNKNOWN;
  const known: Known = { syntax, tree, open: new Map(), holes: [], gone: [] };
  const value = knownValue(known, body, '');
  if (value === undefined) return UNKNOWN;
  const limit = limitRule(value, known.open, (pattern) => HOLE.test(pattern));
  if ('why' in limit) return limit.why;
  const how = { syntax, tree, limit, holes: known.holes, style: styleOf(syntax, tree), body };
  const text = written(how, limit.rule, '', indentAt(tree.text, body.end));
  if (text === null) return UNKNOWN;
  const sent = {
    features: [],
    folded: [],
    differences: [...limit.differences, ...(method === 'POST' ? [LAST] : [])],
  };
  const { start, end } = body;
  return variable === null
    ? { ...sent, text, edits: known.gone }
    : { ...sent, text: variable.name, edits: [...known.gone, { start, end, text }] };
}

interface Known {
  readonly syntax: Syntax;
  readonly tree: SyntaxTree;
  /** Source of values that only the program knows, by their place. */
  readonly open: Map<string, string>;
  /** Source of what stands in URL patterns. */
  readonly holes: string[];
  /** Edits that remove variables that only held a pattern. */
  readonly gone: Edit[];
}

/** What stands for an expression in the text of a pattern: no program writes these characters. */
const FIRST_HOLE = 0xe000;
const HOLE = /[\ue000-\ue0ff]/;
const HOLES = /[\ue000-\ue0ff]/g;

/** Undefined where a value is not known that has to be. */
function knownValue(known: Known, node: SyntaxNode, path: string): unknown {
  const { tree, open } = known;
  const source = textOf(tree, node);
  if (/^(?:true|false)$/i.test(source)) return source.toLowerCase() === 'true';
  if (/^(?:null|nil)$/i.test(source)) return null;
  if (/^\d+$/.test(source)) return Number(source);
  if (isMap(tree, node)) {
    const entries = partsOf(node).map((pair) => {
      const key = keyOf(tree, pair);
      const value = pairValue(pair);
      const isWritten = key !== null && value !== null && pair.type !== 'comment';
      return [key, isWritten ? knownValue(known, value, path === '' ? key : `${path}.${key}`) : undefined];
    });
    return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
  }
  if (/^(?:array|array_creation_expression|string_array)$/.test(node.type)) {
    const items = partsOf(node).map((one) =>
      knownValue(
        known,
        one.type === 'array_element_initializer' ? (one.children[0] ?? one) : one,
        `${path}[]`,
      ),
    );
    return items.includes(undefined) ? undefined : items;
  }
  if (/^(?:simple_symbol|bare_string)$/.test(node.type)) return source.replace(/^:/, '');
  const text = textIn(known, node, path);
  if (text !== null) return text;
  const placeholder = placeholderFor(path);
  if (placeholder !== undefined) open.set(path, source);
  return placeholder;
}

/** A comment beside a field would be lost. */
function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter(({ isNamed }) => isNamed);
}

/** A text; values may stand in a pattern of addresses. */
function textIn(known: Known, node: SyntaxNode, path: string): string | null {
  const { syntax, tree, holes } = known;
  const isPattern = path === 'match.request.url';
  const pieces = syntax.piecesOf(tree, isPattern ? patternHeld(known, node) : node);
  if (
    pieces === null ||
    !pieces.every(({ isCode, text }) => !isCode || (isPattern && /^[$@]?\w+(?:(?:->|\.)\w+)*$/.test(text)))
  )
    return null;
  // A value alone may be a host, whose home page was meant.
  const isPlain = pieces.every(({ isCode }) => !isCode);
  if (!isPlain && !pieces.some(({ isCode, text }) => !isCode && /[/*]/.test(text))) return null;
  return pieces
    .map(({ isCode, text }) => (isCode ? String.fromCharCode(FIRST_HOLE + holes.push(text) - 1) : text))
    .join('');
}

/** The text that a variable holds, as it is where it is sent; otherwise the variable itself. */
function patternHeld({ syntax, tree, gone }: Known, name: SyntaxNode): SyntaxNode {
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

interface Written {
  readonly syntax: Syntax;
  readonly tree: SyntaxTree;
  readonly limit: LimitRule;
  readonly holes: readonly string[];
  readonly style: Style;
  readonly body: SyntaxNode;
}

const SHORT = 90;

/** Null where a text cannot be written. */
function written(how: Written, value: unknown, path: string, indent: string): string | null {
  const { syntax, style, tree } = how;
  const isPhp = syntax.language === 'php';
  const source = how.limit.sources.get(path);
  if (source !== undefined) return path === 'enabled' ? negated(source) : source;
  if (typeof value === 'string') return quoted(how, value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inside = `${indent}${style.unit}`;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([key, one]) => {
    const at = isList ? `${path}[]` : path === '' ? key : `${path}.${key}`;
    const text = written(how, one, at, inside);
    const isText = isPhp || !/^\{?\s*(?:\w+:|:\w+)/.test(textOf(tree, how.body));
    return text === null
      ? null
      : isList
        ? text
        : isText
          ? `${requoted(`'${key}'`, style.quote)} => ${text}`
          : `${key}: ${text}`;
  });
  if (parts.includes(null)) return null;
  const long = dressed('[', style);
  const [open, close] = isPhp ? [long, long === '[' ? ']' : ')'] : isList ? ['[', ']'] : ['{', '}'];
  const space = (isPhp ? style.isSpaced : !isList) ? ' ' : '';
  const line = `${open.trim()}${space}${parts.join(', ')}${space}${close}`;
  if (path !== '' && (isList || line.length <= SHORT)) return line;
  const comma = isPhp ? ',' : '';
  return `${open.trim()}\n${parts.map((part, index) => `${inside}${part}${index < parts.length - 1 ? ',' : comma}\n`).join('')}${indent}${close}`;
}

function negated(source: string): string {
  return /^[$@]?[\w>-]+$/.test(source) ? `!${source}` : `!(${source})`;
}

/** A text in quotes, with the values that stand in it. */
function quoted({ syntax, holes, style }: Written, text: string): string | null {
  const hole = (one: string) => holes[one.charCodeAt(0) - FIRST_HOLE] ?? '';
  if (/[\\\n']/.test(text)) return null;
  if (!HOLE.test(text)) return requoted(`'${text}'`, style.quote);
  if (syntax.language === 'php')
    return `'${text.replaceAll(HOLES, (one) => `' . ${hole(one)} . '`)}'`.replace(/^'' \. | \. ''$/g, '');
  // Brackets in such a text come in pairs.
  const isPaired = text.split('(').length === text.split(')').length;
  return text.includes('#') || !isPaired ? null : `%(${text.replaceAll(HOLES, (one) => `#{${hole(one)}}`)})`;
}
