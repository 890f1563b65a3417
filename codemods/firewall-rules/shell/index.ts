/** Firewall rules in shell scripts. */

import type { Edit } from '../../../src/analysis/index.js';
import {
  FILTER as FILTER_FIELDS,
  FIREWALL_RULE,
  type Mapping,
  writeKind,
} from '../../../src/convert/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import type { Difference } from '../../../src/migrate/index.js';
import { ALL_AT_ONCE, DUPLICATES, ERRORS, FILTER, KEPT, ONE_CALL } from '../../direct/differences.js';
import { withoutStatements } from '../../languages/statements.js';
import { ANSWER_USED } from '../../planner/index.js';
import {
  type AnswerUse,
  assignmentsOf,
  asWord,
  isReadByCallers,
  listEdits,
  listedInOld,
  type PlannedCall,
  type PlannedCalls,
  type RuleFunction,
  type Scripts,
  type ShellCall,
  shellCalls,
  shellClassifier,
  shellRules,
  type UnreadCall,
  useOfAnswer,
  usesOfValue,
  writtenInEither,
} from '../../shell/index.js';
import { CUSTOM_RULES } from '../kind.js';
import { PLACE_KEPT, PRIORITY } from '../rule-text.js';
import { stepsFor } from '../steps.js';
import { deletionPlan, type FilterDeletions, filterDeletions } from './filter-deletions.js';
import { filterAt, isFilterMade, type MadeFilter, madeFilter } from './made-filters.js';
import { type Folded, ruleSent, type SentRule } from './rules.js';

const CUSTOM = shellRules(CUSTOM_RULES);

export const classifyShell = shellClassifier({
  kind: CUSTOM,
  reason: 'the script uses custom rules; its behaviour changes are listed',
  stepsFor,
  callsOf,
});

/** The description of a filter was its own. */
const EXPRESSION_ALONE: Mapping = {
  ...FILTER_FIELDS,
  fields: FILTER_FIELDS.fields.filter(({ old }) => old !== 'description'),
};

const ADDERS = { plain: 'add', skip: 'addFirst', any: 'addAny' } as const;

function callsOf(files: readonly [SyntaxTree, ...SyntaxTree[]], users: readonly SyntaxTree[]): PlannedCalls {
  const scripts = { files, all: [...files, ...users], kind: CUSTOM };
  const [tree] = files;
  const read = shellCalls(files, /firewall\/rules|filters/);
  const calls = read.flatMap((one) => ('why' in one ? [] : [one]));
  const filters = calls.flatMap((call) => madeFilter(tree, call) ?? []);
  const folded = new Set<MadeFilter>();
  const deletions = filterDeletions(tree, calls);
  const planned = read.map((one) =>
    'why' in one || isFilterMade(one)
      ? one
      : (deletionPlan(one, deletions) ?? plannedCall(scripts, one, { filters, folded, deletions })),
  );
  return planned.map((one): PlannedCall | UnreadCall => {
    if ('why' in one || 'edits' in one) return one;
    const filter = [...folded].find(({ call }) => call === one);
    const edits = filter === undefined ? null : withoutFilter(tree, filter);
    if (edits === null)
      return {
        node: one.node,
        why: 'a filter is a part of its rule now, and its rule was not found',
      };
    return { node: one.node, call: one, edits, differences: [ONE_CALL], uses: null };
  });
}

function withoutFilter(tree: SyntaxTree, { statements, declared }: MadeFilter): readonly Edit[] | null {
  const isEmptied = ({ children }: SyntaxNode) =>
    children.every((one) => !one.isNamed || declared.includes(one));
  const emptied = declared.flatMap(({ parent }) => (parent !== null && isEmptied(parent) ? [parent] : []));
  const edits = withoutStatements(tree, [...statements, ...emptied], /\bfilter/i);
  const names = declared.filter(({ parent }) => parent === null || !emptied.includes(parent));
  const taken = names.map(({ start, end }) => ({
    start: tree.text.slice(0, start).trimEnd().length,
    end,
    text: '',
  }));
  return edits === null ? null : [...edits, ...taken];
}

interface Filters {
  readonly filters: readonly MadeFilter[];
  /** Those whose expression is sent with a rule. */
  readonly folded: Set<MadeFilter>;
  readonly deletions: FilterDeletions;
}

