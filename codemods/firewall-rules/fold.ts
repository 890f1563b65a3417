/**
 * The flow of two calls: a filter is made, and then a rule with its id. A custom rule has its expression itself, so the
 * first call goes with all that only waited for its id.
 */
import { isPure, removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Difference } from '../../src/migrate/index.js';
import {
  type Call,
  childrenOf,
  encloses,
  type Identifier,
  isFunction,
  keyName,
  Module,
  type Node,
  type NodeOf,
  nameOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, flowOf, ITEM } from '../direct/answer-flow.js';
import { FILTER, ONE_CALL, ONE_REFUSAL } from '../direct/differences.js';
import { constantOf } from '../direct/path-pieces.js';
import { unusedEdits } from '../direct/unused.js';
import { isPlain, type ObjectNode, propertyNamed } from '../places/trees.js';
import { idOfRuleAt } from './kept-ids.js';

/** What a rule takes over from its filter. */
export interface Folded {
  readonly expression: string;
  readonly description: string | null;
  /** A filter of the program that is sent as it is, in place of both. */
  readonly whole?: string;
}

interface Folding {
  /** What is sent: written out, or the name of one. */
  readonly filter: ObjectNode | Identifier | NodeOf<'MemberExpression'>;
  /** Where rules name the filter. */
  readonly places: readonly Node[];
  /** Where its id is kept: that of the rule stands there. */
  readonly kept: readonly Edit[];
  /** Statements that have nothing left to do. */
  readonly statements: readonly Node[];
}

interface FilterGone {
  readonly edits: readonly Edit[];
  readonly differences: readonly Difference[];
}

/** Edits that take out a call that makes a filter; null where its id is needed for anything but its rule. */
export function filterGone(script: Script, call: Call): FilterGone | null {
  const folding = foldingOf(script, call);
  if (folding === null) return null;
  const { statements, filter, places, kept: ids } = folding;
  const edits = statements.map((statement) => withComment(script, statement));
  if (edits.includes(null)) return null;
  const kept = filter.type === 'ObjectExpression' ? filter.properties.filter(isKept) : [filter];
  const removed = edits.flatMap((edit) => edit ?? []);
  const unused = unusedEdits(script, [...statements, ...places], kept);
  const next = places.flatMap((place) => nextStep(script, place) ?? []);
  const isChecked = statements.some(({ type }) => type === 'IfStatement');
  const differences = [ONE_CALL, ...(ids.length > 0 ? [FILTER] : []), ...(isChecked ? [ONE_REFUSAL] : [])];
  return { edits: [...removed, ...ids, ...unused, ...next], differences };
}

function isKept(one: Node): boolean {
  return one.type === 'Property' && /^(?:expression|description)$/.test(keyName(one.key, one.computed) ?? '');
}

/** `// Then create the rule`, where nothing comes before it any more. */
function nextStep({ text }: Script, place: Node): Edit | null {
  const statement = statementOf(place);
  const above =
    statement === null ? null : /\/\/ Then (\w)[^\r\n]*\s*$/.exec(text.slice(0, statement.range[0]));
  if (above === null) return null;
  const start = above.index + '// '.length;
  return { start, end: start + 'Then '.length + 1, text: (above[1] ?? '').toUpperCase() };
}

/** Edits that take out a call of which at most the status is looked at. */
export function callGone(script: Script, call: Call): readonly Edit[] | null {
  const flow = flowOf(script, call, (steps) => STATUS.has(steps.at(-1) ?? ''));
  if (flow === null || flow.escapes.length > 0) return null;
  const statements = statementsOf(flow, [])?.map(withEmptied);
  if (statements === undefined || emptiesBlock(statements)) return null;
  const all = statements.flatMap((statement) => [...announcementOf(script, statement), statement]);
  const edits = all.map((statement) => withComment(script, statement));
  if (edits.includes(null)) return null;
  return [...edits.flatMap((edit) => edit ?? []), ...unusedEdits(script, all, [])];
}

/** With the `try` or the condition around it that has nothing else in it. */
function withEmptied(statement: Node): Node {
  const block = statement.parent;
  const around = block?.type === 'BlockStatement' && block.body.length === 1 ? block.parent : undefined;
  const isTry = around?.type === 'TryStatement' && around.block === block && !around.finalizer;
  const isCondition =
    around?.type === 'IfStatement' &&
    around.consequent === block &&
    !around.alternate &&
    onlyReads(around.test);
  return around !== undefined && (isTry || isCondition) ? withEmptied(around) : statement;
}

