/** A call of the vendor's SDK, taken apart like any other call: what it is sent with, and what it is about. */

import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Site } from '../../src/migrate/index.js';
import { type Call, keyName, type Node, unwrap } from '../../src/read/javascript/syntax/index.js';
import { isPlain, type ObjectNode, propertyNamed } from '../places/trees.js';
import { type Condition, conditionOf } from './conditions.js';
import { PAGING, type Paging } from './pages.js';
import type { RequestCall } from './request-call.js';
import { isFirst } from './slots.js';

/** From here on only the last id of a path stands apart; the others are named. */
const NAMES_IDS = 7;

/** Null where the site is none of the SDK; else its call, or why it cannot be taken apart. */
export function sdkCallOf({ finding, script, nodes, file }: Site): RequestCall | string | null {
  const usage = finding.usages.find((one) => one.kind === 'sdk');
  if (usage?.kind !== 'sdk' || usage.sdk !== 'npm:cloudflare' || script === null) return null;
  const unknown = 'the call of the SDK is written in a way that cannot be followed';
  const major = Number(/\d+/.exec(usage.version ?? '')?.[0] ?? 0);
  if (major < 3) return 'the version of the SDK has no methods for rulesets, or cannot be told';
  const names = usage.chain.map(({ name }) => name);
  const found = nodes.flatMap((node) => {
    const client = node.type === 'CallExpression' ? clientOf(node, names) : null;
    return node.type === 'CallExpression' && client !== null ? [{ call: node, client }] : [];
  });
  const [only] = found;
  const { method } = finding;
  const takesId = TAKES_ID[names.at(-1) ?? ''];
  if (only === undefined || found.length > 1 || method === null || takesId === undefined) return unknown;
  const given = major === 3 ? apart(only.call, takesId) : named(only.call, takesId);
  if (given === null) return unknown;
  const text = (node: Node) => file.text.slice(...node.range);
  const { zone, id, query, body } = given;
  return {
    node: only.call,
    method,
    convention: {
      callee: 'sdk',
      prefix: [{ name: 'zone' }],
      slots: [],
      isBare: true,
      suffix: major >= NAMES_IDS ? 'names-ruleset' : '',
      gives: 'result',
      throws: true,
      methodCase: 'upper',
    },
    client: text(only.client),
    handed: new Map([['zone', text(zone)]]),
    id: id === null ? null : text(id),
    query,
    paging: pageOf(only.call, given.asked, text),
    conditions: method === 'GET' ? conditionsOf(given.asked, script) : null,
    ids: null,
    body,
    bodyVariable: null,
    type: null,
    pathVariable: null,
    gone: [],
  };
}

/** What stands before the chain of a call: `client` of `client.firewall.rules.list()`. */
function clientOf({ callee }: Call, names: readonly string[]): Node | null {
  let node: Node = callee;
  for (const name of names.toReversed()) {
    const member = unwrap(node);
    if (member.type !== 'MemberExpression' || member.optional === true) return null;
    if (keyName(member.property, member.computed) !== name) return null;
    node = member.object;
  }
  return isPath(unwrap(node)) ? node : null;
}

function isPath(node: Node): boolean {
  if (node.type === 'Identifier' || node.type === 'ThisExpression') return true;
  // `getClient()`, `clientFor(account)`
  if (node.type === 'CallExpression')
    return isPath(unwrap(node.callee)) && node.arguments.every((one) => isPath(unwrap(one)));
  return node.type === 'MemberExpression' && !node.computed && isPath(unwrap(node.object));
}

interface Given {
  readonly zone: Node;
  readonly id: Node | null;
  readonly query: readonly string[];
  readonly body: Node | null;
  /** The object with the query. */
  readonly asked: ObjectNode | null;
}

/** Major 3: the zone, the id, then a body or a query. */
function apart({ arguments: all }: Call, takesId: boolean): Given | null {
  const [zone, ...others] = all;
  const id = takesId ? others.shift() : undefined;
  const [last, ...more] = others;
  if (zone === undefined || more.length > 0 || (takesId && id === undefined)) return null;
  if ([zone, id, last].some((one) => one?.type === 'SpreadElement')) return null;
  const object = last === undefined ? null : unwrap(last);
  if (object?.type === 'ObjectExpression' && asksForOnePage(object)) return null;
  const asked = object?.type === 'ObjectExpression' ? object : null;
  const query = asked !== null ? namesIn(asked) : object === null ? [] : null;
  const held = asked === null ? undefined : propertyNamed(asked, 'body')?.value;
  const body = held === undefined ? object : unwrap(held);
  return { zone, id: id ?? null, query: query ?? ['?'], body, asked };
}

