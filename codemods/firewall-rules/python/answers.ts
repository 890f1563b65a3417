/** What a program in Python reads of answers about rules, and how it reads the same of custom rules. */
import type { Edit } from '../../../src/analysis/index.js';
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../../src/grammar/index.js';
import { withoutStatements } from '../../languages/statements.js';
import { functionAround, type PythonCall } from './call.js';
import { assignmentOf } from './filters.js';

/** What the answer of a call that writes is used for: its status and its errors, which are as they were. */
export function writeUse(tree: SyntaxTree, call: PythonCall, isFirst: boolean): readonly Edit[] | string {
  const USED = 'what becomes of its answer cannot be followed';
  const chain = chainOf(call.node);
  const rest = tree.text.slice(call.node.end, chain.end);
  const outer = chain.parent;
  if (outer?.type === 'expression_statement')
    return /^(?:\.raise_for_status\(\)|\.json\(\))?$/.test(rest) ? [] : USED;
  if (isStatus(rest)) return [];
  const read = resultRead(tree, chain, rest, call, isFirst);
  if (read !== null) return [read];
  const assigned = assignmentOf(call.node);
  if (assigned === null) return USED;
  const name = textOf(tree, assigned.target);
  const start = tree.text.slice(call.node.end, assigned.value.end);
  const scope = functionAround(call.node) ?? tree.root;
  const edits: Edit[] = [];
  for (const use of usesOf(tree, scope, name, assigned.target)) {
    const whole = chainOf(use);
    const steps = start + tree.text.slice(use.end, whole.end);
    if (isStatus(steps) || steps === '.raise_for_status()') continue;
    const edit = resultRead(tree, whole, steps, call, isFirst, use.end - start.length);
    if (edit === null) return USED;
    edits.push(edit);
  }
  return edits;
}