/** `log('Deleting the filter')` right above. */
function announcementOf({ text }: Script, statement: Node): readonly Node[] {
  const { parent } = statement;
  const body = parent?.type === 'BlockStatement' || parent?.type === 'Program' ? parent.body : [];
  const above = body[body.indexOf(statement) - 1];
  const call = above?.type === 'ExpressionStatement' ? above.expression : null;
  if (above === undefined || call?.type !== 'CallExpression' || !call.arguments.every(onlyReads)) return [];
  if (/\n\s*\n/.test(text.slice(above.range[1], statement.range[0]))) return [];
  const said = call.arguments.map(wordsOf).join(' ');
  const isOfFilters = /\bfilter/i.test(said) && !/\brule/i.test(said);
  return isOfFilters && LOGGING.test(nameOf(call.callee) ?? '') ? [above] : [];
}

function wordsOf(node: Node): string {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join(' ');
  return node.type === 'Literal' ? String(node.value) : '';
}

function onlyReads(node: Node): boolean {
  return (
    !/^(?:Call|New|Await|Yield|Assignment|Update)Expression$/.test(node.type) &&
    childrenOf(node).every(onlyReads)
  );
}

const LOGGING = /^(?:this\.)?(?:console|log|logger)(?:\.\w+)?$/;

/** The filter whose id stands at a place, if it is made just for that. */
export function filterAt(script: Script, place: Node): Folded | null {
  if (!(script instanceof Module)) return null;
  for (const call of script.calls) {
    if (call.type !== 'CallExpression' || !isOfFilters(script, call)) continue;
    const folding = call.range[0] < place.range[0] ? foldingOf(script, call) : null;
    if (!folding?.places.some((one) => one.range[0] === place.range[0] && one.range[1] === place.range[1]))
      continue;
    const { filter } = folding;
    if (filter.type !== 'ObjectExpression')
      return { expression: '', description: null, whole: script.text.slice(...filter.range) };
    const text = (name: string) => {
      const property = propertyNamed(filter, name);
      return property === null ? null : script.text.slice(...property.value.range);
    };
    const expression = text('expression');
    if (expression !== null) return { expression, description: text('description') };
  }
  return null;
}

export function isOfFilters(script: Module, call: Call): boolean {
  if (/\.filters\s*\.create$/.test(script.text.slice(...call.callee.range))) return true;
  return call.arguments.some((argument) => {
    const inner = unwrap(argument);
    const path = inner.type === 'Identifier' ? (constantOf(script, inner)?.init ?? inner) : inner;
    return /\bfilters\b/.test(script.text.slice(...path.range));
  });
}

const STATUS: ReadonlySet<string> = new Set(['ok', 'status', 'statusText', 'success', 'errors', 'messages']);

function foldingOf(script: Script, call: Call): Folding | null {
  const filter = onlyFilter(script, call) ?? namedFilter(call);
  const flow = filter === null ? null : flowOf(script, call, (steps) => STATUS.has(steps.at(-1) ?? ''));
  if (filter === null || flow === null) return null;
  const named = flow.escapes.filter(({ node }) => !isLogged(node) && !isOfFailure(node, flow));
  // A name without a list around it, of whose answer an item is taken, is that of a list.
  const isOfList = filter.type !== 'ObjectExpression' && filter.parent?.type !== 'ArrayExpression';
  if (isOfList && named.some(({ steps }) => steps.includes(ITEM))) return null;
  const around = functionAround(call);
  if (named.some(({ node }) => functionAround(node) !== around)) return null;
  const isForRule = ({ node, steps }: (typeof named)[number]) => namesFilter(node, steps);
  const places = named.filter(isForRule).map(({ node }) => node);
  const others = named.filter((one) => !isForRule(one));
  const [place] = places;
  if (place === undefined || (others.length > 0 && places.length > 1)) return null;
  if (filter.type === 'ObjectExpression' && !places.every((one) => isPausedAlike(script, filter, one)))
    return null;
  const kept = others.map((one) => idOfRuleAt(script, place, one));
  const statements = statementsOf(
    flow,
    named.map(({ node }) => node),
  );
  if (statements === null || emptiesBlock(statements) || kept.includes(null)) return null;
  return { filter, places, kept: kept.flatMap((edit) => edit ?? []), statements };
}

