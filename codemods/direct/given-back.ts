/** What a call gives back, once waited for. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import {
  type AnswerMember,
  type AnswerPart,
  type ClientSpec,
  clientNamed,
} from '../../src/read/javascript/index.js';
import {
  type Call,
  childrenOf,
  isFunction,
  keyName,
  type Node,
  nameOf,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import type { Convention } from './convention.js';
import { shapeByCallers, shapeByReturns, shapeByUse } from './shape-by-use.js';

/** `firstValueFrom(…)` around a call. */
function awaitableOf({ parent, range }: Call): Node | null {
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'Identifier') return null;
  const isFirst = parent.arguments.length === 1 && parent.arguments[0]?.range[0] === range[0];
  return isFirst && /^(?:first|last)ValueFrom$/.test(parent.callee.name) ? parent : null;
}

/** `….json()` right behind a call, or what makes a promise of it. */
export function parsedBy(call: Call): Node | null {
  const awaitable = awaitableOf(call);
  if (awaitable !== null) return awaitable;
  const member = call.parent;
  const outer = member?.parent;
  return member?.type === 'MemberExpression' &&
    member.object === call &&
    keyName(member.property, member.computed) === 'json' &&
    outer?.type === 'CallExpression' &&
    outer.callee === member
    ? outer
    : null;
}

/** `.then((response) => response.json())` right behind a call. */
export function thenParsedBy(call: Call): Node | null {
  const member = call.parent;
  const outer = member?.parent;
  if (member?.type !== 'MemberExpression' || member.object !== call || outer?.type !== 'CallExpression')
    return null;
  if (keyName(member.property, member.computed) !== 'then' || outer.callee !== member) return null;
  const [callback, ...others] = outer.arguments;
  return others.length === 0 && callback !== undefined && parsesIt(callback) ? outer : null;
}

/** `(response) => response.json()` */
function parsesIt(callback: Node): boolean {
  if (callback.type !== 'ArrowFunctionExpression' || callback.body?.type !== 'CallExpression') return false;
  const [response, ...others] = callback.params;
  const { callee, arguments: given } = callback.body;
  return (
    response?.type === 'Identifier' &&
    others.length + given.length === 0 &&
    callee.type === 'MemberExpression' &&
    keyName(callee.property, callee.computed) === 'json' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === response.name
  );
}

export interface Gives {
  readonly gives: Convention['gives'];
  readonly throws: boolean;
  /** The function around the request throws where it looks at a refusal. */
  readonly refuses: boolean;
  readonly client: string;
  /** The member that holds what the API calls `result`, where a wrapper of the program has another name for it. */
  readonly held?: string;
  /** The member that says whether the API took the request, where it is not `success`. */
  readonly told?: Convention['told'];
  /** It gives nothing back where a request failed. */
  readonly isNullable?: boolean;
  /** Nobody parses the answer of this call. */
  readonly isUnparsed?: true;
}

const PARSED: ReadonlySet<string> = new Set(['json()', 'data', 'body', 'json']);

/** Helpers of n8n. */
const PARSING = /^this\.helpers\.(?:http)?request/i;

const UNKNOWN = 'what the call gives back cannot be told';
const SILENT = 'its client is told to give refusals back like other answers';

/** The same where the result has its usual name. */
export function givesOf(...asked: Parameters<typeof givesOrHolds>): Gives | string {
  const gives = givesOrHolds(...asked);
  return typeof gives !== 'string' && (gives.held ?? 'result') !== 'result' ? UNKNOWN : gives;
}

export function givesOrHolds(
  site: Site,
  around: Surroundings,
  call: Call,
  outer: Node | null,
): Gives | string {
  const told = whatItGives(site, around, call, outer);
  const isNullable = around
    .answerOf(site.file.path, call)
    .some((part) => part.kind === 'other' && part.what === 'nothing');
  if (typeof told === 'string' || !isNullable) return told;
  return { ...told, isNullable, throws: told.gives === 'result' && told.throws };
}

