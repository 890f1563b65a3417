/** Statements that delete filters: they go, with loops that do nothing else and what gathers ids for them. */

import type { Edit } from '../../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import { NO_FILTER } from '../../direct/differences.js';
import { callStatement, withoutStatements } from '../../languages/statements.js';
import {
  assignmentAround,
  isExported,
  nameOf,
  type PlannedCall,
  type ShellCall,
  usesOf,
} from '../../shell/index.js';
import { onlySays, statementOf } from './made-filters.js';

export interface FilterDeletions {
  /** All that goes. */
  readonly statements: readonly SyntaxNode[];
  readonly edits: readonly Edit[];
}

const NONE: FilterDeletions = { statements: [], edits: [] };

export function filterDeletions(tree: SyntaxTree, calls: readonly ShellCall[]): FilterDeletions {
  const deletions = calls.filter(
    ({ collection, method, id }) => collection === 'filters' && method === 'DELETE' && id !== null,
  );
  const isKnown = (command: SyntaxNode) =>
    READS.test(textOf(tree, command)) ||
    calls.some((call) => call.node === command && (call.method === 'GET' || deletions.includes(call)));
  const onlyReads = (statement: SyntaxNode) =>
    walk(statement).every((one) => one.type !== 'command' || isKnown(one));
  const gone = deletions.flatMap((call) => {
    const statements = goneWith(tree, call);
    return statements.every(onlyReads) ? statements : [];
  });
  const statements = [...gone, ...calls.flatMap((call) => listGone(tree, call, gone))];
  const blocks = new Set(statements.map(({ parent }) => parent));
  const edits = [...blocks].map((block) =>
    withoutStatements(
      tree,
      statements.filter(({ parent }) => parent === block),
      /\bfilter/i,
    ),
  );
  return doesMore(tree, statements) && !edits.includes(null)
    ? { statements, edits: edits.flatMap((one) => one ?? []) }
    : NONE;
}

/** A call that deletes a filter, or lists filters for those that do. */
export function deletionPlan(call: ShellCall, { statements, edits }: FilterDeletions): PlannedCall | null {
  const { node } = call;
  const isGone = statements.some((statement) => isInside(node, statement));
  return isGone ? { node, call, edits, differences: [NO_FILTER], uses: null } : null;
}

/** Commands that change nothing. */
const READS =
  /^(?:echo|printf|jq|cat|grep|sort|uniq|head|tail|tr|cut|sed|awk|wc|read|sleep|exit|return|test|\[|true|:)(?:\s|$)/;

function goneWith(tree: SyntaxTree, call: ShellCall): readonly SyntaxNode[] {
  const [statement] = callStatement(tree, call.node)?.statements ?? [];
  if (statement === undefined) return [];
  const whole = wholeOf(tree, statement);
  const variable = idOf(tree, call, whole);
  const given = variable === null ? [] : gathered(tree, variable, whole);
  return [...given, whole];
}

const AROUND: ReadonlySet<string> = new Set([
  'do_group',
  'for_statement',
  'while_statement',
  'if_statement',
  'pipeline',
  'redirected_statement',
]);

/** With the loop and the condition around it that have nothing else to do. */
function wholeOf(tree: SyntaxTree, statement: SyntaxNode): SyntaxNode {
  const { parent } = statement;
  if (parent === null || !AROUND.has(parent.type)) return statement;
  if (parent.type === 'redirected_statement' || parent.type === 'pipeline') return wholeOf(tree, parent);
  const isElse = parent.children.some(({ type }) => /^(?:else|elif)_clause$/.test(type));
  const others = parent.children.filter(
    (one) => one.isNamed && one !== statement && one.field !== 'condition' && one.type !== 'comment',
  );
  const isAlone =
    !/^(?:do_group|if_statement)$/.test(parent.type) || others.every((one) => onlySays(tree, one));
  return isElse || !isAlone ? statement : wholeOf(tree, parent);
}

/** The variable with the ids: the one that a loop goes through, or the one of the call. */
function idOf(tree: SyntaxTree, { id }: ShellCall, whole: SyntaxNode): string | null {
  const [hole, ...more] = id ?? [];
  const own = hole === undefined || more.length > 0 ? '' : tree.text.slice(hole.start, hole.end);
  const name = /^\$\{?(\w+)\}?$/.exec(own)?.[1] ?? null;
  if (whole.type !== 'for_statement') return name;
  const variable = whole.children.find(({ field }) => field === 'variable');
  const [value, ...others] = whole.children.filter(({ field }) => field === 'value');
  if (variable === undefined || textOf(tree, variable) !== name || value === undefined || others.length > 0)
    return null;
  return /^"?\$\{?(\w+)(?:\[@\])?\}?"?$/.exec(textOf(tree, value))?.[1] ?? null;
}

/** `ids=$(… | jq -r '.result[].filter.id')`, which nothing else uses. */
function gathered(tree: SyntaxTree, variable: string, whole: SyntaxNode): readonly SyntaxNode[] {
  if (isExported(tree, variable)) return [];
  const statements = (whole.parent?.children ?? []).filter((one) => {
    const assignment = one.type === 'declaration_command' ? one.children.find(({ isNamed }) => isNamed) : one;
    return assignment?.type === 'variable_assignment' && nameOf(tree, assignment) === variable;
  });
  const looks = (whole.parent?.children ?? []).filter(
    (one) =>
      one.isNamed &&
      one !== whole &&
      onlySays(tree, one) &&
      usesOf(tree, variable, whole).some((use) => isInside(use, one)),
  );
  const gone = [...statements, ...looks, whole];
  const isOther = usesOf(tree, variable, whole).some((use) => !gone.some((one) => isInside(use, one)));
  return isOther ? [] : [...statements, ...looks];
}

/** `filters=$(curl …/filters)`, where only what goes reads it. */
function listGone(tree: SyntaxTree, call: ShellCall, gone: readonly SyntaxNode[]): readonly SyntaxNode[] {
  if (call.collection !== 'filters' || call.method !== 'GET') return [];
  const assignment = assignmentAround(call.node);
  const name = assignment === null ? null : nameOf(tree, assignment);
  const uses = name === null || isExported(tree, name) ? [] : usesOf(tree, name, call.node);
  const isRead = uses.some((use) => !gone.some((one) => isInside(use, one)));
  return assignment === null || uses.length === 0 || isRead || gone.some((one) => isInside(assignment, one))
    ? []
    : [statementOf(assignment)];
}

/** The script has something else to do than to prepare what goes. */
function doesMore({ root, text }: SyntaxTree, gone: readonly SyntaxNode[]): boolean {
  return root.children.some(
    (node) =>
      node.isNamed &&
      !gone.includes(node) &&
      !/^(?:comment|variable_assignment|declaration_command|variable_assignments)$/.test(node.type) &&
      !/^(?:source|\.|set|cd|export|readonly|shopt)\s/.test(text.slice(node.start, node.end)),
  );
}
