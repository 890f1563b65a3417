/**
 * Taking out a call that has nothing left to do: its statement, its item of a list that a loop or `Promise.all`
 * goes through, its property of a table. Nothing is taken out whose result somebody looks at, and no list is
 * emptied, for a loop over nothing only hides that it should go as well.
 */
import {
  callStatement,
  doesMoreThanSend,
  hasComment,
  isQuiet,
  removeItem,
  removeStatement,
  type Script,
  wholeRequest,
} from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Difference, FileEdit, Site, Surroundings } from '../../src/migrate/index.js';
import type { Usage } from '../../src/read/index.js';
import {
  childrenOf,
  encloses,
  enclosingFunction,
  keyName,
  type Node,
  type NodeOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { covers, literally, type Origin } from '../../src/value/index.js';
import { removalOutside } from '../languages/removal.js';
import { GOES } from './gone-settings.js';
import { countingStatement, type Entry, entryOf, type Item, isShown, itemOf, SETTING } from './lists.js';
import { isReport, reportOf, saidAround } from './reports.js';
import { isKind, usesOf } from './trees.js';
import { typesWithout } from './typed-properties.js';
import { editsHere } from './verdicts.js';

export type Removal =
  /** A call. */
  | {
      readonly what: 'call';
      readonly edits: readonly FileEdit[];
      readonly differences?: readonly Difference[];
    }
  /** A call, and the statements that only say how it went. */
  | { readonly what: 'report'; readonly edits: readonly FileEdit[] }
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

/** What comes with statements that said how a call went. */
export const REPORT_LESS: Difference = {
  name: 'no-report',
  what: 'what was printed or thrown by the outcome of the call is not any more',
};

const USED = 'the result of the call is used, or the call is part of more than one statement';

export function removalOf(site: Site, around: Surroundings): Removal {
  const { script, nodes } = site;
  if (script === null) return removalOutside(site, around);
  const isOwn = isOwnCall(site);
  const call = wholeCall(site);
  const statement = callStatement(call === null ? nodes : nodes.slice(0, nodes.indexOf(call) + 1));
  const isAlone = isOwn && isAboutOne(site);
  if (isAlone && statement !== null) return withoutStatement(site, script, statement);
  if (!isOwn && statement !== null && addsOneOfMany(script, statement)) {
    const removal = withoutStatement(site, script, statement);
    return removal.what === 'nothing' ? removal : { what: 'part', edits: removal.edits };
  }
  if (isAlone && call !== null && site.finding.method !== 'GET') {
    const report = withoutReport(site, script, call);
    if (report !== null) return report;
    const counted = countingStatement(script, call);
    if (counted !== null) return withoutStatement(site, script, counted);
  }
  const item = itemOf(script, nodes);
  // Reading one thing less leaves a hole in what is made of the answers, unless they have names or are only printed.
  if (item !== null && (site.finding.method !== 'GET' || item.isUnplaced))
    return withoutItem(site, script, item, isOwn ? item.makes : 'part');
  const entry = isOwn && site.finding.method !== 'GET' ? entryOf(script, nodes, site.finding.at.start) : null;
  if (entry !== null) return withoutEntry(site, script, entry, around);
  const { fix } = site.finding;
  if (fix?.action.kind === 'remove') return withoutProperty(site, fix.edits);
  return isOwn ? apart(site, around, script) : nothing('it is only a part of what the call sends');
}

/** The call does nothing but set the one setting. */
function isOwnCall({ finding }: Site): boolean {
  if (finding.kind === 'endpoint' || finding.kind === 'sdk') return true;
  return finding.kind === 'value' && /\/settings\/\w+$/.test(finding.endpoint ?? '');
}

/** `items.push({ id: 'minify', value })`, where other settings are added, too. */
function addsOneOfMany(script: Script, statement: Node): boolean {
  const list = listAddedTo(statement);
  const uses = list === null ? null : usesOf(script, list);
  return (
    uses?.some((use) => {
      const added = use.parent?.parent?.parent;
      return added !== undefined && listAddedTo(added) !== null && !speaksOfGone(script, added);
    }) === true
  );
}

function listAddedTo(statement: Node): NodeOf<'Identifier'> | null {
  const call = statement.type === 'ExpressionStatement' ? statement.expression : null;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const { object, property, computed } = call.callee;
  const [item, ...others] = call.arguments;
  const isOne = item?.type === 'ObjectExpression' && others.length === 0;
  return isOne && keyName(property, computed) === 'push' && object.type === 'Identifier' ? object : null;
}

/** The place is not one of several items or keys that a call is given. */
function isAboutOne({ finding: { at }, nodes }: Site): boolean {
  const call = nodes.findLastIndex(({ type }) => type === 'CallExpression');
  return !nodes.slice(call + 1).some((node) => {
    if (node.type === 'ArrayExpression')
      return node.elements.length > 1 && node.parent?.type !== 'MemberExpression';
    return (
      node.type === 'ObjectExpression' &&
      node.properties.length > 1 &&
      node.properties.some(
        (one) => one.type === 'Property' && one.key.range[0] <= at.start && at.end <= one.key.range[1],
      )
    );
  });
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
  const call = found.at(-1);
  return call === undefined ? null : wholeRequest(call);
}

function isAt(node: Node, { start, end }: Origin): boolean {
  return node.range[0] === start && node.range[1] === end;
}

function withoutStatement(site: Site, script: Script, statement: Node): Removal {
  if (namesOthers(site, statement)) return nothing('the call seems to be about other settings as well');
  if (doesMoreThanSend(statement))
    return nothing('what the call is given is worked out on the spot, and that would not happen any more');
  const edit = removeStatement(script, statement);
  if (edit === null) return nothing('a comment stands in the statement and would be lost');
  if (isAllOf(statement, [statement])) return nothing(ONLY_THIS);
  const said = saidOf(site, [statement]);
  if (said.length === 0) return { what: 'call', edits: editsHere(site, [edit]) };
  return { what: 'report', edits: editsHere(site, [edit, ...said.map(wholeOf)]) };
}

/** Lines around some statements that only print something about the setting. */
function saidOf({ entry }: Site, statements: readonly Node[]): readonly Node[] {
  return entry.settings.flatMap(({ id }) => saidAround(statements, id));
}

function wholeOf({ range: [start, end] }: Node): Edit {
  return { start, end, text: '' };
}

const ONLY_THIS = 'the function around it does nothing else, and is called from elsewhere';

/**
 * Statements that are all a function does which others may call: what is left would only say that it was done. A
 * function that only its file can call goes with its calls.
 */
function isAllOf(statement: Node, gone: readonly Node[]): boolean {
  const around = enclosingFunction(statement);
  if (around?.body?.type !== 'BlockStatement') return false;
  const left = leftOf(around.body, gone);
  if (left === null || !left.every(isIdle)) return false;
  const holder = around.type === 'FunctionDeclaration' ? around.parent : around.parent?.parent?.parent;
  const isNamed = around.type === 'FunctionDeclaration' || around.parent?.type === 'VariableDeclarator';
  const isEach =
    around.parent?.type === 'CallExpression' &&
    around.parent.callee.type === 'MemberExpression' &&
    keyName(around.parent.callee.property, false) === 'forEach';
  return !isEach && !(isNamed && (holder?.type === 'Program' || holder?.type === 'BlockStatement'));
}

/** Statements of a block that stay, also those of a `try` around what goes; null where that stands deeper. */
function leftOf(block: NodeOf<'BlockStatement'>, gone: readonly Node[]): readonly Node[] | null {
  if (block.body.some((one) => gone.includes(one))) return block.body.filter((one) => !gone.includes(one));
  const tries = block.body.filter((one) => one.type === 'TryStatement');
  const [only] = tries;
  const inner = only === undefined || tries.length > 1 ? null : leftOf(only.block, gone);
  return inner === null ? null : [...block.body.filter((one) => one !== only), ...inner];
}

/** It takes names out of what a function is given, says how something went, or answers a request with that. */
function isIdle(statement: Node): boolean {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.declarations.every(({ init }) => init === null || isTaken(init));
    case 'ReturnStatement':
      return statement.argument === null || isQuiet(statement.argument) || isAnswered(statement.argument);
    default:
      return (
        isReport(statement) || (statement.type === 'ExpressionStatement' && isAnswered(statement.expression))
      );
  }
}

