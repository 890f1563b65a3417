/**
 * What nothing uses any more in a file in Python that lost some of its text: variables of functions, and imports. What
 * a module itself names may be imported by others, so it stays.
 */
import type { Edit } from '../../analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../grammar/index.js';
import { joined } from './parts.js';
import { isGone, isWholeLine, lineOf, wordsOf } from './statement-lines.js';

/** Functions and methods whose call has no effect besides its result. */
const PURE =
  /^(?:str|int|float|bool|len|dict|list|tuple|repr|(?:uuid\.)?uuid[14]|os\.getenv|os\.environ\.get|json\.dumps|time\.time|(?:urllib\.parse\.)?(?:quote|quote_plus|urlencode))$|\.(?:format|join|l?r?strip|lower|upper|replace)$/;

/** The edits of a file, and what follows from them. */
export function cleanedUpPython(tree: SyntaxTree, path: string, edits: readonly Edit[]): readonly Edit[] {
  if (!edits.some(({ start, end }) => end > start)) return edits;
  let all = edits;
  for (;;) {
    const found = unusedVariables(tree, all);
    if (found.length === 0) break;
    all = joined(
      all,
      found.map((one) => lineOf(tree, one)),
    );
  }
  const isReexported = /(?:^|\/)__init__\.py$/.test(path) || /^__all__\b/m.test(tree.text);
  return isReexported ? all : joined(all, unusedImports(tree, all));
}

/** Assignments of functions whose value only removed code reads. */
function unusedVariables(tree: SyntaxTree, edits: readonly Edit[]): readonly SyntaxNode[] {
  const written = wordsOf(edits);
  const statements = new Set<SyntaxNode>();
  const seen = new Set<string>();
  for (const node of walk(tree.root)) {
    if (!isName(node) || !isGone(edits, node)) continue;
    const name = textOf(tree, node);
    const scope = closest(node.parent, FUNCTION);
    const key = `${scope?.start} ${name}`;
    if (scope === null || written.has(name) || seen.has(key)) continue;
    seen.add(key);
    const [only, ...others] = walk(scope).filter(
      (one) => isName(one) && textOf(tree, one) === name && !isGone(edits, one),
    );
    const statement = only?.parent?.parent;
    const isAssigned = only?.parent?.type === 'assignment' && only.field === 'left' && others.length === 0;
    if (!isAssigned || statement?.type !== 'expression_statement' || isGone(edits, statement)) continue;
    if (isPure(tree, only.parent) && isWholeLine(tree, statement) && !isLast(edits, statement))
      statements.add(statement);
  }
  return [...statements];
}

const FUNCTION: ReadonlySet<string> = new Set(['function_definition']);

function isName(node: SyntaxNode): boolean {
  const isKeyword = node.parent?.type === 'keyword_argument' && node.field === 'name';
  return node.type === 'identifier' && node.field !== 'attribute' && !isKeyword;
}

/** Nothing happens where it is evaluated, and it does not fail where the environment lacks something. */
function isPure(tree: SyntaxTree, assignment: SyntaxNode | null): boolean {
  const parts = assignment === null ? [] : walk(assignment);
  return parts.every((one) => {
    if (one.type === 'call') return PURE.test(textOf(tree, one.children[0] ?? one));
    if (one.type === 'subscript') return !/\benviron\b/.test(textOf(tree, one));
    return !/^(?:await|yield|lambda|named_expression|comment)$|_comprehension$|^generator/.test(one.type);
  });
}

/** A block needs a statement. */
function isLast(edits: readonly Edit[], statement: SyntaxNode): boolean {
  const others = statement.parent?.children.filter(
    (one) => one !== statement && one.isNamed && one.type !== 'comment',
  );
  return others?.every((one) => isGone(edits, one)) !== false;
}

function unusedImports(tree: SyntaxTree, edits: readonly Edit[]): readonly Edit[] {
  const written = wordsOf(edits);
  const imports = tree.root.children.filter(({ type }) => /^import_(?:from_)?statement$/.test(type));
  const pieces = walk(tree.root).filter(
    (one) => (one.type === 'identifier' || one.type === 'string_content') && !isImport(one),
  );
  return imports.flatMap((statement) => {
    const items = statement.children.filter(({ field }) => field === 'name');
    const gone = items.filter((item) => {
      const name = boundBy(tree, item);
      const uses = pieces.filter((one) =>
        one.type === 'identifier'
          ? one.field !== 'attribute' && textOf(tree, one) === name
          : textOf(tree, one).includes(name),
      );
      return uses.length > 0 && !written.has(name) && uses.every((use) => isGone(edits, use));
    });
    if (gone.length === 0 || isGone(edits, statement) || !isWholeLine(tree, statement)) return [];
    if (gone.length === items.length) return [lineOf(tree, statement)];
    return textOf(tree, statement).includes('\n') ? [] : gone.map((item) => itemOf(items, item));
  });
}

function isImport(node: SyntaxNode): boolean {
  return closest(node.parent, IMPORTS) !== null;
}

const IMPORTS: ReadonlySet<string> = new Set([
  'import_statement',
  'import_from_statement',
  'future_import_statement',
]);

/** `os` of `os.path`, `np` of `numpy as np`. */
function boundBy(tree: SyntaxTree, item: SyntaxNode): string {
  const last = item.type === 'aliased_import' ? item.children.at(-1) : item.children[0];
  return textOf(tree, last ?? item);
}

function itemOf(items: readonly SyntaxNode[], item: SyntaxNode): Edit {
  const index = items.indexOf(item);
  const next = items[index + 1];
  const before = items[index - 1];
  if (before !== undefined) return { start: before.end, end: item.end, text: '' };
  return { start: item.start, end: next?.start ?? item.end, text: '' };
}
