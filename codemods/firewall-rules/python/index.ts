/**
 * Firewall rules in Python. A file is planned as a whole: its calls hand ids to each other, and the functions that
 * replace them are written in one place.
 */
import type { Edit } from '../../../src/analysis/index.js';
import {
  closest,
  isInside,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../../src/grammar/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../../src/migrate/model.js';
import { ALL_AT_ONCE, ALL_RULES, ALLOW, DUPLICATES, ERRORS, KEPT } from '../../direct/differences.js';
import { editsHere, marker } from '../../places/verdicts.js';
import { PRIORITY } from '../rule-text.js';
import { stepsFor } from '../steps.js';
import { listUse, writeUse } from './answers.js';
import { callsIn, functionAround, localNames, type PythonCall } from './call.js';
import { filterFor } from './filters.js';
import { type FunctionName, functionText, type Writing } from './functions.js';
import { ruleSent, ruleText } from './rules.js';

interface FunctionUse {
  readonly name: FunctionName;
  readonly call: PythonCall;
  readonly isChecked: boolean;
  readonly isSkip: boolean;
}

interface PlannedCall {
  readonly node: SyntaxNode;
  readonly edits: readonly Edit[];
  readonly differences: readonly Difference[];
  /** The function that it calls; none where it only goes. */
  readonly uses: FunctionUse | null;
}

interface Failed {
  readonly node: SyntaxNode;
  readonly why: string;
}

interface FilePlan {
  readonly calls: readonly (PlannedCall | Failed)[];
  /** The new functions, or why they cannot be written. */
  readonly functions: Edit | string;
}

const SEVERAL = 'it changes or deletes several rules at once';

const plans = new WeakMap<SyntaxTree, FilePlan>();

export function classifyPython(site: Site, around: Surroundings): Verdict | null {
  const tree = around.treeOf(site.file.path);
  if (tree === null || site.finding.kind !== 'endpoint') return null;
  const byHand = (reason: string) => marker(reason, stepsFor(site));
  if (tree.errors.length > 0) return byHand('its file has syntax errors');
  const plan = plans.get(tree) ?? planOf(tree);
  plans.set(tree, plan);
  const { start, end } = site.finding.at;
  const planned = plan.calls.find(({ node }) => node.start <= start && end <= node.end);
  if (planned === undefined) return byHand('the path is not written where the call is');
  if ('why' in planned) return byHand(planned.why);
  if (typeof plan.functions === 'string') return byHand(plan.functions);
  return {
    strategy: 'in-place',
    level: 'review',
    reason: 'the call becomes one of a small function that uses custom rules',
    edits: editsHere(site, [...planned.edits, plan.functions]),
    differences: planned.differences,
  };
}

function planOf(tree: SyntaxTree): FilePlan {
  const read = callsIn(tree);
  const calls = read.flatMap((one) => ('why' in one ? [] : [one]));
  const filters = calls.filter(({ collection }) => collection === 'filters');
  const folded = new Map<PythonCall, readonly Edit[]>();
  const rules = read.map((one) =>
    'why' in one || one.collection === 'filters' ? one : planned(tree, one, filters, folded),
  );
  const all = rules.map((one): PlannedCall | Failed => {
    if ('why' in one || 'edits' in one) return one;
    const edits = folded.get(one);
    if (edits === undefined)
      return {
        node: one.node,
        why: 'a filter is a part of its rule now, and which rule this one is for cannot be told',
      };
    return { node: one.node, edits, differences: [], uses: null };
  });
  return { calls: all, functions: functionsEdit(tree, all) };
}

function planned(
  tree: SyntaxTree,
  call: PythonCall,
  filters: readonly PythonCall[],
  folded: Map<PythonCall, readonly Edit[]>,
): PlannedCall | Failed {
  const fail = (why: string): Failed => ({ node: call.node, why });
  const handed = parametersFor(tree, call);
  if (typeof handed === 'string') return fail(handed);
  const target = handed.isMethod ? 'self.' : '';
  const called = (name: FunctionName, ...args: readonly string[]) =>
    `${target}${name}(${[...handed.names, call.zone, ...args].join(', ')})`;
  if (call.query !== null && call.method !== 'GET') return fail(SEVERAL);
  if (call.query !== null && !isPaging(tree, call.query))
    return fail('it asks for some of the rules only, or that cannot be told');
  if (call.method === 'GET') {
    if (call.id !== null) return fail('one rule is read, and there is no call for that any more');
    const use = listUse(tree, call, called('list_custom_rules'));
    if (typeof use === 'string') return fail(use);
    const paging = call.query === null ? [] : [ALL_AT_ONCE];
    return {
      node: call.node,
      edits: use.edits,
      differences: [ALLOW, PRIORITY, ALL_RULES, ...paging],
      uses: { name: 'list_custom_rules', call, isChecked: use.isChecked, isSkip: false },
    };
  }
  const replaced = (
    [name, ...args]: readonly [FunctionName, ...string[]],
    differences: readonly Difference[],
    { isFirst = false, edits = [] }: { readonly isFirst?: boolean; readonly edits?: readonly Edit[] } = {},
  ): PlannedCall | Failed => {
    const use = writeUse(tree, call, isFirst);
    if (typeof use === 'string') return fail(use);
    const { start, end } = call.node;
    return {
      node: call.node,
      edits: [{ start, end, text: called(name, ...args) }, ...use, ...edits],
      differences,
      uses: { name, call, isChecked: false, isSkip: isFirst },
    };
  };
  if (call.method === 'DELETE' && call.id !== null)
    return replaced(['delete_custom_rule', call.id], [ERRORS]);
  if (call.method === 'POST' && call.id === null) {
    const found: { readonly call: PythonCall; readonly edits: readonly Edit[] }[] = [];
    const rule = ruleSent(tree, call.body, (id) => {
      const made = filterFor(tree, id, filters, /\bfilter/i);
      if (made !== null) found.push({ call: made.call, edits: made.filter.edits });
      return made?.filter.expression ?? null;
    });
    if (typeof rule === 'string') return fail(rule);
    for (const one of found) folded.set(one.call, one.edits);
    return replaced(['add_custom_rule', rule.text], [...rule.differences, DUPLICATES, ERRORS], {
      isFirst: rule.isSkip,
      edits: found.flatMap(({ edits }) => edits),
    });
  }
  if ((call.method === 'PUT' || call.method === 'PATCH') && call.id !== null) {
    if (call.body?.type !== 'dictionary') return fail('what it sends is not written out here');
    const rule = ruleText(tree, call.body, null);
    if (typeof rule === 'string') return fail(rule);
    return replaced(['update_custom_rule', call.id, rule.text], [KEPT, ERRORS]);
  }
  return fail(SEVERAL);
}

function isPaging(tree: SyntaxTree, query: SyntaxNode): boolean {
  return /^params\s*=\s*\{\s*["'](?:per_page|page)["']\s*:\s*\d+\s*(?:,\s*["']per_page["']\s*:\s*\d+\s*)?,?\s*\}$/.test(
    textOf(tree, query),
  );
}

interface Handed {
  readonly names: readonly string[];
  readonly isMethod: boolean;
}

/** What a new function has to be given of the names that the call uses. */
function parametersFor(tree: SyntaxTree, call: PythonCall): Handed | string {
  const around = functionAround(call.node);
  const local = around === null ? new Set<string>() : localNames(tree, around);
  const outer = around === null ? null : functionAround(around);
  if (outer !== null) return 'the function around it stands in another one';
  const isMethod = call.names.includes('self');
  const names = call.names.filter((name) => local.has(name) && name !== 'self');
  if (isMethod && around !== null && closest(around.parent, new Set(['class_definition'])) === null)
    return 'what self is cannot be told';
  return { names, isMethod };
}

/** All new functions of a file, behind its imports and constants or at the end of the class that has the client. */
function functionsEdit(tree: SyntaxTree, calls: readonly (PlannedCall | Failed)[]): Edit | string {
  const uses = calls.flatMap((one) => ('uses' in one && one.uses !== null ? [one.uses] : []));
  const [first] = uses;
  if (first === undefined) return 'nothing is left that needs a function';
  const handed = uses.map(({ call }) => parametersFor(tree, call));
  const shapes = new Set(
    uses.map(({ call }, index) => JSON.stringify([handed[index], call.again('GET', ''), call.returns])),
  );
  const [shape] = handed;
  if (shapes.size > 1 || shape === undefined || typeof shape === 'string')
    return 'its calls are sent in different ways, and one set of functions cannot serve them all';
  const names: readonly FunctionName[] = [...new Set(uses.map(({ name }) => name))].sort();
  if (names.some((name) => new RegExp(`\\b${name}\\b`).test(tree.text)))
    return 'a name of the new functions is taken';
  const holder = shape.isMethod ? closest(first.call.node, new Set(['class_definition'])) : null;
  const classes = new Set(
    uses.map(({ call }) => (shape.isMethod ? closest(call.node, new Set(['class_definition'])) : null)),
  );
  if (classes.size > 1) return 'its calls stand in different classes';
  const writing: Writing = {
    parameters: shape.isMethod ? ['self', ...shape.names] : shape.names,
    indent: holder === null ? '' : '    ',
    isTyped: /^[ \t]*def \w+\([^)]*\w: \w/m.test(tree.text),
    hasDocstrings: /^[ \t]*(?:"""|''')/m.test(tree.text),
    quote: (tree.text.match(/"/g)?.length ?? 0) >= (tree.text.match(/'/g)?.length ?? 0) ? '"' : "'",
    isChecked: uses.some(({ isChecked }) => isChecked),
    hasSkips: uses.some(({ isSkip }) => isSkip),
  };
  const texts = names.map((name) => {
    const use = uses.find((one) => one.name === name) ?? first;
    return functionText(name, use.call, writing);
  });
  return holder === null
    ? atModule(
        tree,
        texts,
        uses.map(({ call }) => call.node),
      )
    : atEndOfClass(tree, holder, texts);
}

/** Above the first function, or above the first statement that calls one of the new functions. */
function atModule(tree: SyntaxTree, texts: readonly string[], calls: readonly SyntaxNode[]): Edit {
  const statements = tree.root.children;
  const isUse = (node: SyntaxNode) => calls.some((call) => isInside(call, node));
  const first = statements.findIndex((node) => DEFINITIONS.has(node.type) || isUse(node));
  let next = statements[first];
  // Comments above a statement belong to it.
  for (let at = first - 1; at >= 0 && isRightAbove(tree, statements[at], next); at--) next = statements[at];
  const text = texts.join('\n\n\n');
  if (next === undefined) return { start: tree.text.length, end: tree.text.length, text: `\n\n${text}\n` };
  const before = /\n*$/.exec(tree.text.slice(0, next.start))?.[0].length ?? 0;
  return {
    start: next.start,
    end: next.start,
    text: `${'\n'.repeat(Math.max(0, 3 - before))}${text}\n\n\n`,
  };
}

const DEFINITIONS: ReadonlySet<string> = new Set([
  'function_definition',
  'class_definition',
  'decorated_definition',
]);

function isRightAbove(
  tree: SyntaxTree,
  comment: SyntaxNode | undefined,
  next: SyntaxNode | undefined,
): boolean {
  return (
    comment?.type === 'comment' && next !== undefined && /^\n$/.test(tree.text.slice(comment.end, next.start))
  );
}

function atEndOfClass(tree: SyntaxTree, holder: SyntaxNode, texts: readonly string[]): Edit {
  const last = [...walk(holder)].reduce(
    (end, node) => Math.max(end, /\S/.test(textOf(tree, node).slice(-1)) ? node.end : 0),
    0,
  );
  return { start: last, end: last, text: `\n\n${texts.join('\n\n')}` };
}
