/**
 * Statements that do nothing with the answer of a call but say how it went: a look at its status, a line that is
 * printed, an error that is thrown. They go with the call.
 */

import { isQuiet, type Script } from '../../src/analysis/edits/index.js';
import {
  childrenOf,
  type ForEach,
  isWrapper,
  keyName,
  type Node,
  nameOf,
  namesIn,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { usesOf } from './trees.js';

/** The statement that keeps the answer, and those that look at it; null where one of them does more. */
export function reportOf(script: Script, call: Node): readonly Node[] | null {
  let kept: Node = call;
  while (kept.parent !== undefined && isOpening(kept.parent, kept)) kept = kept.parent;
  const first = declarationOf(kept);
  if (first === null) return null;
  const block = first.parent;
  const found = new Set<Node>([first]);
  for (const statement of found) {
    for (const name of declaredIn(statement)) {
      const uses = name.type === 'Identifier' ? usesOf(script, name) : null;
      if (uses === null) return null;
      for (const use of uses) {
        const holder = statementIn(block, use);
        if (holder === null || !(isReport(holder) || isStep(holder))) return null;
        found.add(holder);
      }
    }
  }
  return [...found].sort((a, b) => a.range[0] - b.range[0]);
}

/**
 * Lines right before and behind some statements that only print something about a setting. Where a `try` does nothing
 * else, all its lines say how these statements went.
 */
export function saidAround(statements: readonly Node[], setting: string): readonly Node[] {
  const [first, last] = [statements[0], statements.at(-1)];
  const block = first?.parent;
  if (first === undefined || last === undefined) return [];
  if (block?.type !== 'BlockStatement' && block?.type !== 'Program') return [];
  const others = block.body.filter((one) => !statements.includes(one));
  if (block.parent?.type === 'TryStatement' && block.parent.block === block && others.every(isReport))
    return others;
  const named = new RegExp(`\\b${wordOf(setting)}\\b`, 'i');
  const neighbours = [block.body[block.body.indexOf(first) - 1], block.body[block.body.indexOf(last) + 1]];
  return neighbours.flatMap((one) =>
    one?.type === 'ExpressionStatement' && isReport(one) && textsIn(one).some((text) => named.test(text))
      ? [one]
      : [],
  );
}

/** Whether a member of what a loop goes through is read to print something with it, and for nothing else. */
export function isOnlySaid(script: Script, loop: ForEach, name: string): boolean {
  const [declared] = loop.left.type === 'VariableDeclaration' ? loop.left.declarations : [];
  const target = declared?.id;
  if (target?.type === 'Identifier')
    return usesOf(script, target)?.every((use) => isOtherMember(use, name) || isSaid(use)) === true;
  if (target?.type !== 'ObjectPattern') return false;
  return target.properties.every((one) => {
    if (one.type !== 'Property') return false;
    if (keyName(one.key, one.computed) !== name) return true;
    return one.value.type === 'Identifier' && usesOf(script, one.value)?.every(isSaid) === true;
  });
}

function isOtherMember({ parent }: Node, name: string): boolean {
  const member = parent?.type === 'MemberExpression' ? keyName(parent.property, parent.computed) : null;
  return member !== null && member !== name;
}

function isSaid(node: Node): boolean {
  let statement: Node | undefined = node;
  while (statement !== undefined && !isBlock(statement.parent)) statement = statement.parent;
  return statement !== undefined && isReport(statement);
}

/** `server_side_exclude`: server-side excludes; `minify`: minified, minification. */
function wordOf(setting: string): string {
  const word = literally(setting).replaceAll('_', '[ _-]?');
  return word.endsWith('y') ? `${word.slice(0, -1)}(?:y|ied|ying|ication)` : `${word}s?`;
}

function textsIn(statement: Node): readonly string[] {
  const texts: string[] = [];
  const pending = [statement];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Literal') texts.push(String(node.value));
    if (node.type === 'TemplateElement') texts.push(node.value.raw);
    pending.push(...childrenOf(node));
  }
  return texts;
}

/** `await`, `.json()`, `.data` around an answer. */
function isOpening(parent: Node, node: Node): boolean {
  if (isWrapper(parent)) return true;
  switch (parent.type) {
    case 'AwaitExpression':
      return true;
    case 'MemberExpression':
      return parent.object === node && isPartOfAnswer(parent);
    case 'CallExpression':
      return parent.callee === node && node.type === 'MemberExpression' && isReader(node);
    default:
      return false;
  }
}

