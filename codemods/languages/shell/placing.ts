/** Where new functions of a script go, in its style. */
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import type { DefinitionEdit } from '../../places/verdicts.js';
import type { ShellCall } from './calls.js';
import { functionTexts, type RuleFunction, type RuleKind, variablesOf } from './functions.js';

export interface FunctionUse {
  readonly name: RuleFunction;
  readonly call: ShellCall;
}

/**
 * All new functions of a file in one edit, or why they cannot be written.
 *
 * @param sourced what the script sources, with its uses of functions of the same names
 */
export function functionsEdit(
  tree: SyntaxTree,
  kind: RuleKind,
  uses: readonly FunctionUse[],
  sourced: { readonly trees: readonly SyntaxTree[]; readonly uses: readonly FunctionUse[] },
): readonly DefinitionEdit[] | string {
  const [first] = uses;
  if (first === undefined) return [];
  const shapes = new Set([...uses, ...sourced.uses].map(({ call }) => shapeOf(call)));
  if (shapes.size > 1)
    return 'its calls are sent in different ways, and one set of functions cannot serve them all';
  const wanted = new Set(uses.map(({ name }) => name));
  // They have the same names, and take every rule.
  if (wanted.has('addAny')) wanted.delete('add');
  if (wanted.has('updateAction')) wanted.delete('update');
  // Where the request has a body, its options are those of every request with one.
  const sample = uses.find(({ call }) => call.body !== null)?.call ?? first.call;
  const names = [...wanted].map((name) => kind.names[name]);
  const taken =
    [...names, ...variablesOf(wanted, kind, sample)].find((name) => isTaken(tree, name)) ??
    names.find((name) => sourced.trees.some((file) => isTaken(file, name)));
  if (taken !== undefined) return `the name ${taken}, which a new function would use, is taken`;
  const texts = functionTexts(kind, wanted, sample, {
    indent: indentOf(tree.text),
    hasLocal: hasLocal(tree.text),
    hasKeyword:
      /^[ \t]*function\s+[\w-]+\s*\{/m.test(tree.text) && !/^#!.*\/(?:env )?(?:sh|dash)\b/.test(tree.text),
  });
  const place = placeOf(
    tree,
    uses.map(({ call }) => call.node),
  );
  if (place === null) return 'there is no place for new functions';
  const before = /\n*$/.exec(tree.text.slice(0, place))?.[0].length ?? 0;
  const gap = place === 0 ? '' : '\n'.repeat(Math.max(0, 2 - before));
  const at = (text: string): DefinitionEdit => ({ start: place, end: place, text, isDefinition: true });
  // On its own, so that it stands there once.
  return [...(gap === '' ? [] : [at(gap)]), at(`${texts.join('\n\n')}\n\n`)];
}

/** How a request is sent, whichever way its variables are written. */
function shapeOf({ prints, again }: ShellCall): string {
  return `${prints} ${again('GET', '')
    .join(' ')
    .replaceAll(/\$\{(\w+)\}/g, '$$$1')}`;
}

function isTaken({ root, text }: SyntaxTree, name: string): boolean {
  return walk(root).some(
    (node) =>
      (node.type === 'variable_name' || node.type === 'word') && text.slice(node.start, node.end) === name,
  );
}

function indentOf(text: string): string {
  // Not what stands in the braces of JSON.
  const [, outer, inner] =
    /^([ \t]*)(?:.*(?:\bthen|\bdo|\)[ \t]*\{)|function [^\n]*\{|\{)\s*\n(\1[ \t]+)\S/m.exec(text) ?? [];
  return inner?.slice(outer?.length) ?? '  ';
}

function hasLocal(text: string): boolean {
  return /^#!.*\b(?:bash|zsh|ksh)\b/.test(text) || /^[ \t]+local \w/m.test(text);
}

/** Above the first function, or above the first statement with one of the calls; with the comments right above it. */
function placeOf(tree: SyntaxTree, calls: readonly SyntaxNode[]): number | null {
  const statements = tree.root.children.filter(({ isNamed }) => isNamed);
  const isUse = (node: SyntaxNode) => calls.some((call) => isInside(call, node));
  let at = statements.findIndex((node) => node.type === 'function_definition' || isUse(node));
  if (at < 0) return null;
  while (at > 0) {
    const above = statements[at - 1];
    const here = statements[at];
    const isComment =
      above?.type === 'comment' && here !== undefined && !textOf(tree, above).startsWith('#!');
    if (!isComment || !/^[ \t]*\n[ \t]*$/.test(tree.text.slice(above.end, here.start))) break;
    at--;
  }
  const start = statements[at]?.start ?? null;
  return start === null ? null : tree.text.lastIndexOf('\n', start - 1) + 1;
}
