/** A rate limit that a program in Python sends, as a rate limiting rule. */
import type { Edit } from '../../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { LAST } from '../../direct/differences.js';
import { keyOf, pairValue } from '../../languages/elements.js';
import { withoutStatements } from '../../languages/statements.js';
import { indentAt } from '../../places/indent.js';
import type { PythonCall } from '../../python/call.js';
import type { SentRule } from '../../python/kind.js';
import { piecesOf } from '../../python/path-text.js';
import { isChangedBetween, valueAt } from '../../python/variables.js';
import { type LimitRule, limitRule, placeholderFor } from '../limit-rule.js';

const UNKNOWN = 'what it sends is not one limit that is written out';

/** The rule of a request that creates or replaces a limit; or why it cannot be told. */
export function sentLimit(tree: SyntaxTree, call: PythonCall): SentRule | string {
  const { body, bodyVariable: variable, method } = call;
  if (method === 'PATCH') return 'this call never existed';
  if (body?.type !== 'dictionary') return UNKNOWN;
  const known: Known = { tree, open: new Map(), holes: [], gone: [] };
  const value = knownValue(known, body, '');
  if (value === undefined) return UNKNOWN;
  const limit = limitRule(value, known.open, (pattern) => HOLE.test(pattern));
  if ('why' in limit) return limit.why;
  const text = written(
    { tree, limit, holes: known.holes },
    body,
    limit.rule,
    '',
    indentAt(tree.text, body.start),
  );
  if (text === null) return UNKNOWN;
  const sent = {
    features: [],
    index: '-1',
    isMapped: false,
    folded: [],
    differences: [...limit.differences, ...(method === 'POST' ? [LAST] : [])],
  };
  const { start, end } = body;
  return variable === null
    ? { ...sent, text, edits: known.gone }
    : { ...sent, text: variable.name, edits: [{ start, end, text }, ...known.gone] };
}

interface Known {
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
  switch (node.type) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'none':
      return null;
    case 'integer':
      return /^\d+$/.test(source) ? Number(source) : undefined;
    case 'list': {
      const items = partsOf(node).map((one) => knownValue(known, one, `${path}[]`));
      return items.includes(undefined) ? undefined : items;
    }
    case 'dictionary': {
      const entries = partsOf(node).map((pair) => {
        const key = pair.type === 'pair' ? keyOf(tree, pair) : null;
        const value = pairValue(pair);
        const isWritten = key !== null && value !== null;
        return [key, isWritten ? knownValue(known, value, path === '' ? key : `${path}.${key}`) : undefined];
      });
      return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
    }
  }
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
  const { tree, holes } = known;
  const isPattern = path === 'match.request.url';
  const pieces = piecesOf(tree, isPattern && node.type === 'identifier' ? patternHeld(known, node) : node);
  if (pieces === null || !pieces.every((piece) => piece.node === null || isPattern)) return null;
  if (!pieces.every((piece) => piece.node === null || /^[\w.]+$/.test(piece.text))) return null;
  // A value alone may be a host, whose home page was meant.
  const isPlain = pieces.every((piece) => piece.node === null);
  if (!isPlain && !pieces.some((piece) => piece.node === null && /[/*]/.test(piece.text))) return null;
  return pieces
    .map((piece) =>
      piece.node === null ? piece.text : String.fromCharCode(FIRST_HOLE + holes.push(piece.text) - 1),
    )
    .join('');
}

/** The text that a variable holds, as it is where it is sent; otherwise the variable itself. */
function patternHeld({ tree, gone }: Known, name: SyntaxNode): SyntaxNode {
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

interface Written {
  readonly tree: SyntaxTree;
  readonly limit: LimitRule;
  readonly holes: readonly string[];
}

const SHORT = 80;

/** Null where a text cannot be written. */
function written(
  how: Written,
  body: SyntaxNode,
  value: unknown,
  path: string,
  indent: string,
): string | null {
  const source = how.limit.sources.get(path);
  if (source !== undefined) return path === 'enabled' ? negated(source) : source;
  if (typeof value === 'string') return quoted(how, body, value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object' || value === null) return String(value);
  const inside = `${indent}    `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([key, one]) => {
    const at = isList ? `${path}[]` : path === '' ? key : `${path}.${key}`;
    const text = written(how, body, one, at, inside);
    return text === null ? null : isList ? text : `${quoted(how, body, key)}: ${text}`;
  });
  if (parts.includes(null)) return null;
  const [open, close] = isList ? '[]' : '{}';
  const line = `${open}${parts.join(', ')}${close}`;
  if (isList || (path !== '' && line.length <= SHORT)) return line;
  return `${open}\n${parts.map((part) => `${inside}${part},\n`).join('')}${indent}${close}`;
}

function negated(source: string): string {
  return /^[\w.]+$/.test(source) ? `not ${source}` : `not (${source})`;
}

/** A text in the quotes of the file; with values in it, it is a formatted one. */
function quoted({ tree, holes }: Written, body: SyntaxNode, text: string): string | null {
  const own = textOf(tree, body).includes("'") && !textOf(tree, body).includes('"') ? "'" : '"';
  const quote = text.includes(own) ? (own === '"' ? "'" : '"') : own;
  if (text.includes(quote) || /[\\\n]/.test(text)) return null;
  if (!HOLE.test(text)) return `${quote}${text}${quote}`;
  const escaped = text.replaceAll(/[{}]/g, '$&$&');
  return `f${quote}${escaped.replaceAll(HOLES, (hole) => `{${holes[hole.charCodeAt(0) - FIRST_HOLE]}}`)}${quote}`;
}