function isPartOfAnswer({ property, computed }: Node & { property: Node; computed: boolean }): boolean {
  return /^(?:data|body|json|text|result)$/.test(keyName(property, computed) ?? '');
}

function isReader({ property, computed }: Node & { property: Node; computed: boolean }): boolean {
  return /^(?:json|text)$/.test(keyName(property, computed) ?? '');
}

/** `const answer = …;` in a block. */
function declarationOf(value: Node): Node | null {
  const declarator = value.parent;
  const statement = declarator?.parent;
  if (declarator?.type !== 'VariableDeclarator' || declarator.init !== value) return null;
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return null;
  return isBlock(statement.parent) ? statement : null;
}

function isBlock(node: Node | undefined): boolean {
  return node?.type === 'BlockStatement' || node?.type === 'Program';
}

function declaredIn(statement: Node): readonly Node[] {
  return statement.type === 'VariableDeclaration'
    ? statement.declarations.flatMap(({ id }) => namesIn(id))
    : [];
}

/** The statement of a block in which a node stands. */
function statementIn(block: Node | undefined, node: Node): Node | null {
  let current: Node | undefined = node;
  while (current !== undefined && current.parent !== block) current = current.parent;
  return current ?? null;
}

/** `const data = await response.json();` */
function isStep(statement: Node): boolean {
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.length === 1 &&
    isBlock(statement.parent) &&
    statement.declarations.every(({ init }) => init !== null && isLook(init))
  );
}

/** It prints or throws something, perhaps after a look at an answer. */
export function isReport(statement: Node): boolean {
  switch (statement.type) {
    case 'IfStatement':
      return (
        isLook(statement.test) &&
        isReport(statement.consequent) &&
        (!statement.alternate || isReport(statement.alternate))
      );
    case 'BlockStatement':
      return statement.body.every(isReport);
    case 'ThrowStatement': {
      const thrown = statement.argument;
      if (thrown === null) return false;
      return thrown.type === 'NewExpression' ? thrown.arguments.every(isLook) : isLook(thrown);
    }
    case 'ExpressionStatement': {
      const { expression } = statement;
      return (
        expression.type === 'CallExpression' && isPrinting(expression) && expression.arguments.every(isLook)
      );
    }
    default:
      return false;
  }
}

/** It asks for something and says what comes back, and keeps nothing. */
export function saysOnly(statement: Node): boolean {
  switch (statement.type) {
    case 'VariableDeclaration':
    case 'ContinueStatement':
      return true;
    case 'BlockStatement':
      return statement.body.every(saysOnly);
    case 'IfStatement':
      return (
        isLook(statement.test) &&
        saysOnly(statement.consequent) &&
        (!statement.alternate || saysOnly(statement.alternate))
      );
    case 'TryStatement':
      return (
        saysOnly(statement.block) &&
        (!statement.handler || saysOnly(statement.handler.body)) &&
        !statement.finalizer
      );
    default:
      return isReport(statement);
  }
}

/** Evaluating it at most reads the rest of an answer. */
function isLook(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'CallExpression') {
    const { callee } = inner;
    if (callee.type === 'MemberExpression' && LOOKS.has(keyName(callee.property, callee.computed) ?? ''))
      return isLook(callee.object) && inner.arguments.every(isLook);
    return isQuiet(inner);
  }
  if (inner.type === 'TemplateLiteral') return inner.expressions.every(isLook);
  if (inner.type === 'LogicalExpression' || inner.type === 'BinaryExpression')
    return isLook(inner.left) && isLook(inner.right);
  if (inner.type === 'ConditionalExpression')
    return isLook(inner.test) && isLook(inner.consequent) && isLook(inner.alternate);
  if (inner.type === 'UnaryExpression') return inner.operator !== 'delete' && isLook(inner.argument);
  return isQuiet(inner);
}

const LOOKS: ReadonlySet<string> = new Set([
  'json',
  'text',
  'map',
  'join',
  'toString',
  'stringify',
  'slice',
  'trim',
]);

const PRINTING =
  /^(?:this\.)?(?:console|log(?:ger)?|winston|pino|consola|spinner|ora|core|signale)\.\w+$|^(?:log|warn|info|print)$/i;

function isPrinting({ callee }: Node & { callee: Node }): boolean {
  return PRINTING.test(nameOf(callee) ?? '');
}
