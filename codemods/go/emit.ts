/** The statements of a request in Go, written anew as a call of a new function. */
import {
  fieldOf,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { indentAt } from '../places/indent.js';
import type { RequestCall } from './call.js';
import type { Chain, Decoded } from './chain.js';
import { functionAround } from './scope.js';

const USED = 'what becomes of the rules cannot be followed';
const ANSWER = 'what becomes of its answer cannot be followed';

/** `text`: the call of a function that returns the rules and an error. */
export function listEdits(call: RequestCall, chain: Chain, text: string): readonly FileEdit[] | string {
  const { tree } = call;
  const { decoded, form, before } = chain;
  if (decoded === null) return USED;
  const isBeside = decoded.statement?.parent === chain.list && isLone(decoded.statement);
  // Both are declared above: `err = c.do(…, &rules)`.
  const isAbove =
    decoded.isResult && chain.form === 'assigned' && chain.operator === '=' && chain.error !== '_';
  if (isAbove && !isBeside)
    return [spanEdit(call, chain, assigned(call, chain, `${decoded.name}, ${chain.error} = ${text}`))];
  if (!isBeside) return USED;
  if (decoded.uses.some(({ start }) => start < call.node.start)) return USED;
  const name = decoded.isResult
    ? decoded.name
    : freeName(call, [call.id === null ? 'rules' : 'rule', 'found', 'current']);
  if (name === null) return 'a name of the new functions is taken';
  if (form === 'returned') {
    const own = decoded.isResult ? decoded.name : `${decoded.name}.Result`;
    if (before.length !== 1 || before[0] !== own || decoded.uses.length > 1) return USED;
    return [...withoutDeclaration(call, chain, decoded), spanEdit(call, chain, `return ${text}`)];
  }
  const reads = resultReads(tree, decoded, name);
  if (reads === null || decoded.uses.length === 0) return USED;
  const isOuter =
    chain.operator === '=' &&
    chain.error !== '_' &&
    !isDeclaredIn(tree, chain.list, chain.error, call.node.start);
  if (isOuter) return USED;
  const next = nextTo(chain);
  const isGivenBack =
    decoded.uses.length === 1 &&
    next !== undefined &&
    textOf(tree, next) === `return ${decoded.isResult ? decoded.name : `${decoded.name}.Result`}, nil` &&
    /^\{\s*return nil, err\s*\}$/.test(chain.handler === null ? '' : textOf(tree, chain.handler));
  if (isGivenBack) {
    const span = spanEdit(call, chain, `return ${text}`);
    return [...withoutDeclaration(call, chain, decoded), { ...span, end: next.end }];
  }
  return [
    ...withoutDeclaration(call, chain, decoded),
    spanEdit(call, chain, assigned(call, chain, `${name}, ${chain.error} := ${text}`)),
    ...reads.map((edit) => ({ ...edit, file: call.path })),
  ];
}

/** `isRead`: the function returns the rule that was added as well. */
export function writeEdits(
  call: RequestCall,
  chain: Chain,
  text: string,
  gone: readonly SyntaxNode[] = [],
  isItem = false,
): { readonly edits: readonly FileEdit[]; readonly isRead: boolean } | string {
  const { node, path } = call;
  const { decoded } = chain;
  const own = decoded === null ? [] : withoutDeclaration(call, chain, decoded);
  if (decoded !== null && (decoded.statement?.parent !== chain.list || !isLone(decoded.statement)))
    return ANSWER;
  if (decoded !== null && decoded.uses.length > 0) {
    const read = createdEdits(call, chain, decoded, text, isItem);
    return typeof read === 'string' ? read : { edits: [...own, ...read], isRead: true };
  }
  const { count } = call.sent.sender;
  const isPlain =
    count === 1 &&
    (chain.statements.length === 1 ||
      (chain.statements.length === 2 &&
        chain.handler !== null &&
        isInside(chain.handler, chain.statements[1] ?? node)));
  if (isPlain)
    return { edits: [...own, { file: path, start: node.start, end: node.end, text }], isRead: false };
  const written = plainText(call, chain, text);
  const end = written.startsWith('return ') ? nextTo(chain)?.end : undefined;
  const span = spanEdit(call, chain, written);
  return { edits: [...own, end === undefined ? span : { ...span, end }], isRead: false };

  function plainText(of: RequestCall, { form, error, handler, list }: Chain, written: string): string {
    if (error === '_')
      return handler === null ? written : `if err := ${written}; err != nil ${textOf(of.tree, handler)}`;
    if (form === 'scoped')
      return `if ${error} := ${written}; ${error} != nil ${handler === null ? '{}' : textOf(of.tree, handler)}`;
    if (
      /^\{\s*return err\s*\}$/.test(handler === null ? '' : textOf(of.tree, handler)) &&
      error === 'err' &&
      isLastBut(of, chain)
    )
      return `return ${written}`;
    const isKnown =
      isDeclaredIn(of.tree, list, error, of.node.start, [...gone, ...(of.sent.before ?? [])]) ||
      (chain.operator === '=' && !isDeclaredIn(of.tree, list, error, of.node.start));
    return assigned(of, chain, `${error} ${isKnown ? '=' : ':='} ${written}`);
  }
}

/** The statement behind the chain. */
function nextTo({ list, statements }: Chain): SyntaxNode | undefined {
  const all = list.children.filter(({ isNamed }) => isNamed);
  const last = statements.at(-1);
  return last === undefined ? undefined : all[all.indexOf(last) + 1];
}

/** Nothing but `return nil` follows. */
function isLastBut({ tree }: RequestCall, chain: Chain): boolean {
  const next = nextTo(chain);
  return next !== undefined && textOf(tree, next) === 'return nil';
}

/** `created[0].ID` */
function createdEdits(
  call: RequestCall,
  chain: Chain,
  decoded: Decoded,
  text: string,
  isItem: boolean,
): readonly FileEdit[] | string {
  const { tree, path } = call;
  if (chain.form === 'returned' || decoded.uses.some(({ start }) => start < call.node.start)) return ANSWER;
  const singular = isItem ? decoded.name : decoded.name.replace(/s$/, '');
  const name =
    (decoded.isResult
      ? freeName(call, singular === decoded.name ? [] : [singular, 'added'])
      : freeName(call, ['created', 'added'])) ?? (decoded.isResult ? decoded.name : null);
  if (name === null) return 'a name of the new functions is taken';
  const edits: FileEdit[] = [];
  for (const use of decoded.uses) {
    const result = decoded.isResult ? use : resultOf(tree, use);
    if (result === null) return ANSWER;
    if (isItem) {
      if (name !== textOf(tree, result))
        edits.push({ file: path, start: result.start, end: result.end, text: name });
      continue;
    }
    const guard = guardAround(tree, result, chain.list);
    if (guard !== null) {
      edits.push(withoutLines(path, tree, guard, guard));
      continue;
    }
    const { parent } = result;
    const index =
      parent?.type === 'index_expression' && result.field === 'operand' ? fieldOf(parent, 'index') : null;
    if (index === null || parent == null || textOf(tree, index) !== '0') return ANSWER;
    edits.push({ file: path, start: parent.start, end: parent.end, text: name });
  }
  return [spanEdit(call, chain, assigned(call, chain, `${name}, ${chain.error} := ${text}`)), ...edits];
}

/** `if len(created) == 0 { return … }`: there is one where nothing failed. */
export function guardAround(tree: SyntaxTree, node: SyntaxNode, list: SyntaxNode): SyntaxNode | null {
  const call = node.parent?.parent;
  const statement = call?.parent?.parent;
  if (call?.type !== 'call_expression' || statement?.type !== 'if_statement' || statement.parent !== list)
    return null;
  const condition = fieldOf(statement, 'condition');
  const isGuard = condition !== null && /^len\([\w.]+\) (?:== 0|< 1|!= 1)$/.test(textOf(tree, condition));
  return isGuard &&
    fieldOf(statement, 'alternative') === null &&
    /\breturn\b|Fatal|panic\(|os\.Exit/.test(textOf(tree, statement))
    ? statement
    : null;
}

/** `answer.Result` */
function resultOf(tree: SyntaxTree, use: SyntaxNode): SyntaxNode | null {
  const { parent } = use;
  const field =
    parent?.type === 'selector_expression' && use.field === 'operand' ? fieldOf(parent, 'field') : null;
  return parent != null && field !== null && textOf(tree, field) === 'Result' ? parent : null;
}

function resultReads(tree: SyntaxTree, decoded: Decoded, name: string) {
  if (decoded.isResult) return [];
  const reads = decoded.uses.map((use) => resultOf(tree, use));
  return reads.includes(null)
    ? null
    : reads.flatMap((read) => (read === null ? [] : [{ start: read.start, end: read.end, text: name }]));
}

/** A call whose value is kept, with what handles its error. */
function assigned({ tree, node }: RequestCall, { error, handler }: Chain, text: string): string {
  if (handler === null || error === '_') return text;
  const indent = indentAt(tree.text, node.start);
  return `${text}\n${indent}if ${error} != nil ${textOf(tree, handler)}`;
}

function spanEdit({ path }: RequestCall, { statements }: Chain, text: string): FileEdit {
  const [first, last] = [statements[0], statements.at(-1)];
  return { file: path, start: first?.start ?? 0, end: last?.end ?? 0, text };
}

function withoutDeclaration(
  { path, tree }: RequestCall,
  { statements }: Chain,
  { statement }: Decoded,
): readonly FileEdit[] {
  return statement === null || statements.includes(statement)
    ? []
    : [withoutLines(path, tree, statement, statement)];
}

/** It declares nothing else. */
function isLone(statement: SyntaxNode): boolean {
  const names = walk(statement).filter(
    ({ type, field, parent }) =>
      type === 'identifier' &&
      (field === 'name' || (parent?.field === 'left' && parent.parent === statement)),
  );
  return names.length === 1;
}

/** The lines of statements, with one of two blank lines around them. */
export function withoutLines(
  file: string,
  { text }: SyntaxTree,
  first: SyntaxNode,
  last: SyntaxNode,
): FileEdit {
  const start = text.lastIndexOf('\n', first.start - 1) + 1;
  const end = last.end + (/^[ \t]*(?:\r?\n|$)/.exec(text.slice(last.end))?.[0].length ?? 0);
  const gap = /^[ \t]*\r?\n/.exec(text.slice(end));
  const isAfterGap = /(?:^|\n[ \t]*\r?\n|\{[ \t]*\r?\n)$/.test(text.slice(0, start));
  return { file, start, end: end + (isAfterGap && gap !== null ? gap[0].length : 0), text: '' };
}

export function isDeclaredIn(
  tree: SyntaxTree,
  list: SyntaxNode,
  name: string,
  before: number,
  gone: readonly SyntaxNode[] = [],
): boolean {
  return list.children.some(
    (one) =>
      one.isNamed &&
      !gone.includes(one) &&
      one.end < before &&
      /^(?:short_var_declaration|var_declaration)$/.test(one.type) &&
      (fieldOf(one, 'left')?.children ?? walk(one)).some(
        ({ type, start, end }) => type === 'identifier' && tree.text.slice(start, end) === name,
      ),
  );
}

/** The first of some names that means nothing in the function around a call. */
export function freeName({ tree, node }: RequestCall, names: readonly string[]): string | null {
  const around = functionAround(node);
  const used = new Set(
    walk(around ?? tree.root)
      .filter(({ type }) => type === 'identifier' || type === 'type_identifier')
      .map((one) => textOf(tree, one)),
  );
  return names.find((name) => !used.has(name)) ?? null;
}
