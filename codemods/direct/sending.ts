/** The calls that send what stands at a site: around it, or wherever a constant with the path is used. */
import { isPure, type Script } from '../../src/analysis/edits/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import type { HttpUsage } from '../../src/read/index.js';
import {
  type Call,
  isFunction,
  keyName,
  Module,
  type Node,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { alternatives } from '../../src/value/index.js';
import { httpUsages, methodsOf } from '../places/requests.js';
import { usesOf } from '../places/trees.js';
import { isBoundCall } from './bound-call.js';
import type { Paging } from './pages.js';
import { pagingFunction } from './paging-function.js';
import { namesHolder, type PathHolder, pathHolder } from './path-holder.js';
import { constantOf } from './path-pieces.js';
import { isFirst } from './slots.js';

export interface SendingCall {
  readonly call: Call;
  readonly method: string;
  /** A variable that holds the path and nothing else. */
  readonly pathVariable: Node | null;
  /** What has the path in it, where the call puts something behind it. */
  readonly holder?: PathHolder;
  /** Statements that put the page that is asked for into the path. */
  readonly paging?: readonly Node[];
}

/** The calls of a site, or why they cannot be told. */
export function sendingCallsOf(site: Site, around: Surroundings): readonly SendingCall[] | string {
  const { script, nodes, finding, file } = site;
  if (script === null) return 'the file is not read as a script';
  const method = [...methodsOf(site)];
  const [only] = method;
  const direct =
    nodes.findLast((node) => isRequest(node, file.path, around)) ??
    nodes.findLast((node) => isSentBy(node, site));
  const sent = direct ?? wrapperAround(site, around, nodes, finding.at.start);
  if (sent?.type === 'CallExpression') {
    if (method.length !== 1 || only === undefined || only === null) return 'its method cannot be told';
    return [{ call: sent, method: only, pathVariable: null }];
  }
  const read = readCallsOf(site, around);
  if (read?.every(({ holder }) => holder === undefined || holder.parameters !== null)) return read;
  const declarator = nodes.findLast((node) => node.type === 'VariableDeclarator');
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier')
    return read ?? unsent(site);
  const constant = constantOf(script, declarator.id);
  const uses = constant === null ? null : usesOf(script, declarator.id);
  if (uses === null || uses.length === 0) return read ?? unsent(site);
  if (uses.some(isPieceOfText)) return read ?? 'the path is used for something else, too';
  const calls: SendingCall[] = [];
  const paging: Node[] = [];
  for (const use of uses) {
    const page = pagingStatement(use);
    if (page !== null) {
      paging.push(page);
      continue;
    }
    const path = around.nodesAround(script, ...use.range);
    const call =
      path.findLast((node) => isRequest(node, file.path, around)) ??
      wrapperAround(site, around, path, use.range[0]) ??
      takerOfObject(script, path);
    if (call?.type !== 'CallExpression') return 'the path is used for something else, too';
    const usage = finding.usages.find(
      (one): one is HttpUsage =>
        one.kind === 'http' && one.site.file === file.path && one.site.start === call.range[0],
    );
    const verb = (usage === undefined ? null : methodOf(usage)) ?? (method.length === 1 ? only : null);
    if (verb === null || verb === undefined) return 'its method cannot be told';
    // The path is a field of what the call is given.
    const pathVariable = declarator.init?.type === 'ObjectExpression' ? null : declarator;
    calls.push({ call, method: verb, pathVariable, paging });
  }
  return calls;
}

/** The call that is given the object around a place, which has a name that nothing else uses. */
function takerOfObject(script: Script, path: readonly Node[]): Node | undefined {
  const declarator = path.findLast(({ type }) => type === 'VariableDeclarator');
  if (declarator?.type !== 'VariableDeclarator' || declarator.init?.type !== 'ObjectExpression')
    return undefined;
  const [use, ...others] = declarator.id.type === 'Identifier' ? (usesOf(script, declarator.id) ?? []) : [];
  const call = use?.parent;
  return others.length === 0 && call?.type === 'CallExpression' && call.callee !== use ? call : undefined;
}

function methodOf({ method }: HttpUsage): string | null {
  return method.kind === 'text' ? method.pieces.map((one) => ('text' in one ? one.text : '')).join('') : null;
}

/** The calls that the reader found, wherever the path is written; null where one of them is not in sight. */
function readCallsOf(site: Site, around: Surroundings): readonly SendingCall[] | null {
  const { script, finding, file } = site;
  if (script === null) return null;
  const holder = pathHolder(script, site.nodes);
  const calls = finding.usages.map((usage): SendingCall | null => {
    if (usage.kind !== 'http' || usage.site.file !== file.path) return null;
    const { start, end } = usage.site;
    const call = around
      .nodesAround(script, start, end)
      .findLast(({ type, range }) => type === 'CallExpression' && range[0] === start && range[1] === end);
    const method = methodOf(usage);
    if (call?.type !== 'CallExpression' || method === null) return null;
    const isWritten = start <= finding.at.start && finding.at.end <= end;
    if (isWritten) return { call, method, pathVariable: null };
    return holder === null ? null : { call, method, pathVariable: null, holder };
  });
  const found = calls.flatMap((one) => one ?? []);
  if (found.length === 0 || found.length < calls.length) return null;
  const isNamed = ({ call, holder: held }: SendingCall) =>
    held === undefined || call.arguments.some((one) => namesHolder(script, one, held));
  if (found.every(isNamed) || holder === null) return found;
  return handingCalls(script, holder, [...new Set(found.map(({ method }) => method))]);
}

/** The calls of functions of the program that are handed the path, where the request is sent further down. */
function handingCalls(
  script: Script,
  holder: PathHolder,
  [method, ...others]: readonly string[],
): readonly SendingCall[] | null {
  if (!(script instanceof Module) || method === undefined || others.length > 0) return null;
  const calls = script.calls.flatMap((call) =>
    call.type === 'CallExpression' && call.arguments.some((one) => namesHolder(script, one, holder))
      ? [{ call, method, pathVariable: null, holder }]
      : [],
  );
  return calls.length > 0 ? calls : null;
}

/** `${url}/${id}`, `url + query` */
function isPieceOfText({ parent }: Node): boolean {
  return (
    parent?.type === 'TemplateLiteral' || (parent?.type === 'BinaryExpression' && parent.operator === '+')
  );
}

/** Why no call is found: one is given the path and cannot be looked into, or there is none here. */
function unsent({ script, nodes, finding: { at } }: Site): string {
  const call = nodes.slice(nodes.findLastIndex(isFunction) + 1).findLast((node) => {
    return node.type === 'CallExpression' && at.start >= node.callee.range[1];
  });
  const called = call?.type === 'CallExpression' ? script?.text.slice(...call.callee.range) : undefined;
  return called === undefined || called.length > MOST_SHOWN || /\s/.test(called)
    ? 'the call that sends it is somewhere else'
    : `what \`${called}\` does with the path is not known`;
}

const MOST_SHOWN = 40;

/**
 * A call of the program's own function in which the request is sent, where what comes back cannot be told from the
 * function: the path stands in an argument of a call of that name.
 */
function wrapperAround(
  site: Site,
  around: Surroundings,
  nodes: readonly Node[],
  start: number,
): Node | undefined {
  const { finding } = site;
  const names = finding.usages.map(({ sender }) => {
    const script = sender === undefined ? null : around.scriptAt(sender.at.file, sender.at.start);
    if (script === null || sender === undefined) return [];
    return around
      .nodesAround(script, sender.at.start, sender.at.end)
      .flatMap((node) => nameOfFunction(node) ?? []);
  });
  return nodes.slice(nodes.findLastIndex(isFunction) + 1).findLast((node) => {
    if (node.type !== 'CallExpression' || start < node.callee.range[1]) return false;
    if (pagingFunction(site, around, node) !== null) return true;
    const name = calledName(node.callee);
    return name !== null && names.length > 0 && names.every((all) => all.includes(name));
  });
}

function nameOfFunction(node: Node): string | null {
  if (node.type === 'FunctionDeclaration') return node.id?.name ?? null;
  if (node.type === 'VariableDeclarator')
    return isFunction(node.init) && node.id.type === 'Identifier' ? node.id.name : null;
  if (node.type !== 'MethodDefinition' && node.type !== 'Property' && node.type !== 'PropertyDefinition')
    return null;
  return isFunction(node.value) ? keyName(node.key, node.computed) : null;
}

/** `request` of `request(…)`, `this.api.request(…)` and `request.call(this, …)`. */
function calledName(callee: Node): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression') return null;
  if (isBoundCall(callee)) return calledName(callee.object);
  return keyName(callee.property, callee.computed);
}

