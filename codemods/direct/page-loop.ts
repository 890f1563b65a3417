/**
 * Loops that ask for one page after the other: where all comes at once, what they do with a page is done once. The
 * statements of such a loop either only count pages, and go, or stay without the loop around them.
 */
import { removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import {
  childrenOf,
  encloses,
  type Identifier,
  isFunction,
  type Loop,
  Module,
  type Node,
  type Return,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { indentAt, lineEndOf } from '../places/indent.js';
import { usesOf } from '../places/trees.js';
import {
  hasBreak,
  isHarmless,
  isLoopTest,
  mentions,
  onlyCollects,
  onlyCounts,
  saysLastPage,
} from './page-conditions.js';

export interface PageLoop {
  readonly edits: readonly Edit[];
  /** Stands in what goes. */
  isGone(node: Node): boolean;
}

/** The loop around a call that only goes through pages; `gone` are statements that are taken out anyway. */
export function pageLoopOf(script: Script, call: Node, gone: readonly Node[]): PageLoop | null {
  const loop = loopAround(call);
  if (!(script instanceof Module) || loop?.body.type !== 'BlockStatement' || !isInList(loop)) return null;
  const { body } = loop.body;
  const counters = countersOf(script, loop);
  const conditions = conditionsOf(loop);
  if (counters === null || counters.length === 0) return null;
  const names = new Set(counters.map(({ name }) => name));
  const going = new Set<Node>();
  let exit: Return | null = null;
  for (const [index, statement] of body.entries()) {
    if (encloses(statement, call)) continue;
    const isLast = body.slice(index + 1).every((one) => onlyCounts(one, names) && !hasBreak(one));
    const returned = isLast ? returnAtEnd(loop, statement, names) : null;
    if (returned !== null) exit = returned;
    if (returned !== null || gone.includes(statement) || onlyCounts(statement, names)) going.add(statement);
  }
  const isGone = (node: Node) =>
    conditions.some((one) => encloses(one, node)) ||
    [...going].some((one) => encloses(one, node)) ||
    gone.some((one) => encloses(one, node));
  for (const statement of body) if (isOnlyUsedIn(script, statement, call, isGone)) going.add(statement);
  const kept = body.filter((one) => !going.has(one));
  const isAsked = (node: Node) => encloses(call, node) || isGone(node);
  const usesCounters = counters.some((counter) =>
    (usesOf(script, counter) ?? []).some((use) => encloses(loop.body, use) && !isAsked(use)),
  );
  const asksForPage = counters.some((counter) =>
    usesOf(script, counter)?.some((use) => [call, ...gone].some((one) => encloses(one, use))),
  );
  if (usesCounters || !asksForPage || kept.length === 0 || kept.some(leavesLoop)) return null;
  if (!conditions.every((one) => isLoopTest(one, names)) || takesNames(script, loop, kept)) return null;
  // What stands behind a break was not done for a page that is empty.
  const leaving = body.findIndex((one) => going.has(one) && hasBreak(one));
  if (leaving >= 0 && body.slice(leaving).some((one) => !going.has(one) && !onlyCollects(one))) return null;
  const unused = unusedParts(script, kept, isGone);
  const flat = flattened(script, loop, {
    kept,
    going: [...going].filter((one) => !gone.includes(one)),
    exit,
    call,
  });
  const declarations = declarationEdits(script, loop, counters);
  if (flat === null || declarations === null || unused === null) return null;
  return {
    edits: [...flat, ...declarations, ...unused.edits],
    isGone: (node) => isGone(node) || unused.parts.includes(node),
  };
}

function loopAround(call: Node): Loop | null {
  for (let node = call.parent; node !== undefined && !isFunction(node); node = node.parent) {
    if (node.type === 'ForStatement' || node.type === 'WhileStatement' || node.type === 'DoWhileStatement')
      return node;
    if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') return null;
  }
  return null;
}

/** Variables beside the loop, or in its head, that nothing else uses and the loop writes. */
function countersOf(script: Module, loop: Loop): readonly Identifier[] | null {
  const found: Identifier[] = [];
  const init = partOf(loop, 'init');
  const before = siblingsOf(loop);
  for (const statement of [...before, ...(init === null ? [] : [init])]) {
    if (statement.type !== 'VariableDeclaration' || statement.kind === 'const') continue;
    for (const { id, init: value } of statement.declarations) {
      const uses = id.type === 'Identifier' ? usesOf(script, id) : null;
      if (
        id.type === 'Identifier' &&
        uses !== null &&
        uses.length > 0 &&
        (!value || isStart(script, value)) &&
        uses.every((use) => encloses(loop, use))
      )
        found.push(id);
      else if (statement === init) return null;
    }
  }
  return found;
}

/** `1`, `true`, `Infinity`: no page that somebody asks for. */
function isStart({ text }: Module, value: Node): boolean {
  return value.type === 'Literal' || /^(?:Number\.\w+|Infinity|undefined)$/.test(text.slice(...value.range));
}

/** Where more than one statement can stand. */
function isInList({ parent }: Node): boolean {
  return parent?.type === 'BlockStatement' || parent?.type === 'Program';
}

function siblingsOf({ parent, range }: Node): readonly Node[] {
  const list = parent?.type === 'BlockStatement' || parent?.type === 'Program' ? parent.body : [];
  return list.filter((one) => one.range[1] <= range[0]);
}

function conditionsOf(loop: Loop): readonly Node[] {
  return [partOf(loop, 'test'), partOf(loop, 'update')].flatMap((one) => one ?? []);
}

/** A part of the head of a loop, if it has it. */
function partOf(loop: Loop, name: 'init' | 'test' | 'update'): Node | null {
  const part: unknown = Reflect.get(loop, name);
  return typeof part === 'object' && part !== null && 'range' in part ? (part as Node) : null;
}

/** `if (rules.length < 50) return all;`, or without a value where nothing stands behind the loop. */
function returnAtEnd(loop: Loop, statement: Node, names: ReadonlySet<string>): Return | null {
  if (statement.type !== 'IfStatement' || statement.alternate) return null;
  const { test, consequent } = statement;
  if (!mentions(test, new Set()) || !isHarmless(test) || !saysLastPage(test, names)) return null;
  const only =
    consequent.type === 'BlockStatement' && consequent.body.length === 1 ? consequent.body[0] : consequent;
  if (only?.type !== 'ReturnStatement') return null;
  return only.argument?.type === 'Identifier' || (!only.argument && isLastInFunction(loop)) ? only : null;
}

function isLastInFunction({ parent, range }: Node): boolean {
  if (parent?.type !== 'BlockStatement' || !isFunction(parent.parent)) return false;
  return parent.body.every((one) => one.range[0] <= range[0]);
}

/** `const info = answer.result_info;`, of use only to what goes. */
function isOnlyUsedIn(script: Module, statement: Node, call: Node, isGone: (node: Node) => boolean): boolean {
  if (statement.type !== 'VariableDeclaration' || encloses(statement, call)) return false;
  const [only, ...others] = statement.declarations;
  if (only === undefined || others.length > 0 || !/result_info/.test(script.text.slice(...statement.range)))
    return false;
  if (!only.init || !isHarmless(only.init)) return false;
  const uses = namesIn(only.id).map((id) => usesOf(script, id));
  return uses.every((all) => all?.every(isGone) === true);
}

function namesIn(pattern: Node): readonly Identifier[] {
  if (pattern.type === 'Identifier') return [pattern];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  if (pattern.type === 'RestElement') return namesIn(pattern.argument);
  if (pattern.type === 'ArrayPattern')
    return pattern.elements.flatMap((one) => (one === null ? [] : namesIn(one)));
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((one) => namesIn(one.type === 'Property' ? one.value : one));
}

function leavesLoop(node: Node): boolean {
  if (/^(?:Break|Continue)/.test(node.type) && Reflect.get(node, 'label')) return true;
  if (isFunction(node) || /^(?:For|While|DoWhile|Switch)/.test(node.type)) return false;
  if (node.type === 'BreakStatement' || node.type === 'ContinueStatement') return true;
  return childrenOf(node).some(leavesLoop);
}

/** A name that is declared in the loop stands outside of it as well. */
function takesNames({ text }: Module, loop: Loop, kept: readonly Node[]): boolean {
  const declared = kept.flatMap((one) =>
    one.type === 'VariableDeclaration' ? one.declarations.flatMap(({ id }) => namesIn(id)) : [],
  );
  let around: Node = loop;
  while (around.parent !== undefined && !isFunction(around)) around = around.parent;
  const outside = text.slice(around.range[0], loop.range[0]) + text.slice(loop.range[1], around.range[1]);
  return declared.some(({ name }) => new RegExp(`\\b${literally(name)}\\b`).test(outside));
}

/** `result_info` of `const { result, result_info } = …`, which nothing uses any more. */
function unusedParts(
  script: Module,
  kept: readonly Node[],
  isGone: (node: Node) => boolean,
): { readonly parts: readonly Node[]; readonly edits: readonly Edit[] } | null {
  const edits: Edit[] = [];
  const parts: Node[] = [];
  for (const statement of kept) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id } of statement.declarations) {
      if (id.type !== 'ObjectPattern') continue;
      const going = id.properties.filter(
        (one) =>
          one.type === 'Property' &&
          namesIn(one.value).length > 0 &&
          namesIn(one.value).every((name) => {
            const uses = usesOf(script, name);
            return uses !== null && uses.length > 0 && uses.every(isGone);
          }),
      );
      const left = id.properties.filter((one) => !going.includes(one));
      if (going.length === 0) continue;
      if (left.length === 0) return null;
      parts.push(...going);
      for (const one of going) {
        const before = id.properties.filter(({ range }) => range[1] <= one.range[0]).at(-1);
        const next = id.properties.find(({ range }) => range[0] >= one.range[1]);
        edits.push(
          before === undefined
            ? { start: one.range[0], end: next?.range[0] ?? one.range[1], text: '' }
            : { start: before.range[1], end: one.range[1], text: '' },
        );
      }
    }
  }
  return { edits, parts };
}

