/** What is called: a function, an object with a method for each verb, or `fetch`. */

import type { FileEdit, Site, Surroundings } from '../../src/migrate/index.js';
import {
  type Call,
  isFunction,
  keyName,
  Module,
  type Node,
  parametersOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { isBoundCall } from './bound-call.js';
import type { Convention } from './convention.js';
import { withVerb } from './verb-method.js';

const VERBS: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
};

/** What is called, as something that can be handed to a function. */
export function targetOf(
  callee: Node,
  method: string,
  text: (node: Node) => string,
  client: string,
  script: Site['script'],
  isPrivate = false,
  isBareRead = false,
): { readonly callee: Convention['callee']; readonly client: string | null } | null {
  if (callee.type === 'Identifier') {
    // One that the program has from a package is handed on: a new module would not have it.
    const isOwn = script instanceof Module && script.resolve(callee) !== null;
    if (callee.name === 'fetch' && client === 'fetch' && !isOwn) return { callee: 'global', client: null };
    if (isBareRead) return { callee: 'verbs', client: callee.name };
    return { callee: 'function', client: callee.name };
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return null;
  const name = keyName(callee.property, callee.computed);
  if (name === null || !isPlain(callee.object)) return null;
  const owner = text(callee.object);
  // Its `this` is handed on below.
  if (isBoundCall(callee)) return { callee: 'function', client: owner };
  if (/^(?:call|apply)$/.test(name) && !startsWithText(callee)) return null;
  // What the service of Nest gives are no promises; the client below it gives them.
  if (client === 'nest-axios') return { callee: 'verbs', client: `${owner}.axiosRef` };
  if (VERBS[name] === method && !isPrivate) return { callee: 'verbs', client: owner };
  return { callee: 'function', client: `${text(callee)}.bind(${owner})` };
}

/** A method that only its class may call, which can be handed on by itself. */
export function isPrivateMethod({ finding }: Site, around: Surroundings, callee: Node): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'ThisExpression') return false;
  const name = keyName(callee.property, callee.computed) ?? '';
  const declared = new RegExp(
    `\\b(?:private|protected)\\s+(?:readonly\\s+)?(?:async\\s+)?${literally(name)}\\s*[<(=:]`,
  );
  return finding.usages.some(
    ({ sender }) => sender !== undefined && declared.test(around.file(sender.at.file)?.text ?? ''),
  );
}

/** Whether the function that sends a call takes a body of a type of the program's own: `body: IDataObject`. */
export function takesOwnType(site: Site, around: Surroundings): boolean {
  return takersOf(site, around).some(({ parameters }) => parameters.some(hasOwnType));
}

/** Whether it takes the options of `fetch` under the name that everybody has for them: `init: RequestInit = {}`. */
export function takesInit(site: Site, around: Surroundings): boolean {
  const takers = takersOf(site, around);
  return (
    takers.length > 0 &&
    takers.every(
      ({ text, parameters }) => !OWN_INIT.test(text) && parameters.some((one) => INIT_TYPED.test(one)),
    )
  );
}

const INIT_TYPED = /^\w+\??\s*:\s*RequestInit\s*(?:=|$)/;
const OWN_INIT = /\b(?:import\b[^;'"]*|interface\s+|type\s+)RequestInit\b/;

/** The functions around the requests of a site: their files and their parameters. */
function takersOf({ finding }: Site, around: Surroundings) {
  return finding.usages.flatMap(({ sender }) => {
    const file = sender === undefined ? undefined : around.file(sender.at.file);
    const script = sender === undefined ? null : around.scriptAt(sender.at.file, sender.at.start);
    if (sender === undefined || !file || script === null) return [];
    const { start, end } = sender.at;
    const functions = around.nodesAround(script, start, end).filter((node) => isFunction(node));
    const parameters = functions.flatMap(parametersOf).map(({ range }) => file.text.slice(...range));
    return [{ text: file.text, parameters }];
  });
}

const BODY_TYPED = /^(?:body|data|payload|json)\??\s*:([^=]*)/;
const GENERAL_TYPES = new Set(['Record', 'Partial', 'Readonly', 'Array', 'ReadonlyArray', 'Object']);

function hasOwnType(parameter: string): boolean {
  const names = BODY_TYPED.exec(parameter)?.[1]?.match(/\b[A-Z]\w*/g) ?? [];
  return names.some((name) => !GENERAL_TYPES.has(name));
}

export interface Verbs {
  /** Methods of the client that have another name than their verb: `del`. */
  readonly names: Readonly<Record<string, string>>;
  /** Edits that give the client what new functions need, and it does not have. */
  readonly added: readonly FileEdit[];
}

const AS_USUAL: Verbs = { names: {}, added: [] };

/** What a client of the program's own has of what new functions need, or why it has not enough. */
export function verbsOf(
  { finding }: Site,
  around: Surroundings,
  call: Call,
  callee: Convention['callee'],
  method: string,
): Verbs | string {
  const sender = finding.usages.find((usage) => usage.sender !== undefined)?.sender;
  if (sender === undefined || finding.usages.some((one) => one.sender?.at.start === call.range[0]))
    return AS_USUAL;
  const own = around.file(sender.at.file)?.text ?? '';
  if (own.includes('`/${string}`')) return 'its client takes paths of a type of their own';
  if (callee !== 'verbs') return AS_USUAL;
  const has = (name: string) => new RegExp(`\\b${literally(name)}\\s*(?:<[^>]*>)?\\s*[(=:]`).test(own);
  const needed = method === 'PUT' || method === 'PATCH' ? ['get', 'patch'] : ['get', method.toLowerCase()];
  const missing = needed.filter((name) => !has(name));
  const names = missing.flatMap((name) => {
    const other = Object.keys(VERBS).find((one) => VERBS[one] === name.toUpperCase() && has(one));
    return other === undefined ? [] : [[name, other] as const];
  });
  const lacking = missing.find((name) => !names.some(([known]) => known === name));
  const added = lacking === 'patch' ? withVerb(sender.at.file, around, lacking, 'put') : null;
  if (lacking !== undefined && added === null) return `its client has no method ${lacking}`;
  return { names: Object.fromEntries(names), added: added === null ? [] : [added] };
}

/** What a function takes as its `this` is no text. */
function startsWithText({ parent }: Node): boolean {
  const [first] = parent?.type === 'CallExpression' ? parent.arguments : [];
  return first?.type === 'Literal' || first?.type === 'TemplateLiteral';
}

/** A name, `this`, or a way from one of them. */
function isPlain(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'Identifier' || inner.type === 'ThisExpression') return true;
  return inner.type === 'MemberExpression' && !inner.computed && isPlain(inner.object);
}
