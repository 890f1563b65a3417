/** A rate limit that a program in Go sends, as a rate limiting rule. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { LAST } from '../../direct/index.js';
import type { RequestCall } from '../../go/call.js';
import type { Sending, SentRule } from '../../go/kind.js';
import { entriesOf, linesOf, literalOf, negated } from '../../go/literals.js';
import type { GoType, GoTypes } from '../../go/scope.js';
import { indentAt } from '../../places/index.js';
import { type LimitReader, type LimitWriter, writtenLimit } from '../written-limit.js';
import { itemsIn, quoted, textsOf } from './texts.js';

/** The rule of a request that creates or replaces a limit; or why it cannot be told. */
export function sentLimit(
  { types }: Pick<Sending, 'types'>,
  call: RequestCall,
  body: SyntaxNode,
  struct: GoType | null,
): SentRule | string {
  const { tree, method } = call;
  const limit = writtenLimit(
    { body, method },
    readerOf(types, call, struct),
    writerOf(tree),
    indentAt(tree.text, body.end - 1),
  );
  if (typeof limit === 'string') return limit;
  return {
    text: limit.text.replace(/^map\[string\]\w+(?:\{\})?(?=\{)/, ''),
    features: [],
    differences: [...limit.differences, ...(method === 'POST' ? [LAST] : [])],
  };
}

/** `struct`: the type of the limit itself, where it is no map. */
function readerOf(types: GoTypes, call: RequestCall, struct: GoType | null): LimitReader<SyntaxNode> {
  const { tree } = call;
  const literalIn = (node: SyntaxNode) => {
    const isLiteral = /^(?:composite_literal|literal_value|unary_expression)$/.test(node.type);
    const literal = isLiteral ? literalOf(types, { ...call, node }) : null;
    if (literal === null) return null;
    const type = types.underlying(literal.type);
    const known = type === null || 'foreign' in type ? null : type;
    const isList = known !== null && /^(?:slice|array)_type$/.test(known.node.type);
    return { body: literal.body, type: known, isList };
  };
  return {
    ...textsOf(tree),
    sourceOf: (node) => textOf(tree, node),
    itemsOf: (node) => {
      const literal = literalIn(node);
      return literal?.isList ? itemsIn(literal.body) : undefined;
    },
    // A field that is left out is sent with its zero value: entries tell.
    fieldsOf: (node, path) => {
      const literal = path === '' ? null : literalIn(node);
      if (path !== '' && literal === null) return undefined;
      if (literal !== null && literal.type === null) return null;
      const isMap = literal?.type?.node.type === 'map_type';
      const entries =
        literal === null
          ? entriesOf(tree, node, struct)
          : entriesOf(tree, literal.body, isMap ? null : literal.type);
      // The path of a change says which limit it is.
      const sent = entries?.filter(({ name }) => name !== 'id' || path !== '');
      return sent?.map(({ name, value }) => [name, value] as const) ?? null;
    },
  };
}

const SHORT = 90;

function writerOf({ text: source }: SyntaxTree): LimitWriter {
  const type = /\binterface\{\}/.test(source) || !/\bany\b/.test(source) ? 'interface{}' : 'any';
  return {
    unit: '\t',
    constant: (value) => (value === null ? 'nil' : String(value)),
    negated,
    text: quoted,
    list: (items) => `[]string{${items.join(', ')}}`,
    map: (pairs, path, indent) => {
      const entries = pairs.map(([key, text]) => [`"${key}"`, text] as const);
      const line = `map[string]${type}{${entries.map(([key, text]) => `${key}: ${text}`).join(', ')}}`;
      return path !== '' && line.length <= SHORT ? line : `map[string]${type}${linesOf(entries, indent)}`;
    },
  };
}