function whatItGives(site: Site, around: Surroundings, call: Call, outer: Node | null): Gives | string {
  const { file, finding, script } = site;
  const client = finding.usages.find(({ sender }) => sender !== undefined)?.sender?.client ?? '';
  const spec = clientNamed(client);
  const wrappers = wrappersOf(finding, around);
  if (wrappers.some(takesListsOnly)) return 'its client takes nothing but lists, and a ruleset is none';
  const given = around.answerOf(file.path, call);
  const parts = given.flatMap((part) => (part.kind === 'answer' ? [part.steps] : []));
  const held = heldIn(given);
  if (parts.length === 0 && held !== null) {
    if (held !== 'unclear')
      return { gives: 'envelope', throws: false, refuses: false, client, held: held.name, told: held.told };
    const holder = wrappers.every((body) => body !== null && hasRefusal(body)) ? holderOfAll(given) : null;
    return holder === null ? UNKNOWN : { gives: holder, throws: true, refuses: true, client };
  }
  const kinds = new Set(
    parts.flatMap((steps) => {
      if (steps.at(-1) === 'result') return ['result' as const];
      if (!steps.every((step) => PARSED.has(step))) return [];
      return steps.length === 0 ? ['raw' as const] : ['envelope' as const];
    }),
  );
  if (kinds.has('result')) return { gives: 'result', throws: true, refuses: true, client };
  const [kind] = kinds;
  const refuses = wrappers.every((body) => body !== null && hasRefusal(body));
  const isSilent = !refuses && givesRefusalsBack(finding, file.path, around, spec?.silencedBy);
  const throws = !isSilent && (spec?.throws === true || /^this\.helpers\./.test(client) || refuses);
  const shape = script === null ? null : shapeByUse(script, call);
  if (kinds.size === 0 && parts.length === 0) {
    const used =
      shape ?? (PARSING.test(client) ? shapeByReturns(wrappers) : null) ?? shapeByCallers(site, around, call);
    if (used === null || isOwnShape(given, used)) return UNKNOWN;
    return isSilent ? SILENT : { gives: used, throws, refuses, client };
  }
  // A wrapper that gives back something else where a request failed.
  if (kinds.size === 2 && kinds.has('envelope') && shape === 'envelope')
    return { gives: 'envelope', throws: false, refuses, client };
  if (kinds.size !== 1) return UNKNOWN;
  if (kind === 'envelope') return { gives: 'envelope', throws, refuses, client };
  if (isSilent) return SILENT;
  if (outer !== null && (client === 'got' || client === 'ky'))
    return { gives: 'envelope', throws, refuses, client };
  if ((shape === null || client === 'ky') && isUnparsed(call, client))
    return { gives: 'envelope', throws, refuses, client, isUnparsed: true };
  if (spec?.gives === 'envelope') return { gives: 'envelope', throws, refuses, client };
  // Interceptors may have taken the answer apart.
  const isOpened = shape === 'envelope' || shape === 'result';
  if (spec?.gives === 'axios') return { gives: isOpened ? shape : 'axios', throws, refuses, client };
  if (client === 'nest-axios' && outer !== null) return { gives: 'axios', throws: true, refuses, client };
  if (client === 'got' && (shape === 'body' || shape === 'envelope'))
    return { gives: shape, throws, refuses, client };
  if (client === 'fetch') {
    if (outer === null) return { gives: 'response', throws: false, refuses, client };
    if (outer === thenParsedBy(call)) return { gives: 'envelope', throws: false, refuses, client };
  }
  return UNKNOWN;
}

/** `validateStatus: () => true`, `throwHttpErrors: false` in a file of the call, of the request or of its address. */
function givesRefusalsBack(
  { usages }: Site['finding'],
  path: string,
  around: Surroundings,
  silencedBy: ClientSpec['silencedBy'],
): boolean {
  if (silencedBy === undefined) return false;
  const { option, value } = silencedBy;
  const set =
    value === undefined
      ? new RegExp(`\\b${literally(option)}\\b`)
      : new RegExp(`\\b${literally(option)}\\s*:\\s*${literally(value)}\\b`);
  const files = usages.flatMap((usage) => {
    const pieces = usage.kind === 'http' && usage.url.kind === 'text' ? usage.url.pieces : [];
    return [usage.sender?.at.file, ...pieces.map(({ origin }) => origin?.file)];
  });
  return [...new Set([path, ...files])].some(
    (file) => file !== undefined && set.test(around.file(file)?.text ?? ''),
  );
}

/** `await got.post(…);`, whose answer nobody parses. */
function isUnparsed(call: Call, client: string): boolean {
  const { parent } = call;
  return (
    (client === 'got' || client === 'ky') &&
    parent?.type === 'AwaitExpression' &&
    parent.parent?.type === 'ExpressionStatement'
  );
}

interface Held {
  readonly name: string;
  readonly told: Convention['told'];
}

/**
 * `data` of `{ success: true, data: answer.result }`, and `data.result` where it is the whole answer; null where no
 * object holds one.
 */
function heldIn(given: readonly AnswerPart[]): Held | 'unclear' | null {
  const objects = given.flatMap((part) => (part.kind === 'other' ? [part.members ?? null] : []));
  const held = objects.flatMap((members) => members ?? []).filter(({ steps }) => steps !== null);
  const [name = '', ...others] = new Set(held.flatMap((one) => holderOf(one) ?? []));
  // An envelope by its usual name is told from how it is used.
  if (held.length === 0 || (name === 'result' && others.length === 0)) return null;
  const told = objects.includes(null)
    ? undefined
    : toldBy(objects.flatMap((members) => (members ? [members] : [])));
  return told === undefined || others.length > 0 || name === '' || TAKEN.test(name.replace(/\..*/, ''))
    ? 'unclear'
    : { name, told };
}

