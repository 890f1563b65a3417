/** What a list asks for besides pages: the new API has no query, so the program looks for these rules itself. */
import type { Script } from '../../src/analysis/edits/index.js';
import { type Node, nameOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { constantOf, type PathPiece } from './path-pieces.js';

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
export function conditionOf(name: string, value: Node, script: Script): Condition | null {
  const node = unwrap(value);
  const written = script.text.slice(...node.range);
  if (node.type === 'Literal')
    return node.value === null ? null : { name, value: written, literal: String(node.value) };
  if (!isPlain(node)) return null;
  const isThere = isConstantText(node, script);
  return { name, value: written, literal: null, ...(isThere ? {} : { isOptional: true }) };
}

/** A constant that a text is written for. */
function isConstantText(node: Node, script: Script): boolean {
  const init = node.type === 'Identifier' ? constantOf(script, node)?.init : null;
  return init?.type === 'TemplateLiteral' || (init?.type === 'Literal' && typeof init.value === 'string');
}

/** Those of a query that stands in the path; null where one of them cannot be read. */
export function conditionsIn(pieces: readonly PathPiece[], script: Script): readonly Condition[] | null {
  const written = pieces.map((piece, index) => (piece.kind === 'text' ? piece.text : `{${index}}`)).join('');
  const conditions = written
    .slice(1)
    .split('&')
    .map((pair): Condition | null => {
      const [, name = '', given = ''] = /^(\w+)=(.*)$/.exec(pair) ?? [];
      if (name === '') return null;
      if (/^[\w.-]*$/.test(given)) return { name, value: `'${given}'`, literal: given };
      const value = textPut(given, pieces, script);
      return value === null ? null : { name, value, literal: null };
    });
  return conditions.every((one) => one !== null) ? conditions : null;
}

/** What is put into a query, as it was before it was encoded. */
function textPut(given: string, pieces: readonly PathPiece[], script: Script): string | null {
  const parts = given.split(/(\{\d+\})/).filter((part) => part !== '');
  const texts = parts.map((part) => {
    const piece = pieces[Number(/^\{(\d+)\}$/.exec(part)?.[1] ?? -1)];
    if (piece === undefined) return /^[\w .:,+%-]*$/.test(part) ? plainText(part) : null;
    const node = piece.kind === 'expression' ? decoded(piece.node, script) : null;
    return node === null ? null : `\${${script.text.slice(...node.range)}}`;
  });
  if (!texts.every((text) => text !== null)) return null;
  const [only = ''] = texts;
  return texts.length === 1 ? only.slice(2, -1) : `\`${texts.join('')}\``;
}

function plainText(part: string): string | null {
  try {
    const text = decodeURIComponent(part.replaceAll('+', ' '));
    return /[`$\\]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** `name` of `encodeURIComponent(name)`, which may be kept in a constant; null for what may be encoded in another way. */
function decoded(node: Node, script: Script): Node | null {
  const kept = node.type === 'Identifier' ? (constantOf(script, node)?.init ?? null) : null;
  const isCall = kept?.type === 'CallExpression' && nameOf(kept.callee) === 'encodeURIComponent';
  const inner = isCall ? kept : node;
  if (inner.type === 'Identifier' && isEncoded(inner.name, script.text)) return null;
  if (inner.type !== 'CallExpression') return isPlain(inner) ? inner : null;
  const [only, ...others] = inner.arguments;
  if (nameOf(inner.callee) !== 'encodeURIComponent' || only === undefined || others.length > 0) return null;
  const given = unwrap(only);
  return isPlain(given) || given.type === 'TemplateLiteral' ? given : null;
}

/** `text = encodeURI(…)`, `const text = querystring.escape(…)` */
function isEncoded(name: string, text: string): boolean {
  return new RegExp(`\\b${literally(name)}\\s*=(?!=)[^;\\n]*(?:encode|escape)`, 'i').test(text);
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
