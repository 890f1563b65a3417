/** Cases of a `switch` of Go that no value has any more. */
import type { Edit } from '../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { startOfLine } from './elements.js';

const CASES: ReadonlySet<string> = new Set(['expression_case']);

/** Null where a text is no case, or another case goes on in it or by it. */
export function withoutCase(tree: SyntaxTree, leaf: SyntaxNode): readonly Edit[] | null {
  const clause = closest(leaf, CASES);
  const values = clause?.children.find(({ field }) => field === 'value');
  const all = values?.children.filter(({ isNamed }) => isNamed) ?? [];
  const own = all.find(({ start, end }) => start <= leaf.start && leaf.end <= end);
  if (clause === null || own === undefined || clause.parent === null) return null;
  const clauses = clause.parent.children.filter(({ type }) => /_case$/.test(type));
  if (goesOn(tree, clause.parent, clauses)) return null;
  if (all.length > 1) {
    const [from, to] =
      all[0] === own ? [own.start, all[1]?.start] : [all[all.indexOf(own) - 1]?.end, own.end];
    return from === undefined || to === undefined ? null : [{ start: from, end: to, text: '' }];
  }
  const above = clauses[clauses.indexOf(clause) - 1];
  const falls = [clause, above].some(
    (one) => one !== undefined && /\bfallthrough\s*$/.test(textOf(tree, one)),
  );
  if (falls || clauses.filter(({ type }) => type === 'expression_case').length < 2) return null;
  const start = startOfLine(tree.text, clause.start);
  const next = clause.parent.children[clause.parent.children.indexOf(clause) + 1];
  if (next === undefined || tree.text.slice(start, clause.start).trim() !== '') return null;
  const between = tree.text.slice(clause.end, next.start);
  return between.trim() === '' ? [{ start, end: startOfLine(tree.text, next.start), text: '' }] : null;
}

/** What the switch is about is used behind it, or by its default: without its case, the setting would go on. */
function goesOn(tree: SyntaxTree, whole: SyntaxNode, clauses: readonly SyntaxNode[]): boolean {
  const value = whole.children.find(({ field }) => field === 'value');
  const root = value === undefined ? undefined : walk(value).find(({ type }) => type === 'identifier');
  if (root === undefined) return true;
  const name = textOf(tree, root);
  const block = whole.parent?.children ?? [];
  const others = [
    ...block.slice(block.indexOf(whole) + 1),
    ...clauses.filter(({ type }) => type === 'default_case'),
  ];
  return others.some((other) =>
    walk(other).some((one) => one.type === 'identifier' && textOf(tree, one) === name),
  );
}
