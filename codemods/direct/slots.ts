/** The arguments of a call, as what they stand for: the path, the method, the body, or something that is handed on. */
import { isPure, type Script } from '../../src/analysis/edits/index.js';
import { keyName, type Node, type NodeOf, nameOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import { usesOf } from '../places/trees.js';
import { type Condition, conditionOf } from './conditions.js';
import type { Slot } from './convention.js';
import { pagesOf, queryHandedIn } from './page-query.js';
import { PAGING, type Paging } from './pages.js';
import { constantOf } from './path-pieces.js';

type Declarator = NodeOf<'VariableDeclarator'>;

export interface Found {
  readonly handed: Map<string, string>;
  path: Node | null;
  body: Node | null;
  /** Names of fields of a query that is written apart from the path. */
  readonly query: string[];
  paging: Paging | null;
  /** What else a query asks for that is written apart from the path. */
  readonly conditions: Condition[];
  /** The declaration of a constant that holds the body, and that nothing else uses. */
  bodyVariable: Declarator | null;
  isNamed: boolean;
  isLower: boolean;
  /** Statements that only said which page is asked for. */
  readonly gone: Node[];
}

export function nothingFound(): Found {
  return {
    handed: new Map(),
    query: [],
    paging: null,
    conditions: [],
    path: null,
    body: null,
    bodyVariable: null,
    isNamed: false,
    isLower: false,
    gone: [],
  };
}

export interface Looking {
  readonly method: string;
  readonly script: Script;
  readonly text: (node: Node) => string;
  readonly isVerb: boolean;
  readonly covers: (node: Node) => boolean;
  /** The argument that the reader found to be sent; null where it cannot be told apart. */
  readonly sent: Node | null;
}

export function slotOf(argument: Node, found: Found, looking: Looking): Slot | null {
  const node = unwrap(argument);
  if (node.type === 'SpreadElement') return null;
  if (found.path !== null && looking.method === 'GET' && pagesOnly(node, found, looking))
    return { is: 'options', fields: [] };
  if (node.type === 'ObjectExpression' && !(isWholeBody(found, looking) && !holdsBody(node)))
    return optionsOf(node, found, looking);
  return plainSlotOf(argument, null, found, looking);
}

/** Behind the path and the method stands what is sent. */
function isWholeBody(found: Found, { method, isVerb }: Looking): boolean {
  return found.path !== null && found.body === null && /^P/.test(method) && (isVerb || found.isNamed);
}

/** `{ json: [rule] }` */
function holdsBody(node: NodeOf<'ObjectExpression'>): boolean {
  return node.properties.some(
    (one) => one.type === 'Property' && BODY_KEYS.has(keyName(one.key, one.computed) ?? ''),
  );
}

function optionsOf(
  node: Extract<Node, { type: 'ObjectExpression' }>,
  found: Found,
  looking: Looking,
): Slot | null {
  const fields: { key: string; slot: Exclude<Slot, { is: 'options' }> }[] = [];
  for (const property of node.properties) {
    if (property.type === 'Property' && isQuery(property, looking.method)) {
      if (asksForPagesOf(property.value, found, looking)) continue;
      if (asksAsHandedIn(property.value, found, looking)) continue;
      const asked = conditionsOf(unwrap(property.value), looking.script);
      if (asked === null) return null;
      found.query.push('page', ...asked.map(({ name }) => name));
      found.conditions.push(...asked);
      found.paging = { text: looking.text(property.value), isOpen: hasOpenPage(unwrap(property.value)) };
      continue;
    }
    const key = property.type === 'Property' ? keyName(property.key, property.computed) : null;
    if (property.type !== 'Property' || property.kind !== 'init' || key === null) return null;
    if (looking.method === 'DELETE' && isOfFilter(key, unwrap(property.value))) continue;
    const slot = plainSlotOf(property.value, key, found, looking);
    if (slot === null || slot.is === 'options') return null;
    fields.push({ key, slot });
  }
  return { is: 'options', fields };
}

const QUERY = /^(?:params|searchParams|query|qs)$/;

/** `params: { page, per_page: 50 }` */
export function isQuery(property: NodeOf<'Property'>, method: string): boolean {
  return method === 'GET' && QUERY.test(keyName(property.key, property.computed) ?? '');
}

/** `params: { delete_filter_if_unused: true }`: a rule takes its expression along. */
function isOfFilter(key: string, value: Node): boolean {
  const asked = value.type === 'ObjectExpression' ? value.properties : [];
  const isAbout = (one: Node) =>
    one.type === 'Property' &&
    keyName(one.key, one.computed) === 'delete_filter_if_unused' &&
    isPure(one.value);
  return QUERY.test(key) && asked.length > 0 && asked.every(isAbout);
}

/** What an object of parameters asks for besides pages, which have nothing to say where all comes at once. */
function conditionsOf(value: Node, script: Script): readonly Condition[] | null {
  if (value.type !== 'ObjectExpression') return null;
  const asked = value.properties.map((one) => {
    const name = one.type === 'Property' ? keyName(one.key, one.computed) : null;
    if (one.type !== 'Property' || name === null) return null;
    return PAGING.has(name) ? [] : conditionOf(name, one.value, script);
  });
  return asked.every((one) => one !== null) ? asked.flat() : null;
}

function asksForPages(value: Node): boolean {
  return (
    value.type === 'ObjectExpression' &&
    value.properties.every(
      (one) => one.type === 'Property' && PAGING.has(keyName(one.key, one.computed) ?? ''),
    )
  );
}

/** It is not always the first, or as long as somebody says. */
function hasOpenPage(value: Node): boolean {
  return (
    value.type === 'ObjectExpression' &&
    value.properties.some((one) => {
      const name = one.type === 'Property' ? keyName(one.key, one.computed) : null;
      if (one.type !== 'Property') return false;
      return name === 'page' ? !isFirst(one.value) : name === 'per_page' && !isWritten(one.value);
    })
  );
}

/** `50`, and a constant for it. */
function isWritten(size: Node): boolean {
  const name = nameOf(size)?.split('.').at(-1);
  return size.type === 'Literal' || (name !== undefined && /^[A-Z][A-Z\d_]*$/.test(name));
}

export function isFirst(page: Node | undefined): boolean {
  return page?.type === 'Literal' && String(page.value) === '1';
}

/** An argument with nothing but the page that is asked for: `{ per_page: 50 }`, or a variable that is filled so. */
function pagesOnly(node: Node, found: Found, looking: Looking): boolean {
  const { script, text } = looking;
  if (asksForPagesOf(node, found, looking) || asksAsHandedIn(node, found, looking)) return true;
  if (node.type === 'ObjectExpression') {
    if (node.properties.length === 0 || !asksForPages(node)) return false;
    found.query.push('page');
    found.paging = { text: text(node), isOpen: hasOpenPage(node) };
    return true;
  }
  const constant = node.type === 'Identifier' ? constantOf(script, node) : null;
  if (constant === null || !asksForPages(constant.init)) return false;
  const statements: Node[] = [];
  let isOpen = hasOpenPage(constant.init);
  for (const use of usesOf(script, constant.id) ?? []) {
    if (use.range[0] === node.range[0]) continue;
    const statement = pageStatement(use);
    if (statement === null) return false;
    statements.push(statement);
    isOpen ||= setsPage(use);
  }
  const declaration = constant.declarator.parent;
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return false;
  found.query.push('page');
  if (isOpen) found.paging = { text: text(node), isOpen };
  else found.gone.push(declaration, ...statements);
  return true;
}

/** A query of the program that has a name or is built: nothing but pages can be in it. */
function asksForPagesOf(node: Node, found: Found, { script }: Looking): boolean {
  const paging = pagesOf(script, node);
  if (paging === null) return false;
  found.query.push('page');
  found.paging = paging;
  return true;
}

/** A query that the function around the call is handed. */
function asksAsHandedIn(node: Node, found: Found, { script }: Looking): boolean {
  const paging = queryHandedIn(script, node);
  if (paging === null) return false;
  found.query.push('page');
  found.paging = paging;
  return true;
}

/** `params.page = page` */
function setsPage({ parent }: Node): boolean {
  if (parent?.type !== 'MemberExpression' || parent.parent?.type !== 'AssignmentExpression') return false;
  return keyName(parent.property, parent.computed) === 'page' && !isFirst(parent.parent.right);
}

/** `params.page = page;`, also below a look at whether there is one. */
function pageStatement(use: Node): Node | null {
  const member = use.parent;
  const assignment = member?.parent;
  if (member?.type !== 'MemberExpression' || member.object !== use) return null;
  if (assignment?.type !== 'AssignmentExpression' || assignment.left !== member) return null;
  if (!PAGING.has(keyName(member.property, member.computed) ?? '') || !isPure(assignment.right)) return null;
  const statement = assignment.parent;
  if (statement?.type !== 'ExpressionStatement') return null;
  const block = statement.parent?.type === 'BlockStatement' ? statement.parent : statement;
  if (block.type === 'BlockStatement' && block.body.length !== 1) return statement;
  const condition = block.parent;
  const isOwn = condition?.type === 'IfStatement' && condition.consequent === block;
  return isOwn && !condition.alternate && isPure(condition.test) ? condition : statement;
}

const BODY_KEYS: ReadonlySet<string> = new Set(['body', 'json', 'data', 'payload']);

function plainSlotOf(argument: Node, key: string | null, found: Found, looking: Looking): Slot | null {
  const node = unwrap(argument);
  const { method, text } = looking;
  if (found.path === null && looking.covers(node)) {
    found.path = node;
    return { is: 'path' };
  }
  const isMethod =
    node.type === 'Literal' && typeof node.value === 'string' && node.value.toUpperCase() === method;
  if (isMethod && (key === null || key === 'method')) {
    found.isNamed = true;
    found.isLower = String(node.value) !== method;
    return { is: 'method' };
  }
  if (key === null && found.path !== null && isNothing(node)) return { is: 'body', stringified: false };
  const isSent = key === null && found.body === null && found.path !== null && /^P/.test(method);
  const isFirst = looking.sent === null ? !isKeyBeforeBody(argument) : looking.sent === argument;
  const isBody = key === null ? isSent && isFirst : BODY_KEYS.has(key);
  if (isBody) {
    const { declarator, held } = heldBy(looking.script, node);
    const stringified = stringifiedIn(node) ?? stringifiedIn(held);
    found.bodyVariable = declarator;
    found.body = unwrap(stringified ?? held);
    return { is: 'body', stringified: stringified !== null };
  }
  if (key === 'params' || key === 'searchParams' || key === 'query') return null;
  const name = key ?? lastNameOf(node);
  // Behind the path may stand what is asked for, unless its name says that it is something else.
  if (key === null && found.path !== null && method === 'GET' && !isSetting(node, name ?? '', looking))
    return null;
  if (name === null || !/^[a-zA-Z_$][\w$]*$/.test(name)) return null;
  found.handed.set(name, text(argument));
  return { is: 'extra', name };
}

/** `null` and `undefined` in the place of a body. */
function isNothing(node: Node): boolean {
  return (node.type === 'Literal' && node.value === null) || nameOf(node) === 'undefined';
}

function lastNameOf(node: Node): string | null {
  return nameOf(node)?.split('.').at(-1)?.replace(/^#/, '') ?? null;
}

/** `request(path, token, 'POST', body)` */
function isKeyBeforeBody(argument: Node): boolean {
  const { parent } = argument;
  const isLast = parent?.type !== 'CallExpression' || parent.arguments.at(-1) === argument;
  return !isLast && KEYS.test(lastNameOf(unwrap(argument)) ?? '');
}

/** What a request is given besides what it asks for: a token, the options of a client without parameters in them. */
function isSetting(node: Node, name: string, { script, isVerb }: Looking): boolean {
  const held = node.type === 'Identifier' ? (constantOf(script, node)?.init ?? null) : null;
  const fields = held?.type === 'ObjectExpression' ? held.properties : [];
  if (fields.some((one) => one.type !== 'Property' || isQuery(one, 'GET'))) return false;
  return KEYS.test(name) || (SETTINGS.test(name) && !(isVerb && fields.length === 0));
}

/** Names of what lets a request in. */
const KEYS = /^(?:\w*(?:token|key|headers|secret|creds|credentials)|auth|authorization|env)$/i;
const SETTINGS = /^(?:cfg|config|ctx|context|email|log|logger|signal)$/i;

/** What a constant holds that is sent and used for nothing else. */
function heldBy(script: Script, node: Node): { readonly declarator: Declarator | null; readonly held: Node } {
  const inner = unwrap(stringifiedIn(node) ?? node);
  const constant = inner.type === 'Identifier' ? constantOf(script, inner) : null;
  const isOwn = constant !== null && usesOf(script, constant.id)?.length === 1;
  if (!isOwn || constant.declarator.type !== 'VariableDeclarator') return { declarator: null, held: node };
  const written = stringifiedIn(constant.init) ?? constant.init;
  if (unwrap(written).type !== 'ArrayExpression' && written === constant.init)
    return { declarator: null, held: node };
  // Text of a text would be something else.
  if (written !== constant.init && stringifiedIn(node) !== null) return { declarator: null, held: node };
  return { declarator: constant.declarator, held: constant.init };
}

function stringifiedIn(node: Node): Node | null {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'JSON.stringify') return null;
  return node.arguments.length === 1 ? (node.arguments[0] ?? null) : null;
}

/** An argument as it is written: the options of a request may have a name that nothing else uses. */
export function writtenArgument(
  script: Script,
  argument: Node,
): { readonly node: Node; readonly statement: Node | null } {
  const constant = argument.type === 'Identifier' ? constantOf(script, argument) : null;
  const statement = constant?.declarator.parent;
  const isOwn = constant !== null && usesOf(script, constant.id)?.length === 1;
  if (!isOwn || !isOptions(constant.init)) return { node: argument, statement: null };
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1)
    return { node: argument, statement: null };
  return { node: constant.init, statement };
}

const OPTIONS: ReadonlySet<string> = new Set(['url', 'method', 'headers', 'body', 'json', 'params']);

function isOptions(node: Node): boolean {
  return (
    node.type === 'ObjectExpression' &&
    node.properties.some(
      (one) => one.type === 'Property' && OPTIONS.has(keyName(one.key, one.computed) ?? ''),
    )
  );
}

/** `{ params: { page, per_page: 50 } }` */
export function asksOnly(node: Node): boolean {
  return (
    node.type === 'ObjectExpression' &&
    node.properties.every((one) => one.type === 'Property' && isQuery(one, 'GET'))
  );
}