/** `options.getBoolean('on') ? 'on' : 'off'`, `await c.req.json()`: what a function is asked for. */
function isTaken(node: Node): boolean {
  const inner = unwrap(node);
  if (isQuiet(inner)) return true;
  if (inner.type === 'ConditionalExpression' || inner.type === 'LogicalExpression')
    return childrenOf(inner).every(isTaken);
  if (inner.type !== 'CallExpression' || inner.callee.type !== 'MemberExpression') return false;
  const { object, property, computed } = inner.callee;
  const name = keyName(property, computed) ?? '';
  return (
    /^(?:get[A-Z]\w*|param|json|formData)$/.test(name) && isTaken(object) && inner.arguments.every(isQuiet)
  );
}

/** `res.json({ success: true })`, `response.status(200).send('done')` */
function isAnswered(node: Node): boolean {
  const call = unwrap(node);
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const { object, property, computed } = call.callee;
  const isOfAnswer = /^(?:json|send|status|sendStatus|end|text|type)$/.test(
    keyName(property, computed) ?? '',
  );
  const isResponse =
    object.type === 'Identifier'
      ? /^(?:res|response|reply|c|ctx|Response)$/.test(object.name)
      : isAnswered(object);
  return isOfAnswer && isResponse && call.arguments.every(isQuiet);
}

