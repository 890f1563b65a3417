/** A function of Python that does nothing else than what goes: it goes with its calls. */
import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { formsOf } from './forms.js';
import { callStatement, isAllOf, withoutStatements } from './statements.js';

/** Null where somebody else may call the function, or where something is made of its result. */
export function withoutFunction(
  site: Site,
  around: Surroundings,
  tree: SyntaxTree,
  gone: readonly SyntaxNode[],
  about: RegExp,
): readonly Edit[] | null {
  const forms = formsOf(tree.language);
  const block = gone[0]?.parent ?? null;
  const definition = block?.parent;
  if (forms === null || block === null || tree.language !== 'python') return null;
  if (definition?.type !== 'function_definition' || definition.parent !== tree.root) return null;
  if (!isAllOf(tree, forms, block, gone) || hasComment(block)) return null;
  const name = definition.children.find(({ field }) => field === 'name');
  const written = name === undefined ? '' : textOf(tree, name);
  if (isNamedElsewhere(site, around, written)) return null;
  const uses = walk(tree.root).filter(
    (node) => node.type === 'identifier' && node !== name && textOf(tree, node) === written,
  );
  const calls = uses.flatMap(({ parent, field }) =>
    parent?.type === 'call' && field === 'function' ? [parent] : [],
  );
  if (calls.length !== uses.length || calls.length === 0 || !calls.every(isQuiet)) return null;
  const edits: Edit[] = [];
  for (const call of calls) {
    const found = callStatement(tree, call);
    const without =
      found === null || found.isPrinted ? null : withoutStatements(tree, found.statements, about);
    if (without === null) return null;
    edits.push(...without);
  }
  const whole = withoutStatements(tree, [definition], /(?!)/);
  return whole === null ? null : [...whole, ...edits];
}

function hasComment(block: SyntaxNode): boolean {
  return walk(block).some(({ type }) => type === 'comment');
}

/** What it is given is not worked out on the spot. */
function isQuiet(call: SyntaxNode): boolean {
  return call.children.slice(1).every((part) => walk(part).every(({ type }) => type !== 'call'));
}

function isNamedElsewhere({ file }: Site, around: Surroundings, name: string): boolean {
  const others = around.filesEndingWith('.py')?.filter((path) => path !== file.path) ?? null;
  const word = new RegExp(`\\b${literally(name)}\\b`);
  return others === null || others.some((path) => word.test(around.file(path)?.text ?? ''));
}