function isRequest(node: Node, path: string, around: Surroundings): boolean {
  if (node.type !== 'CallExpression') return false;
  const parts = around.answerOf(path, node);
  return parts.some((part) => part.kind === 'answer' || part.members?.some(({ steps }) => steps !== null));
}

/** The client is given to the function around the call, and known where that is called. */
function isSentBy(node: Node, { finding, file }: Site): boolean {
  const senders = [...finding.usages].map(({ sender }) => sender);
  return (
    node.type === 'CallExpression' &&
    senders.length > 0 &&
    senders.every(
      (sender) =>
        sender?.known === true &&
        sender.at.file === file.path &&
        sender.at.start === node.range[0] &&
        sender.at.end === node.range[1],
    )
  );
}

/** `url.searchParams.set('per_page', '50');` */
function pagingStatement(use: Node): Node | null {
  const parameters = use.parent;
  const method = parameters?.parent;
  const call = method?.parent;
  if (parameters?.type !== 'MemberExpression' || method?.type !== 'MemberExpression') return null;
  if (keyName(parameters.property, parameters.computed) !== 'searchParams') return null;
  if (!/^(?:set|append)$/.test(keyName(method.property, method.computed) ?? '')) return null;
  if (call?.type !== 'CallExpression' || call.parent?.type !== 'ExpressionStatement') return null;
  const [name, value] = call.arguments;
  const isPage = name?.type === 'Literal' && /^(?:page|per_page)$/.test(String(name.value));
  // A page that is only asked for sometimes is not followed.
  const isOpen = isPage && name.value === 'page' && !isFirst(value);
  if (isOpen && !/^(?:Program|BlockStatement)$/.test(call.parent.parent?.type ?? '')) return null;
  if (isOpen && call.parent.parent?.parent?.type === 'IfStatement') return null;
  return isPage && call.arguments.every((one) => isPure(one)) ? call.parent : null;
}

