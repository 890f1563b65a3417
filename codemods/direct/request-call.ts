/** A call that sends a request of a retired API, taken apart: what it is sent with, and what it is about. */

import type { Script } from '../../src/analysis/edits/index.js';
import type { FileEdit, Site, Surroundings } from '../../src/migrate/index.js';
import { type Call, type Node, type NodeOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { type Answered, answeredBy, openingTarget } from './answered.js';
import { argumentText } from './argument-text.js';
import { isBoundCall } from './bound-call.js';
import { isPrivateMethod, takesInit, takesOwnType, targetOf, verbsOf } from './client.js';
import type { Condition } from './conditions.js';
import { builtConfig } from './config-builder.js';
import { type Convention, type Slot, withBuilder } from './convention.js';
import { type Deleting, deletingFunction } from './deleting-function.js';
import { type Gives, givesOf, parsedBy } from './given-back.js';
import { listOfPages } from './paged-list.js';
import type { Paging } from './pages.js';
import { pagingFunction } from './paging-function.js';
import type { PathHolder } from './path-holder.js';
import { type BuiltPath, builtPathOf } from './path-pieces.js';
import { resultMember } from './results-only.js';
import { holdsPath, pagingIn, type SendingCall, sendingCallsOf, sentArgument } from './sending.js';
import { type Found, type Looking, nothingFound, slotOf, writtenArgument } from './slots.js';
import { typeArgumentOf, typeArgumentsOf } from './type-arguments.js';
import { pathOf, type WrittenPath } from './written-path.js';

export interface RequestCall {
  /** The whole expression that stands for the answer, without `await`. */
  readonly node: Node;
  readonly method: string;
  readonly convention: Convention;
  /** What stands for the function or the object that sends, as an argument; null for `fetch` itself. */
  readonly client: string | null;
  /** What is handed on, by the names of the convention. */
  readonly handed: ReadonlyMap<string, string>;
  /** The expression of the id at the end of the path. */
  readonly id: string | null;
  /** Names of the fields of a query; null if they cannot be told. */
  readonly query: readonly string[] | null;
  readonly paging: Paging | null;
  /** What a query asks for besides pages; null where it cannot be read. */
  readonly conditions: readonly Condition[] | null;
  /** The ids that a query has, as the expression of a list. */
  readonly ids: string | null;
  readonly body: Node | null;
  /** The declaration of a constant that holds the body, and that nothing else uses. */
  readonly bodyVariable: NodeOf<'VariableDeclarator'> | null;
  /** The type argument of the call, as written. */
  readonly type: string | null;
  /** A variable that holds the path and nothing else; it goes with its last use. */
  readonly pathVariable: Node | null;
  /** What has the path in it, where the call puts something behind it. */
  readonly holder?: PathHolder;
  /** Statements that are of no use without the call. */
  readonly gone: readonly Node[];
  /** Edits that give its client what new calls need. */
  readonly added?: readonly FileEdit[];
  /** It stands for the list itself, whatever the client gives. */
  readonly isOpened?: true;
  /** The member of the answer that holds the result, where nothing else is read of the answers of its client. */
  readonly member?: string | undefined;
  /** The function of the program that deletes, and that is no longer called. */
  readonly deletedBy?: string;
}

/** The calls of a site, or why they cannot be taken apart. */
export function requestCallsOf(site: Site, around: Surroundings): readonly RequestCall[] | string {
  const sending = sendingCallsOf(site, around);
  if (typeof sending === 'string') return sending;
  const calls: RequestCall[] = [];
  for (const one of sending) {
    const call = takenApart(site, around, one);
    if (typeof call === 'string') return call;
    const client = site.finding.usages.find(({ sender }) => sender !== undefined)?.sender?.client ?? '';
    const member = resultMember(site, around, { ...call.convention, client });
    calls.push(member === null ? call : { ...call, member });
  }
  return calls;
}

/** What a function of the program deletes, or collects, that does no more. */
function byOwnFunction(
  site: Site,
  around: Surroundings,
  script: Script,
  { call, method, pathVariable }: Pick<SendingCall, 'call' | 'method' | 'pathVariable'>,
): RequestCall | string | null {
  const deleting = method === 'DELETE' ? deletingFunction(script, call) : null;
  if (deleting !== null) return deletion(site, around, call, deleting);
  const paged = pagingFunction(site, around, call);
  return paged === null ? null : listOfPages(site, around, { call, pathVariable }, paged);
}

function takenApart(
  site: Site,
  around: Surroundings,
  { call, method, pathVariable, paging = [], holder }: SendingCall,
): RequestCall | string {
  const { script, file } = site;
  if (script === null) return 'the file is not read as a script';
  const callee = unwrap(call.callee);
  if ('optional' in call.callee && call.callee.optional === true) return 'the call is an optional one';
  const text = (node: Node) => file.text.slice(...node.range);
  const special = byOwnFunction(site, around, script, { call, method, pathVariable });
  if (special !== null) return special;
  const answered = answeredBy(site, around, call);
  if (typeof answered === 'string') return answered;
  const { outer, gives, opened } = answered;
  const covers = (node: Node) => holdsPath(site, node, pathVariable, holder);
  const config = builtConfig(script, call, covers);
  const isVerbs = config === null && call.arguments.length > 0 && hasVerbs(script, callee, gives.client);
  const written = (config?.given ?? call.arguments).map((argument) => writtenArgument(script, argument));
  const isConfig = takesConfig(written.map(({ node }) => node));
  const isByVerb = isConfig && isVerbs && gives.client === 'axios' && sendsItself(site, call);
  const isBareRead = isByVerb || (method === 'GET' && isVerbs && !isConfig);
  const asked = { callee, method, isBareRead, isPrivate: isPrivateMethod(site, around, callee) };
  const target = config?.target ?? targetFor(site, answered, asked);
  if (target === null) return 'what is called cannot be handed to a function';
  const verbs = verbsOf(site, around, call, target.callee, method);
  if (typeof verbs === 'string') return verbs;
  const isBound = isBoundCall(callee);
  const taken = slotsOf(isBound ? written.slice(1) : written, {
    method,
    script,
    text,
    isVerb: target.callee === 'verbs' && !isByVerb,
    covers,
    sent: sentArgument(site, call),
  });
  if (taken === null) return 'an argument of the call is written in a way that cannot be handed on';
  const { found } = taken;
  const isOwn = target.callee === 'function' && takesOwnType(site, around);
  const slots = taken.slots.map((slot) => (slot.is === 'body' && isOwn ? { ...slot, isOwn } : slot));
  if (found.path === null) return 'its path is not written as an argument of the call';
  const built = holder === undefined ? builtPath(script, found.path, pathVariable) : null;
  const path = pathOf(site, built?.path ?? found.path, built === null ? pathVariable : null, holder);
  if (path === null) return 'its path is put together in a way that cannot be edited';
  if (method !== 'GET' && (target.callee !== 'verbs' || isByVerb) && !found.isNamed)
    return 'its method is not written at the call';
  const { prefix, handed, query } = path;
  const given = isByVerb ? verbSlots(slots) : slots;
  for (const [name, value] of found.handed) handed.set(name, value);
  if (built !== null) handed.set(built.name, built.text);
  for (const [name, node] of path.nodes) handed.set(name, argumentText(script, node));
  return {
    node: outer ?? call,
    method,
    convention: {
      callee: target.callee,
      prefix,
      slots: built === null ? given : withBuilder(given, built),
      isBare: method === 'GET' && !found.isNamed,
      suffix: opened === null ? suffixOf(file.text, call, outer, gives) : '',
      gives: gives.gives,
      held: gives.held,
      told: gives.told,
      throws: gives.throws,
      isNullable: gives.isNullable,
      methodCase: found.isLower ? 'lower' : 'upper',
      takesInit: takesInit(site, around),
      verbs: verbs.names,
    },
    client:
      isBound && call.arguments[0] ? `${target.client}.bind(${text(call.arguments[0])})` : target.client,
    handed,
    id: idText(script, path),
    query: query === null ? null : [...query, ...found.query],
    paging: path.paging ?? found.paging ?? pagingIn(paging, text),
    conditions: path.conditions === null ? null : [...path.conditions, ...found.conditions],
    ids: path.ids,
    body: found.body,
    bodyVariable: found.bodyVariable,
    type:
      typeArgumentOf(call, text) ?? (outer?.type === 'CallExpression' ? typeArgumentOf(outer, text) : null),
    pathVariable,
    ...(holder === undefined ? {} : { holder }),
    gone: [...found.gone, ...paging],
    added: verbs.added,
  };
}

/** What stands behind the call; the type that is given there is that of one call. */
function suffixOf(text: string, call: Call, outer: Node | null, { client, isUnparsed }: Gives): string {
  if (isUnparsed) return '.json()';
  if (outer === null || client === 'nest-axios') return '';
  const isTyped = outer.type === 'CallExpression' && typeArgumentsOf(outer) !== null;
  // Where a line ends does not make another way to send.
  return isTyped ? '.json()' : text.slice(call.range[1], outer.range[1]).trimStart();
}

/** `axios({ method: 'post', url, data })` */
function takesConfig([config, ...others]: readonly Node[]): boolean {
  return config?.type === 'ObjectExpression' && others.length === 0;
}

/** No function of the program stands between the call and the client. */
function sendsItself({ finding }: Site, { range: [start] }: Call): boolean {
  return finding.usages.some(({ sender }) => sender?.at.start === start);
}

/** The same by a method for the verb: `axios.post(url, data, { headers })`. */
function verbSlots(slots: readonly Slot[]): readonly Slot[] {
  const fields = slots.flatMap((slot) => (slot.is === 'options' ? slot.fields : []));
  const plain = fields.flatMap(({ slot }) => (slot.is === 'path' || slot.is === 'body' ? [slot] : []));
  const others = fields.filter(({ slot: { is } }) => is === 'extra');
  const options: Slot[] = others.length === 0 ? [] : [{ is: 'options', fields: others }];
  return [...plain.sort((a, b) => b.is.localeCompare(a.is)), ...options];
}

/** `api(path)` of an instance that is called `api.post(path)` as well: both read and send by verbs. */
function hasVerbs({ text }: Script, callee: Node, client: string): boolean {
  if (callee.type !== 'Identifier' || !/^(?:got|ky|axios)$/.test(client)) return false;
  return new RegExp(`\\b${literally(callee.name)}\\s*\\.(?:get|post|put|patch|delete)\\s*[(<]`).test(text);
}

/** The same by the client that a function of the program deletes with. */
function deletion(site: Site, around: Surroundings, call: Call, deleting: Deleting): RequestCall | string {
  const { script } = site;
  const { client, request, ids, name } = deleting;
  const gives = givesOf(site, around, request, parsedBy(request));
  if (typeof gives === 'string') return gives;
  const [path] = call.arguments;
  const written = path === undefined ? null : pathOf(site, path, null);
  if (script === null || written === null) return 'its path is put together in a way that cannot be edited';
  const { prefix, handed, id, query, nodes, paging } = written;
  for (const [hole, node] of nodes) handed.set(hole, argumentText(script, node));
  return {
    node: call,
    method: 'DELETE',
    convention: {
      callee: 'verbs',
      prefix,
      slots: [{ is: 'path' }],
      isBare: false,
      suffix: '',
      gives: gives.gives,
      held: gives.held,
      told: gives.told,
      throws: gives.throws,
      methodCase: 'upper',
    },
    client: client.name,
    handed,
    id: id === null ? null : argumentText(script, id),
    query,
    paging,
    conditions: [],
    ids: ids === null ? null : script.text.slice(...ids.range),
    body: null,
    bodyVariable: null,
    type: null,
    pathVariable: null,
    gone: [],
    deletedBy: name,
  };
}

/** What makes the address, at the call or where the variable is declared that the call names. */
function builtPath(script: Script, argument: Node, pathVariable: Node | null): BuiltPath | null {
  if (pathVariable?.type !== 'VariableDeclarator') return builtPathOf(script, argument);
  const built = pathVariable.init ? builtPathOf(script, pathVariable.init) : null;
  const { id } = pathVariable;
  if (built === null || id.type !== 'Identifier') return null;
  const used = script.text.slice(...argument.range);
  return { ...built, suffix: built.suffix + used.slice(id.name.length) };
}

interface Called {
  readonly callee: Node;
  readonly method: string;
  readonly isBareRead: boolean;
  readonly isPrivate: boolean;
}

/** What stands for the client at a call of a new function. */
function targetFor({ file, script }: Site, { opened, gives }: Answered, called: Called) {
  const { callee, method, isPrivate, isBareRead } = called;
  const text = (node: Node) => file.text.slice(...node.range);
  return opened === null
    ? targetOf(callee, method, text, gives.client, script, isPrivate, isBareRead)
    : openingTarget(opened, text(callee));
}

/** What the arguments of a call stand for; null where one of them cannot be handed on. */
function slotsOf(
  written: readonly ReturnType<typeof writtenArgument>[],
  looking: Looking,
): { readonly slots: readonly Slot[]; readonly found: Found } | null {
  const found = nothingFound();
  const slots: Slot[] = [];
  for (const { node, statement } of written) {
    if (statement !== null) found.gone.push(statement);
    const slot = slotOf(node, found, looking);
    if (slot === null) return null;
    if (slot.is !== 'options' || slot.fields.length > 0) slots.push(slot);
  }
  return { slots, found };
}

function idText(script: Script, { id, fixedId }: WrittenPath): string | null {
  const quote = script.text.includes("'") ? "'" : '"';
  if (fixedId !== undefined) return `${quote}${fixedId}${quote}`;
  return id === null ? null : argumentText(script, id);
}
