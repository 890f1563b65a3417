/**
 * Whether a call that is to go does something besides sending its request: what its arguments call, count or
 * assign would be gone with it, and nobody who looks at one retired setting expects that.
 */
import { childrenOf, keyName, type Node } from '../../read/javascript/syntax/index.js';
import { isPure } from './tree.js';

/** Functions that only write their arguments differently. */
const SPELLING = new Set(['encodeURIComponent', 'encodeURI', 'String', 'Number', 'Boolean']);
const SPELLING_MEMBERS = new Set([
  'JSON.stringify',
  'Object.fromEntries',
  'Object.entries',
  'AbortSignal.timeout',
]);
/** Objects whose making is seen by nobody but who holds them. */
const CARRIERS = new Set(['URL', 'URLSearchParams', 'Headers', 'Request', 'FormData', 'Date']);

type CallNode = Extract<Node, { type: 'CallExpression' }>;

/** `statement` is nothing but one call, perhaps waited for. */
export function doesMoreThanSend(statement: Node): boolean {
  let call = callIn(statement);
  while (call?.arguments.every((argument) => isQuiet(argument))) {
    const inner = requestBelow(call);
    if (inner === null) return !isPure(call.callee);
    call = inner;
  }
  return true;
}

/** Methods of requests that only say more of what is sent: `patch(url).set(…).send(…)`. */
const BUILDERS: ReadonlySet<string> = new Set([
  'accept',
  'auth',
  'query',
  'redirects',
  'retry',
  'send',
  'set',
  'timeout',
  'type',
]);

/** `patch(url)` of `patch(url).send(body)`. */
function requestBelow({ callee }: CallNode): CallNode | null {
  const isBuilder =
    callee.type === 'MemberExpression' && BUILDERS.has(keyName(callee.property, callee.computed) ?? '');
  return isBuilder && callee.object.type === 'CallExpression' ? callee.object : null;
}

/** A call with those behind it that say more of what it sends. */
export function wholeRequest(call: Node): Node {
  let whole = call;
  for (;;) {
    const outer: Node | undefined = whole.parent?.parent;
    if (outer?.type !== 'CallExpression' || requestBelow(outer) !== whole) return whole;
    whole = outer;
  }
}

function callIn(statement: Node): CallNode | null {
  let node = statement;
  for (;;) {
    switch (node.type) {
      case 'ExpressionStatement':
      case 'ChainExpression':
      case 'TSNonNullExpression':
        node = node.expression;
        break;
      case 'AwaitExpression':
      case 'UnaryExpression':
        if (node.argument === null) return null;
        node = node.argument;
        break;
      case 'CallExpression':
        return node;
      default:
        return null;
    }
  }
}

/** Evaluating it changes nothing that anybody else sees. */
export function isQuiet(node: Node): boolean {
  switch (node.type) {
    case 'CallExpression':
      return (
        (isSpelling(node) || makesHeaders(node) || onlyReads(node)) &&
        node.arguments.every((argument) => isQuiet(argument))
      );
    case 'AwaitExpression':
      return (
        node.argument?.type === 'CallExpression' && makesHeaders(node.argument) && isQuiet(node.argument)
      );
    case 'NewExpression':
      return (
        node.callee.type === 'Identifier' &&
        CARRIERS.has(node.callee.name) &&
        node.arguments.every((argument) => isQuiet(argument))
      );
    case 'FunctionExpression':
      return true;
    case 'SpreadElement':
    case 'ObjectExpression':
    case 'ArrayExpression':
    case 'Property':
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'ConditionalExpression':
    case 'MemberExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return childrenOf(node).every((child) => isQuiet(child) || child.type.startsWith('TS'));
    default:
      return isPure(node);
  }
}

/** Methods of texts and lists that leave them as they are. */
const READING: ReadonlySet<string> = new Set([
  'at',
  'concat',
  'endsWith',
  'includes',
  'indexOf',
  'join',
  'slice',
  'split',
  'startsWith',
  'toISOString',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'trim',
]);

function onlyReads({ callee }: CallNode): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed) return false;
  return callee.property.type === 'Identifier' && READING.has(callee.property.name) && isQuiet(callee.object);
}

/** `headers()`, `this.authHeaders(token)`: by its name it makes what only the request needs. */
function makesHeaders({ callee }: CallNode): boolean {
  const named = callee.type === 'MemberExpression' && isPure(callee.object) ? callee.property : callee;
  return named.type === 'Identifier' && /headers?$/i.test(named.name);
}

/** `JSON.stringify(…)`, `encodeURIComponent(…)`: they only write an argument differently. */
export function isSpelling({ callee }: CallNode): boolean {
  if (callee.type === 'Identifier') return SPELLING.has(callee.name);
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.property.type === 'Identifier' &&
    SPELLING_MEMBERS.has(`${callee.object.name}.${callee.property.name}`)
  );
}
