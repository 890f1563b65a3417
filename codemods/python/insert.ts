/** Where new functions go in a file in Python. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { DefinitionEdit } from '../places/verdicts.js';

export function insertFunctions(
  tree: SyntaxTree,
  holder: SyntaxNode | null,
  texts: readonly string[],
  calls: readonly SyntaxNode[],
  others: readonly Edit[],
): readonly DefinitionEdit[] {
  return holder === null ? atModule(tree, texts, calls) : atEndOfClass(tree, holder, texts, others);
}

/** Above the first function, or above the first statement that calls one of the new functions. */
function atModule(
  tree: SyntaxTree,
  texts: readonly string[],
  calls: readonly SyntaxNode[],
): readonly DefinitionEdit[] {
  const statements = tree.root.children;
  const isUse = (node: SyntaxNode) => calls.some((call) => isInside(call, node));
  const first = statements.findIndex((node) => DEFINITIONS.has(node.type) || isUse(node));
  let next = statements[first];
  // Comments above a statement belong to it.
  for (let at = first - 1; at >= 0 && isRightAbove(tree, statements[at], next); at--) next = statements[at];
  const text = texts.join('\n\n\n');
  const at = (offset: number, written: string): DefinitionEdit => ({
    start: offset,
    end: offset,
    text: written,
    isDefinition: true,
  });
  if (next === undefined) return [at(tree.text.length, `\n\n${text}\n`)];
  const above = tree.text.slice(0, next.start);
  const before = above.slice(above.trimEnd().length).split('\n').length - 1;
  const lines = above.trim() === '' ? '' : '\n'.repeat(Math.max(0, 3 - before));
  // On their own, so that they stand there once.
  return [...(lines === '' ? [] : [at(next.start, lines)]), at(next.start, `${text}\n\n\n`)];
}

const DEFINITIONS: ReadonlySet<string> = new Set([
  'function_definition',
  'class_definition',
  'decorated_definition',
]);

function isRightAbove(
  tree: SyntaxTree,
  comment: SyntaxNode | undefined,
  next: SyntaxNode | undefined,
): boolean {
  return (
    comment?.type === 'comment' &&
    next !== undefined &&
    /^\r?\n$/.test(tree.text.slice(comment.end, next.start))
  );
}

function atEndOfClass(
  tree: SyntaxTree,
  holder: SyntaxNode,
  texts: readonly string[],
  others: readonly Edit[],
): readonly DefinitionEdit[] {
  let last = walk(holder).reduce(
    (end, node) => Math.max(end, /\S/.test(textOf(tree, node).slice(-1)) ? node.end : 0),
    0,
  );
  // The last statements may be taken out.
  const isGone = ({ start, end, text }: Edit) => text === '' && start < last && last <= end;
  for (let gone = others.find(isGone); gone !== undefined; gone = others.find(isGone))
    last = tree.text.slice(0, gone.start).trimEnd().length;
  const text = `\n${texts.join('\n\n')}`;
  // Statements may be added to the last method.
  const isGrown = others.some(({ start, end }) => start === last && end === last);
  return isGrown && tree.text.charAt(last) === '\n'
    ? [{ start: last + 1, end: last + 1, text: `${text}\n`, isDefinition: true }]
    : [{ start: last, end: last, text: `\n${text}`, isDefinition: true }];
}
