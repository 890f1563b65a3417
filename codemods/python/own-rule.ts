/** The rule that a request in Python changes, as the program has read it before. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { keyOf, pairValue, withoutStatements } from '../languages/index.js';
import { isOwnField, ownRuleOf, staysAsRead } from '../planner/index.js';
import { functionAround, type PythonCall } from './call.js';
import { type ReadRule, readInto } from './read-rule.js';
import { type Variable, valueAt } from './variables.js';

export interface OwnRule {
  /** The variable that holds the rule which is changed. */
  readonly name: string;
  /** The variable, where a request of its own reads the rule. */
  readonly variable: Variable | null;
  readonly read: ReadRule | null;
}

/** The rule of the path: by its id, by the request that reads it, or by a comparison around the call. */
export function ownRule(tree: SyntaxTree, call: PythonCall, all: readonly PythonCall[]): OwnRule | null {
  const read = readBefore(tree, call, all);
  if (read !== null) return staysAsRead(tree.text, read.name) ? read : null;
  const name = ownRuleOf(tree, call.node, call.id ?? '');
  return name === null ? null : { name, variable: null, read: null };
}

/** `rule = get(id)["result"]` in front of the change of the same rule. */
function readBefore(tree: SyntaxTree, call: PythonCall, all: readonly PythonCall[]): OwnRule | null {
  const scope = functionAround(call.node);
  for (const node of call.body === null ? [] : walk(call.body)) {
    const variable = node.type === 'identifier' ? valueAt(tree, node) : null;
    const read = variable === null ? null : readInto(tree, variable, all);
    const isSame = read?.read.id === call.id && read?.read.zone === call.zone;
    if (variable !== null && read !== null && isSame && functionAround(variable.statement) === scope)
      return { name: variable.name, variable, read };
  }
  return null;
}

/** The request that read the rule, where only fields that are not sent any more were taken of it. */
export function unusedRead(
  tree: SyntaxTree,
  { variable, read }: OwnRule,
  removed: readonly SyntaxNode[],
  call: PythonCall,
): { readonly call: PythonCall; readonly edits: readonly Edit[] } | null {
  const isUnused = variable?.uses.every((use) => removed.some((pair) => isInside(use, pair))) === true;
  const isBeside = read?.statements.every(({ parent }) => isInside(call.node, parent ?? call.node)) === true;
  const edits =
    read === null || !isUnused || !isBeside ? null : withoutStatements(tree, read.statements, /(?!)/);
  return read === null || edits === null ? null : { call: read.read, edits };
}

/** Parts of a change that the rule has already: it is changed as it stands. */
export function ownPairs(tree: SyntaxTree, rule: SyntaxNode, own: string): readonly SyntaxNode[] {
  const parts = rule.children.filter(({ isNamed }) => isNamed);
  return parts.filter((pair, index) => {
    if (index === 0 && textOf(tree, pair) === `**${own}`) return true;
    const [key, value] = pair.type === 'pair' ? [keyOf(tree, pair), pairValue(pair)] : [null, null];
    return key !== null && value !== null && isOwnField(own, key, textOf(tree, value));
  });
}
