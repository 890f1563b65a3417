/** Firewall rules in shell scripts. */

import type { Edit } from '../../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Difference } from '../../../src/migrate/model.js';
import { literally } from '../../../src/value/index.js';
import {
  ALL_AT_ONCE,
  ALL_RULES,
  ALLOW,
  DUPLICATES,
  ERRORS,
  FILTER,
  KEPT,
  NO_FILTER,
  ONE_CALL,
} from '../../direct/differences.js';
import { answerUseOf } from '../../languages/shell/answers.js';
import { type ShellCall, shellCalls, type UnreadCall } from '../../languages/shell/calls.js';
import type { RuleFunction, RuleKind } from '../../languages/shell/functions.js';
import { listEdits } from '../../languages/shell/lists.js';
import {
  type PlannedCall,
  type PlannedCalls,
  replacedBy,
  shellClassifier,
} from '../../languages/shell/plan.js';
import { asWord, type Piece } from '../../languages/shell/words.js';
import { callStatement, withoutStatements } from '../../languages/statements.js';
import { PRIORITY } from '../rule-text.js';
import { stepsFor } from '../steps.js';
import { filterSent, idVariable, ruleSent } from './rules.js';

const CUSTOM: RuleKind = {
  phase: 'http_request_firewall_custom',
  rule: 'WAF custom rule',
  names: {
    list: 'list_custom_rules',
    add: 'add_custom_rule',
    addFirst: 'add_custom_rule_first',
    update: 'update_custom_rule',
    delete: 'delete_custom_rule',
  },
};

export const classifyShell = shellClassifier({
  kind: CUSTOM,
  reason: 'the script uses custom rules; its behaviour changes are listed',
  stepsFor,
  callsOf,
});

/** A filter that is made for a rule: the statement goes with the variable that held its id. */
interface MadeFilter {
  readonly call: ShellCall;
  readonly name: string;
  readonly assignment: SyntaxNode;
  readonly expression: readonly Piece[];
}

function callsOf(tree: SyntaxTree): PlannedCalls {
  const read = shellCalls(tree, /firewall\/rules|filters/);
  const calls = read.flatMap((one) => ('why' in one ? [] : [one]));
  const filters = calls.flatMap((call) => madeFilter(tree, call));
  const folded = new Set<MadeFilter>();
  const planned = read.map((one) =>
    'why' in one || isFilterMade(one) ? one : plannedCall(tree, one, filters, folded),
  );
  const all = planned.map((one): PlannedCall | UnreadCall => {
    if ('why' in one || 'edits' in one) return one;
    const filter = [...folded].find(({ call }) => call === one);
    const edits = filter === undefined ? null : withoutStatements(tree, [filter.assignment], /\bfilter/i);
    if (edits === null)
      return {
        node: one.node,
        why: 'a filter is a part of its rule now, and which rule this one is for cannot be told',
      };
    return { node: one.node, edits, differences: [ONE_CALL], uses: null };
  });
  return withoutBases(tree, calls, all);
}

/** A variable with the address of the zone goes with the last of the commands that used it. */
function withoutBases(tree: SyntaxTree, calls: readonly ShellCall[], all: PlannedCalls): PlannedCalls {
  const bases = new Set(calls.flatMap(({ base }) => base ?? []));
  const removals = [...bases].flatMap((base) => {
    const name = /^\w+/.exec(textOf(tree, base))?.[0] ?? '';
    const uses = [...tree.text.matchAll(new RegExp(`\\$\\{?${literally(name)}\\b`, 'g'))];
    const isReplaced = (at: number) =>
      all.some((one) => 'edits' in one && one.edits.some(({ start, end }) => start <= at && at < end));
    const isGone = uses.length > 0 && uses.every(({ index }) => isReplaced(index));
    return isGone ? (withoutStatements(tree, [base], /(?!)/) ?? []) : [];
  });
  return all.map((one) => ('edits' in one ? { ...one, edits: [...one.edits, ...removals] } : one));
}

function isFilterMade({ collection, method }: ShellCall): boolean {
  return collection === 'filters' && method === 'POST';
}

function madeFilter(tree: SyntaxTree, call: ShellCall): readonly MadeFilter[] {
  const expression = isFilterMade(call) ? filterSent(tree, call.body) : null;
  const id = expression === null ? null : idVariable(tree, call.node);
  return expression === null || id === null ? [] : [{ ...id, call, expression }];
}