function plannedCall(
  scripts: Scripts,
  call: ShellCall,
  { filters, folded, deletions }: Filters,
): PlannedCall | UnreadCall {
  const { all } = scripts;
  const [tree] = scripts.files;
  const fail = (why: string): UnreadCall => ({ node: call.node, why });
  const whole = useOfAnswer(all, tree, call.node);
  const use = whole === null ? null : without(whole, deletions.statements);
  const isRule = call.collection === 'firewall/rules';
  const id = call.id === null ? null : asWord(tree.text, call.id);
  if (call.method === 'DELETE' && !isRule)
    return fail('a filter goes with its rule, and this command cannot be taken out alone');
  const replaced = (
    name: RuleFunction,
    args: readonly string[],
    differences: readonly Difference[],
    { edits = [], kept = [] }: Partial<Pick<SentRule, 'edits' | 'kept'>> = {},
  ) => writtenInEither(scripts, use, { call, name, args, differences, edits, kept });
  switch (call.method) {
    case 'GET': {
      if (id !== null) return fail('one rule is read, and there is no call for that any more');
      if (isRule && (use === null || readsAction(tree, use)) && asksForAllow(tree))
        return fail('it looks for rules that allow, which skip now');
      const differences = [...CUSTOM.listed, ...(call.isPaged ? [ALL_AT_ONCE] : [])];
      if (isRule && isReadByCallers(all, tree, call.node))
        return listedInOld(scripts, call, ANSWER_USED, differences);
      if (use === null)
        return isRule ? listedInOld(scripts, call, ANSWER_USED, differences) : fail(ANSWER_USED);
      if (
        !isRule &&
        (use.isPrinted || use.readings.some(({ program }) => /\bid\b/.test(textOf(tree, program))))
      )
        return fail('ids of filters leave the script, and filters have none of their own any more');
      const list = listEdits(tree, call, use, CUSTOM);
      if (typeof list === 'string')
        return isRule ? listedInOld(scripts, call, list, differences) : fail(list);
      return {
        node: call.node,
        call,
        edits: list.edits,
        differences: [...differences, ...(isRule ? [] : [FILTER]), ...list.differences],
        uses: list.isFunction ? { name: 'list', call } : null,
      };
    }
    case 'DELETE':
      return id === null ? fail('it deletes several rules at once') : replaced('delete', [id], [ERRORS]);
    case 'POST': {
      if (id !== null) return fail('this call never existed');
      const used: MadeFilter[] = [];
      const madeAt: Folded = (at) => {
        const filter = filterAt(tree, at, filters, call);
        if (filter !== null) used.push(filter);
        return filter?.expression ?? null;
      };
      const rule = ruleSent(tree, call.body, { folded: madeAt, kind: 'creation', mapping: FIREWALL_RULE });
      if (typeof rule === 'string') return fail(rule);
      for (const filter of used) folded.add(filter);
      return replaced(ADDERS[rule.kind], [rule.text], [PRIORITY, DUPLICATES, ERRORS], rule);
    }
    default: {
      if (id === null || !(isRule || isFilterOfRule(tree, call)))
        return fail('it changes several rules at once, or a filter without its rule');
      const kind = isRule ? writeKind(call.method) : 'change';
      const mapping = isRule ? FIREWALL_RULE : EXPRESSION_ALONE;
      const rule = ruleSent(tree, call.body, { folded: null, kind, mapping });
      if (typeof rule === 'string') return fail(rule);
      const update = rule.hasAction ? 'updateAction' : 'update';
      const differences = [KEPT, ERRORS, ...(rule.hasPriority ? [PLACE_KEPT] : [])];
      return replaced(update, [id, rule.text], differences, rule);
    }
  }
}

/** `id=$(… | jq -r .filter.id)`: the id of the filter of a rule, which is that of the rule now. */
function isFilterOfRule(tree: SyntaxTree, { id, node }: ShellCall): boolean {
  const [piece] = id ?? [];
  const name = /^\$\{?(\w+)\}?$/.exec(
    piece === undefined ? '' : tree.text.slice(piece.start, piece.end),
  )?.[1];
  if (name === undefined) return false;
  const given = assignmentsOf(tree, name, node).filter((one) =>
    usesOfValue(tree, name, one).some((use) => isInside(use, node)),
  );
  return given.length > 0 && given.every((one) => /\.filter\.id["']?\)["']?$/.test(textOf(tree, one)));
}

function readsAction(tree: SyntaxTree, { readings }: AnswerUse): boolean {
  return readings.some(({ program }) => /\.action\b/.test(textOf(tree, program)));
}

/** `[ "$action" = allow ]` and `case $action in allow)` */
function asksForAllow(tree: SyntaxTree): boolean {
  return walk(tree.root).some(
    (node) =>
      /^["']?allow["']?$/.test(textOf(tree, node)) &&
      /^(?:case_item|binary_expression|test_command|command)$/.test(node.parent?.type ?? ''),
  );
}

/** What is left to read an answer. */
function without(use: AnswerUse, gone: readonly SyntaxNode[]): AnswerUse {
  const isGone = (program: SyntaxNode) => gone.some((statement) => isInside(program, statement));
  return { ...use, readings: use.readings.filter(({ program }) => !isGone(program)) };
}
