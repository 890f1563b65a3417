/**
 * Lists and maps that a program goes through, with a call for each of their items: which item or property is about
 * one setting alone and may be left out, since nobody asks for it by its place or by its name.
 */
import { callStatement, type Script } from '../../src/analysis/edits/index.js';
import { encloses, keyName, Module, type Node, type NodeOf } from '../../src/read/javascript/syntax/index.js';
import { isUsedByName } from './by-name.js';
import { isOnlySaid, saysOnly } from './reports.js';
import { isPlain, usesOf } from './trees.js';

/** Names of settings that live, in the form the API has for them. */
export const SETTING = /^(?:[a-z0-9]+(?:_[a-z0-9]+)+|ssl|polish|webp|ipv6|http[23]|waf|websockets|ciphers)$/;

export interface Item {
  readonly list: Extract<Node, { type: 'ArrayExpression' }>;
  readonly node: Node;
  /** The item is a call itself, or a call is made for it. */
  readonly makes: 'call' | 'round';
  /** What is read for it is kept by its name, or said and forgotten: nothing counts on its place. */
  readonly isUnplaced?: true;
}

/** Between an item and the text in it: what only writes the item down. */
const WRITTEN = new Set([
  'Literal',
  'TemplateLiteral',
  'TemplateElement',
  'Property',
  'ObjectExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
]);

/** The item of a list that is about the setting, and nothing else. */
export function itemOf(script: Script, nodes: readonly Node[]): Item | null {
  return writtenItem(script, nodes) ?? awaitedItem(script, nodes);
}

/** A name, an object that holds it, a row such as `['PATCH', 'settings/minify', body]`. */
function writtenItem(script: Script, nodes: readonly Node[]): Item | null {
  const depth = nodes.findLastIndex(({ type }) => !WRITTEN.has(type));
  const list = nodes[depth];
  const node = nodes[depth + 1];
  const outer = nodes[depth - 1];
  if (list?.type !== 'ArrayExpression' || node === undefined) return null;
  if (outer?.type === 'ArrayExpression' && isRow(list, node))
    return checked(script, nodes, { list: outer, node: list, makes: 'round' });
  return isUniform(list) ? checked(script, nodes, { list, node, makes: 'round' }) : null;
}

function checked(script: Script, nodes: readonly Node[], item: Item): Item | null {
  const path = nodes.slice(0, nodes.indexOf(item.list) + 1);
  if (isGoneThrough(script, path)) return isOnlySaidOf(script, path) ? { ...item, isUnplaced: true } : item;
  return isListOfNames(script, path, item.node) ? { ...item, isUnplaced: true } : null;
}

/** Loops over the list say what they read, and keep nothing. `nodes` end at the list. */
function isOnlySaidOf(script: Script, nodes: readonly Node[]): boolean {
  const holder = nodes.findLast((node) => !AROUND_LIST.has(node.type) && !isFreezing(script, node));
  const name = holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier' ? holder.id : null;
  const loops = name === null ? [holder] : usesOf(script, name)?.map(({ parent }) => parent);
  return loops?.every((loop) => loop?.type === 'ForOfStatement' && saysOnly(loop.body)) === true;
}