function plannedCall(
  tree: SyntaxTree,
  call: ShellCall,
  filters: readonly MadeFilter[],
  folded: Set<MadeFilter>,
): PlannedCall | UnreadCall {
  const fail = (why: string): UnreadCall => ({ node: call.node, why });
  const use = answerUseOf(tree, call.node);
  const isRule = call.collection === 'firewall/rules';
  const id = call.id === null ? null : asWord(tree.text, call.id);
  if (call.method === 'DELETE' && id !== null && !isRule) return filterKept(tree, call);
  if (use === null) return fail('what becomes of its answer cannot be followed');
  const replaced = (
    name: RuleFunction,
    args: readonly string[],
    differences: readonly Difference[],
    edits: readonly Edit[] = [],
  ) => replacedBy(tree, CUSTOM, { call, use, name, args, differences, edits });
  switch (call.method) {
    case 'GET': {
      if (id !== null) return fail('one rule is read, and there is no call for that any more');
      if (
        !isRule &&
        (use.isPrinted || use.readings.some(({ program }) => /\bid\b/.test(textOf(tree, program))))
      )
        return fail('ids of filters leave the script, and filters have none of their own any more');
      const list = listEdits(tree, call, use, CUSTOM);
      if (typeof list === 'string') return fail(list);
      const more = [...(call.isPaged ? [ALL_AT_ONCE] : []), ...(isRule ? [] : [FILTER])];
      return {
        node: call.node,
        edits: list.edits,
        differences: [ALLOW, PRIORITY, ALL_RULES, ...more, ...list.differences],
        uses: list.isFunction ? { name: 'list', call } : null,
      };
    }
    case 'DELETE':
      return id === null ? fail('it deletes several rules at once') : replaced('delete', [id], [ERRORS]);
    case 'POST': {
      if (id !== null) return fail('this call never existed');
      const used: MadeFilter[] = [];
      const rule = ruleSent(tree, call.body, (at) => {
        const filter = filterAt(tree, at, filters, call);
        if (filter !== null) used.push(filter);
        return filter?.expression ?? null;
      });
      if (typeof rule === 'string') return fail(rule);
      for (const filter of used) folded.add(filter);
      return replaced(
        rule.isSkip ? 'addFirst' : 'add',
        [rule.text],
        [PRIORITY, DUPLICATES, ERRORS],
        rule.edits,
      );
    }
    default: {
      if (id === null || !isRule)
        return fail('it changes several rules at once, or a filter without its rule');
      const rule = ruleSent(tree, call.body, null);
      if (typeof rule === 'string') return fail(rule);
      return replaced('update', [id, rule.text], [KEPT, ERRORS], rule.edits);
    }
  }
}

/** The filter whose id an expansion is, if it was made right before, for this rule alone. */
function filterAt(
  tree: SyntaxTree,
  at: string,
  filters: readonly MadeFilter[],
  call: ShellCall,
): MadeFilter | null {
  const [start, end] = at.split(':').map(Number);
  const name = /^\$\{?(\w+)\}?$/.exec(tree.text.slice(start, end))?.[1];
  const [filter, ...others] = filters.filter((one) => one.name === name);
  if (filter === undefined || others.length > 0) return null;
  const uses = tree.text.match(new RegExp(`\\$\\{?${literally(filter.name)}\\b`, 'g')) ?? [];
  const isBeside = closestBlock(filter.assignment) === closestBlock(call.node);
  return uses.length === 1 && isBeside && filter.assignment.start < call.node.start ? filter : null;
}

const BLOCKS: ReadonlySet<string> = new Set([
  'program',
  'compound_statement',
  'do_group',
  'if_statement',
  'else_clause',
  'elif_clause',
  'case_item',
  'subshell',
]);

function closestBlock(node: SyntaxNode): SyntaxNode | null {
  return closest(node, BLOCKS);
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

/** A filter goes with its rule. */
function filterKept(tree: SyntaxTree, call: ShellCall): PlannedCall | UnreadCall {
  const found = callStatement(tree, call.node);
  const isAll = found !== null && !doesMore(tree, found.statements);
  const edits = found === null || isAll ? null : withoutStatements(tree, found.statements, /\bfilter/i);
  return edits === null
    ? { node: call.node, why: 'a filter goes with its rule, and this command cannot be taken out alone' }
    : { node: call.node, edits, differences: [NO_FILTER], uses: null };
}
