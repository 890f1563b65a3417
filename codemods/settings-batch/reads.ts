/**
 * `GET /zones/{id}/settings` whose answer is only asked for settings by their names: the same call once for each of
 * them, so that the list that is looked through holds what it held.
 */
import { isQuiet, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { keyName, type Node } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { requestAround } from '../places/answers.js';
import { GONE_SETTINGS } from '../places/gone-settings.js';
import { indentAt, quoteOf, unitOf } from '../places/indent.js';
import { usesOf } from '../places/trees.js';
import { callersLookups, isReturned } from './callers.js';
import { isAskedByVariable, lookupsIn, onlySearch } from './lookups.js';

/** What a setting may be called in the new code. */
const NAMES: readonly string[] = ['id', 'setting', 'settingId'];
/** They are looked up in no way that is known here. */
export const UNKNOWN = 'which of the settings are needed cannot be told here';
const OPENING: ReadonlySet<string> = new Set(['data', 'body', 'result']);
/** From so many settings on, a person decides. */
const MOST_SETTINGS = 12;

/** The edits, or why there are none. */
export function splitReads(
  { finding: { at }, nodes, file }: Site,
  script: Script,
  around: Surroundings,
): readonly Edit[] | string {
  const literal = nodes.findLast(({ type }) => type === 'Literal' || type === 'TemplateLiteral');
  const call = requestAround(nodes);
  if (call?.type !== 'CallExpression' || literal === undefined || !call.arguments.every(isQuiet))
    return 'the path is not written in the call';
  if (!/^\/?settings["'`]$/.test(file.text.slice(at.end - 8, at.end + 1).replace(/^[^/]*(?=\/)/, '')))
    return 'the path does not end where the call is written';
  const single = onlySearch(script, call);
  if (single !== null && !GONE_SETTINGS.has(single.id))
    return [
      { start: at.end, end: at.end, text: `/${single.id}` },
      ...itemType(script, call),
      ...single.edits,
    ];
  const list = listOf(script, call);
  const returned = (use: Node) => (isReturned(use) ? callersLookups(file.path, script, use, around) : null);
  const found = list === null ? null : lookupsIn(script, list.uses, returned);
  const ids = new Set(found?.flatMap((lookup) => lookup.ids));
  if (found === null && isAskedByVariable(list?.uses ?? []))
    return 'it looks for settings by names that only its run knows';
  if ([...ids].some((id) => GONE_SETTINGS.has(id))) return 'it looks for a setting that is gone';
  if (list === null || found === null || ids.size === 0 || ids.size > MOST_SETTINGS) return UNKNOWN;
  const [only] = ids;
  const searches = found.flatMap(({ search }) => search ?? []);
  if (only !== undefined && ids.size === 1 && searches.length === found.length)
    return [{ start: at.end, end: at.end, text: `/${only}` }, ...searches];
  const written = file.text.slice(...list.value.range);
  const name = NAMES.find((one) => !new RegExp(`\\b${literally(one)}\\b`).test(written));
  if (name === undefined) return 'names for a setting are taken in the call';
  return [...itemType(script, call), ...editsOf(script, list, { literal, pathEnd: at.end, name }, [...ids])];
}

/** `get<Setting[]>(…)` gives one of them now. */
function itemType(script: Script, call: Node): readonly Edit[] {
  const types: unknown = Reflect.get(call, 'typeArguments');
  if (typeof types !== 'object' || types === null || !('range' in types)) return [];
  const [start, end] = (types as Node).range;
  const listed = /\[\]\s*>$/.exec(script.text.slice(start, end));
  return listed === null ? [] : [{ start: start + listed.index, end: start + listed.index + 2, text: '' }];
}

interface List {
  /** The expression that gives the list, or what the list is taken out of. */
  readonly value: Node;
  /** The pattern that takes it out, and the steps that this takes. */
  readonly pattern: { readonly node: Node; readonly name: Node; readonly steps: readonly string[] } | null;
  readonly uses: readonly Node[] | null;
}

/** Up to where the answer is opened: `(await call).data.result`. */
function listOf(script: Script, call: Node): List | null {
  let value = call;
  for (let { parent } = value; parent !== undefined; parent = value.parent) {
    const name = parent.type === 'MemberExpression' ? keyName(parent.property, parent.computed) : null;
    const isOpened =
      parent.type === 'AwaitExpression' ||
      parent.type === 'TSAsExpression' ||
      (parent.type === 'MemberExpression' && parent.object === value && OPENING.has(name ?? ''));
    if (!isOpened) break;
    value = parent;
  }
  const holder = value.parent;
  if (isReturned(value)) return { value, pattern: null, uses: [value] };
  if (!isAwaited(value)) return null;
  if (holder?.type === 'MemberExpression') return { value, pattern: null, uses: [value] };
  if (holder?.type !== 'VariableDeclarator' || holder.init !== value) return null;
  const taken = takenBy(holder.id);
  if (taken === null) return null;
  const { name } = taken;
  const opened = name.type === 'Identifier' ? usesOf(script, name)?.map((use) => openedAt(use)) : undefined;
  const later = opened?.[0]?.steps ?? [];
  // All uses open the answer alike, or it is the list already.
  if (opened?.some(({ steps }) => steps.join() !== later.join())) return null;
  const steps = [...taken.steps, ...later];
  const pattern = steps.length === 0 ? null : { node: holder.id, name, steps };
  return { value, pattern, uses: opened?.map(({ node }) => node) ?? null };
}

/** `answer.data.result` of a use of `answer`. */
function openedAt(use: Node): { readonly node: Node; readonly steps: readonly string[] } {
  const steps: string[] = [];
  let node = use;
  for (
    let { parent } = node;
    parent?.type === 'MemberExpression' && parent.object === node;
    { parent } = node
  ) {
    const name = keyName(parent.property, parent.computed);
    if (name === null || !OPENING.has(name)) break;
    steps.push(name);
    node = parent;
  }
  return { node, steps };
}

function isAwaited(value: Node): boolean {
  for (let node = value; ; ) {
    if (node.type === 'AwaitExpression') return true;
    if (node.type === 'MemberExpression') node = node.object;
    else if (node.type === 'TSAsExpression') node = node.expression;
    else return false;
  }
}

/** `settings`, `{ result }`, `{ data: { result: settings } }`. */
function takenBy(pattern: Node): { readonly name: Node; readonly steps: readonly string[] } | null {
  if (pattern.type === 'Identifier') return { name: pattern, steps: [] };
  if (pattern.type !== 'ObjectPattern' || pattern.properties.length !== 1) return null;
  const [property] = pattern.properties;
  const name = property?.type === 'Property' ? keyName(property.key, property.computed) : null;
  if (property?.type !== 'Property' || name === null || !OPENING.has(name)) return null;
  const inner = takenBy(property.value);
  return inner === null ? null : { name: inner.name, steps: [name, ...inner.steps] };
}

function editsOf(
  script: Script,
  { value, pattern, uses }: List,
  {
    literal,
    pathEnd,
    name: own,
  }: { readonly literal: Node; readonly pathEnd: number; readonly name: string },
  ids: readonly string[],
): readonly Edit[] {
  const quote = quoteOf(script.text);
  const [start, end] = value.range;
  const names = ids.map((id) => `${quote}${id}${quote}`);
  // Waited for as a whole, the call needs nothing around it; else it is opened for each setting.
  const waits = isAwaited(value) ? 'await ' : '';
  const isPlainWait = waits === '' || (value.type === 'AwaitExpression' && pattern === null);
  const steps = (pattern?.steps ?? []).map((step) => `.${step}`).join('');
  const [list, behind] = namesList(script.text, value.range, names);
  const head = `${waits}Promise.all(${list}.map(${isPlainWait ? '' : 'async '}(${own}) => `;
  const inner = value.type === 'AwaitExpression' ? (value.argument?.range[0] ?? start) : start;
  const isTemplate = literal.type === 'TemplateLiteral';
  const before: Edit = isPlainWait
    ? { start, end: inner, text: head }
    : { start, end: start, text: `${head}${steps === '' ? '' : '('}` };
  const isMember = value.parent?.type === 'MemberExpression';
  const after = `${isPlainWait || steps === '' ? '' : `)${steps}`})${behind})`;
  const edits: Edit[] = [
    before,
    isTemplate
      ? { start: pathEnd, end: pathEnd, text: `/\${${own}}` }
      : {
          start: pathEnd,
          end: literal.range[1],
          text: `/${script.text.charAt(literal.range[1] - 1)} + ${own}`,
        },
    { start: end, end, text: after },
  ];
  if (isMember && value.type !== 'AwaitExpression') {
    edits[0] = { ...before, text: `(${before.text}` };
    edits[2] = { start: end, end, text: `${after})` };
  }
  if (pattern === null) return edits;
  const { node, name } = pattern;
  const written = script.text.slice(...name.range);
  const lists = (uses ?? []).filter(({ type }) => type === 'MemberExpression');
  return [
    ...edits,
    ...[node, ...lists].map(({ range: [from, to] }) => ({ start: from, end: to, text: written })),
  ];
}

/** A list that is longer than this takes lines of its own. */
const ROOM = 60;

/** The list of settings, and what stands before the end of `Promise.all`: on lines of their own if they are many. */
function namesList(
  text: string,
  [start]: readonly [number, number],
  names: readonly string[],
): readonly [string, string] {
  const list = `[${names.join(', ')}]`;
  if (list.length <= ROOM) return [list, ''];
  const indent = indentAt(text, start);
  const unit = unitOf(text);
  const line = `\n${indent}${unit}`;
  const rows = names.map((name) => `${line}${unit}${name},`).join('');
  const comma = /,\s*\n\s*\)/.test(text) ? ',' : '';
  return [`${line}[${rows}${line}]`, `${comma}\n${indent}`];
}
