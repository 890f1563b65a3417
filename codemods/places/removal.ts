/**
 * Taking out a call that has nothing left to do: its statement, its item of a list that a loop or `Promise.all`
 * goes through, its property of a table. Nothing is taken out whose result somebody looks at, and no list is
 * emptied, for a loop over nothing only hides that it should go as well.
 */
import {
  callStatement,
  doesMoreThanSend,
  removeItem,
  removeStatement,
  type Script,
} from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Difference, FileEdit, Site, Surroundings } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { encloses, keyName } from '../../src/read/javascript/syntax/nodes.js';
import type { Usage } from '../../src/read/usage.js';
import { covers, type Origin } from '../../src/value/index.js';
import { removalOutside } from '../languages/removal.js';
import { GOES } from './gone-settings.js';
import { isKind, usesOf } from './trees.js';
import { editsHere } from './verdicts.js';

export type Removal =
  /** A call. */
  | {
      readonly what: 'call';
      readonly edits: readonly FileEdit[];
      readonly differences?: readonly Difference[];
    }
  /** An item of a list, for each of which a call is made, and whatever else is done in the same round. */
  | { readonly what: 'round'; readonly edits: readonly FileEdit[] }
  /** A part of what another call sends. */
  | { readonly what: 'part'; readonly edits: readonly FileEdit[] }
  /** Why it cannot be taken out. */
  | { readonly what: 'nothing'; readonly why: string };

/** What comes with an item that is taken out of a list. */
export const ROUND_LESS: Difference = {
  name: 'one-round-less',
  what: 'what is done for each item of the list, a line of output for instance, is not done for this one any more',
};

const USED = 'the result of the call is used, or the call is part of more than one statement';

export function removalOf(site: Site, around: Surroundings): Removal {
  const { script, nodes } = site;
  if (script === null) return removalOutside(site, around);
  const isOwn = isOwnCall(site);
  const call = wholeCall(site);
  const statement = callStatement(call === null ? nodes : nodes.slice(0, nodes.indexOf(call) + 1));
  if (isOwn && statement !== null) return withoutStatement(site, script, statement);
  const item = itemOf(script, nodes);
  // Reading one thing less leaves a hole in what is made of the answers.
  if (item !== null && site.finding.method !== 'GET')
    return withoutItem(site, script, item, isOwn ? item.makes : 'part');
  const { fix } = site.finding;
  if (fix?.action.kind === 'remove') return withoutProperty(site, fix.edits);
  return isOwn ? apart(site, around, script) : nothing('it is only a part of what the call sends');
}

/** The call does nothing but set the one setting. */
function isOwnCall({ finding }: Site): boolean {
  if (finding.kind === 'endpoint' || finding.kind === 'sdk') return true;
  return finding.kind === 'value' && /\/settings\/\w+$/.test(finding.endpoint ?? '');
}

function nothing(why: string): Removal {
  return { what: 'nothing', why };
}

/** The outermost call that a usage is told at, if the place stands in it: below it, texts are put together. */
function wholeCall({ finding: { at, usages }, nodes }: Site): Node | null {
  const found = nodes.filter(
    (node) =>
      node.type === 'CallExpression' && usages.some(({ site }) => isAt(node, site) && covers(site, at)),
  );
  return found.at(-1) ?? null;
}

function isAt(node: Node, { start, end }: Origin): boolean {
  return node.range[0] === start && node.range[1] === end;
}

function withoutStatement(site: Site, script: Script, statement: Node): Removal {
  if (namesOthers(site, statement)) return nothing('the call seems to be about other settings as well');
  if (doesMoreThanSend(statement))
    return nothing('what the call is given is worked out on the spot, and that would not happen any more');
  const edit = removeStatement(script, statement);
  return edit === null
    ? nothing('a comment stands in the statement and would be lost')
    : { what: 'call', edits: editsHere(site, [edit]) };
}

/** Names of settings that live, in the form the API has for them. */
const SETTING = /^(?:[a-z0-9]+(?:_[a-z0-9]+)+|ssl|polish|webp|ipv6|http[23]|waf|websockets|ciphers)$/;

/** `enable('brotli', 'http3')`: taking out the call would take more than it should. */
function namesOthers({ finding: { at } }: Site, statement: Node): boolean {
  if (!isKind(statement, 'ExpressionStatement')) return false;
  let call: Node = statement.expression;
  while (call.type === 'AwaitExpression' && call.argument !== null) call = call.argument;
  if (call.type !== 'CallExpression') return false;
  return call.arguments.some(
    (argument) =>
      argument.type === 'Literal' &&
      typeof argument.value === 'string' &&
      SETTING.test(argument.value) &&
      !(argument.range[0] <= at.start && at.end <= argument.range[1]),
  );
}

