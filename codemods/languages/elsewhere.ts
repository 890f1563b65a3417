/** What is sent to somebody else, in a file that calls the API as well. */
import { closest, leafAt, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { formsOf } from './forms.js';

const ADDRESS = /["'`]https?:\/\//;
const ASSIGNMENTS: ReadonlySet<string> = new Set([
  'assignment',
  'assignment_expression',
  'short_var_declaration',
]);

/** No request to the API is known with this text, and a call that is given it names another address. */
export function goesElsewhere({ file, finding }: Site, around: Surroundings): boolean {
  const tree = around.treeOf(file.path);
  const forms = tree === null ? null : formsOf(tree.language);
  if (tree === null || forms === null || finding.usages.some(({ kind }) => kind === 'http')) return false;
  const leaf = leafAt(tree, finding.at.start, finding.at.end);
  return [...callsAround(leaf, forms.calls), ...callsWithName(tree, leaf, forms.calls)].some((call) =>
    ADDRESS.test(textOf(tree, call)),
  );
}

function callsAround(leaf: SyntaxNode, calls: ReadonlySet<string>): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let call = closest(leaf, calls); call !== null; ) {
    found.push(call);
    call = call.parent === null ? null : closest(call.parent, calls);
  }
  return found;
}

/** Calls that are given the variable in which the text stands. */
function callsWithName(
  tree: SyntaxTree,
  leaf: SyntaxNode,
  calls: ReadonlySet<string>,
): readonly SyntaxNode[] {
  const target = closest(leaf, ASSIGNMENTS)?.children.find(({ isNamed }) => isNamed);
  if (target === undefined) return [];
  const name = textOf(tree, target);
  return walk(tree.root).flatMap((node) => {
    const isUse = node !== target && node.type === target.type && textOf(tree, node) === name;
    return isUse ? (closest(node, calls) ?? []) : [];
  });
}
