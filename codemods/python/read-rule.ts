/** One rule that a program in Python reads into a variable. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { withoutStatements } from '../languages/statements.js';
import type { PythonCall } from './call.js';
import { chainOf, outerOf } from './uses.js';
import { type Variable, valueAt } from './variables.js';

export interface ReadRule {
  readonly read: PythonCall;
  readonly statements: readonly SyntaxNode[];
}

/**
 * `rule = get(…)["result"]`, or the same with the response in a variable of its own; `more` is what is taken of the rule
 * at once.
 */
export function readInto(
  tree: SyntaxTree,
  variable: Variable,
  all: readonly PythonCall[],
  more = '',
): ReadRule | null {
  const read = all.find(
    ({ node, method, id, collection }) =>
      method === 'GET' && id !== null && collection !== 'filters' && isInside(node, variable.value),
  );
  if (read !== undefined)
    return behind(tree, read, variable.value) === taken(read) + more
      ? { read, statements: [variable.statement] }
      : null;
  const root = walk(variable.value).find(({ type }) => type === 'identifier');
  const response = root === undefined ? null : valueAt(tree, root);
  const first = all.find(({ node }) => response !== null && outerOf(node) === response.value);
  if (root === undefined || response === null || first?.method !== 'GET' || first.id === null) return null;
  const rest = normal(tree.text.slice(root.end, variable.value.end));
  const checks = response.uses.filter((use) => use !== root).map(chainOf);
  const isChecked = checks.every(
    (check) =>
      textOf(tree, check) === `${response.name}.raise_for_status()` &&
      check.parent?.type === 'expression_statement',
  );
  if (root.start !== variable.value.start || rest !== taken(first) + more || !isChecked) return null;
  const others = checks.flatMap(({ parent }) => parent ?? []);
  return { read: first, statements: [response.statement, ...others, variable.statement] };
}

/** What is taken of the call until there is the rule. */
function taken({ returns }: PythonCall): string {
  return { response: '.json()["result"]', answer: '["result"]', result: '' }[returns];
}

function behind(tree: SyntaxTree, { node }: PythonCall, value: SyntaxNode): string | null {
  const outer = outerOf(node);
  return outer.start === value.start ? normal(tree.text.slice(outer.end, value.end)) : null;
}

export function normal(source: string): string {
  return source.replaceAll("'", '"');
}

/** The read that only serves to delete the filter of its rule, with the edits that take it out. */
export function readForFilter(
  tree: SyntaxTree,
  call: PythonCall,
  all: readonly PythonCall[],
): { readonly call: PythonCall; readonly edits: readonly Edit[] } | null {
  const [, name, rest] = /^(\w+)((?:\["filter"\]\["id"\])?)$/.exec(normal(call.id ?? '')) ?? [];
  const use = walk(call.variable?.value ?? call.literal).find(
    (node) => node.type === 'identifier' && textOf(tree, node) === name,
  );
  const variable = use === undefined ? null : valueAt(tree, use);
  if (variable === null || variable.uses.some((one) => one !== use)) return null;
  const found = readInto(tree, variable, all, rest === '' ? '["filter"]["id"]' : '');
  const isTogether = found?.statements.every(({ parent }) => parent === variable.statement.parent) === true;
  const edits = found === null || !isTogether ? null : withoutStatements(tree, found.statements, /filter/i);
  return found === null || edits === null ? null : { call: found.read, edits };
}