/** `const NAMES = ['ssl', 'brotli'];` of one file, used by its names. */
function isListOfNames(script: Script, path: readonly Node[], item: Node): boolean {
  const holder = path.findLast((node) => !AROUND_LIST.has(node.type) && !isFreezing(script, node));
  if (item.type !== 'Literal' || holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier')
    return false;
  if (path.some(({ type }) => type === 'ExportNamedDeclaration')) return false;
  return isUsedByName(script, usesOf(script, holder.id) ?? [], (use) => isOnlyDone(script, use));
}

/** A list inside a list is a row, unless it names other settings too. */
function isRow(list: Item['list'], node: Node): boolean {
  return !list.elements.some(
    (item) =>
      item !== null &&
      item !== node &&
      item.type === 'Literal' &&
      typeof item.value === 'string' &&
      SETTING.test(item.value),
  );
}

/** What takes different things at different places is no list to take one of them out of. */
function isUniform({ elements }: Item['list']): boolean {
  const kinds = elements.map((item) => (item === null ? 'hole' : kindOf(item)));
  return new Set(kinds).size === 1;
}

function kindOf(item: Node): string {
  return item.type === 'TemplateLiteral' || item.type === 'Literal' ? 'text' : item.type;
}

/** A call among others that are waited for together. */
function awaitedItem(script: Script, nodes: readonly Node[]): Item | null {
  let depth = nodes.findLastIndex(({ type }) => type === 'CallExpression');
  while (nodes[depth - 1]?.type === 'AwaitExpression' || nodes[depth - 1]?.type === 'ChainExpression')
    depth--;
  const [all, list, node] = [nodes[depth - 2], nodes[depth - 1], nodes[depth]];
  if (list?.type !== 'ArrayExpression' || node === undefined) return null;
  // `const done = [await set('ssl', 'full'), await set('brotli', 'on')];`
  if (node.type === 'AwaitExpression' && isCounted(script, list)) return { list, node, makes: 'call' };
  if (!isTogether(all, list)) return null;
  const isUnread =
    callStatement(nodes.slice(0, depth - 1)) !== null || (all !== undefined && isCounted(script, all));
  return isUnread ? { list, node, makes: 'call' } : null;
}

/** `Promise.all([…])`, `Promise.allSettled([…])`. */
function isTogether(call: Node | undefined, list: Node): boolean {
  return (
    call?.type === 'CallExpression' &&
    call.arguments[0] === list &&
    call.callee.type === 'MemberExpression' &&
    call.callee.object.type === 'Identifier' &&
    call.callee.object.name === 'Promise'
  );
}

const AROUND_LIST = new Set(['ArrayExpression', 'TSAsExpression', 'TSSatisfiesExpression']);

/** Nobody looks at an item by its place in the list, or at what became of it. `nodes` end at the list. */
function isGoneThrough(script: Script, nodes: readonly Node[]): boolean {
  const path = nodes.filter((node) => !isFreezing(script, node));
  const holder = path.findLast(({ type }) => !AROUND_LIST.has(type));
  const list = path.find((node, index) => AROUND_LIST.has(node.type) && path[index - 1] === holder);
  if (list === undefined || holder === undefined) return false;
  if (holder.type === 'Property') return true;
  if (holder.type !== 'VariableDeclarator') return isOnlyDone(script, list);
  if (holder.id.type !== 'Identifier') return false;
  return usesOf(script, holder.id)?.every((use) => isOnlyDone(script, use)) === true;
}

/** `Object.freeze(…)` leaves what it gets as it is. */
function isFreezing({ text }: Script, node: Node): boolean {
  return node.type === 'CallExpression' && text.slice(...node.callee.range) === 'Object.freeze';
}

/** A list whose items are only handed on, one after the other, and nothing comes back. */
function isOnlyDone(script: Script, list: Node): boolean {
  const { parent } = list;
  switch (parent?.type) {
    case 'ForOfStatement':
      return parent.right === list;
    case 'Property':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return parent.type === 'Property' || isOnlyDone(script, parent);
    case 'MemberExpression': {
      const call = parent.parent;
      if (parent.object !== list || call?.type !== 'CallExpression' || call.callee !== parent) return false;
      const name = keyName(parent.property, parent.computed);
      if (name === 'entries' || name === 'values') return isOnlyDone(script, call);
      return name === 'forEach' || (name === 'map' && isUnused(script, call));
    }
    case 'CallExpression':
      return isUnused(script, parent);
    default:
      return false;
  }
}

/** The call is a statement of its own, or waited for together with others, and what comes back is only counted. */
function isUnused(script: Script, call: Node): boolean {
  if (callStatement(pathOf(call)) !== null) return true;
  const { parent } = call;
  if (parent?.type !== 'CallExpression' || !isTogether(parent, call)) return false;
  return callStatement(pathOf(parent)) !== null || isCounted(script, parent);
}

/** Looked at one by one or by their number: one less is nothing but one less. */
const COUNTING: ReadonlySet<string> = new Set(['length', 'every', 'some', 'includes', 'filter', 'forEach']);

function isCounted(script: Script, answers: Node): boolean {
  let node = answers;
  while (node.parent?.type === 'AwaitExpression') node = node.parent;
  const { parent } = node;
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return false;
  return usesOf(script, parent.id)?.every((use) => countsOnly(use, COUNTING)) === true;
}

function countsOnly(use: Node, names: ReadonlySet<string>): boolean {
  const holder = use.parent;
  if (holder?.type === 'ForOfStatement') return holder.right === use;
  return (
    holder?.type === 'MemberExpression' &&
    holder.object === use &&
    names.has(keyName(holder.property, holder.computed) ?? '')
  );
}

/** `done.push(await set('brotli', 'on'));`, where what is in the list is only counted. */
export function countingStatement(script: Script, call: Node): Node | null {
  let node = call;
  while (node.parent?.type === 'AwaitExpression') node = node.parent;
  const adding = node.parent;
  if (adding?.type !== 'CallExpression' || adding.arguments.length !== 1 || adding.arguments[0] !== node)
    return null;
  const { callee, parent: statement } = adding;
  if (statement?.type !== 'ExpressionStatement' || callee.type !== 'MemberExpression') return null;
  const list = callee.object;
  if (keyName(callee.property, callee.computed) !== 'push' || !(script instanceof Module)) return null;
  const binding = list.type === 'Identifier' ? script.resolve(list) : null;
  const [declared, ...others] = binding?.declarations ?? [];
  const holder = declared?.parent;
  if (declared?.type !== 'Identifier' || others.length > 0 || holder?.type !== 'VariableDeclarator')
    return null;
  const uses = holder.init?.type === 'ArrayExpression' ? usesOf(script, declared) : null;
  const isFilled = uses?.some((use) => !encloses(statement, use) && countsOnly(use, ADDING)) === true;
  return isFilled && uses?.every((use) => countsOnly(use, COUNTING) || countsOnly(use, ADDING))
    ? statement
    : null;
}

const ADDING: ReadonlySet<string> = new Set(['push']);

function pathOf(node: Node): Node[] {
  const path: Node[] = [];
  for (let current: Node | undefined = node; current !== undefined; current = current.parent)
    path.unshift(current);
  return path;
}

/** Names of what people read of an item. */
const SHOWN =
  /^(?:label|title|text|caption|icon|tooltip|help|hint|placeholder|description|display_?name|i18n_?key|translation_?key)$/i;

/** A part of an interface: what people see of it goes with a look at the page, its texts and its translations. */
export function isShown(script: Script, part: Node): boolean {
  if (part.type !== 'ObjectExpression') return false;
  const names = part.properties.flatMap((one) =>
    one.type === 'Property' ? (keyName(one.key, one.computed) ?? []) : [],
  );
  return names.some((name) => SHOWN.test(name) && !isOnlyPrinted(script, part, name));
}

/** `console.log(label)` in the loops that make the calls: the program only says what it does. */
function isOnlyPrinted(script: Script, item: Node, name: string): boolean {
  let list: Node | undefined = item.parent;
  while (list?.parent !== undefined && AROUND_LIST.has(list.parent.type)) list = list.parent;
  if (list?.parent === undefined || list.type === 'Property') return false;
  const holder = list.parent;
  const named = holder.type === 'VariableDeclarator' && holder.id.type === 'Identifier' ? holder.id : null;
  const uses = named === null ? [list] : usesOf(script, named);
  return (
    uses?.every(({ parent }) => parent?.type === 'ForOfStatement' && isOnlySaid(script, parent, name)) ===
    true
  );
}

const AROUND_MAP = new Set(['ObjectExpression', 'TSAsExpression', 'TSSatisfiesExpression']);

export interface Entry {
  readonly map: NodeOf<'ObjectExpression'>;
  readonly property: NodeOf<'Property'>;
}

/** A property whose key is the setting, in an object whose keys and values a program only goes through. */
export function entryOf(script: Script, nodes: readonly Node[], place: number): Entry | null {
  const depth = nodes.findLastIndex(({ type }) => type === 'Property');
  const property = nodes[depth];
  const map = nodes[depth - 1];
  if (property?.type !== 'Property' || map?.type !== 'ObjectExpression' || !isPlain(map)) return null;
  const isKey = property.key.range[0] <= place && place < property.key.range[1];
  return isKey && property.kind === 'init' && isMapGoneThrough(script, nodes.slice(0, depth))
    ? { map, property }
    : null;
}

/** `path` ends at the map. */
function isMapGoneThrough(script: Script, path: readonly Node[]): boolean {
  const holder = path.findLast((node) => !AROUND_MAP.has(node.type) && !isFreezing(script, node));
  switch (holder?.type) {
    case 'CallExpression':
      return isUnused(script, holder);
    case 'VariableDeclarator':
      return (
        holder.id.type === 'Identifier' &&
        usesOf(script, holder.id)?.every((use) => isKeyedUse(script, use)) === true
      );
    case 'Property': {
      const name = keyName(holder.key, holder.computed);
      const uses = name !== null && script instanceof Module ? script.members.get(name) : undefined;
      return uses !== undefined && uses.length > 0 && uses.every((use) => isKeyedUse(script, use));
    }
    default:
      return false;
  }
}

/** `Object.entries(map)` that is gone through, `map[key]`. */
function isKeyedUse(script: Script, use: Node): boolean {
  const { parent } = use;
  if (parent?.type === 'MemberExpression')
    return parent.object === use && parent.computed && parent.property.type === 'Identifier';
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== use) return false;
  const { callee } = parent;
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Object' &&
    ['entries', 'keys'].includes(keyName(callee.property, callee.computed) ?? '') &&
    isOnlyDone(script, parent)
  );
}
