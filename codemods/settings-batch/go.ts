/** `UpdateZoneSettings` of cloudflare-go v0: each setting by the method for a single one that the pinned version has. */
import type { Edit } from '../../src/analysis/index.js';
import {
  argumentsOf,
  calledAs,
  closest,
  declarationIn,
  fieldOf,
  importsOf,
  isInside,
  isTarget,
  leafAt,
  leftsOf,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { type Site, type Surroundings, unusedAfter } from '../../src/migrate/index.js';
import { elementsOf, startOfLine, withoutElements } from '../languages/elements.js';
import { type Forms, formsOf } from '../languages/forms.js';
import { type GoCall, goCallStatement } from '../languages/go-statements.js';
import { withoutStatements } from '../languages/statements.js';
import { appliedTo } from '../places/apply.js';
import { GONE_SETTINGS, REPLACED } from '../places/gone-settings.js';
import type { Split } from './batch.js';

const MODULE = 'github.com/cloudflare/cloudflare-go';
const CALLS: ReadonlySet<string> = new Set(['call_expression']);
/** The variable of the loop. */
const EACH = 'setting';

interface GoBatch {
  readonly tree: SyntaxTree;
  readonly forms: Forms;
  readonly call: SyntaxNode;
  readonly list: SyntaxNode;
  /** The call for one setting. */
  readonly single: (name: string, value: string | null) => string;
  /** The answer of that call has `Success`, as the one for all of them. */
  readonly hasSuccess: boolean;
}

export function isGoBatch(site: Site, around: Surroundings): boolean {
  const tree = around.treeOf(site.file.path);
  return tree?.language === 'go' && batchCall(tree, site) !== null;
}

export function splitGo(site: Site, around: Surroundings): Split | string {
  const batch = batchOf(site, around);
  if (typeof batch === 'string') return batch;
  const { tree, call, list } = batch;
  const found = groupOf(batch);
  if (found === null) return 'the result of the call is used, and there would be one for each setting';
  const [first, last] = [found.statements[0], found.statements.at(-1)];
  if (first === undefined || last === undefined || textOf(tree, first).includes('`'))
    return 'the statement is written in a way that cannot be indented';
  if (replacesOther(tree, call)) return 'a setting goes through it that a person has to replace first';
  const isWritten = list.type === 'composite_literal';
  const items = isWritten ? itemsOf(batch, list) : { living: [], gone: appendedGone(batch, list) };
  if (items === null || items.gone === null) return 'a setting that is gone cannot be told from the others';
  const { living, gone } = items;
  if (!isWritten && gone.length > 0 && isReadByPlace(tree, list))
    return 'settings of the list are read by their places';
  if (isWritten && living.length === 0) {
    const edits = withoutStatements(tree, found.statements, /(?!)/);
    return edits === null
      ? 'a comment stands in the statement'
      : { edits: [...edits, ...found.edits], isMany: false };
  }
  const [only, ...others] = living;
  const isOne = only !== undefined && others.length === 0;
  if (!isOne && found.statements.some((one) => leavesLoop(tree, one)))
    return 'what follows a failure would leave the new loop instead';
  const name = isOne ? only.id : `${EACH}.ID`;
  const source = appliedTo(tree.text.slice(first.start, last.end), first.start, [
    { start: call.start, end: call.end, text: batch.single(name, isOne ? only.value : null) },
    ...found.inner,
  ]);
  const indent = tree.text.slice(startOfLine(tree.text, first.start), first.start);
  const listText = isWritten ? appliedTo(textOf(tree, list), list.start, gone) : textOf(tree, list);
  const text = isOne
    ? source
    : `for _, ${EACH} := range ${listText} {\n${indent}\t${source.replaceAll(/\n(?=[^\n])/g, '\n\t')}\n${indent}}${found.behind.replace('\n', `\n${indent}`)}`;
  const edits = [{ start: first.start, end: last.end, text }, ...found.edits, ...(isWritten ? [] : gone)];
  if (unusedAfter(tree, edits).isStuck) return 'a variable would be left that nothing uses';
  const isTaken = !isOne && [list, ...found.statements].some((one) => isNamed(tree, one, EACH));
  return isTaken ? `the name ${EACH}, which the new loop would use, is taken` : { edits, isMany: !isOne };
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function_declaration', 'method_declaration']);

/** By which the call would be known no more. */
function replacesOther(tree: SyntaxTree, call: SyntaxNode): boolean {
  return walk(closest(call, FUNCTIONS) ?? tree.root).some(
    (node) =>
      node.type === 'interpreted_string_literal' &&
      REPLACED.has(textOf(tree, node).slice(1, -1)) &&
      textOf(tree, node) !== '"security_level"',
  );
}

function isNamed(tree: SyntaxTree, around: SyntaxNode, name: string): boolean {
  return walk(around).some((node) => node.type === 'identifier' && textOf(tree, node) === name);
}

function batchCall(tree: SyntaxTree, { finding, file }: Site): SyntaxNode | null {
  let call = closest(leafAt(tree, finding.at.start, finding.at.end), CALLS);
  while (call !== null && !/\.UpdateZoneSettings$/.test(calledAs({ tree, path: file.path, node: call })))
    call = closest(call.parent, CALLS);
  return call;
}

function batchOf(site: Site, around: Surroundings): GoBatch | string {
  const { path } = site.file;
  const tree = around.treeOf(path);
  const forms = formsOf('go');
  const call = tree === null ? null : batchCall(tree, site);
  const alias = tree === null ? undefined : importsOf(tree).find((one) => one.path === MODULE)?.name;
  if (tree === null || forms === null || call === null || alias === undefined)
    return 'the call is not one of cloudflare-go';
  const minor = minorVersion(around, path);
  if (minor === null || minor < 14) return 'go.mod pins no version whose method for one setting is known';
  const args = argumentsOf(call);
  const called = fieldOf(call, 'function');
  const client = called === null ? null : fieldOf(called, 'operand');
  const [context, zone, list] = args.map((arg) => arg);
  if (
    client === null ||
    context === undefined ||
    zone === undefined ||
    list === undefined ||
    args.length !== 3
  )
    return 'its arguments cannot be told apart';
  if (list.type !== 'composite_literal' && list.type !== 'identifier')
    return 'the list is the result of a call';
  const [receiver, ctx, id] = [client, context, zone].map((node) => textOf(tree, node));
  const isRenamed = minor >= 64;
  const single = (name: string, value: string | null): string =>
    isRenamed
      ? `${receiver}.UpdateZoneSetting(${ctx}, ${alias}.ZoneIdentifier(${id}), ${alias}.UpdateZoneSettingParams{Name: ${name}, Value: ${value ?? `${EACH}.Value`}})`
      : `${receiver}.UpdateZoneSingleSetting(${ctx}, ${id}, ${name}, ${value === null ? EACH : `${alias}.ZoneSetting{Value: ${value}}`})`;
  return { tree, forms, call, list, single, hasSuccess: !isRenamed };
}

/** The minor version of cloudflare-go v0 that the nearest go.mod pins. */
function minorVersion(around: Surroundings, path: string): number | null {
  const folders = path.split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const text = around.file([...folders.slice(0, depth), 'go.mod'].join('/'))?.text;
    if (text === undefined) continue;
    const minor = /\bgithub\.com\/cloudflare\/cloudflare-go[ \t]+v0\.(\d+)\./.exec(text)?.[1];
    return minor === undefined ? null : Number(minor);
  }
  return null;
}

interface Group extends GoCall {
  /** Edits of the statements themselves. */
  readonly inner: readonly Edit[];
  /** What follows the loop. */
  readonly behind: string;
}

/** The call with what looks at its outcome. */
function groupOf({ tree, call, list, hasSuccess }: GoBatch): Group | null {
  const found = goCallStatement(tree, call);
  if (found !== null) return found.statements.length === 0 ? null : { ...found, inner: [], behind: '' };
  const holder = call.parent?.parent;
  const block = holder?.parent;
  const isGiven = holder?.type === 'assignment_statement';
  if (holder == null || block?.type !== 'statement_list') return null;
  if (holder.type !== 'short_var_declaration' && !isGiven) return null;
  const [answer, error, ...more] = leftsOf(holder);
  if (answer === undefined || error === undefined || more.length > 0) return null;
  const statements = block.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  const [next, third] = statements.slice(statements.indexOf(holder) + 1);
  const name = textOf(tree, error);
  if (next?.type === 'return_statement' && textOf(tree, answer) === '_')
    return textOf(tree, next) === `return ${name}` ? returned(tree, holder, next, name) : null;
  const isChecked = next?.type === 'if_statement' && conditionOf(tree, next) === `${name} != nil`;
  if (next === undefined || !isChecked || isGiven || textOf(tree, answer) === '_') return null;
  const isRefused = third !== undefined && conditionOf(tree, third) === `!${textOf(tree, answer)}.Success`;
  const group = [holder, next, ...(isRefused ? [third] : [])];
  const counted = countedOnly(tree, answer, group, list);
  if (counted === null || isDeclaredLater(tree, error, group)) return null;
  if (hasSuccess && isRefused) return { statements: group, edits: counted, inner: [], behind: '' };
  const inner = [{ start: answer.start, end: answer.end, text: '_' }];
  if (isRefused) inner.push({ start: next.end, end: third.end, text: '' });
  return { statements: group, edits: counted, inner, behind: '' };
}

/** `len(answer.Result)` counts the settings that were sent; null where anything else looks at the answer. */
function countedOnly(
  tree: SyntaxTree,
  answer: SyntaxNode,
  group: readonly SyntaxNode[],
  list: SyntaxNode,
): readonly Edit[] | null {
  const name = textOf(tree, answer);
  const edits = laterUses(tree, answer, group).map((use): Edit | null => {
    const read = use.parent;
    const isCounted =
      read !== null &&
      textOf(tree, read) === `${name}.Result` &&
      textOf(tree, read.parent ?? read) === `(${name}.Result)`;
    const isLength = isCounted && /\blen\($/.test(tree.text.slice(0, read.start));
    return isLength && list.type === 'identifier'
      ? { start: read.start, end: read.end, text: textOf(tree, list) }
      : null;
  });
  return edits.includes(null) ? null : edits.flatMap((edit) => edit ?? []);
}

/** `_, err := …` and `return err` */
function returned(tree: SyntaxTree, holder: SyntaxNode, next: SyntaxNode, name: string): Group {
  const indent = tree.text.slice(startOfLine(tree.text, holder.start), holder.start);
  return {
    statements: [holder, next],
    edits: [],
    inner: [
      { start: holder.start, end: holder.start, text: 'if ' },
      { start: holder.end, end: next.start, text: `; ${name} != nil {\n${indent}\t` },
      { start: next.end, end: next.end, text: `\n${indent}}` },
    ],
    behind: '\nreturn nil',
  };
}

function conditionOf(tree: SyntaxTree, statement: SyntaxNode): string | null {
  const condition = statement.type === 'if_statement' ? fieldOf(statement, 'condition') : null;
  return condition === null || fieldOf(statement, 'initializer') !== null ? null : textOf(tree, condition);
}

/** Something behind the group needs the variable that it declares. */
function isDeclaredLater(tree: SyntaxTree, name: SyntaxNode, group: readonly SyntaxNode[]): boolean {
  const [next] = laterUses(tree, name, group);
  const isAnew =
    next !== undefined && isTarget(next) && closest(next, new Set(['short_var_declaration'])) !== null;
  return next !== undefined && !isAnew;
}

function laterUses(tree: SyntaxTree, name: SyntaxNode, group: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const scope = declarationIn({ tree, path: '', node: name })?.scope ?? tree.root;
  return walk(scope).filter(
    (node) =>
      node.type === 'identifier' &&
      textOf(tree, node) === textOf(tree, name) &&
      node.start > name.start &&
      !group.some((one) => isInside(node, one)),
  );
}

/** It would go on with the next setting, or stop at this one. */
function leavesLoop(tree: SyntaxTree, statement: SyntaxNode): boolean {
  return walk(statement).some(
    (node) => /^(?:continue|break)_statement$/.test(node.type) && textOf(tree, node).split(/\s/).length === 1,
  );
}

interface Item {
  /** As it is written. */
  readonly id: string;
  readonly value: string;
}

interface Items {
  readonly living: readonly Item[];
  /** Null where settings that are gone cannot be taken out alone. */
  readonly gone: readonly Edit[] | null;
}

/** The settings of a list that is written out; null where one of them is not. */
function itemsOf({ tree, forms }: Pick<GoBatch, 'tree' | 'forms'>, list: SyntaxNode): Items | null {
  const body = fieldOf(list, 'body');
  if (body === null || walk(body).some(({ type }) => type === 'comment')) return null;
  const elements = elementsOf(forms, body);
  const items = elements.map((element) => itemIn(tree, forms, element));
  if (items.includes(null)) return null;
  const gone = elements.filter((_, index) => isGone(items[index]?.id));
  const living = items.flatMap((item) => (item === null || isGone(item.id) ? [] : [item]));
  const isAll = living.length === 0;
  const edits = gone.length === 0 || isAll ? [] : withoutElements(tree, body, gone, gone);
  return { living, gone: edits };
}

function isGone(id: string | undefined): boolean {
  return id !== undefined && GONE_SETTINGS.has(id.slice(1, -1));
}

/** `{ID: "ssl", Value: "strict"}` */
function itemIn(tree: SyntaxTree, forms: Forms, element: SyntaxNode): Item | null {
  const body = walk(element).find(({ type }) => type === 'literal_value');
  const pairs = body === undefined ? [] : elementsOf(forms, body);
  const parts = new Map(
    pairs.map((pair) => {
      const [key, value] = pair.children.filter(({ isNamed }) => isNamed);
      return [key === undefined ? '' : textOf(tree, key), value === undefined ? '' : textOf(tree, value)];
    }),
  );
  const [id, value] = [parts.get('ID'), parts.get('Value')];
  const isPlain = id !== undefined && /^"\w+"$/.test(id) && value !== undefined && parts.size === 2;
  // Some of its values are no longer accepted.
  const isLevel = id === '"security_level"' && !/^"(?:off|under_attack)"$/.test(value ?? '');
  return isPlain && !isLevel ? { id, value } : null;
}

const BLOCKS: ReadonlySet<string> = new Set(['statement_list']);

/** `settings[2]` and `settings[:2]`, which would be another setting. */
function isReadByPlace(tree: SyntaxTree, list: SyntaxNode): boolean {
  const scope = declarationIn({ tree, path: '', node: list })?.scope ?? tree.root;
  return walk(scope).some(({ type, children: [operand] }) => {
    const isPlace = type === 'index_expression' || type === 'slice_expression';
    return isPlace && operand !== undefined && textOf(tree, operand) === textOf(tree, list);
  });
}

/** What adds settings that are gone to a list in a variable; null where that is not a statement of its own. */
function appendedGone({ tree, forms }: GoBatch, list: SyntaxNode): readonly Edit[] | null {
  const declared = declarationIn({ tree, path: '', node: list });
  const name = textOf(tree, list);
  const edits: Edit[] = [];
  for (const call of walk(declared?.scope ?? list)) {
    if (!CALLS.has(call.type) || !textOf(tree, call).startsWith(`append(${name}, `)) continue;
    const [, ...added] = argumentsOf(call);
    const ids = added.map((one) => /^[\w.&]*\{\s*ID:\s*("\w+")/.exec(textOf(tree, one))?.[1]);
    if (!ids.some(isGone)) continue;
    const statement = call.parent?.parent;
    if (added.length !== 1 || statement?.type !== 'assignment_statement') return null;
    const around = statement.parent?.parent?.parent;
    const isAlone =
      statement.parent?.children.filter(({ isNamed }) => isNamed).length === 1 &&
      around?.type === 'if_statement' &&
      fieldOf(around, 'alternative') === null &&
      fieldOf(around, 'initializer') === null &&
      BLOCKS.has(around.parent?.type ?? '');
    const removed = withoutStatements(tree, [isAlone ? around : statement], /(?!)/);
    if (removed === null) return null;
    edits.push(...removed);
  }
  const value =
    declared?.by == null ? undefined : walk(declared.by).find(({ type }) => type === 'composite_literal');
  const written = value === undefined ? null : itemsOf({ tree, forms }, value);
  return written?.gone == null || written.living.length === 0 ? edits : [...edits, ...written.gone];
}
