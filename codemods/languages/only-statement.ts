/** A function of Python or PHP that does nothing else than what goes: it goes with its calls. */
import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { type Forms, formsOf } from './forms.js';
import { callStatement, isAllOf, withoutStatements } from './statements.js';

/** What the grammar calls the name of a function where it is called. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['python', 'identifier'],
  ['php', 'name'],
]);

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
  const definition = block?.parent ?? null;
  if (forms === null || block === null || definition === null) return null;
  const isMethod = tree.language === 'php' && definition.type === 'method_declaration';
  const isFunction = definition.type === 'function_definition' && definition.parent === tree.root;
  if (!(isMethod || isFunction) || !NAMES.has(tree.language)) return null;
  if (!isAllOf(tree, forms, block, gone) || hasComment(block)) return null;
  const name = definition.children.find(({ field }) => field === 'name');
  const written = name === undefined ? '' : textOf(tree, name);
  if (isNamedElsewhere(site, around, written)) return null;
  const uses = walk(tree.root).filter(
    (node) => node.type === NAMES.get(tree.language) && node !== name && textOf(tree, node) === written,
  );
  const calls = uses.flatMap(({ parent, field }) =>
    parent !== null && forms.calls.has(parent.type) && /^(?:function|name)$/.test(field ?? '')
      ? [parent]
      : [],
  );
  // PHP: `[$this, 'name']`
  const kept = tree.text.slice(0, block.start) + tree.text.slice(block.end);
  const mentions = kept.match(new RegExp(`\\b${literally(written)}\\b`, 'g')) ?? [];
  if (tree.language === 'php' && mentions.length > calls.length + 1) return null;
  if (calls.length !== uses.length || calls.length === 0 || !calls.every((call) => isQuiet(call, forms)))
    return null;
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
function isQuiet(call: SyntaxNode, { calls }: Forms): boolean {
  return call.children.slice(1).every((part) => walk(part).every(({ type }) => !calls.has(type)));
}

function isNamedElsewhere({ file }: Site, around: Surroundings, name: string): boolean {
  const found = (file.language === 'php' ? ['.php', '.phtml', '.inc', '.twig'] : ['.py']).map((ending) =>
    around.filesEndingWith(ending),
  );
  const others = found.includes(null)
    ? null
    : found.flatMap((one) => one ?? []).filter((path) => path !== file.path);
  const word = new RegExp(`\\b${literally(name)}\\b`);
  return others === null || others.some((path) => word.test(around.file(path)?.text ?? ''));
}
