/** Takes out a statement that is nothing but one call, whose result nobody uses. */

import type { Node } from '../../read/javascript/syntax/index.js';
import type { Edit } from '../finding.js';
import { blankStart } from './lines.js';
import { isSpelling } from './own-work.js';
import { hasComment, type Script } from './tree.js';

/** The statement that is nothing but the call in which the innermost node stands. */
export function callStatement(path: readonly Node[]): Node | null {
  let depth = path.length - 1;
  while (depth > 0 && !isRequest(path[depth])) {
    if (!isPartOfArgument(path[depth])) return null;
    depth--;
  }
  // The target of a chain such as `zones.settings.edit` is a part of the call too.
  while (isWrapping(path[depth - 1])) depth--;
  const statement = path[depth - 1];
  const holder = path[depth - 2];
  if (statement?.type !== 'ExpressionStatement' || holder === undefined) return null;
  return ['Program', 'BlockStatement', 'StaticBlock'].includes(holder.type) ? statement : null;
}

function isRequest(node: Node | undefined): boolean {
  return node?.type === 'CallExpression' && !isSpelling(node);
}

const PARTS = new Set([
  'Literal',
  'Identifier',
  'TemplateElement',
  'TemplateLiteral',
  'BinaryExpression',
  'Property',
  'ObjectExpression',
  'ArrayExpression',
  'MemberExpression',
  'CallExpression',
  'NewExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
]);

function isPartOfArgument(node: Node | undefined): boolean {
  return node !== undefined && PARTS.has(node.type);
}

const WRAPPING = new Set(['AwaitExpression', 'ChainExpression', 'UnaryExpression', 'TSNonNullExpression']);

function isWrapping(node: Node | undefined): boolean {
  return (
    node !== undefined &&
    WRAPPING.has(node.type) &&
    (node.type !== 'UnaryExpression' || node.operator === 'void')
  );
}

export function removeStatement(script: Script, statement: Node): Edit | null {
  const [start, end] = statement.range;
  if (hasComment(script, start, end, statement)) return null;
  const { text } = script;
  if (wouldJoin(text, start, end)) return null;
  const lineStart = blankStart(text, start);
  const rest = /^[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(end));
  const alone = lineStart === 0 || /[\r\n]/.test(text.charAt(lineStart - 1));
  if (alone && rest !== null) return { start: lineStart, end: end + rest[0].length, text: '' };
  const spaces = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: end + spaces, text: '' };
}

/**
 * Whether what stands before would go on in what stands behind, since only the statement between them kept the
 * two apart: `const a = b`, the statement, `[1].map(f)`.
 */
function wouldJoin(text: string, start: number, end: number): boolean {
  const before = codeBefore(text.slice(0, start)).at(-1);
  return before !== undefined && !/[;{]/.test(before) && /^[([`+\-*/.,]/.test(codeBehind(text.slice(end)));
}

/** Without the lines of comment at the end. */
function codeBefore(text: string): string {
  const code = text.trimEnd();
  const lineStart = Math.max(code.lastIndexOf('\n'), code.lastIndexOf('\r')) + 1;
  return /^[ \t]*\/\//.test(code.slice(lineStart)) ? codeBefore(code.slice(0, lineStart)) : code;
}

/** Without the lines of comment at the beginning. */
function codeBehind(text: string): string {
  const code = text.trimStart();
  const line = /^\/\/[^\r\n]*/.exec(code);
  return line === null ? code : codeBehind(code.slice(line[0].length));
}
