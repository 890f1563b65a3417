/** What becomes of the answer of a call in PHP or Ruby that creates, changes or deletes a rule. */

import type { Edit } from '../../src/analysis/index.js';
import type { Feature } from '../planner/index.js';
import { type AnswerVisit, answerOf, isSaid, type Reading, resultNodes, ruleReads } from './answers.js';
import type { RequestCall } from './call.js';
import { functionName } from './flow.js';
import type { Step } from './syntax.js';
import { assignedAt, functionAround, namesIn } from './variables.js';

export interface WriteUse {
  readonly edits: readonly Edit[];
  /** The new answer is given to callers that cannot be seen, or shown. */
  readonly isHandedOn: boolean;
  readonly isMapped: boolean;
  readonly features: readonly Feature[];
}

const USED = 'what becomes of its answer cannot be followed';
/** They are the same of the new answer. */
const STATUS =
  /^(?:status|getStatusCode|successful|failed|ok|code|success\?|status_code|wp_remote_retrieve_response_code|getReasonPhrase|clientError|serverError|is_a\?|status|code|http_code)(?:\(\))?$/;

/** `isCreation`: the new rule may be read. `mappedRule`: a rule with the fields that it had. */
export function writeUse(
  reading: Reading,
  call: RequestCall,
  {
    isCreation,
    isSkip,
    mappedRule,
  }: {
    readonly isCreation: boolean;
    readonly isSkip: boolean | null;
    readonly mappedRule: (rule: string) => string;
  },
): WriteUse | string {
  const { syntax, tree, kind, isUsedElsewhere } = reading;
  const isItem = kind.isWhole;
  const answer = answerOf(reading, call, { isItem });
  const { wholes, others, results, inner, throws, all } = answer;
  if (all.some(({ isChanged }) => isChanged)) return USED;
  if (!others.every(({ path }) => path.length === 1 && STATUS.test(path[0] ?? ''))) return USED;
  let isHandedOn = false;
  const isSeenElsewhere = (visit: AnswerVisit) =>
    isUsedElsewhere(functionName(syntax, tree, visit.node) ?? '');
  for (const visit of wholes) {
    if (visit.end === 'escape' ? !isSaid(reading, visit) : visit.end === 'returned' && isSeenElsewhere(visit))
      return USED;
    isHandedOn ||= visit.end === 'escape' || visit.end === 'returned';
  }
  if (!isCreation) {
    if (inner.length > 0 || results.some(({ end }) => end === 'escape')) return USED;
    const returned = results.filter(({ end }) => end === 'returned');
    if (returned.some(isSeenElsewhere)) return USED;
    return { edits: [], isHandedOn: isHandedOn || returned.length > 0, isMapped: false, features: [] };
  }
  const rules = isItem ? results : inner.filter(({ rest }) => rest.length === 1);
  const handed = [...(isItem ? [] : results), ...rules].filter(
    ({ end }) => end === 'escape' || end === 'returned',
  );
  const read = isItem ? inner : inner.filter(({ rest }) => rest.length > 1);
  const isRead = read.length > 0 || handed.length > 0;
  if (!isRead) return { edits: [], isHandedOn, isMapped: false, features: [] };
  const isDirect = call.sender.returns === 'result' || call.sender.returns === 'answer';
  // The rule of a response is found first, and handed on by the variable that holds it.
  const isHeld = handed.every(
    ({ node, rest, steps }) => rest.length > 0 && steps.every(({ to }) => to !== node),
  );
  if (!isDirect && !isHeld) return USED;
  const reads = ruleReads(reading, read, isItem ? 0 : 1);
  if (reads === null) return USED;
  const edits: Edit[] = [...reads];
  for (const { node, rest } of handed) {
    const [before = '', after = ''] = mappedRule('\0').split('\0');
    const [open, close] = rest.length === 0 && !isItem ? ['[', ']'] : ['', ''];
    edits.push(
      { start: node.start, end: node.start, text: `${open}${before}` },
      { start: node.end, end: node.end, text: `${after}${close}` },
    );
  }
  const steps = new Map<number, Step>();
  for (const { steps: taken, rest } of inner)
    if (rest[0] === '[]') {
      const step = taken.find(({ kind: of }) => of === 'item');
      if (step !== undefined) steps.set(step.to.end, step);
    }
  if (isItem && !isDirect) {
    const nodes = resultNodes(answer);
    if (nodes.length === 0) return USED;
    for (const node of nodes) {
      const edit = syntax.lastRule(
        tree,
        { kind: 'item', name: '0', from: node, to: node },
        isSkip === true,
        answer.throws,
      );
      if (edit === null) return USED;
      edits.push(...edit);
    }
  }
  if (!isItem)
    for (const step of steps.values()) {
      const edit =
        step.name === 'each'
          ? null
          : isDirect
            ? syntax.withoutItem(tree, step)
            : syntax.lastRule(tree, step, isSkip === true, throws);
      if (edit === null || (isSkip === null && !isDirect)) return USED;
      edits.push(...edit);
    }
  if (isDirect && !isItem) edits.push(...renamed(reading, results));
  return { edits, isHandedOn, isMapped: handed.length > 0, features: isDirect ? ['read'] : [] };
}

/** `$rules` becomes `$rule`, where it holds one now. */
function renamed({ syntax, tree }: Reading, results: readonly AnswerVisit[]): readonly Edit[] {
  return results.flatMap(({ target }) => {
    const variable = target === null ? null : assignedAt(syntax, tree, target);
    if (target === null || variable === null || !/rules$/.test(variable.name)) return [];
    const name = variable.name.slice(0, -1);
    const scope = functionAround(syntax, target) ?? tree.root;
    if (namesIn(syntax, tree, scope, name).length > 0) return [];
    return [target, ...variable.uses].map(({ start, end }) => ({ start, end, text: name }));
  });
}
