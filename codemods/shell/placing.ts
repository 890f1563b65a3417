/** Where new functions of a script go, in its style. */
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { DefinitionEdit } from '../places/verdicts.js';
import type { ShellCall } from './calls.js';
import { functionTexts, type RuleFunction, type ShellRules, variablesOf } from './functions.js';
import { NEEDED } from './old-functions.js';

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
  kind: ShellRules,
  uses: readonly FunctionUse[],
  sourced: { readonly trees: readonly SyntaxTree[]; readonly uses: readonly FunctionUse[] },
): readonly DefinitionEdit[] | string {
  const [first] = uses;
  if (first === undefined) return [];
  const wanted = new Set(uses.map(({ name }) => name));
  for (const name of wanted) {
    const needed = name in NEEDED ? NEEDED[name as keyof typeof NEEDED] : null;
    if (needed !== null) wanted.add(needed);
  }
  // They have the same names, and take every rule.
  if (wanted.has('addAny')) wanted.delete('add');
  if (wanted.has('addAnyOld')) wanted.delete('addOld');
  if (wanted.has('updateAction')) wanted.delete('update');
  const sampleOf = (name: RuleFunction) => sampleFor(name, uses, wanted);
  const isMixed = [...wanted].some((name) => {
    const own = [...uses, ...sourced.uses].filter((use) => use.name === name);
    return new Set(own.map(({ call }) => shapeOf(call))).size > 1;
  });
  if (isMixed) return 'its calls are sent in different ways, and one set of functions cannot serve them all';
  const names = [...wanted].map((name) => kind.names[name]);
  const taken =
    names.find((name) => isTaken(tree, name)) ??
    names.find((name) => sourced.trees.some((file) => isTaken(file, name)));
  if (taken !== undefined) return `the name ${taken}, which a new function would use, is taken`;
  const own = new Set([...wanted].flatMap((name) => variablesOf(name, kind, sampleOf(name))));
  const renamed = new Set([...own].filter((name) => isTaken(tree, name)));
  const again = [...renamed].find((name) => isTaken(tree, `_${name}`));
  if (again !== undefined) return `the name ${again}, which a new function would use, is taken`;
  const texts = functionTexts(kind, wanted, sampleOf, {
    renamed,
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

/** A call that shows how the requests of a function are sent: its own, or one of a function that needs it. */
function sampleFor(
  name: RuleFunction,
  uses: readonly FunctionUse[],
  wanted: ReadonlySet<RuleFunction>,
): ShellCall {
  const users = [...wanted].filter((one) => one in NEEDED && NEEDED[one as keyof typeof NEEDED] === name);
  const own = uses.filter((use) => use.name === name || users.includes(use.name));
  // Where the request has a body, its options are those of every request with one.
  const found = own.find(({ call }) => call.body !== null) ?? own[0] ?? uses[0];
  const [sample] = found === undefined ? [] : [found.call];
  if (sample === undefined) throw new Error(`no call needs ${name}`);
  const shape = shapeOf(sample);
  return uses.find(({ call }) => call.body !== null && shapeOf(call) === shape)?.call ?? sample;
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
