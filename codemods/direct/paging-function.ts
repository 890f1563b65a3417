/**
 * A function of the program that asks for one page after the other and gives all items in a list, or one by one. The Rulesets API has no
 * pages, and one of its answers is no list, so new functions send their requests by what this function sends its own.
 */
import type { Script } from '../../src/analysis/edits/index.js';
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
import { isBoundCall } from './bound-call.js';
import { constantOf } from './path-pieces.js';

export interface PagingFunction {
  /** The one request in its loop; null where it cannot be told, or is not sent to the path it is given. */
  readonly request: Call | null;
  /** The script of the function, and the name of its file. */
  readonly script: Module;
  readonly file: string;
  /** The argument with the path at the call, and all of them. */
  readonly path: Node | undefined;
  readonly given: readonly Node[];
  /** Whether an expression is the path that it is given, with what may stand behind it. */
  readonly isPath: (node: Node) => boolean;
  /** Which argument of the call an expression of the function stands for; -1 for none. */
  readonly argumentAt: (node: Node) => number;
  /** It gives its items one by one: `yield* page`. */
  readonly isGenerator: boolean;
}

/** The function that a call calls, if it collects pages; null for every other. */
export function pagingFunction(
  site: Pick<Site, 'script' | 'finding' | 'file'>,
  around: Surroundings,
  { callee, arguments: all }: Call,
): PagingFunction | null {
  const { script, finding } = site;
  const isBound = isBoundCall(callee);
  const called = isBound && callee.type === 'MemberExpression' ? callee.object : callee;
  const name = nameCalled(called);
  if (name === null || script === null) return null;
  const senders = finding.usages.flatMap(({ sender }) => {
    const own = sender === undefined ? null : around.scriptAt(sender.at.file, sender.at.start);
    return sender === undefined || own === null ? [] : [{ file: sender.at.file, script: own }];
  });
  for (const { file, script: one } of [{ file: site.file.path, script }, ...senders]) {
    const node = one instanceof Module ? functionsOf.of(one).get(name) : undefined;
    if (node === undefined || !(one instanceof Module)) continue;
    const loop = childNodes(node).find(({ type }) => LOOPS.has(type));
    const isGenerator = Reflect.get(node, 'generator') === true;
    const gathers = isGenerator ? YIELDS : COLLECTS;
    if (loop === undefined || !gathers.test(one.text.slice(...node.range))) return null;
    const given = isBound ? all.slice(1) : all;
    const index = Math.max(
      0,
      given.findIndex((argument) => holdsSite(script, argument, finding.at)),
    );
    const isPath = (written: Node) => isPathOf(node, written, index);
    const request = requestIn(loop, isPath);
    const isSeen =
      one === script
        ? isBound || called.type === 'Identifier' || isOfThis(called)
        : request !== null && isKnown(script, request);
    const argumentAt = (written: Node) =>
      parametersOf(node).findIndex((one) => named(one) !== null && named(one) === named(written));
    return {
      request: isSeen ? request : null,
      script: one,
      file,
      path: given[index],
      given,
      isPath,
      argumentAt,
      isGenerator,
    };
  }
  return null;
}

function nameCalled(callee: Node): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
}

function isOfThis(callee: Node): boolean {
  return callee.type === 'MemberExpression' && callee.object.type === 'ThisExpression';
}

/** What another file calls has the same name here. */
function isKnown(script: Script, { callee }: Call): boolean {
  const root = isBoundCall(callee) && callee.type === 'MemberExpression' ? callee.object : callee;
  const binding = root.type === 'Identifier' && script instanceof Module ? script.topLevel(root.name) : null;
  return binding?.kind === 'import' || binding?.declarations[0]?.parent?.parent?.type === 'ObjectPattern';
}

/** The place of the site, or a name that stands for it. */
function holdsSite(
  script: Script,
  node: Node,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const constant = node.type === 'Identifier' ? constantOf(script, node) : null;
  const [from, to] = (constant?.init ?? node).range;
  return from <= start && end <= to;
}

function requestIn(loop: Node, isPath: (node: Node) => boolean): Call | null {
  const [only, ...others] = childNodes(loop).flatMap((one) =>
    one.type === 'CallExpression' && one.arguments.some(isPath) ? [one] : [],
  );
  return others.length === 0 ? (only ?? null) : null;
}

const LOOPS: ReadonlySet<string> = new Set(['ForStatement', 'WhileStatement', 'DoWhileStatement']);
const YIELDS = /\byield\b/;
const COLLECTS = /\.push(?:\.apply)?\(|\.concat\(|\[\s*\.\.\./;

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

/** A parameter, or a template that begins with it. */
function isPathOf(node: FunctionNode, written: Node, index: number): boolean {
  const path = named(parametersOf(node)[index]);
  if (path === null) return false;
  if (written.type === 'Identifier') return written.name === path;
  if (written.type !== 'TemplateLiteral' || written.quasis[0]?.value.raw !== '') return false;
  return named(written.expressions[0]) === path;
}

/** `query` of `query = {}` as well. */
function named(node: Node | undefined): string | null {
  if (node?.type === 'AssignmentPattern') return named(node.left);
  return node?.type === 'Identifier' ? node.name : null;
}
