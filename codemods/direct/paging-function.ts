/**
 * A function of the program that asks for one page after the other and gives all items in a list. The Rulesets API has no
 * pages, and one of its answers is no list, so new functions send their requests by what this function sends its own.
 */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import {
  type Call,
  childrenOf,
  type FunctionNode,
  isFunction,
  keyName,
  Module,
  type Node,
  Note,
  parametersOf,
} from '../../src/read/javascript/syntax/index.js';

export interface PagingFunction {
  /** The one request in its loop; null where it cannot be told, or is not sent to the path it is given. */
  readonly request: Call | null;
  /** Whether an expression is the path that it is given, with what may stand behind it. */
  readonly isPath: (node: Node) => boolean;
}

/** The function that a call calls, if it collects pages; null for every other. */
export function pagingFunction(
  { script, finding }: Site,
  around: Surroundings,
  { callee }: Call,
): PagingFunction | null {
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression'
        ? keyName(callee.property, callee.computed)
        : null;
  if (name === null || script === null) return null;
  const senders = finding.usages.flatMap(({ sender }) =>
    sender === undefined ? [] : (around.scriptAt(sender.at.file, sender.at.start) ?? []),
  );
  for (const one of new Set([script, ...senders])) {
    const node = one instanceof Module ? functionsOf.of(one).get(name) : undefined;
    if (node === undefined) continue;
    const loop = childNodes(node).find(({ type }) => LOOPS.has(type));
    if (loop === undefined || !COLLECTS.test(one.text.slice(...node.range))) return null;
    const isHere = one === script && (callee.type === 'Identifier' || isOfThis(callee));
    return { request: isHere ? requestIn(loop, node) : null, isPath: (path) => isPathOf(node, path) };
  }
  return null;
}

function isOfThis(callee: Node): boolean {
  return callee.type === 'MemberExpression' && callee.object.type === 'ThisExpression';
}

function requestIn(loop: Node, node: FunctionNode): Call | null {
  const [only, ...others] = childNodes(loop).flatMap((one) =>
    one.type === 'CallExpression' && one.arguments.some((argument) => isPathOf(node, argument)) ? [one] : [],
  );
  return others.length === 0 ? (only ?? null) : null;
}

const LOOPS: ReadonlySet<string> = new Set(['ForStatement', 'WhileStatement', 'DoWhileStatement']);
const COLLECTS = /\.push\(|\.concat\(|\[\s*\.\.\./;

/** The functions of a file by their names, of several with one name the outermost that comes first. */
const functionsOf = new Note((script: Module) => {
  const functions = new Map<string, FunctionNode>();
  for (const node of [script.program, ...childNodes(script.program)]) {
    const [name, own] = [namedBy(node), functionIn(node)];
    if (name !== null && own !== null && !functions.has(name)) functions.set(name, own);
  }
  return functions;
});

function namedBy(node: Node): string | null {
  if (node.type === 'FunctionDeclaration') return node.id?.name ?? null;
  if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id.name : null;
  const isMember = node.type === 'MethodDefinition' || node.type === 'PropertyDefinition';
  return isMember ? keyName(node.key, node.computed) : null;
}

function functionIn(node: Node): FunctionNode | null {
  if (isFunction(node)) return node;
  const value: unknown = Reflect.get(node, node.type === 'VariableDeclarator' ? 'init' : 'value');
  return isFunction(value as Node | null) ? (value as FunctionNode) : null;
}

function childNodes(node: Node, found: Node[] = []): readonly Node[] {
  for (const child of childrenOf(node)) {
    found.push(child);
    childNodes(child, found);
  }
  return found;
}

/** The first parameter, or a template that begins with it. */
function isPathOf(node: FunctionNode, written: Node): boolean {
  const [path] = parametersOf(node);
  if (path?.type !== 'Identifier') return false;
  if (written.type === 'Identifier') return written.name === path.name;
  if (written.type !== 'TemplateLiteral' || written.quasis[0]?.value.raw !== '') return false;
  const [first] = written.expressions;
  return first?.type === 'Identifier' && first.name === path.name;
}
