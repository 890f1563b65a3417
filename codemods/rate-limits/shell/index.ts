/** Rate limits in shell scripts. */

import { type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Difference } from '../../../src/migrate/index.js';
import { ALL_AT_ONCE, ERRORS, LAST } from '../../direct/index.js';
import { ANSWER_USED } from '../../planner/index.js';
import {
  asWord,
  HOLE,
  isReadByCallers,
  listEdits,
  listedInOld,
  type PlannedCall,
  piecesOf,
  quoted,
  type RuleFunction,
  type Scripts,
  type ShellCall,
  shellCalls,
  shellClassifier,
  shellRules,
  type UnreadCall,
  useOfAnswer,
  wordText,
  writtenInEither,
} from '../../shell/index.js';
import { RATE_LIMIT_RULES } from '../kind.js';
import { limitRule } from '../limit-rule.js';
import { stepsFor } from '../steps.js';

const LIMITS = shellRules(RATE_LIMIT_RULES);

export const classifyShell = shellClassifier({
  kind: LIMITS,
  reason: 'the script uses rate limiting rules; its behaviour changes are listed',
  stepsFor,
  callsOf: (files, users) => {
    const scripts = { files, all: [...files, ...users], kind: LIMITS };
    return shellCalls(files, /rate_limits/).map((one) => ('why' in one ? one : plannedCall(scripts, one)));
  },
});

function plannedCall(scripts: Scripts, call: ShellCall): PlannedCall | UnreadCall {
  const { node, method } = call;
  const fail = (why: string): UnreadCall => ({ node, why });
  const { all } = scripts;
  const [tree] = scripts.files;
  const whole = useOfAnswer(all, tree, node);
  const isOther = whole?.readings.some(({ program }) => OTHER_FIELDS.test(textOf(tree, program))) === true;
  const use = isOther ? null : whole;
  const id = call.id === null ? null : asWord(tree.text, call.id);
  if (method === 'GET' && id === null) {
    const differences = [...LIMITS.listed, ...(call.isPaged ? [ALL_AT_ONCE] : [])];
    if (use === null || isReadByCallers(all, tree, node))
      return listedInOld(scripts, call, ANSWER_USED, differences);
    const list = listEdits(tree, call, use, LIMITS);
    if (typeof list === 'string') return listedInOld(scripts, call, list, differences);
    return {
      node,
      call,
      edits: list.edits,
      differences: [...differences, ...list.differences],
      uses: list.isFunction ? { name: 'list', call } : null,
    };
  }
  const replaced = (name: RuleFunction, args: readonly string[], differences: readonly Difference[]) =>
    writtenInEither(scripts, use, { call, name, args, differences });
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
