/** A loop in Python that asks for one page after the other, and collects what it gets in one list. */
import type { Edit } from '../../src/analysis/index.js';
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { withoutStatements } from '../languages/statements.js';
import { functionAround, type PythonCall } from './call.js';
import { namesIn } from './variables.js';

export interface PageLoop {
  /** What the list that is collected is called. */
  readonly name: string;
  readonly loop: SyntaxNode;
  /** They take out what only the loop needed. */
  readonly edits: readonly Edit[];
  /** Where the list is used behind the loop, or returned from within. */
  readonly uses: readonly SyntaxNode[];
  /** It stops at a bad status. */
  readonly isChecked: boolean;
  /** Its end returns the list. */
  readonly isReturned: boolean;
  /** Names that have their values in the loop alone. */
  readonly names: readonly string[];
}

const PAGING = /^(?:(?:per_page|page)=(?:\d+|\{\w+\})(?:&|$)){1,2}$/;
const RESULT = {
  response: /^\.json\(\)(?:\["result"\]|\.get\("result"(?:,\[\])?\))$/,
  answer: /^(?:\["result"\]|\.get\("result"(?:,\[\])?\))$/,
  result: /^$/,
} as const;

/** Null where the call is in no loop, or the loop does more than that. */
export function pageLoopOf(tree: SyntaxTree, call: PythonCall): PageLoop | null {
  const loop = closest(call.node, new Set(['while_statement', 'for_statement', 'function_definition']));
  const block = loop?.children.find(({ field }) => field === 'body');
  const isPaged =
    call.search === '' ? isPageQuery(tree, call.query) : PAGING.test(call.search) && call.query === null;
  if (loop?.type !== 'while_statement' || block === undefined || !isPaged) return null;
  if (loop.children.some(({ type }) => type === 'else_clause') || !isByPages(tree, loop)) return null;
  const collected = collectedIn(tree, call, block);
  if (collected === null || loop.parent === null) return null;
  const scope = functionAround(loop) ?? tree.root;
  const before = loop.parent.children.slice(0, loop.parent.children.indexOf(loop));
  const counters = countersIn(tree, loop);
  const gone: SyntaxNode[] = [];
  for (const name of new Set([collected.name, ...assignedNames(tree, loop)])) {
    const start = before.findLast((one) => assignedName(tree, one) === name);
    const uses = namesIn(tree, scope, name).filter((use) => start === undefined || !isInside(use, start));
    // Else it leaves the first pages out, or whoever calls says where it starts.
    if (counters.includes(name) && !isFirstPage(tree, start)) return null;
    if (name === collected.name) {
      if (start === undefined || !/=\s*(?:\[\]|list\(\))$/.test(textOf(tree, start))) return null;
      if (uses.some((use) => use.start > start.end && use.start < loop.start)) return null;
      gone.push(start);
    } else if (start !== undefined && uses.every((use) => isInside(use, loop))) gone.push(start);
    else if (uses.some((use) => use.start > loop.end)) return null;
  }
  const edits = withoutStatements(
    tree,
    gone.toSorted((a, b) => a.start - b.start),
    /(?!)/,
  );
  const returned = walk(loop).filter(({ type }) => type === 'return_statement');
  const isReturned = returned.length > 0;
  if (isReturned && !isEndless(tree, loop)) return null;
  const uses = namesIn(tree, scope, collected.name).filter(
    (use) => use.start > loop.end || returned.some((one) => isInside(use, one)),
  );
  return edits === null
    ? null
    : { ...collected, loop, edits, uses, isReturned, names: assignedNames(tree, loop) };
}

/** `while True`, left by nothing but returns. */
function isEndless(tree: SyntaxTree, loop: SyntaxNode): boolean {
  const condition = loop.children.find(({ field }) => field === 'condition');
  const isTrue = condition !== undefined && /^(?:True|1)$/.test(textOf(tree, condition));
  return isTrue && !walk(loop).some(({ type }) => type === 'break_statement');
}

/** `while True`, or as long as what the loop itself counts says so. */
function isByPages(tree: SyntaxTree, loop: SyntaxNode): boolean {
  const condition = loop.children.find(({ field }) => field === 'condition');
  const own = assignedNames(tree, loop);
  return (
    condition !== undefined &&
    !isCounted(tree, condition, loop) &&
    walk(condition).every((one) => one.type !== 'identifier' || own.includes(textOf(tree, one)))
  );
}