/** A filter is paused no more than the rule that names it at a place. */
export function isPausedAlike(script: Script, filter: ObjectNode, place: Node): boolean {
  const paused = propertyNamed(filter, 'paused')?.value;
  if (paused === undefined || (paused.type === 'Literal' && paused.value === false)) return true;
  let rule: Node | undefined = place.parent;
  while (rule !== undefined && !isRule(rule)) rule = rule.parent;
  const own = rule?.type === 'ObjectExpression' ? propertyNamed(rule, 'paused')?.value : undefined;
  const text = (node: Node) => script.text.slice(...node.range);
  return own !== undefined && text(own) === text(paused);
}

/** The one filter that a call makes, written out. */
export function onlyFilter(script: Script, call: Call): ObjectNode | null {
  const lists = call.arguments.flatMap((argument) => listsIn(script, argument, 0));
  const [list] = lists;
  const [own] = lists.length === 0 ? call.arguments : (list?.elements ?? []);
  const only = own === null || own === undefined ? undefined : unwrap(own);
  if (lists.length > 1 || (list?.elements.length ?? 1) !== 1) return null;
  return only?.type === 'ObjectExpression' && isOnlyFilter(only) ? only : null;
}

/** `rule.filter` of `{ method: 'POST', body: JSON.stringify(rule.filter) }`, where nothing else can be what is sent. */
function namedFilter(call: Call): Identifier | NodeOf<'MemberExpression'> | null {
  const sent = call.arguments.flatMap((argument) => {
    const inner = unwrap(argument);
    const fields = inner.type === 'ObjectExpression' ? inner.properties : [];
    const named = fields.flatMap((one) =>
      one.type === 'Property' && BODY.test(keyName(one.key, one.computed) ?? '') ? [one.value] : [],
    );
    return [...named, ...(stringified(inner) === null ? [] : [inner])];
  });
  const [only, ...others] = sent.map((node) => unwrap(stringified(unwrap(node)) ?? node));
  const item = only?.type === 'ArrayExpression' && only.elements.length === 1 ? only.elements[0] : only;
  if (others.length > 0 || !item || !isPure(item)) return null;
  return item.type === 'Identifier' || item.type === 'MemberExpression' ? item : null;
}

const BODY = /^(?:body|data|json)$/;

function stringified(node: Node): Node | null {
  const isText = node.type === 'CallExpression' && nameOf(node.callee) === 'JSON.stringify';
  return isText ? (node.arguments[0] ?? null) : null;
}

/** An expression, and what says nothing of its effect. */
export function isOnlyFilter(object: ObjectNode): boolean {
  const isKnown = (one: ObjectNode['properties'][number]) =>
    one.type === 'Property' &&
    /^(?:expression|description|ref|zone_id|paused)$/.test(keyName(one.key, one.computed) ?? '');
  return isPlain(object) && object.properties.every(isKnown) && propertyNamed(object, 'expression') !== null;
}

function listsIn(script: Script, node: Node, depth: number): NodeOf<'ArrayExpression'>[] {
  const inner = unwrap(node);
  if (depth > 3) return [];
  switch (inner.type) {
    case 'ArrayExpression':
      return [inner];
    case 'Identifier': {
      const constant = constantOf(script, inner);
      return constant === null ? [] : listsIn(script, constant.init, depth + 1);
    }
    case 'CallExpression':
      return inner.arguments.flatMap((argument) => listsIn(script, argument, depth + 1));
    case 'ObjectExpression':
      return inner.properties.flatMap((one) =>
        one.type === 'Property' ? listsIn(script, one.value, depth + 1) : [],
      );
    default:
      return [];
  }
}

function functionAround(node: Node): Node | null {
  let current = node.parent;
  while (current !== undefined && !isFunction(current)) current = current.parent;
  return current ?? null;
}

/** `filter: { id }` of a rule, or the whole filter. */
function namesFilter({ parent, ...node }: Node, steps: readonly string[]): boolean {
  if (parent?.type !== 'Property' || parent.value.range[0] !== node.range[0]) return false;
  const name = keyName(parent.key, parent.computed);
  if (steps.at(-1) === ITEM) return name === 'filter' && isRule(parent.parent);
  const outer = parent.parent?.parent;
  if (name !== 'id' || steps.at(-1) !== 'id' || outer?.type !== 'Property') return false;
  return keyName(outer.key, outer.computed) === 'filter' && isRule(outer.parent);
}

