/**
 * `PATCH /zones/{id}/settings` with a list of items, as one call for each setting. The call is written again for each
 * item, with the id behind its path and the value as its body; a list that is not written out is gone through.
 */
import { callStatement, isPure, removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { encloses, type Node } from '../../src/read/javascript/syntax/index.js';
import { alternatives, type Value } from '../../src/value/index.js';
import { givesOf } from '../direct/given-back.js';
import { typeArgumentOf } from '../direct/type-arguments.js';
import { answerUse, requestAround } from '../places/answers.js';
import { appliedTo } from '../places/apply.js';
import { GONE_SETTINGS } from '../places/gone-settings.js';
import { indentAt, lineEndOf, quoteOf, unitOf } from '../places/indent.js';
import { AUTOMATIC, endsUnderAttack } from '../places/levels.js';
import { reportOf } from '../places/reports.js';
import { httpUsages, methodsOf } from '../places/requests.js';
import { isPlain, type ObjectNode, placeOf, propertyNamed } from '../places/trees.js';
import { outcomeFlow, toldOf } from './told.js';

export const BATCH = '/zones/{zone_id}/settings';

export interface Split {
  readonly edits: readonly Edit[];
  /** More than one request takes the place of one. */
  readonly isMany: boolean;
}

/** Statements up to this many; from there on a loop reads better. */
const MOST_STATEMENTS = 3;

/** Parts of the call that are written anew for each setting. */
interface Batch {
  readonly script: Script;
  readonly call: Node;
  readonly path: readonly Node[];
  /** The text that ends in `/settings`, and the offset behind it. */
  readonly literal: Node;
  readonly pathEnd: number;
  readonly body: ObjectNode;
  readonly items: Node;
}

interface Item {
  readonly id: string;
  readonly value: string;
}

/** The edits, or why there are none. */
export function splitBatch(site: Site, around: Surroundings): Split | string {
  const batch = batchOf(site, around);
  if (typeof batch === 'string') return batch;
  const items = itemsOf(batch, endsUnderAttack(site, around));
  if (typeof items === 'string') return items;
  const statement = callStatement(batch.path);
  const { text } = batch.script;
  if (items !== null && items.length === 1) {
    const [only] = items;
    const use = answerUse(batch.script, batch.path);
    if (only === undefined || use === 'read')
      return 'the answer of the call is read, and would have another shape';
    return { edits: editsFor(batch, only), isMany: false };
  }
  const reports = statement === null ? reported(batch) : [statement];
  // Of an empty list there would be no answer, and one that is not written out may be empty.
  const isSent = items !== null && items.length > 0;
  const told = reports === null && isSent ? toldOf(batch.script, batch.call) : null;
  const group = reports ?? told?.group ?? null;
  const [first, last] = [group?.[0], group?.at(-1)];
  if (group === null || first === undefined || last === undefined)
    return (
      gathered(site, around, batch, items) ??
      'the result of the call is used, and there would be one for each setting'
    );
  if (items?.length === 0) {
    const removed = group.map((one) => removeStatement(batch.script, one));
    return removed.includes(null)
      ? 'a comment stands in the statement'
      : { edits: removed.flatMap((edit) => edit ?? []), isMany: false };
  }
  const [start, end] = [first.range[0], last.range[1]];
  const source = text.slice(start, end);
  const newline = lineEndOf(text) + indentAt(text, start);
  if (items !== null && items.length <= MOST_STATEMENTS && group.length === 1 && told === null) {
    const copies = items.map((item) => appliedTo(source, start, editsFor(batch, item)));
    return { edits: [{ start, end, text: copies.join(newline) }], isMany: true };
  }
  if (takesNames(source, start, batch)) return 'the names id and value are taken in the statement';
  const list = outdented(text, batch.items, start);
  const unit = unitOf(text);
  const edits = [...loopEdits(batch), ...(told?.edits ?? [])];
  const inner = appliedTo(source, start, edits).replaceAll(newline, newline + unit);
  const live = liveList(batch, items, list, newline, unit);
  const declared = told?.declared.map((line) => line + newline).join('') ?? '';
  const leave = told === null ? '' : `${newline}${unit}${told.leave}`;
  const loop = `${declared}for (const { id, value } of ${live}) {${newline}${unit}${inner}${leave}${newline}}`;
  return { edits: [{ start, end, text: loop }], isMany: true };
}

/** A client that gives the result alone gave a list of settings: each request gives one of them. */
function gathered(
  site: Site,
  around: Surroundings,
  batch: Batch,
  live: readonly Item[] | null,
): Split | null {
  const { call, script } = batch;
  const declarator = call.parent?.parent;
  const statement = declarator?.parent;
  if (call.type !== 'CallExpression' || call.parent?.type !== 'AwaitExpression' || live?.length === 0)
    return null;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return null;
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return null;
  const gives = givesOf(site, around, call, null);
  if (typeof gives === 'string' || gives.gives !== 'result' || !gives.throws) return null;
  const typed = typeArgumentOf(call, (node) => script.text.slice(...node.range));
  const [start, end] = call.range;
  const source = script.text.slice(start, end);
  if (typed?.endsWith('[]') === false || takesNames(source, start, batch)) return null;
  const [newline, unit] = [lineEndOf(script.text) + indentAt(script.text, start), unitOf(script.text)];
  const list = liveList(batch, live, outdented(script.text, batch.items, start), newline, unit);
  const sent = appliedTo(source, start, loopEdits(batch));
  const each = typed === null ? sent : sent.replace(`<${typed}>`, `<${typed.slice(0, -2)}>`);
  const { name } = declarator.id;
  const head = script.text.slice(statement.range[0], declarator.id.range[1]);
  const loop = `for (const { id, value } of ${list}) ${name}.push(await ${each});`;
  const text = `${head} = [];${newline}${loop}`;
  return { edits: [{ start: statement.range[0], end: statement.range[1], text }], isMany: true };
}

/** The call with statements right behind it that only say how it went. */
function reported({ script, call }: Batch): readonly Node[] | null {
  const group = outcomeFlow(script, call) === null ? null : reportOf(script, call);
  const isWhole = group?.every((one, index) => {
    const before = group[index - 1];
    return before === undefined || script.text.slice(before.range[1], one.range[0]).trim() === '';
  });
  return isWhole === true ? group : null;
}

function batchOf(site: Site, around: Surroundings): Batch | string {
  const usages = httpUsages(site);
  const { script, file } = site;
  const isPatch = [...methodsOf(site)].every((method) => method === 'PATCH');
  if (script === null || usages.length === 0 || !isPatch)
    return 'calls of other methods are made with this text';
  const pathEnd = only(usages.flatMap(({ url }) => alternatives(url)).map((url) => endOf(url, file.path)));
  const origin = only(
    usages.flatMap(({ body }) => alternatives(body)).map((body) => startOfObject(body, file.path)),
  );
  if (pathEnd === null || !file.text.slice(0, pathEnd).endsWith('/settings'))
    return 'the path does not end where the call is written';
  const place = { file: file.path, start: origin ?? 0, end: (origin ?? 0) + 1 };
  const body = origin === null ? null : placeOf(around, place, 'ObjectExpression');
  const nodes = around.nodesAround(script, pathEnd - 1, pathEnd);
  const call = requestAround(nodes);
  const literal = nodes.findLast(({ type }) => type === 'Literal' || type === 'TemplateLiteral');
  if (literal === undefined || call === null || body === null || !encloses(call, body.node))
    return 'the path or the body is not written in the call';
  const items = propertyNamed(body.node, 'items');
  if (items === null || !isPlain(body.node) || body.node.properties.length !== 1)
    return 'the body is not a list of items alone';
  const path = nodes.slice(0, nodes.indexOf(call) + 1);
  return { script, call, path, literal, pathEnd, body: body.node, items: items.value };
}

/** What all of them say, if it is one thing. */
function only(found: readonly (number | null)[]): number | null {
  return new Set(found).size === 1 ? (found[0] ?? null) : null;
}

function endOf(url: Value, file: string): number | null {
  const last = url.kind === 'text' ? url.pieces.at(-1) : undefined;
  return last?.kind === 'text' && last.origin?.file === file ? last.origin.end : null;
}

function startOfObject(body: Value, file: string): number | null {
  return body.kind === 'object' && body.origin?.file === file ? body.origin.start : null;
}

/** Null for a list that is not written out, which a loop goes through once; without the settings that are gone. */
function itemsOf({ script, items }: Batch, endsAttack: boolean): readonly Item[] | null | string {
  if (items.type !== 'ArrayExpression') return null;
  const found: Item[] = [];
  for (const item of items.elements) {
    const object = item?.type === 'ObjectExpression' && isPlain(item) ? item : null;
    const id = object === null ? undefined : propertyNamed(object, 'id')?.value;
    const value = object === null ? null : propertyNamed(object, 'value');
    if (
      object?.properties.length !== 2 ||
      id?.type !== 'Literal' ||
      typeof id.value !== 'string' ||
      value === null
    )
      return 'an item is not written as { id, value }';
    if (!isPure(value.value)) return 'a value is the result of a call';
    if (GONE_SETTINGS.has(id.value)) continue;
    if (id.value === 'security_level') {
      const level = value.value.type === 'Literal' ? String(value.value.value) : '';
      if (AUTOMATIC.has(level) && !endsAttack) continue;
      if (level !== 'off' && level !== 'under_attack')
        return 'the list sets a security level that may no longer be accepted';
    }
    found.push({ id: id.value, value: script.text.slice(...value.value.range) });
  }
  return found;
}

function editsFor(batch: Batch, { id, value }: Item): readonly Edit[] {
  const isShort = value === 'value';
  return [
    { start: batch.pathEnd, end: batch.pathEnd, text: `/${id}` },
    {
      start: batch.body.range[0],
      end: batch.body.range[1],
      text: isShort ? '{ value }' : `{ value: ${value} }`,
    },
  ];
}

function loopEdits({ script, literal, pathEnd, body }: Batch): readonly Edit[] {
  const id: Edit =
    literal.type === 'TemplateLiteral'
      ? { start: pathEnd, end: pathEnd, text: '/${id}' }
      : { start: pathEnd, end: literal.range[1], text: `/${script.text.charAt(literal.range[1] - 1)} + id` };
  return [id, { start: body.range[0], end: body.range[1], text: '{ value }' }];
}

/** A list as it stands, moved to the left as far as its call goes. */
function outdented(text: string, list: Node, statement: number): string {
  const deeper = indentAt(text, list.range[1] - 1).length - indentAt(text, statement).length;
  const source = text.slice(...list.range);
  return deeper > 0 ? source.replace(new RegExp(`(\\r\\n|\\n|\\r)[ \\t]{1,${deeper}}`, 'g'), '$1') : source;
}

/** A line longer than this is broken. */
const LONGEST = 100;

/** The list of a loop: as it stands, or without the items that are gone. */
function liveList(
  { items, script }: Batch,
  live: readonly Item[] | null,
  source: string,
  newline: string,
  unit: string,
): string {
  if (items.type !== 'ArrayExpression' || live?.length === items.elements.length) return source;
  const quote = quoteOf(script.text);
  const written = (live ?? []).map(({ id, value }) => `{ id: ${quote}${id}${quote}, value: ${value} }`);
  const line = `[${written.join(', ')}]`;
  if (`${newline}for (const { id, value } of ${line}) {`.length <= LONGEST) return line;
  return `[${written.map((item) => `${newline}${unit}${item},`).join('')}${newline}]`;
}

/** It has names of its own that the loop gives. */
function takesNames(source: string, start: number, batch: Batch): boolean {
  return /(?<![.\w$])(?:id|value)\b(?!\s*:)/.test(withoutBody(source, start, batch));
}

function withoutBody(source: string, start: number, { body }: Batch): string {
  return source.slice(0, body.range[0] - start) + source.slice(body.range[1] - start);
}
