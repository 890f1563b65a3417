/** Rate limits in shell scripts. */

import type { Edit } from '../../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../../src/migrate/model.js';
import { ALL_AT_ONCE, ALL_LIMITS, ERRORS, EXPRESSION, LAST } from '../../direct/differences.js';
import { type AnswerUse, answerUseOf } from '../../languages/shell/answers.js';
import { type ShellCall, shellCalls, type UnreadCall } from '../../languages/shell/calls.js';
import type { RuleFunction, RuleKind } from '../../languages/shell/functions.js';
import { programOnAdded } from '../../languages/shell/jq.js';
import { listEdits } from '../../languages/shell/lists.js';
import { functionsEdit } from '../../languages/shell/placing.js';
import { asWord, HOLE, piecesOf, quoted, wordText } from '../../languages/shell/words.js';
import { editsHere, marker } from '../../places/verdicts.js';
import { limitRule } from '../limit-rule.js';
import { stepsFor } from '../steps.js';

const LIMITS: RuleKind = {
  phase: 'http_ratelimit',
  rule: 'rate limiting rule',
  names: {
    list: 'list_rate_limit_rules',
    add: 'add_rate_limit_rule',
    addFirst: 'add_rate_limit_rule_first',
    update: 'update_rate_limit_rule',
    delete: 'delete_rate_limit_rule',
  },
};

interface PlannedCall {
  readonly node: SyntaxNode;
  readonly edits: readonly Edit[];
  readonly differences: readonly Difference[];
  readonly uses: { readonly name: RuleFunction; readonly call: ShellCall } | null;
}

interface FilePlan {
  readonly calls: readonly (PlannedCall | UnreadCall)[];
  readonly functions: readonly Edit[] | string;
}

const plans = new WeakMap<SyntaxTree, FilePlan>();

export function classifyShell(site: Site, around: Surroundings): Verdict | null {
  const tree = around.treeOf(site.file.path);
  if (tree === null || tree.language !== 'shell' || site.finding.kind !== 'endpoint') return null;
  const byHand = (reason: string) => marker(reason, stepsFor(site));
  if (tree.errors.length > 0) return byHand('its file has syntax errors');
  const plan = plans.get(tree) ?? planOf(tree);
  plans.set(tree, plan);
  const { start, end } = site.finding.at;
  const planned = plan.calls.find(({ node }) => node.start <= start && end <= node.end);
  if (planned === undefined) return byHand('the path is not written where the request is');
  if ('why' in planned) return byHand(planned.why);
  const functions = planned.uses === null ? [] : plan.functions;
  if (typeof functions === 'string') return byHand(functions);
  return {
    strategy: 'in-place',
    level: 'review',
    reason: 'the script uses rate limiting rules; its behaviour changes are listed',
    edits: editsHere(site, [...planned.edits, ...functions]),
    differences: planned.differences,
  };
}

function planOf(tree: SyntaxTree): FilePlan {
  const calls = shellCalls(tree, /rate_limits/).map((one) => ('why' in one ? one : plannedCall(tree, one)));
  const uses = calls.flatMap((one) => ('uses' in one && one.uses !== null ? [one.uses] : []));
  return { calls, functions: functionsEdit(tree, LIMITS, uses) };
}

function plannedCall(tree: SyntaxTree, call: ShellCall): PlannedCall | UnreadCall {
  const { node, method } = call;
  const fail = (why: string): UnreadCall => ({ node, why });
  const use = answerUseOf(tree, node);
  if (use === null || use.readings.some(({ program }) => OTHER_FIELDS.test(textOf(tree, program))))
    return fail('what becomes of its answer cannot be followed');
  const zone = asWord(tree.text, call.zone);
  const id = call.id === null ? null : asWord(tree.text, call.id);
  if (method === 'GET' && id === null) {
    const list = listEdits(tree, call, use, LIMITS);
    if (typeof list === 'string') return fail(list);
    return {
      node,
      edits: list.edits,
      differences: [EXPRESSION, ALL_LIMITS, ...(call.isPaged ? [ALL_AT_ONCE] : []), ...list.differences],
      uses: list.isFunction ? { name: 'list', call } : null,
    };
  }
  const replaced = (name: RuleFunction, args: readonly string[], differences: readonly Difference[]) => {
    const reads = readsOfWrite(tree, use, call);
    if (reads === null) return fail('what it reads of the answer has no counterpart');
    const text = [LIMITS.names[name], zone, ...args].join(' ');
    return {
      node,
      edits: [{ start: node.start, end: node.end, text }, ...reads],
      differences,
      uses: { name, call },
    };
  };
  if (method === 'DELETE' && id !== null) return replaced('delete', [id], [ERRORS]);
  if (method !== 'POST' || id !== null)
    return fail('only what lists, creates or deletes limits is rewritten');
  const limit = limitSent(tree, call.body);
  if (typeof limit === 'string') return fail(limit);
  return replaced('add', [limit.text], [...limit.differences, LAST, ERRORS]);
}

/** They have another place in rules, or another form. */
const OTHER_FIELDS = /\.(?:action|paused|filter|expression|result\.\w+\.\w+)\b/;

interface SentLimit {
  readonly text: string;
  readonly differences: readonly Difference[];
}

/** The rule for a limit that is written out as JSON in the command. */
function limitSent(tree: SyntaxTree, body: SyntaxNode | null): SentLimit | string {
  const pieces = body === null ? null : piecesOf(tree, body);
  const written = pieces === null ? null : wordText(pieces);
  if (body === null || written === null || written.includes(HOLE))
    return 'what it sends is not one limit that is written out';
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return 'what it sends cannot be read as JSON';
  }
  const limit = limitRule(value, new Map());
  if ('why' in limit) return limit.why;
  const lines = JSON.stringify(limit.rule, null, 2).replace(
    /\[\s+("[^"\n]*"),\s+("[^"\n]*")\s+\]/g,
    '[$1, $2]',
  );
  const json = written.includes('\n') ? lines : JSON.stringify(limit.rule);
  return { text: `'${quoted(json, 'single')}'`, differences: limit.differences };
}

function readsOfWrite(
  tree: SyntaxTree,
  { readings }: AnswerUse,
  { prints }: ShellCall,
): readonly Edit[] | null {
  const edits = readings.map(({ program }): Edit | null => {
    const written = textOf(tree, program);
    const isQuoted = program.type !== 'word';
    const read = programOnAdded(isQuoted ? written.slice(1, -1) : written, prints, false);
    const quote = isQuoted ? written.charAt(0) : read !== null && /[[\]]/.test(read) ? "'" : '';
    return read === null ? null : { start: program.start, end: program.end, text: quote + read + quote };
  });
  return edits.includes(null) ? null : edits.flatMap((edit) => edit ?? []);
}