/** The way to the result in an object that has a part of the answer, or all of it, as this member. */
function holderOf({ name, steps }: AnswerMember): string | null {
  const last = steps?.at(-1);
  if (last === 'result') return name;
  return name === 'data' && last !== undefined && PARSED.has(last) ? `${name}.result` : null;
}

/** The answer as clients that throw give it: all of it as this member of each object that comes back. */
function holderOfAll(given: readonly AnswerPart[]): Convention['gives'] | null {
  const holds = (name: string | undefined) =>
    given.every(
      (part) =>
        part.kind === 'other' &&
        part.members?.some((one) => one.name === name && PARSED.has(one.steps?.at(-1) ?? '')),
    );
  return (['axios', 'body'] as const).find((gives) => holds(HOLDS[gives])) ?? null;
}

/** Names that new functions have for other things. */
const TAKEN = /^(?:body|rule|rules|existing|path|answer|request|zone|id)$/;

/** What tells the objects that hold an answer from those of a refusal; undefined where nothing does. */
function toldBy(objects: readonly (readonly AnswerMember[])[]): Convention['told'] {
  const named = (members: readonly AnswerMember[], name: string) => members.find((one) => one.name === name);
  const holds = (members: readonly AnswerMember[]) => members.some((one) => holderOf(one) !== null);
  for (const name of ['success', 'ok'] as const) {
    const isTold = objects.every((members) => {
      const flag = named(members, name);
      return flag !== undefined && flag.isTrue !== !holds(members);
    });
    if (isTold) return name;
  }
  const isToldByError = objects.every((members) => {
    const error = named(members, 'error');
    if (holds(members)) return error === undefined || error.isTrue !== true;
    return error !== undefined && error.isTrue !== false;
  });
  return isToldByError && objects.some((members) => !holds(members)) ? 'error' : undefined;
}

const HOLDS: Readonly<Partial<Record<Convention['gives'], string>>> = {
  envelope: 'result',
  axios: 'data',
  body: 'body',
};

/** A function that makes what it gives: a list of all pages, an object in which the result has another name. */
function isOwnShape(given: readonly AnswerPart[], shape: Convention['gives']): boolean {
  const made = given.flatMap((part) => (part.kind === 'other' ? [part] : []));
  if (made.some(({ what }) => what === 'array')) return true;
  const named = made.flatMap(({ members }) => (members === undefined ? [] : [members]));
  return named.length > 0 && !named.some((members) => members.some(({ name }) => name === HOLDS[shape]));
}

/** The bodies of the functions around the requests; null where there is none. */
function wrappersOf({ usages }: Site['finding'], around: Surroundings): readonly (Node | null)[] {
  return usages.flatMap(({ sender }) => {
    if (sender === undefined) return [];
    const { file, start, end } = sender.at;
    const script = around.scriptAt(file, start);
    const wrapper = script === null ? undefined : around.nodesAround(script, start, end).findLast(isFunction);
    return [wrapper?.body ?? null];
  });
}

/** `Array.isArray(body.result)`: what is no list is refused, or made one. */
function takesListsOnly(body: Node | null): boolean {
  if (body === null) return false;
  if (body.type === 'CallExpression' && nameOf(body.callee) === 'Array.isArray') {
    const [asked] = body.arguments;
    if (asked?.type === 'Identifier') return asked.name === 'result';
    return asked?.type === 'MemberExpression' && keyName(asked.property, asked.computed) === 'result';
  }
  return childrenOf(body).some((child) => !isFunction(child) && takesListsOnly(child));
}

/** `if (!response.ok) throw …` */
function hasRefusal(node: Node): boolean {
  if (node.type === 'IfStatement' && asksForSuccess(node.test)) {
    const branches = node.alternate === null ? [node.consequent] : [node.consequent, node.alternate];
    if (branches.some(endsInThrow)) return true;
  }
  return childrenOf(node).some((child) => !isFunction(child) && hasRefusal(child));
}

const SUCCESS: ReadonlySet<string> = new Set(['ok', 'success', 'status', 'statusCode', 'errors']);

function asksForSuccess(node: Node): boolean {
  if (node.type === 'Identifier') return SUCCESS.has(node.name);
  if (node.type === 'MemberExpression')
    return SUCCESS.has(keyName(node.property, node.computed) ?? '') || asksForSuccess(node.object);
  return childrenOf(node).some(asksForSuccess);
}

function endsInThrow(node: Node): boolean {
  if (node.type !== 'BlockStatement') return node.type === 'ThrowStatement';
  return node.body.at(-1)?.type === 'ThrowStatement';
}