/** `page < 5` and `page < MOST`: it stops at a number of pages, whatever there is. */
function isCounted(tree: SyntaxTree, condition: SyntaxNode, loop: SyntaxNode): boolean {
  const counters = countersIn(tree, loop);
  const own = assignedNames(tree, loop);
  return walk(condition).some((one) => {
    const names = one.type === 'comparison_operator' ? identifiersIn(tree, one) : [];
    return (
      names.some((name) => counters.includes(name)) &&
      names.every((name) => counters.includes(name) || !own.includes(name))
    );
  });
}

/** `page += 1` and `page = page + 1` */
function countersIn(tree: SyntaxTree, loop: SyntaxNode): readonly string[] {
  return walk(loop).flatMap((one) => {
    const [name, ...others] = /assignment$/.test(one.type) ? identifiersIn(tree, one) : [];
    const isCount = one.type === 'augmented_assignment' || others.length > 0;
    return name !== undefined && isCount && others.every((other) => other === name) ? [name] : [];
  });
}

function identifiersIn(tree: SyntaxTree, node: SyntaxNode): readonly string[] {
  return walk(node)
    .filter(({ type }) => type === 'identifier')
    .map((one) => textOf(tree, one));
}

/** `page = 1` */
function isFirstPage(tree: SyntaxTree, start: SyntaxNode | undefined): boolean {
  const value = start?.children[0]?.children.at(-1);
  return value !== undefined && ['0', '1'].includes(textOf(tree, value));
}

