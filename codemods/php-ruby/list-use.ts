/** What becomes of a call in PHP or Ruby that lists rules. */

import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, textOf } from '../../src/grammar/index.js';
import { withoutStatements } from '../languages/statements.js';
import type { Feature } from '../planner/index.js';
import { type Answer, answerOf, type Reading, resultNodes, ruleReads, withDefault } from './answers.js';
import type { RequestCall } from './call.js';
import { assignedAt } from './variables.js';
import { isSure } from './writing.js';

export interface ListUse {
  readonly edits: readonly Edit[];
  /** The function that it calls; none where the address alone changes. */
  readonly role: 'list' | 'answer' | null;
  readonly features: readonly Feature[];
  readonly isMapped: boolean;
}

export interface ListTexts {
  readonly list: string;
  readonly answer: string;
  /** Source of the path of the entry point. */
  readonly entryPoint: string;
  /** A list whose rules get the fields that they had. */
  readonly mapped: (list: string) => string;
}

const USED = 'what becomes of the rules cannot be followed';

/** `isMapped`: the answers of all such calls hold rules with the old fields. */
export function listUse(
  reading: Reading,
  call: RequestCall,
  texts: ListTexts,
  isMapped = false,
): ListUse | string {
  const answer = answerOf(reading, call);
  const { wholes, statuses, others, results, inner, throws } = answer;
  if (others.some(({ path }) => path[0] === 'result_info'))
    return 'it goes through pages, and there are none any more';
  if (others.length > 0) return USED;
  if ([...wholes, ...statuses].some(({ isChanged }) => isChanged)) return USED;
  const reads = ruleReads(reading, [...results, ...inner], 1);
  const { returns } = call.sender;
  const replaced = (text: string): Edit => ({ start: call.node.start, end: call.node.end, text });
  // Where the API refuses there may be no rules to map: the new function knows.
  if (returns === 'result' && !isSure({ call })) {
    const isWhole = isMapped || reads === null;
    return {
      edits: [replaced(texts.list), ...(isWhole ? [] : (reads ?? []))],
      role: 'list',
      features: isWhole ? ['mapped'] : [],
      isMapped: isWhole,
    };
  }
  if (returns === 'result')
    return reads === null
      ? { edits: [replaced(texts.mapped(texts.list))], role: 'list', features: [], isMapped: true }
      : { edits: [replaced(texts.list), ...reads], role: 'list', features: [], isMapped: false };
  const isHandedOn = wholes.some(({ end }) => end === 'escape' || end === 'returned');
  if (returns === 'answer' && (isHandedOn || statuses.length > 0 || throws || call.sender.givesNothing)) {
    const isWhole = isHandedOn || isMapped || reads === null;
    return {
      edits: [replaced(texts.answer), ...(isWhole ? [] : (reads ?? []))],
      role: 'answer',
      features: isWhole ? ['mapped'] : [],
      isMapped: isWhole,
    };
  }
  if (isHandedOn || statuses.length > 0) return USED;
  return throws
    ? collected(reading, answer, texts, reads)
    : atEntryPoint(reading, call, answer, texts, reads);
}

/** The request goes to the entry point, whose answer has no rules where the zone has none yet. */
function atEntryPoint(
  reading: Reading,
  call: RequestCall,
  answer: Answer,
  { entryPoint, mapped }: ListTexts,
  reads: readonly Edit[] | null,
): ListUse | string {
  const { syntax, tree } = reading;
  const { literal } = call;
  const edits: Edit[] = [{ start: literal.start, end: literal.end, text: entryPoint }];
  if (call.unpaged !== null) edits.push(call.unpaged);
  if (call.variable !== null && call.variable.uses.length > 1)
    return 'its address is used for more than this call';
  const nodes = resultNodes(answer);
  if (nodes.length === 0) return USED;
  for (const node of nodes) {
    const edit = syntax.rulesEdits(tree, node, reads === null ? mapped : null);
    if (edit === null) return USED;
    edits.push(...edit);
  }
  return { edits: [...edits, ...(reads ?? [])], role: null, features: [], isMapped: reads === null };
}

/** A client that throws: the function asks for the rules and takes them out of the answer. */
function collected(
  { syntax, tree }: Reading,
  answer: Answer,
  { list, mapped }: ListTexts,
  reads: readonly Edit[] | null,
): ListUse | string {
  const nodes = resultNodes(answer);
  const [first] = nodes;
  if (first === undefined || answer.wholes.some(({ end }) => end === 'look')) return USED;
  const rules = reads === null ? mapped(list) : list;
  // Laravel: `->collect('result')`
  const isCollection = nodes.some((node) => /->collect\([^()]*\)$/.test(textOf(tree, node)));
  const text = isCollection ? `collect(${rules})` : rules;
  const targets = answer.wholes.flatMap(({ target }) => (target === null ? [] : [target]));
  const held = targets.map((target) => assignedAt(syntax, tree, target));
  const statements = held.flatMap((variable) => (variable === null ? [] : [variable.statement]));
  if (statements.length !== targets.length) return USED;
  const edits: Edit[] = [];
  const gone = [...statements];
  if (nodes.length === 1) edits.push(at(withDefault(syntax, tree, first), text));
  else {
    const last = held.findLast((variable) => variable !== null);
    if (last == null) return USED;
    gone.splice(gone.indexOf(last.statement), 1);
    edits.push(at(last.value, text), ...nodes.map((node) => at(withDefault(syntax, tree, node), last.name)));
  }
  const others = gone.filter((statement) => !nodes.some((node) => isInside(node, statement)));
  const removed = others.length === 0 ? [] : withoutStatements(tree, others, /(?!)/);
  if (removed === null) return 'a comment beside its call would be lost';
  return {
    edits: [...removed, ...edits, ...(reads ?? [])],
    role: 'list',
    features: [],
    isMapped: reads === null,
  };

  function at({ start, end }: SyntaxNode, written: string): Edit {
    return { start, end, text: written };
  }
}