/** The call with what looks at its outcome; null where more is done with the answer. */
function withoutReport(site: Site, script: Script, call: Node): Removal | null {
  const report = reportOf(script, call);
  if (report === null) return null;
  const [first] = report;
  if (first === undefined || call.type !== 'CallExpression' || namesOthers(site, call)) return null;
  if (!call.arguments.every(isQuiet) || hasComment(script, ...first.range, first)) return null;
  if (isAllOf(first, report)) return nothing(ONLY_THIS);
  return { what: 'report', edits: editsHere(site, [...report, ...saidOf(site, report)].map(wholeOf)) };
}

/** `enable('brotli', 'http3')`: taking out the call would take more than it should. */
function namesOthers({ finding: { at } }: Site, statement: Node): boolean {
  let call: Node = isKind(statement, 'ExpressionStatement') ? statement.expression : statement;
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

function withoutItem(
  site: Site,
  script: Script,
  { list, node }: Item,
  what: 'call' | 'round' | 'part',
): Removal {
  const items = list.elements.filter((item): item is Node => item !== null);
  if (items.length !== list.elements.length) return nothing('the list has holes');
  if (what !== 'call' && isShown(script, node)) return nothing('the item is shown to people as well');
  const gone = items.filter((item) => item === node || speaksOfGone(script, item));
  if (gone.length === items.length)
    return nothing('nothing else is in the list, so what goes through it should go too');
  const edit = removeItem(script, list, items, node, gone);
  return edit === null
    ? nothing('a comment stands in the item and would be lost')
    : { what, edits: editsHere(site, [edit]) };
}

function withoutEntry(site: Site, script: Script, { map, property }: Entry, around: Surroundings): Removal {
  if (isShown(script, property.value)) return nothing('the property is shown to people as well');
  if (!isQuiet(property.value)) return nothing('its value is worked out on the spot');
  const gone = map.properties.filter((one) => one.type === 'Property' && GOES.has(keyOf(one)));
  if (gone.length === map.properties.length)
    return nothing('nothing else is in the object, so what goes through it should go too');
  const edit = removeItem(script, map, map.properties, property, gone);
  if (edit === null) return nothing('a comment stands in the property and would be lost');
  const types = typesWithout(site.file.path, script, property, around);
  return typeof types === 'string'
    ? nothing(types)
    : { what: 'round', edits: [...editsHere(site, [edit]), ...types] };
}

function keyOf(one: NodeOf<'Property'>): string {
  return keyName(one.key, one.computed) ?? '';
}

function speaksOfGone({ text }: Script, item: Node): boolean {
  const written = text.slice(...item.range);
  return [...GOES].some((name) => new RegExp(`(?:^|[^\\w-])${literally(name)}(?![\\w-])`).test(written));
}

function withoutProperty(site: Site, edits: readonly Edit[]): Removal {
  const property = site.nodes.findLast(({ type }) => type === 'Property');
  const object = site.nodes[property === undefined ? -1 : site.nodes.indexOf(property) - 1];
  if (object?.type === 'ObjectExpression' && object.properties.length < 2)
    return nothing('nothing else would be left in the object');
  return { what: 'part', edits: editsHere(site, edits) };
}

/** A constant that stands apart: the calls with it go, and the constant with them, since nothing uses it any more. */
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
  const edits = [...statements].map((node) => removeStatement(script, node));
  const found = edits.flatMap((edit) => edit ?? []);
  return found.length < edits.length
    ? nothing('a comment stands in the statement and would be lost')
    : { what: 'call', edits: editsHere(site, found) };
}

function statementOf(usage: Usage, { file }: Site, around: Surroundings, script: Script): Node | null {
  if (usage.site.file !== file.path) return null;
  return callStatement(around.nodesAround(script, usage.site.start, usage.site.end));
}
