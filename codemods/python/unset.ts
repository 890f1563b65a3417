/** Fields of a change in Python that may be None: the rule kept what it had. */
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { functionAround } from './call.js';

/** The parameter of a field that nobody has to give, an option of the program, or what a map may not have. */
export function mayBeNone(tree: SyntaxTree, value: SyntaxNode, isOneOfSeveral: boolean): boolean {
  if (value.type === 'call') return isLookedUp(tree, value);
  if (value.type === 'attribute') return isOneOfSeveral;
  if (value.type !== 'identifier' || isAsked(tree, value)) return false;
  const around = functionAround(value);
  const name = textOf(tree, value);
  return walk(around ?? tree.root).some((node) => {
    const [target] = node.children;
    if (target === undefined || firstName(tree, target) !== name) return false;
    if (node.type === 'assignment') return isNothing(tree, node.children.at(-1) ?? node);
    const written = textOf(tree, node);
    return (
      (/default_parameter$/.test(node.type) && isNothing(tree, node.children.at(-1) ?? node)) ||
      (/^typed_/.test(node.type) && /\bOptional\[|\|\s*None\b/.test(written))
    );
  });
}

function firstName(tree: SyntaxTree, node: SyntaxNode): string {
  const name = node.type === 'typed_parameter' ? (node.children[0] ?? node) : node;
  return textOf(tree, name);
}

function isNothing(tree: SyntaxTree, value: SyntaxNode): boolean {
  return value.type === 'none' || (value.type === 'call' && isLookedUp(tree, value));
}

/** `options.get("paused")` and `os.getenv("ACTION")` */
function isLookedUp(tree: SyntaxTree, call: SyntaxNode): boolean {
  const [callee, list] = call.children;
  const given = list?.children.filter(({ isNamed }) => isNamed) ?? [];
  const isGet = callee !== undefined && /(?:\.get|\bgetenv)$/.test(textOf(tree, callee));
  return isGet && (given.length === 1 || given[1]?.type === 'none');
}

/** `if paused is not None:` around it. */
function isAsked(tree: SyntaxTree, value: SyntaxNode): boolean {
  const around = closest(value.parent, new Set(['if_statement', 'function_definition']));
  const condition = around?.children.find(({ field }) => field === 'condition');
  if (around?.type !== 'if_statement' || condition === undefined) return false;
  const name = textOf(tree, value);
  const isNamed = walk(condition).some((node) => node.type === 'identifier' && textOf(tree, node) === name);
  return (isNamed && !isInside(value, condition)) || isAsked(tree, around);
}