interface Item {
  readonly list: Extract<Node, { type: 'ArrayExpression' }>;
  readonly node: Node;
  /** The item is a call itself, or a call is made for it. */
  readonly makes: 'call' | 'round';
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
function itemOf(script: Script, nodes: readonly Node[]): Item | null {
  return writtenItem(script, nodes) ?? awaitedItem(nodes);
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
  return isGoneThrough(script, nodes.slice(0, nodes.indexOf(item.list) + 1)) ? item : null;
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
function awaitedItem(nodes: readonly Node[]): Item | null {
  let depth = nodes.findLastIndex(({ type }) => type === 'CallExpression');
  while (nodes[depth - 1]?.type === 'AwaitExpression' || nodes[depth - 1]?.type === 'ChainExpression')
    depth--;
  const [all, list, node] = [nodes[depth - 2], nodes[depth - 1], nodes[depth]];
  if (list?.type !== 'ArrayExpression' || node === undefined || !isTogether(all, list)) return null;
  return callStatement(nodes.slice(0, depth - 1)) === null ? null : { list, node, makes: 'call' };
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

/** Nobody looks at an item by its place in the list, or at what became of it. `path` ends at the list. */
function isGoneThrough(script: Script, path: readonly Node[]): boolean {
  const holder = path.findLast(({ type }) => !AROUND_LIST.has(type));
  const list = path.find((node, index) => AROUND_LIST.has(node.type) && path[index - 1] === holder);
  if (list === undefined || holder === undefined) return false;
  if (holder.type === 'Property') return true;
  if (holder.type !== 'VariableDeclarator') return isOnlyDone(list);
  if (holder.id.type !== 'Identifier') return false;
  return usesOf(script, holder.id)?.every(isOnlyDone) === true;
}

/** A list whose items are only handed on, one after the other, and nothing comes back. */
function isOnlyDone(list: Node): boolean {
  const { parent } = list;
  switch (parent?.type) {
    case 'ForOfStatement':
      return parent.right === list;
    case 'Property':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return parent.type === 'Property' || isOnlyDone(parent);
    case 'MemberExpression': {
      const call = parent.parent;
      if (parent.object !== list || call?.type !== 'CallExpression' || call.callee !== parent) return false;
      const name = keyName(parent.property, parent.computed);
      if (name === 'entries' || name === 'values') return isOnlyDone(call);
      return name === 'forEach' || (name === 'map' && isUnused(call));
    }
    case 'CallExpression':
      return isUnused(parent);
    default:
      return false;
  }
}

/** The call is a statement of its own, or waited for together with nothing else in one. */
function isUnused(call: Node): boolean {
  if (callStatement(pathOf(call)) !== null) return true;
  const { parent } = call;
  return (
    parent?.type === 'CallExpression' && isTogether(parent, call) && callStatement(pathOf(parent)) !== null
  );
}

function pathOf(node: Node): Node[] {
  const path: Node[] = [];
  for (let current: Node | undefined = node; current !== undefined; current = current.parent)
    path.unshift(current);
  return path;
}

function withoutItem(
  site: Site,
  script: Script,
  { list, node }: Item,
  what: 'call' | 'round' | 'part',
): Removal {
  const items = list.elements.filter((item): item is Node => item !== null);
  if (items.length !== list.elements.length) return nothing('the list has holes');
  if (what !== 'call' && isShown(node)) return nothing('the item is shown to people as well');
  const gone = items.filter((item) => item === node || speaksOfGone(script, item));
  if (gone.length === items.length)
    return nothing('nothing else is in the list, so what goes through it should go too');
  const edit = removeItem(script, list, items, node, gone);
  return edit === null
    ? nothing('a comment stands in the item and would be lost')
    : { what, edits: editsHere(site, [edit]) };
}

/** Names of what people read of an item. */
const SHOWN =
  /^(?:label|title|text|caption|icon|tooltip|help|hint|placeholder|description|display_?name|i18n_?key|translation_?key)$/i;

/** An item of an interface: what people see of it goes with a look at the page, its texts and its translations. */
function isShown(item: Node): boolean {
  return (
    item.type === 'ObjectExpression' &&
    item.properties.some((one) => one.type === 'Property' && SHOWN.test(keyName(one.key, one.computed) ?? ''))
  );
}

function speaksOfGone({ text }: Script, item: Node): boolean {
  const written = text.slice(...item.range);
  return [...GOES].some((name) => new RegExp(`(?:^|[^\\w-])${name}(?![\\w-])`).test(written));
}

function withoutProperty(site: Site, edits: readonly Edit[]): Removal {
  const property = site.nodes.findLast(({ type }) => type === 'Property');
  const object = site.nodes[property === undefined ? -1 : site.nodes.indexOf(property) - 1];
  if (object?.type === 'ObjectExpression' && object.properties.length < 2)
    return nothing('nothing else would be left in the object');
  return { what: 'part', edits: editsHere(site, edits) };
}

/** A constant that stands apart: the calls with it go, and then the constant. */
function apart(site: Site, around: Surroundings, script: Script): Removal {
  const declarator = site.nodes.findLast((node) => node.type === 'VariableDeclarator');
  const declaration = site.nodes[declarator === undefined ? -1 : site.nodes.indexOf(declarator) - 1];
  const isPlain =
    declarator?.type === 'VariableDeclarator' &&
    declarator.id.type === 'Identifier' &&
    declaration?.type === 'VariableDeclaration' &&
    declaration.declarations.length === 1 &&
    site.nodes.at(site.nodes.indexOf(declaration) - 1)?.type !== 'ExportNamedDeclaration' &&
    (declarator.init?.type === 'Literal' || declarator.init?.type === 'TemplateLiteral');
  if (!isPlain || declarator.id.type !== 'Identifier' || declaration === undefined) return nothing(USED);
  const statements = new Set<Node>();
  for (const usage of site.finding.usages) {
    const statement = statementOf(usage, site, around, script);
    if (statement === null) return nothing(USED);
    statements.add(statement);
  }
  const uses = usesOf(script, declarator.id) ?? [];
  const goWithIt = uses.length > 0 && uses.every((use) => [...statements].some((one) => encloses(one, use)));
  if (!goWithIt) return nothing('the value is used elsewhere too');
  const edits = [...statements, declaration].map((node) => removeStatement(script, node));
  const found = edits.flatMap((edit) => edit ?? []);
  return found.length < edits.length
    ? nothing('a comment stands in the statement and would be lost')
    : { what: 'call', edits: editsHere(site, found) };
}

function statementOf(usage: Usage, { file }: Site, around: Surroundings, script: Script): Node | null {
  if (usage.site.file !== file.path) return null;
  return callStatement(around.nodesAround(script, usage.site.start, usage.site.end));
}