interface Parts {
  readonly kept: readonly Node[];
  readonly going: readonly Node[];
  readonly exit: Return | null;
  readonly call: Node;
}

/** The statements that stay, without the loop around them and one step to the left. */
function flattened(script: Module, loop: Loop, { kept, going, exit, call }: Parts): readonly Edit[] | null {
  const { text } = script;
  const [first, last] = [loop.body.range[0] + 1, loop.body.range[1] - 1];
  const lead = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(first))?.[0];
  if (lead === undefined || !/^[ \t]*$/.test(text.slice(lineStart(text, loop.range[0]), loop.range[0])))
    return null;
  const outer = indentAt(text, loop.range[0]);
  const inner = indentAt(text, kept[0]?.range[0] ?? first);
  if (!inner.startsWith(outer) || inner === outer) return null;
  const removed = going.map((one) => removeStatement(script, one));
  if (removed.includes(null)) return null;
  const dropped = removed.flatMap((edit) => edit ?? []);
  const bodyStart = first + lead.length;
  const bodyEnd = lineStart(text, last);
  const after = /^;?[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(loop.range[1]))?.[0];
  if (after === undefined || bodyEnd < bodyStart) return null;
  const edits: Edit[] = [{ start: lineStart(text, loop.range[0]), end: bodyStart, text: '' }, ...dropped];
  const isFree = (at: number) =>
    !dropped.some(({ start, end }) => start <= at && at < end) && !(call.range[0] < at && at < call.range[1]);
  for (let at = bodyStart; at < bodyEnd; ) {
    if (text.startsWith(inner, at) && isFree(at))
      edits.push({ start: at, end: at + inner.length - outer.length, text: '' });
    const next = /\r\n|\n|\r/.exec(text.slice(at, bodyEnd));
    if (next === null) break;
    at += next.index + next[0].length;
  }
  if (kept.some(hasLongText)) return null;
  const ending = exit?.argument == null ? '' : `${outer}${text.slice(...exit.range)}${lineEndOf(text)}`;
  return [...edits, { start: bodyEnd, end: loop.range[1] + after.length, text: ending }];
}

/** A text over several lines, which must not move. */
function hasLongText(node: Node): boolean {
  if (node.type === 'TemplateElement' && /[\r\n]/.test(node.value.raw)) return true;
  return childrenOf(node).some(hasLongText);
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

/** Counters that are declared before the loop. */
function declarationEdits(
  script: Module,
  loop: Loop,
  counters: readonly Identifier[],
): readonly Edit[] | null {
  const edits: Edit[] = [];
  for (const statement of siblingsOf(loop)) {
    if (statement.type !== 'VariableDeclaration') continue;
    const own = statement.declarations.filter(({ id }) => counters.includes(id as Identifier));
    if (own.length === 0) continue;
    const edit = own.length === statement.declarations.length ? removeStatement(script, statement) : null;
    if (edit === null) return null;
    edits.push(edit);
  }
  return edits;
}
