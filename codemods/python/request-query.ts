/** What a request of a program in Python asks for: the pairs behind its path, or those that it is given apart. */
import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { keyOf, pairValue } from '../languages/elements.js';
import { withoutStatements } from '../languages/statements.js';
import type { PythonCall } from './call.js';
import { bodyVariable } from './variables.js';

export interface RequestQuery {
  /** Sources of the values by name. */
  readonly values: ReadonlyMap<string, string>;
  /** They take a variable out that only held the pairs. */
  readonly edits: readonly Edit[];
}

/** Null where it is put together at run time. */
export function requestQuery(tree: SyntaxTree, { search, query }: PythonCall): RequestQuery | null {
  const values = new Map<string, string>();
  for (const pair of search === '' ? [] : search.split('&')) {
    const [, name, value = ''] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) return null;
    const hole = /^\{([^{}]*)\}$/.exec(value)?.[1];
    values.set(name, hole ?? (value.includes('{') ? `f"${value}"` : literal(value)));
  }
  if (query === null) return { values, edits: [] };
  const given = query.type === 'keyword_argument' ? query.children.at(-1) : query;
  const variable = given === undefined ? null : bodyVariable(tree, given);
  const object = variable?.value ?? given;
  if (object?.type !== 'dictionary') return null;
  for (const pair of object.children.filter(({ isNamed }) => isNamed)) {
    const key = pair.type === 'pair' ? keyOf(tree, pair) : null;
    const value = pairValue(pair);
    if (key === null || value === null) return null;
    values.set(key, valueText(tree, value));
  }
  const edits = variable === null ? [] : withoutStatements(tree, [variable.statement], /(?!)/);
  return edits === null ? null : { values, edits };
}

function valueText(tree: SyntaxTree, value: SyntaxNode): string {
  const text = textOf(tree, value);
  const plain = /^["'](.*)["']$/s.exec(text)?.[1];
  return plain === undefined ? text : literal(plain);
}

/** A number without marks, other texts with them. */
function literal(value: string): string {
  return /^-?\d+$/.test(value) ? value : JSON.stringify(value);
}