/** From major 4 on: the id, then everything else by name. */
function named({ arguments: all }: Call, takesId: boolean): Given | null {
  const others = [...all];
  const id = takesId ? others.shift() : undefined;
  const [first, options, ...more] = others.map(unwrap);
  if (first?.type !== 'ObjectExpression' || !isPlain(first) || more.length > 0) return null;
  if (asksForOnePage(first) || (takesId && (id === undefined || id.type === 'SpreadElement'))) return null;
  const zone = propertyNamed(first, 'zone_id')?.value;
  if (zone === undefined) return null;
  const names = (namesIn(first) ?? []).filter((name) => name !== 'zone_id');
  // The types of some methods are wrong: the body is given as an option, past them.
  const own = options === undefined ? null : bodyOf(options);
  if (options !== undefined && own === null) return null;
  const body = own ?? propertyNamed(first, 'body')?.value ?? first;
  return { zone, id: id ?? null, query: names, body: unwrap(body), asked: first };
}

/** One of those that a caller goes through: a list of all rules would be more. */
function asksForOnePage(query: ObjectNode): boolean {
  const page = propertyNamed(query, 'page')?.value;
  return page !== undefined && !isFirst(page);
}

/** What is waited for is the first page, of this size; a loop over the list itself goes through all of them. */
function pageOf({ parent }: Call, asked: ObjectNode | null, text: (node: Node) => string): Paging | null {
  const size = asked === null ? null : propertyNamed(asked, 'per_page');
  if (size === null || parent?.type !== 'AwaitExpression') return null;
  return { text: `{ ${text(size)} }`, isOpen: false };
}

/** What a list asks for besides zone and pages; null where it cannot be told. */
function conditionsOf(asked: ObjectNode | null, script: Script): readonly Condition[] | null {
  const conditions = (asked?.properties ?? []).map((one) => {
    const name = one.type === 'Property' ? keyName(one.key, one.computed) : null;
    if (one.type !== 'Property' || name === null) return null;
    return name === 'zone_id' || PAGING.has(name) ? [] : conditionOf(name, one.value, script);
  });
  return conditions.every((one) => one !== null) ? conditions.flat() : null;
}

function bodyOf(options: Node): Node | null {
  if (options.type !== 'ObjectExpression' || options.properties.length !== 1) return null;
  return propertyNamed(options, 'body')?.value ?? null;
}

function namesIn(object: ObjectNode): readonly string[] | null {
  const names = object.properties.map((one) =>
    one.type === 'Property' ? keyName(one.key, one.computed) : null,
  );
  return names.includes(null) ? null : names.flatMap((name) => name ?? []);
}

/** Methods whose last positional argument is an id; those for several things at once are none of them. */
const TAKES_ID: Readonly<Record<string, boolean>> = {
  list: false,
  create: false,
  get: true,
  update: true,
  edit: true,
  delete: true,
};

/** A list of the SDK gives pages; a new function gives the rules. Null where that cannot be followed. */
export function openedPages(
  { text }: { readonly text: string },
  node: Node,
  usesOf: (id: Node) => readonly Node[] | null,
): readonly Edit[] | null {
  const { parent } = node;
  if (parent?.type === 'ForOfStatement' && parent.right === node && Reflect.get(parent, 'await') === true) {
    const [start, end] = [parent.range[0], parent.left.range[0]];
    const head = text.slice(start, end).replace(/^for\s+await\b/, 'for');
    const between = text.slice(parent.left.range[1], node.range[0]);
    return [
      { start, end, text: head },
      { start: parent.left.range[1], end: node.range[0], text: `${between}await ` },
    ];
  }
  if (parent?.type !== 'AwaitExpression') return null;
  let outer: Node = parent;
  while (outer.parent?.type === 'ParenthesizedExpression') outer = outer.parent;
  const holder = outer.parent;
  if (holder?.type === 'MemberExpression' && holder.object === outer) return withoutResult(holder);
  if (holder?.type !== 'VariableDeclarator' || holder.init !== outer) return null;
  const { id } = holder;
  if (id.type === 'ObjectPattern') {
    const [property, ...others] = id.properties;
    if (property?.type !== 'Property' || others.length > 0) return null;
    if (keyName(property.key, property.computed) !== 'result') return null;
    return [{ start: id.range[0], end: id.range[1], text: text.slice(...property.value.range) }];
  }
  const uses = id.type === 'Identifier' ? usesOf(id) : null;
  const edits = uses?.map((use) => {
    const member = use.parent;
    return member?.type === 'MemberExpression' && member.object === use ? withoutResult(member) : null;
  });
  return edits === undefined || edits.includes(null) ? null : edits.flatMap((edit) => edit ?? []);
}

function withoutResult(member: Extract<Node, { type: 'MemberExpression' }>): readonly Edit[] | null {
  if (keyName(member.property, member.computed) !== 'result') return null;
  const start = member.property.range[0] - (member.optional === true ? 2 : 1);
  return [{ start, end: member.range[1], text: '' }];
}
