/** What a list asks for besides pages: the new API has no query, so the program looks for these rules itself. */
import { type Node, unwrap } from '../../src/read/javascript/syntax/index.js';
import type { PathPiece } from './path-pieces.js';

/** A field of a query that only some rules meet. */
export interface Condition {
  readonly name: string;
  /** The value as an expression of the program. */
  readonly value: string;
  /** What a written value is; null for one that shows at run time. */
  readonly literal: string | null;
  /** Left out where the value is undefined. */
  readonly isOptional?: true;
}

/** The condition of a property of `params`. */
export function conditionOf(name: string, value: Node, text: (node: Node) => string): Condition | null {
  const node = unwrap(value);
  if (node.type === 'Literal')
    return node.value === null ? null : { name, value: text(node), literal: String(node.value) };
  return isPlain(node) ? { name, value: text(node), literal: null, isOptional: true } : null;
}

/** Those of a query that stands in the path; null where one of them cannot be read. */
export function conditionsIn(
  pieces: readonly PathPiece[],
  text: (node: Node) => string,
): readonly Condition[] | null {
  const written = pieces.map((piece, index) => (piece.kind === 'text' ? piece.text : `{${index}}`)).join('');
  const conditions = written
    .slice(1)
    .split('&')
    .map((pair): Condition | null => {
      const [, name = '', hole, plain = ''] = /^(\w+)=(?:\{(\d+)\}|([\w.-]*))$/.exec(pair) ?? [];
      if (name === '') return null;
      if (hole === undefined) return { name, value: `'${plain}'`, literal: plain };
      const piece = pieces[Number(hole)];
      const node = piece?.kind === 'expression' ? decoded(piece.node) : null;
      return node !== null && isPlain(node) ? { name, value: text(node), literal: null } : null;
    });
  return conditions.every((one) => one !== null) ? conditions : null;
}

/** `name` of `encodeURIComponent(name)`. */
function decoded(node: Node): Node {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return node;
  const [only, ...others] = node.arguments;
  const isEncoded = node.callee.name === 'encodeURIComponent' && only !== undefined && others.length === 0;
  return isEncoded ? only : node;
}

function isPlain(node: Node): boolean {
  if (node.type === 'MemberExpression') return !node.computed && isPlain(unwrap(node.object));
  return node.type === 'Identifier' || node.type === 'ThisExpression';
}

/** A function that tells whether a custom rule meets all of the conditions; null where that cannot be written. */
export function predicateOf(conditions: readonly Condition[]): string | null {
  const tests = conditions.map(testOf);
  return tests.every((test) => test !== null) ? `(rule) => ${tests.join(' && ')}` : null;
}

function testOf({ name, value, literal, isOptional }: Condition): string | null {
  switch (name) {
    case 'action':
      if (literal === null) return null;
      return literal === 'allow' ? "rule.action === 'skip'" : `rule.action === ${value}`;
    case 'paused':
      if (literal !== 'true' && literal !== 'false') return null;
      return `rule.enabled ${literal === 'true' ? '===' : '!=='} false`;
    case 'description': {
      const given = isOptional ? `(${value} ?? '')` : value;
      const part = literal === null ? `${given}.toLowerCase()` : value.toLowerCase();
      return `String(rule.description ?? '').toLowerCase().includes(${part})`;
    }
    default:
      return null;
  }
}