/** `{ page: page, per_page: '50' }` of such statements */
export function pagingIn(statements: readonly Node[], text: (node: Node) => string): Paging | null {
  const fields: string[] = [];
  let isOpen = false;
  for (const statement of statements) {
    const call = statement.type === 'ExpressionStatement' ? statement.expression : null;
    const [name, value] = call?.type === 'CallExpression' ? call.arguments : [];
    if (name?.type !== 'Literal' || value === undefined) continue;
    isOpen ||= name.value === 'page' && !isFirst(value);
    fields.push(`${String(name.value)}: ${text(value)}`);
  }
  return fields.length === 0 ? null : { text: `{ ${fields.join(', ')} }`, isOpen };
}

/** The name of a variable, where the whole of it is used: `url`, `url.href`, `url.toString()`. */
function nameUsed(node: Node): string | null {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') return inner.name;
  const member = inner.type === 'CallExpression' && inner.arguments.length === 0 ? inner.callee : inner;
  if (member.type !== 'MemberExpression' || member.object.type !== 'Identifier') return null;
  return keyName(member.property, member.computed) === (member === inner ? 'href' : 'toString')
    ? member.object.name
    : null;
}

/** Whether an expression holds the path: the place of the site, or the variable. */
export function holdsPath(
  { finding: { at }, script }: Site,
  node: Node,
  pathVariable: Node | null,
  holder?: PathHolder,
): boolean {
  if (holder !== undefined) return script !== null && namesHolder(script, node, holder);
  if (pathVariable?.type === 'VariableDeclarator')
    return pathVariable.id.type === 'Identifier' && nameUsed(node) === pathVariable.id.name;
  return node.range[0] <= at.start && at.end <= node.range[1] && node.type !== 'ObjectExpression';
}

/** The argument that holds what is sent, as the reader found it. */
export function sentArgument(site: Site, call: Call): Node | null {
  const { script, file } = site;
  const sent = httpUsages(site)
    .filter((usage) => usage.site.start === call.range[0])
    .flatMap(({ body }) => alternatives(body).flatMap(({ origin }) => origin ?? []))
    .filter((origin) => origin.file === file.path);
  const holds = ({ range: [start, end] }: Node) =>
    sent.some((origin) => start <= origin.start && origin.end <= end);
  const found = call.arguments.filter((argument) => {
    const constant = argument.type === 'Identifier' && script !== null ? constantOf(script, argument) : null;
    return holds(argument) || (constant !== null && holds(constant.init));
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
