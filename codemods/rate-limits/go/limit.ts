/** A rate limit that a program in Go sends, as a rate limiting rule. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { LAST } from '../../direct/differences.js';
import type { RequestCall } from '../../go/call.js';
import type { SentRule } from '../../go/kind.js';
import { entriesOf, linesOf, literalOf, negated } from '../../go/literals.js';
import type { GoType, GoTypes } from '../../go/scope.js';
import { indentAt } from '../../places/indent.js';
import { type LimitRule, limitRule, placeholderFor } from '../limit-rule.js';
import { HOLE, quoted, textIn } from './texts.js';

const UNKNOWN = 'what it sends is not one limit that is written out';

/** The rule of a request that creates or replaces a limit; or why it cannot be told. */
export function sentLimit(
  types: GoTypes,
  call: RequestCall,
  body: SyntaxNode,
  struct: GoType | null,
): SentRule | string {
  const { tree, method } = call;
  if (method === 'PATCH') return 'this call never existed';
  const known: Known = { types, call, open: new Map(), holes: [] };
  const value = fieldsOf(known, body, struct, '');
  if (value === undefined) return UNKNOWN;
  const limit = limitRule(value, known.open, (pattern) => HOLE.test(pattern));
  if ('why' in limit) return limit.why;
  const text = written(
    { tree, limit, holes: known.holes },
    limit.rule,
    '',
    indentAt(tree.text, body.end - 1),
  );
  if (text === null) return UNKNOWN;
  return {
    text: text.replace(/^map\[string\]\w+(?:\{\})?(?=\{)/, ''),
    features: [],
    differences: [...limit.differences, ...(method === 'POST' ? [LAST] : [])],
  };
}

interface Known {
  readonly types: GoTypes;
  readonly call: RequestCall;
  /** Source of values that only the program knows, by their place. */
  readonly open: Map<string, string>;
  /** Source of what stands in URL patterns. */
  readonly holes: string[];
}

/** Undefined where a value is not known that has to be, or where a field that is left out is sent with its zero value. */
function fieldsOf(known: Known, body: SyntaxNode, struct: GoType | null, path: string): unknown {
  const entries = entriesOf(known.call.tree, body, struct);
  if (entries === null) return undefined;
  // The path of a change says which limit it is.
  const sent = entries.filter(({ name }) => name !== 'id' || path !== '');
  const values = sent.map(({ name, value }) => [
    name,
    knownValue(known, value, path === '' ? name : `${path}.${name}`),
  ]);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
}

function knownValue(known: Known, node: SyntaxNode, path: string): unknown {
  const { types, call, open } = known;
  const source = textOf(call.tree, node);
  if (/^(?:true|false)$/.test(source)) return source === 'true';
  if (source === 'nil') return null;
  if (/^\d+$/.test(source)) return Number(source);
  const literal = /^(?:composite_literal|literal_value|unary_expression)$/.test(node.type)
    ? literalOf(types, { ...call, node })
    : null;
  if (literal !== null) {
    const type = types.underlying(literal.type);
    if (type === null || 'foreign' in type) return undefined;
    if (/^(?:slice|array)_type$/.test(type.node.type)) return listOf(known, literal.body, path);
    return fieldsOf(known, literal.body, type.node.type === 'map_type' ? null : type, path);
  }
  const text = textIn(call.tree, node, path, known.holes);
  if (text !== null) return text;
  const placeholder = placeholderFor(path);
  if (placeholder !== undefined) open.set(path, source);
  return placeholder;
}

function listOf(known: Known, body: SyntaxNode, path: string): unknown {
  const items = body.children
    .filter(({ isNamed }) => isNamed)
    .map((one) => (one.type === 'literal_element' ? one.children.find(({ isNamed }) => isNamed) : undefined));
  const values = items.map((one) => (one === undefined ? undefined : knownValue(known, one, `${path}[]`)));
  return values.includes(undefined) ? undefined : values;
}

interface Written {
  readonly tree: SyntaxTree;
  readonly limit: LimitRule;
  readonly holes: readonly string[];
}

const SHORT = 90;

/** Null where a text cannot be written. */
function written(how: Written, value: unknown, path: string, indent: string): string | null {
  const source = how.limit.sources.get(path);
  if (source !== undefined) return path === 'enabled' ? negated(source) : source;
  if (typeof value === 'string') return quoted(how.holes, value);
  if (typeof value !== 'object' || value === null) return value === null ? 'nil' : String(value);
  if (Array.isArray(value)) {
    const items = value.map((one) => written(how, one, `${path}[]`, indent));
    return items.includes(null) ? null : `[]string{${items.join(', ')}}`;
  }
  const entries = Object.entries(value).map(
    ([key, one]) =>
      [`"${key}"`, written(how, one, path === '' ? key : `${path}.${key}`, `${indent}\t`)] as const,
  );
  const whole = entries.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const]));
  if (whole.length < entries.length) return null;
  const type =
    /\binterface\{\}/.test(how.tree.text) || !/\bany\b/.test(how.tree.text) ? 'interface{}' : 'any';
  const line = `map[string]${type}{${whole.map(([key, text]) => `${key}: ${text}`).join(', ')}}`;
  if (path !== '' && line.length <= SHORT) return line;
  return `map[string]${type}${linesOf(whole, indent)}`;
}
