/**
 * What Go demands of a file that lost some of its text: no import and no variable that nothing uses, and the columns
 * that gofmt lays out.
 */
import type { Edit } from '../../analysis/index.js';
import {
  calledAs,
  declarationIn,
  importsOf,
  isInside,
  isTarget,
  leftsOf,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../grammar/index.js';
import { withoutColumns } from './go-columns.js';
import { joined } from './parts.js';
import { isGone, isWholeLine, lineOf, wordsOf } from './statement-lines.js';

/** Functions whose call has no effect besides its result. */
export const PURE_IN_GO =
  /^(?:fmt\.Sprintf?|strings\.\w+|strconv\.\w+|bytes\.New\w+|url\.(?:Path|Query)Escape|path\.Join|os\.Getenv|context\.(?:Background|TODO)|\w+\.(?:Zone|Account|User)Identifier|string|len|map|make)$/;

/** The edits of a file, and what follows from them. `isNamedBeside`: another file of the package has the name. */
export function cleanedUpGo(
  tree: SyntaxTree,
  edits: readonly Edit[],
  isNamedBeside: (name: string) => boolean,
): readonly Edit[] {
  if (!edits.some(({ start, end }) => end > start)) return edits;
  let all = edits;
  for (;;) {
    const statements = unusedAfter(tree, all).statements.map((one) => ({ one, edit: lineOf(tree, one) }));
    const functions = unusedFunctions(tree, all, isNamedBeside).map((one) => ({
      one,
      edit: withDocumentation(tree, one),
    }));
    const found = [...statements, ...functions].filter(({ one }) => !isGone(all, one));
    if (found.length === 0) break;
    all = joined(
      all,
      found.map(({ edit }) => edit),
    );
  }
  all = joined(all, unusedImports(tree, all));
  return [...all, ...withoutColumns(tree, all)];
}

/** Declarations of variables that nothing uses any more; `isStuck` where one does more than to give a name. */
export function unusedAfter(
  tree: SyntaxTree,
  edits: readonly Edit[],
): { readonly statements: readonly SyntaxNode[]; readonly isStuck: boolean } {
  // New text elsewhere means another thing by the same name.
  const isWritten = ({ start, end }: SyntaxNode, name: string) =>
    wordsOf(edits.filter((edit) => edit.start < end && start < edit.end)).has(name);
  const statements = new Set<SyntaxNode>();
  let isStuck = false;
  const seen = new Set<string>();
  for (const node of walk(tree.root)) {
    if (node.type !== 'identifier' || !isGone(edits, node) || isTarget(node)) continue;
    const name = textOf(tree, node);
    const declared = declarationIn({ tree, path: '', node });
    if (declared?.by == null || isGone(edits, declared.by)) continue;
    const { by } = declared;
    const key = `${declared.scope.start} ${name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const isWrittenAnew = edits.some(({ start, end }) => start < by.end && by.start < end);
    if (isWrittenAnew || isWritten(declared.scope, name)) continue;
    const isUsed = walk(declared.scope).some(
      (one) =>
        one.type === 'identifier' &&
        textOf(tree, one) === name &&
        !(isTarget(one) && one.parent?.type !== 'literal_element') &&
        !isGone(edits, one),
    );
    if (isUsed) continue;
    if (isPureDeclaration(tree, declared.by, name, declared.scope)) statements.add(declared.by);
    else isStuck = true;
  }
  return { statements: [...statements], isStuck };
}

/** One name, given once, and nothing is done for it. */
function isPureDeclaration(tree: SyntaxTree, node: SyntaxNode, name: string, scope: SyntaxNode): boolean {
  const isStatement = node.type === 'short_var_declaration' && node.parent?.type === 'statement_list';
  const given = walk(scope).filter(
    (one) => one.type === 'identifier' && isTarget(one) && textOf(tree, one) === name,
  );
  return (
    isStatement &&
    leftsOf(node).length === 1 &&
    given.length === 1 &&
    isWholeLine(tree, node) &&
    walk(node).every((one) =>
      one.type === 'call_expression'
        ? PURE_IN_GO.test(calledAs({ tree, path: '', node: one }))
        : !/^(?:func_literal|comment)$/.test(one.type) && textOf(tree, one) !== '<-',
    )
  );
}

/** Functions of the package that only removed code calls. */
function unusedFunctions(
  tree: SyntaxTree,
  edits: readonly Edit[],
  isNamedBeside: (name: string) => boolean,
): readonly SyntaxNode[] {
  const words = wordsOf(edits);
  return tree.root.children.filter((node) => {
    const named = node.children.find(({ field }) => field === 'name');
    const name = node.type === 'function_declaration' && named !== undefined ? textOf(tree, named) : '';
    // Something other than Go may call it.
    if (/^\/\/(?:go:|export\b)/m.test(documentationOf(tree, node))) return false;
    if (!/^[a-z]/.test(name) || /^(?:main|init)$/.test(name) || words.has(name)) return false;
    const uses = walk(tree.root).filter(
      (one) => one.type === 'identifier' && textOf(tree, one) === name && !isInside(one, node),
    );
    return uses.length > 0 && uses.every((use) => isGone(edits, use)) && !isNamedBeside(name);
  });
}

/** The lines of comment right above a declaration. */
function documentationOf({ text }: SyntaxTree, { start }: SyntaxNode): string {
  let begin = start;
  while (begin > 0 && text[begin - 1] === '\n') {
    const line = text.lastIndexOf('\n', begin - 2) + 1;
    if (!/^[ \t]*\/\//.test(text.slice(line, begin))) break;
    begin = line;
  }
  return text.slice(begin, start);
}

/** A declaration with the comment above it, and one of two blank lines around. */
function withDocumentation(tree: SyntaxTree, node: SyntaxNode): Edit {
  const line = lineOf(tree, node);
  const start = line.start - documentationOf(tree, node).length;
  const gap = /^(?:[ \t]*\r?\n)+/.exec(tree.text.slice(line.end));
  const isAfterGap = /\n[ \t]*\r?\n$/.test(tree.text.slice(0, start));
  return { start, end: line.end + (isAfterGap && gap !== null ? gap[0].length : 0), text: '' };
}

function unusedImports(tree: SyntaxTree, edits: readonly Edit[]): readonly Edit[] {
  const written = new Set(edits.flatMap(({ text }) => text.match(/(?<!\w)\w+(?=\.)/g) ?? []));
  const gone = importsOf(tree).filter(({ name, node }) => {
    if (/^[._]$/.test(name) || written.has(name) || isGone(edits, node)) return false;
    const uses = walk(tree.root).filter(
      (one) =>
        /^(?:identifier|package_identifier)$/.test(one.type) &&
        (one.field === 'operand' || one.field === 'package') &&
        textOf(tree, one) === name,
    );
    return uses.length > 0 && uses.every((use) => isGone(edits, use));
  });
  const nodes = gone.map(({ node }) => node);
  return nodes.flatMap((node) => {
    const list = node.parent;
    const isAll =
      list?.type !== 'import_spec_list' ||
      list.children.every((one) => one.type !== 'import_spec' || nodes.includes(one));
    if (!isAll) return [importLine(tree, list, node, nodes)];
    const declaration = list?.type === 'import_spec_list' ? list.parent : list;
    const isFirst = node === (list?.children.find((one) => nodes.includes(one)) ?? node);
    return declaration == null || !isFirst ? [] : [lineOf(tree, declaration)];
  });
}

/** The line of an import, with the blank line beside it where its group has no other. */
function importLine(tree: SyntaxTree, list: SyntaxNode, node: SyntaxNode, gone: readonly SyntaxNode[]): Edit {
  const line = lineOf(tree, node);
  const { text } = tree;
  const specs = list.children.filter(({ type }) => type === 'import_spec');
  const group = specs.filter((one) => !/\n[ \t]*\r?\n/.test(between(text, one, node)));
  if (!group.every((one) => gone.includes(one)) || group[0] !== node) return line;
  const last = lineOf(tree, group.at(-1) ?? node).end;
  const after = /^[ \t]*\r?\n/.exec(text.slice(last));
  const before = /\r?\n[ \t]*(\r?\n)$/.exec(text.slice(0, line.start));
  if (before !== null) return { ...line, start: line.start - (before[1]?.length ?? 1) };
  return group.length === 1 && after !== null ? { ...line, end: last + after[0].length } : line;
}

function between(text: string, one: SyntaxNode, other: SyntaxNode): string {
  return one.end <= other.start ? text.slice(one.end, other.start) : text.slice(other.end, one.start);
}
