/** What the callers of a function of Python give for one of its parameters. */
import { closest, isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from './nodes.js';

const DEFINITION: ReadonlySet<string> = new Set(['function_definition']);
const CLASS: ReadonlySet<string> = new Set(['class_definition']);

/**
 * All that the file ever gives for the parameter that a name means. Empty where it gives nothing, where one call cannot be
 * read, or where the function is handed on and called elsewhere.
 */
export function givenByCallers(tree: SyntaxTree, name: SyntaxNode): readonly SyntaxNode[] {
  const written = textOf(tree, name);
  const parameter = tree.language === 'python' && name.type === 'identifier' ? taking(tree, name) : null;
  if (parameter === null) return [];
  const { definition, place } = parameter;
  const holder = closest(definition, CLASS);
  const own = nameOf(tree, definition);
  // An object is made by the name of its class; other methods are called by objects that nobody knows.
  if (own === null || (holder !== null && own !== '__init__')) return [];
  const called = holder === null ? own : nameOf(tree, holder);
  const uses = walk(tree.root).filter(
    (node) =>
      node.type === 'identifier' &&
      textOf(tree, node) === called &&
      !isInside(node, definition) &&
      !/^(?:(?:function|class)_definition|type)$/.test(node.parent?.type ?? ''),
  );
  const given = uses.map((use) => argumentAt(tree, use, written, holder === null ? place : place - 1));
  const found = given.flatMap((one) => one ?? []);
  return found.length === given.length ? found : [];
}

/** The function that has such a parameter, which it gives nothing else. */
function taking(tree: SyntaxTree, name: SyntaxNode) {
  const written = textOf(tree, name);
  const definition = closest(name, DEFINITION);
  const list = definition?.children.find(({ field }) => field === 'parameters');
  const parameters = list?.children.filter(({ isNamed }) => isNamed) ?? [];
  const place = parameters.findIndex(
    (one) =>
      /^(?:identifier|typed_parameter)$/.test(one.type) && /^\w+/.exec(textOf(tree, one))?.[0] === written,
  );
  if (definition === null || place < 0) return null;
  const isGiven = walk(definition).some(
    (node) =>
      /^(?:assignment|for_statement|named_expression)$/.test(node.type) &&
      textOf(tree, node.children.find(({ field }) => field === 'left' || field === 'name') ?? node) ===
        written,
  );
  return isGiven ? null : { definition, place };
}

function nameOf(tree: SyntaxTree, definition: SyntaxNode): string | null {
  const name = definition.children.find(({ field }) => field === 'name');
  return name === undefined ? null : textOf(tree, name);
}

function argumentAt(tree: SyntaxTree, callee: SyntaxNode, name: string, place: number): SyntaxNode | null {
  const call = callee.parent;
  const list = call?.children.find(({ type }) => type === 'argument_list');
  if (call?.type !== 'call' || call.children[0] !== callee || list === undefined) return null;
  const args = list.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  if (args.some(({ type }) => /splat/.test(type))) return null;
  const named = args.find(
    (one) => one.type === 'keyword_argument' && textOf(tree, one.children[0] ?? one) === name,
  );
  const placed = args.filter(({ type }) => type !== 'keyword_argument')[place];
  return named?.children.at(-1) ?? placed ?? null;
}