/** Of a refusal everything is as before; of a success whether it was one. */
function isStatus(steps: string): boolean {
  return /^(?:\.ok|\.status_code|\.text|\.raise_for_status\(\)|(?:\.json\(\))?(?:\[["'](?:success|errors)["']\]|\.get\(["'](?:success|errors)["'](?:, \w+)?\)).*)$/s.test(
    steps,
  );
}

/** `…["result"][0]["id"]`: the new rule is the last one of its ruleset, or the first one. */
function resultRead(
  tree: SyntaxTree,
  chain: SyntaxNode,
  steps: string,
  { returns }: PythonCall,
  isFirst: boolean,
  from?: number,
): Edit | null {
  const pattern =
    returns === 'result'
      ? /^\[0\](?=\[["'](?:id|ref)["']\]$)/
      : /^(?:\.json\(\))?\[["']result["']\](\[0\])(?=\[["'](?:id|ref)["']\]$)/;
  const found = pattern.exec(steps);
  if (found === null) return null;
  const end = (from ?? chain.end - steps.length) + found[0].length;
  const quote = steps.includes("'") ? "'" : '"';
  return tree.text.slice(end - 3, end) === '[0]'
    ? { start: end - 3, end, text: `[${quote}rules${quote}][${isFirst ? 0 : -1}]` }
    : null;
}

/** The expression that a node begins, with all that is taken from it. */
function chainOf(node: SyntaxNode): SyntaxNode {
  let chain = node;
  while (
    chain.parent !== null &&
    ['attribute', 'call', 'subscript'].includes(chain.parent.type) &&
    chain.parent.children[0] === chain
  )
    chain = chain.parent;
  return chain;
}

function usesOf(
  tree: SyntaxTree,
  scope: SyntaxNode,
  name: string,
  target: SyntaxNode,
): readonly SyntaxNode[] {
  return [...walk(scope)].filter(
    (node) =>
      node.type === 'identifier' &&
      node !== target &&
      node.start > target.start &&
      node.field !== 'attribute' &&
      textOf(tree, node) === name &&
      node.parent?.type !== 'keyword_argument',
  );
}

export interface ListUse {
  readonly edits: readonly Edit[];
  /** The program looks at the status first. */
  readonly isChecked: boolean;
}

/** The edits that make a list of custom rules of a list of firewall rules, and of what is read of them. */
export function listUse(tree: SyntaxTree, call: PythonCall, replacement: string): ListUse | string {
  const USED = 'what becomes of the rules cannot be followed';
  const scope = functionAround(call.node) ?? tree.root;
  if (/\bresult_info\b/.test(textOf(tree, scope)))
    return 'it goes through pages, and there are none any more';
  const result =
    call.returns === 'response'
      ? /^\.json\(\)\[["']result["']\]/
      : call.returns === 'answer'
        ? /^\[["']result["']\]/
        : /^/;
  const chain = chainOf(call.node);
  const direct = result.exec(tree.text.slice(call.node.end, chain.end));
  if (direct !== null) {
    const end = call.node.end + direct[0].length;
    const list = nodeEnding(call.node, end);
    const reads = list === null ? null : readsOfList(tree, list, scope);
    return reads === null
      ? USED
      : { edits: [{ start: call.node.start, end, text: replacement }, ...reads], isChecked: false };
  }
  const assigned = assignmentOf(call.node);
  if (assigned === null || chain !== call.node) return USED;
  const name = textOf(tree, assigned.target);
  const uses = usesOf(tree, scope, name, assigned.target);
  const checks = uses.filter((use) => textOf(tree, chainOf(use)) === `${name}.raise_for_status()`);
  const [taken, ...others] = uses.filter((use) => !checks.includes(use));
  if (taken === undefined || others.length > 0) return USED;
  const taking = result.exec(tree.text.slice(taken.end, chainOf(taken).end));
  const list = taking === null ? null : nodeEnding(taken, taken.end + taking[0].length);
  const reads = list === null ? null : readsOfList(tree, list, scope);
  const statements = checks.map((use) => chainOf(use).parent).concat(assigned.statement);
  const isBlock = statements.every(
    (one) => one?.type === 'expression_statement' && one.parent === assigned.block,
  );
  const gone = statements.flatMap((one) => one ?? []).toSorted((a, b) => a.start - b.start);
  const removed = isBlock ? withoutStatements(tree, gone, /(?!)/) : null;
  if (list === null || reads === null || removed === null) return USED;
  return {
    edits: [...removed, { start: list.start, end: list.end, text: replacement }, ...reads],
    isChecked: checks.length > 0,
  };
}

function nodeEnding(node: SyntaxNode, end: number): SyntaxNode | null {
  let current: SyntaxNode | null = node;
  while (current !== null && current.end < end) current = current.parent;
  return current?.end === end ? current : null;
}

/** The reads of all rules of a list; null where a rule, or the list, goes somewhere else. */
function readsOfList(tree: SyntaxTree, list: SyntaxNode, scope: SyntaxNode): readonly Edit[] | null {
  const { parent } = list;
  if (parent?.type === 'for_statement' || parent?.type === 'for_in_clause') {
    const left = parent.children.find(({ field }) => field === 'left');
    if (list.field !== 'right' || left?.type !== 'identifier') return null;
    const within = parent.type === 'for_statement' ? parent : parent.parent;
    return within === null ? null : readsOfRule(tree, textOf(tree, left), within, left);
  }
  if (parent?.type === 'argument_list' && parent.parent?.children[0] !== undefined)
    return textOf(tree, parent.parent.children[0]) === 'len' ? [] : null;
  if (parent?.type !== 'assignment' || list.field !== 'right') return null;
  const [target] = parent.children;
  if (target?.type !== 'identifier') return null;
  const reads = usesOf(tree, scope, textOf(tree, target), target).map((use) =>
    use.parent?.type === 'not_operator' || use.field === 'condition' ? [] : readsOfList(tree, use, scope),
  );
  return reads.some((one) => one === null) ? null : reads.flatMap((one) => one ?? []);
}

const SAME: ReadonlySet<string> = new Set(['id', 'action', 'description', 'ref']);

function readsOfRule(
  tree: SyntaxTree,
  name: string,
  within: SyntaxNode,
  left: SyntaxNode,
): readonly Edit[] | null {
  const edits: Edit[] = [];
  const uses = [...walk(within)].filter(
    (node) =>
      node.type === 'identifier' &&
      node !== left &&
      node.field !== 'attribute' &&
      textOf(tree, node) === name &&
      node.parent?.type !== 'keyword_argument' &&
      !isInside(node, left),
  );
  for (const use of uses) {
    const chain = chainOf(use);
    const steps = tree.text.slice(use.end, chain.end);
    const key = /^(?:\[["'](\w+)["']\]|\.get\(["'](\w+)["']\))/.exec(steps);
    const field = key?.[1] ?? key?.[2] ?? '';
    const quote = steps.includes("'") ? "'" : '"';
    if (field === 'filter') {
      const taken = /^(?:\[["']filter["']\]|\.get\(["']filter["']\))\[["']expression["']\]/.exec(steps);
      if (taken === null) return null;
      edits.push({ start: use.end, end: use.end + taken[0].length, text: `[${quote}expression${quote}]` });
    } else if (field === 'paused') {
      if (key?.[0] !== steps) return null;
      const enabled = `${name}.get(${quote}enabled${quote}, True)`;
      const negation = closest(chain.parent, new Set(['not_operator']));
      const isNegated = negation !== null && negation === chain.parent;
      const isWhole =
        isNegated ||
        /^(?:if_statement|boolean_operator|if_clause|argument_list|conditional_expression|interpolation|keyword_argument|assignment|while_statement)$/.test(
          chain.parent?.type ?? '',
        );
      if (!isWhole) return null;
      edits.push(
        isNegated
          ? { start: negation.start, end: negation.end, text: enabled }
          : { start: chain.start, end: chain.end, text: `not ${enabled}` },
      );
    } else if (!SAME.has(field) || key?.[0] === undefined) return null;
  }
  return edits;
}