/** `params={"page": page, "per_page": 50}` */
function isPageQuery(tree: SyntaxTree, query: SyntaxNode | null): boolean {
  return (
    query !== null &&
    /^(?:params\s*=\s*)?\{\s*(?:["'](?:page|per_page)["']\s*:\s*\w+\s*,?\s*){1,2}\}$/.test(
      textOf(tree, query),
    )
  );
}

/** The list that gets every page, where nothing else happens in the loop. */
function collectedIn(tree: SyntaxTree, call: PythonCall, block: SyntaxNode) {
  /** What names stand for: `@` is the call. */
  const values = new Map<string, string>();
  const source = (node: SyntaxNode): string => {
    const isAround = isInside(call.node, node);
    const text = isAround
      ? `${tree.text.slice(node.start, call.node.start)}@${tree.text.slice(call.node.end, node.end)}`
      : textOf(tree, node);
    const plain = text
      .replaceAll("'", '"')
      .replaceAll(/\s/g, '')
      .replaceAll('(@)', '@')
      .replace(/^await(?=\w)/, '');
    const [, name = '', rest = ''] = /^(\w+)(.*)$/s.exec(plain) ?? [];
    return values.has(name) ? `${values.get(name)}${rest}` : plain;
  };
  const isPage = (node: SyntaxNode | undefined) => {
    const text = node === undefined ? '' : source(node);
    return text.startsWith('@') && RESULT[call.returns].test(text.slice(1));
  };
  let name: string | null = null;
  let isChecked = false;
  const statements = block.children.filter(({ isNamed }) => isNamed);
  const inBlock = (one: SyntaxNode): readonly SyntaxNode[] => {
    const inner = one.type === 'with_statement' ? ofResponse(tree, one, call) : null;
    if (inner !== null) values.set(inner.name, '@');
    return inner?.statements ?? [one];
  };
  for (const statement of statements.flatMap(inBlock).flatMap((one) => untilEmpty(tree, one) ?? [one])) {
    const text = textOf(tree, statement);
    const [inner] = statement.children;
    const [target, , value] = inner?.children ?? [];
    const isSaid = statement.type === 'comment' && /\b(?:pages?|pag\w+|next|more|last|all)\b/i.test(text);
    if (statement === call.variable?.statement || isSaid) continue;
    if (inner?.type === 'assignment' && target?.type === 'identifier' && value !== undefined) {
      const read = source(value);
      const isRead = /^@(?:\.json\(\)|\["\w+"\]|\.get\("\w+"(?:,(?:\w+|\[\]|\{\}))?\))*$/.test(read);
      if (!isRead && (isInside(call.node, value) || !isPlain(tree, value))) return null;
      values.set(textOf(tree, target), read);
    } else if (inner?.type === 'augmented_assignment' && /^\w+ \+= \w+$/.test(text)) {
      const isList = isPage(value);
      if (!isList && !/\+= 1$/.test(text)) return null;
      if (isList && name !== null) return null;
      if (isList && target !== undefined) name = textOf(tree, target);
    } else if (inner?.type === 'augmented_assignment' && isPage(value) && target?.type === 'identifier') {
      if (name !== null) return null;
      name = textOf(tree, target);
    } else if (/^\w+\.extend\(/.test(text)) {
      const list = inner?.children.at(-1)?.children.filter(({ isNamed }) => isNamed) ?? [];
      if (name !== null || list.length !== 1 || !isPage(list[0])) return null;
      name = /^\w+/.exec(text)?.[0] ?? null;
    } else if (/^\w+\.raise_for_status\(\)$/.test(text) && values.get(/^\w+/.exec(text)?.[0] ?? '') === '@')
      isChecked = true;
    else if (
      (!isEnd(tree, statement, name) || isCounted(tree, statement, block)) &&
      !/^(?:time\.sleep|await asyncio\.sleep)\([\w.]*\)$|^break$/.test(text)
    )
      return null;
  }
  return name === null ? null : { name, isChecked };
}

/** `async with session.get(…) as response:` */
function ofResponse(tree: SyntaxTree, block: SyntaxNode, call: PythonCall) {
  const items = walk(block).filter(({ type }) => type === 'with_item');
  const [item, ...others] = items;
  const target = item === undefined ? undefined : walk(item).find(({ type }) => type === 'as_pattern_target');
  const body = block.children.find(({ field }) => field === 'body');
  if (item === undefined || others.length > 0 || target === undefined || body === undefined) return null;
  if (!isInside(call.node, item)) return null;
  return { name: textOf(tree, target), statements: body.children.filter(({ isNamed }) => isNamed) };
}

/** `if page: rules += page`, else `break`: what it does with a page. */
function untilEmpty(tree: SyntaxTree, statement: SyntaxNode): readonly SyntaxNode[] | null {
  if (statement.type !== 'if_statement') return null;
  const named = statement.children.filter(({ isNamed }) => isNamed);
  const [condition, block, otherwise, ...others] = named;
  if (condition === undefined || block?.type !== 'block' || otherwise?.type !== 'else_clause') return null;
  const inner = block.children.filter(({ isNamed }) => isNamed);
  const page = textOf(tree, condition);
  const isTaken =
    inner.length === 1 &&
    inner.every(
      (one) => textOf(tree, one).endsWith(`+= ${page}`) || textOf(tree, one).endsWith(`.extend(${page})`),
    );
  const last = otherwise.children.at(-1);
  return isTaken && others.length === 0 && last !== undefined && textOf(tree, last) === 'break'
    ? inner
    : null;
}

/** `if page >= total: break`, or `return rules`, which asks for nothing but names and numbers. */
function isEnd(tree: SyntaxTree, statement: SyntaxNode, list: string | null): boolean {
  const [, condition, , block, ...others] = statement.children;
  if (statement.type !== 'if_statement' || condition === undefined || block === undefined) return false;
  const text = textOf(tree, condition);
  // The function that takes the place of the loop does not ask how a request went, and has no limit of its own.
  const asksForMore = /success|errors|\bok\b|status/.test(text);
  const isLimit =
    list !== null && new RegExp(`\\b${literally(list)}\\b`).test(text) && !/total|count/.test(text);
  return (
    isPlain(tree, condition) &&
    !asksForMore &&
    !isLimit &&
    others.length === 0 &&
    (textOf(tree, block) === 'break' || (list !== null && textOf(tree, block) === `return ${list}`))
  );
}

/** It calls nothing that does something. */
function isPlain(tree: SyntaxTree, node: SyntaxNode): boolean {
  return walk(node).every(
    (one) => one.type !== 'call' || /^(?:len|int)\(|^[\w."'[\]]+\.(?:get|json)\(/.test(textOf(tree, one)),
  );
}

function assignedName(tree: SyntaxTree, statement: SyntaxNode): string | null {
  const [inner] = statement.children;
  const [target] = inner?.children ?? [];
  return inner?.type === 'assignment' && target?.type === 'identifier' ? textOf(tree, target) : null;
}

/** Names that the loop gives something. */
function assignedNames(tree: SyntaxTree, loop: SyntaxNode): readonly string[] {
  return walk(loop).flatMap((one) => {
    const [target] = one.children;
    return /assignment$/.test(one.type) && target?.type === 'identifier' ? [textOf(tree, target)] : [];
  });
}