export function isRule(node: Node | undefined): boolean {
  return node?.type === 'ObjectExpression' && propertyNamed(node, 'action') !== null;
}

/** A line of output that names the filter goes with it. */
export function isLogged(node: Node): boolean {
  const statement = statementOf(node);
  const call = statement?.type === 'ExpressionStatement' ? statement.expression : null;
  return call?.type === 'CallExpression' && LOGGING.test(nameOf(call.callee) ?? '');
}

export function statementOf(node: Node): Node | null {
  let current: Node | undefined = node;
  while (current !== undefined && !/^(?:Program|BlockStatement)$/.test(current.parent?.type ?? ''))
    current = current.parent;
  return current ?? null;
}

/** All statements that have to do with the filter, but for those that make rules; null where one does more. */
function statementsOf(flow: AnswerFlow, places: readonly Node[]): readonly Node[] | null {
  const found = new Set<Node>();
  for (const node of flow.places) {
    const statement = statementOf(node);
    if (statement === null) return null;
    if (places.some((place) => encloses(statement, place) && place.range[0] === node.range[0])) continue;
    if (![...found].some((one) => encloses(one, statement))) found.add(statement);
  }
  const list = [...found].filter((one) => ![...found].some((other) => other !== one && encloses(other, one)));
  const isIdle = (statement: Node) =>
    !places.some((place) => encloses(statement, place)) && onlyWaits(statement, flow);
  return list.every(isIdle) ? list : null;
}

/** What is said of a filter that could not be made. */
function isOfFailure(node: Node, flow: AnswerFlow): boolean {
  const statement = statementOf(node);
  const test = statement?.parent?.type === 'BlockStatement' ? statement.parent.parent : undefined;
  return test?.type === 'IfStatement' && !encloses(test.test, node) && onlyWaits(test, flow);
}

function onlyWaits(statement: Node, flow: AnswerFlow): boolean {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.declarations.length === 1;
    case 'ExpressionStatement':
      return (
        statement.expression.type === 'AssignmentExpression' ||
        statement.expression.type === 'AwaitExpression' ||
        isLogged(statement.expression)
      );
    case 'IfStatement':
      return (
        statement.alternate === null &&
        [...flow.places, ...flow.visits.map(({ node }) => node)].some((one) =>
          encloses(statement.test, one),
        ) &&
        leaves(statement.consequent)
      );
    default:
      return false;
  }
}

export function leaves(node: Node): boolean {
  const last = node.type === 'BlockStatement' ? node.body.at(-1) : node;
  const call = last?.type === 'ExpressionStatement' ? unwrap(last.expression) : null;
  if (call?.type === 'CallExpression') return nameOf(call.callee) === 'process.exit';
  return /^(?:Throw|Return|Break|Continue)Statement$/.test(last?.type ?? '');
}

export function emptiesBlock(statements: readonly Node[]): boolean {
  return statements.some(({ parent }) => {
    if (parent?.type !== 'BlockStatement') return false;
    return parent.body.every((one) => statements.includes(one));
  });
}

/** With the line of comment right above it. */
export function withComment(script: Script, statement: Node): Edit | null {
  const edit = removeStatement(script, statement) ?? wholeLines(script, statement);
  if (edit === null) return null;
  const above = /(?:^|[\r\n])([ \t]*\/\/[^\r\n]*(?:\r\n|\n|\r))[ \t]*$/.exec(
    script.text.slice(0, statement.range[0]),
  );
  const comment = above?.[1];
  if (comment === undefined) return edit;
  const lineStart =
    statement.range[0] - (/[ \t]*$/.exec(script.text.slice(0, statement.range[0]))?.[0].length ?? 0);
  return edit.start === lineStart ? { ...edit, start: lineStart - comment.length } : edit;
}

/** A statement of blocks, with the comments in them. */
function wholeLines({ text }: Script, { type, range: [start, end] }: Node): Edit | null {
  const before = /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, start))?.[1];
  const behind = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end))?.[0];
  if (!/^(?:If|Try)Statement$/.test(type) || before === undefined || behind === undefined) return null;
  return { start: start - before.length, end: end + behind.length, text: '' };
}
