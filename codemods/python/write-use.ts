/** What the answer of a call that writes is used for, in a program in Python. */

import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { ANSWER_USED as USED } from '../planner/index.js';
import type { PythonCall } from './call.js';
import { functionAround } from './call.js';
import { isPlain, withOldResult } from './handed-on.js';
import { lostReads } from './old-fields.js';
import { type Reading, readsOfRule } from './reads.js';
import {
  assignedTo,
  blockResponse,
  callersOf,
  chainOf,
  functionName,
  isDecorated,
  isLook,
  outerOf,
  parsedOf,
} from './uses.js';

export interface WriteUse {
  readonly edits: readonly Edit[];
  /** The new answer is given to callers that cannot be seen. */
  readonly isHandedOn: boolean;
  /** Rules are given the fields that they had. */
  readonly isMapped: boolean;
}

const PLAIN: WriteUse = { edits: [], isHandedOn: false, isMapped: false };
const RESULT = String.raw`(?:\[["']result["']\]|\.get\(["']result["'](?:, ?(?:\[\]|\{\}|None))?\))`;

/** `added`: source of the index of the rule that is new; null where the call adds none. */
export function writeUse(reading: Reading, call: PythonCall, added: string | null): WriteUse | string {
  const { tree } = reading;
  if (call.sender.isContext) {
    const response = blockResponse(tree, call.node);
    return response === null ? USED : all(response.uses.map((use) => blockUse(reading, call, use, added)));
  }
  const outer = outerOf(call.node);
  const chain = chainOf(outer);
  const rest = tree.text.slice(outer.end, chain.end);
  const { parent } = chain;
  if (parent?.type === 'expression_statement')
    return /^(?:\.raise_for_status\(\)|\.json\(\))?$/.test(rest) ? PLAIN : USED;
  if (isStatus(rest) || (rest === '' && isLook(tree, chain))) return PLAIN;
  const rule = ruleRead(reading, call, { chain, from: outer.end, steps: rest }, added);
  if (rule !== null) return rule;
  const deleted = deletedId(reading, call, chain, rest);
  if (deleted !== null) return deleted;
  if (parent?.type === 'return_statement' && /^(?:\.json\(\))?$/.test(rest))
    return returned(reading, call, parent, isWhole(call, rest), added);
  const assigned = assignedTo(tree, chain);
  if (assigned === null || !/^(?:\.json\(\))?$/.test(rest)) return USED;
  return all(assigned.uses.map((use) => useOf(reading, call, use, rest, added)));
}

function all(uses: readonly (WriteUse | string)[]): WriteUse | string {
  const wrong = uses.find((one) => typeof one === 'string');
  if (wrong !== undefined) return wrong;
  const good = uses.flatMap((one) => (typeof one === 'string' ? [] : [one]));
  return {
    edits: good.flatMap(({ edits }) => edits),
    isHandedOn: good.some(({ isHandedOn }) => isHandedOn),
    isMapped: good.some(({ isMapped }) => isMapped),
  };
}

/** One use of a variable that holds the response or the answer. */
function useOf(
  reading: Reading,
  call: PythonCall,
  use: SyntaxNode,
  taken: string,
  added: string | null,
): WriteUse | string {
  const { tree } = reading;
  const chain = chainOf(use);
  const own = tree.text.slice(use.end, chain.end);
  const steps = taken + own;
  if (isStatus(steps) || own === '.raise_for_status()') return PLAIN;
  if (own === '' && isLook(tree, use)) return PLAIN;
  if (own === '' && use.parent?.type === 'return_statement')
    return returned(reading, call, use.parent, isWhole(call, taken), added);
  if (own === '.json()') {
    const parsed = assignedTo(tree, chain);
    if (parsed !== null)
      return all(parsed.uses.map((one) => useOf(reading, call, one, `${taken}.json()`, added)));
    if (chain.parent?.type === 'return_statement')
      return returned(reading, call, chain.parent, isWhole(call, `${taken}.json()`), added);
  }
  return ruleRead(reading, call, { chain, from: use.end, steps: own }, added, taken) ?? USED;
}

/** One use of a response within its block, where what it holds is awaited. */
function blockUse(
  reading: Reading,
  call: PythonCall,
  use: SyntaxNode,
  added: string | null,
): WriteUse | string {
  const { tree } = reading;
  const chain = chainOf(use);
  const own = tree.text.slice(use.end, chain.end);
  if (/^\.(?:status|ok|reason|raise_for_status\(\)|text\(\))$/.test(own)) return PLAIN;
  const parsed = parsedOf(chain);
  if (own !== '.json()' || parsed === chain) return USED;
  const taken = '.json()';
  const whole = chainOf(parsed);
  const behind = tree.text.slice(parsed.end, whole.end);
  if (behind === '') {
    if (parsed.parent?.type === 'expression_statement') return PLAIN;
    if (parsed.parent?.type === 'return_statement')
      return returned(reading, call, parsed.parent, true, added);
    const assigned = assignedTo(tree, parsed);
    return assigned === null
      ? USED
      : all(assigned.uses.map((one) => useOf(reading, call, one, taken, added)));
  }
  if (isStatus(behind)) return PLAIN;
  return ruleRead(reading, call, { chain: whole, from: parsed.end, steps: behind }, added, taken) ?? USED;
}

/** Of a refusal everything is as before; of a success whether it was one. */
function isStatus(steps: string): boolean {
  return /^(?:\.ok|\.is_success|\.status_code|\.text|\.reason|\.raise_for_status\(\)|(?:\.json\(\))?(?:\[["'](?:success|errors)["']\]|\.get\(["'](?:success|errors)["'](?:, ?[\w[\]]+)?\)).*)$/s.test(
    steps,
  );
}

interface Taken {
  readonly chain: SyntaxNode;
  /** Where what is taken begins. */
  readonly from: number;
  readonly steps: string;
}

/** `…["result"][0]["id"]`: the new rule is the last one of its ruleset, or the first one. */
function ruleRead(
  reading: Reading,
  call: PythonCall,
  { chain, from, steps }: Taken,
  added: string | null,
  before = '',
): WriteUse | null {
  if (added === null) return null;
  const { tree, kind } = reading;
  const isResult = call.returns === 'result';
  const result = isResult
    ? ''
    : (new RegExp(
        `^${call.returns === 'response' && before === '' ? String.raw`\.json\(\)` : ''}${RESULT}`,
      ).exec(steps)?.[0] ?? null);
  if (result === null) return null;
  const quote = (steps + before).includes("'") ? "'" : '"';
  // The function returns the new rule where it returns results.
  const rule = isResult ? '' : `[${quote}rules${quote}][${added}]`;
  const behind = steps.slice(result.length);
  const at = from + result.length;
  const replaced = { start: at, end: at + 3, text: rule };
  const isList = kind.isWhole === false;
  const item = isList ? '[0]' : '';
  const edit = isList ? replaced : { start: at, end: at, text: rule };
  if (new RegExp(`^${literally(item)}\\[["'](?:id|ref|action|description)["']\\]$`).test(behind))
    return { ...PLAIN, edits: [edit] };
  const start = isResult && before === '' ? outerStart(call, chain, from) : chain.start;
  const wrapper = kind.names.toOld;
  if (behind === item) {
    const assigned = assignedTo(tree, chain);
    const scope = functionAround(chain) ?? tree.root;
    const reads = assigned === null ? null : readsOfRule(reading, assigned.name, scope, assigned.target);
    if (reads !== null) return { ...PLAIN, edits: [edit, ...reads] };
    return mapped([
      { start, end: start, text: `${wrapper}(` },
      { ...edit, text: `${rule})` },
    ]);
  }
  if (behind !== '' || !isList) return null;
  const direct = isResult ? itemReads(tree, chain) : null;
  if (direct !== null) return { ...PLAIN, edits: direct };
  const isVariable = chain.type === 'identifier';
  if (isResult && isVariable) return null;
  return mapped([
    { start, end: start, text: `[${wrapper}(` },
    { start: at, end: at, text: `${rule})]` },
  ]);
}

/** `rules = add(…)`, of which only `rules[0]["id"]` is read. */
function itemReads(tree: SyntaxTree, chain: SyntaxNode): readonly Edit[] | null {
  const assigned = assignedTo(tree, chain);
  if (assigned === null) return null;
  const reads = assigned.uses.filter((use) => !isLook(tree, use));
  const edits = reads.map((use): Edit | null => {
    const steps = tree.text.slice(use.end, chainOf(use).end);
    return /^\[0\]\[["'](?:id|ref|action|description)["']\]$/.test(steps)
      ? { start: use.end, end: use.end + 3, text: '' }
      : null;
  });
  return edits.includes(null) ? null : edits.flatMap((edit) => edit ?? []);
}

/** `gone = delete(…)`, of which only the id is read, which the call was given. */
function deletedId({ tree }: Reading, call: PythonCall, chain: SyntaxNode, rest: string): WriteUse | null {
  const assigned =
    call.method === 'DELETE' && call.returns === 'result' && rest === '' ? assignedTo(tree, chain) : null;
  if (assigned === null || !isPlain(call.id)) return null;
  const reads = assigned.uses.map(chainOf);
  if (!reads.every((read) => /^\w+\[["']id["']\]$/.test(tree.text.slice(read.start, read.end)))) return null;
  const { id } = call;
  const edits = reads.map(({ start, end }) => ({ start, end, text: id }));
  return { ...PLAIN, edits: [{ start: assigned.statement.start, end: chain.start, text: '' }, ...edits] };
}

function outerStart({ node }: PythonCall, chain: SyntaxNode, from: number): number {
  return from === node.end ? node.start : chain.start;
}

function mapped(edits: readonly Edit[]): WriteUse {
  return { edits, isHandedOn: false, isMapped: true };
}

/** Whether what has been taken of a call is the answer with its result in it. */
function isWhole({ returns }: PythonCall, taken: string): boolean {
  return returns === 'response' ? taken === '.json()' : returns === 'answer' && taken === '';
}

/** The answer goes to the callers: those in the file read no more of it than its status, or get the result they knew. */
function returned(
  reading: Reading,
  call: PythonCall,
  statement: SyntaxNode,
  whole: boolean,
  added: string | null,
): WriteUse | string {
  const { tree, isUsedElsewhere } = reading;
  const name = functionName(tree, statement);
  const isSeen = name !== null && !isUsedElsewhere(name);
  const callers = isDecorated(statement) ? [] : callersOf(tree, statement);
  const areFine = callers.every((one) => isIgnored(tree, one));
  if (isSeen && areFine && callers.length > 0) return PLAIN;
  const mapping = whole ? withResult(reading, call, statement, added) : null;
  return mapping ?? (isSeen && areFine ? { ...PLAIN, isHandedOn: true } : USED);
}

/** The result of the answer becomes what the old API gave: the rule that was written, or the id of the one deleted. */
function withResult(
  { tree, kind, isRead }: Reading,
  call: PythonCall,
  statement: SyntaxNode,
  added: string | null,
): WriteUse | null {
  if (call.collection !== kind.collections[0] || (added === null && !isPlain(call.id))) return null;
  const isDeleted = call.method === 'DELETE';
  if (!isDeleted && isRead(lostReads(kind.mapping))) return null;
  const { toOld } = kind.names;
  const { givesNothing } = call.sender;
  const edits = withOldResult(tree, { statement, givesNothing }, (answer, quote) => {
    const rules = `${answer}[${quote}result${quote}][${quote}rules${quote}]`;
    if (isDeleted) return `{${quote}id${quote}: ${call.id}}`;
    if (added === null)
      return `next(${toOld}(rule) for rule in ${rules} if rule[${quote}id${quote}] == ${call.id})`;
    return kind.isWhole ? `${toOld}(${rules}[${added}])` : `[${toOld}(${rules}[${added}])]`;
  });
  return edits === null ? null : { edits, isHandedOn: false, isMapped: !isDeleted };
}

function isIgnored(tree: SyntaxTree, call: SyntaxNode): boolean {
  const outer = outerOf(call);
  const chain = chainOf(outer);
  const steps = tree.text.slice(outer.end, chain.end);
  if (chain.parent?.type === 'expression_statement')
    return /^(?:\.raise_for_status\(\)|\.json\(\))?$/.test(steps);
  if (isStatus(steps) || (steps === '' && isLook(tree, chain))) return true;
  const assigned = assignedTo(tree, chain);
  return (
    steps === '' &&
    assigned !== null &&
    assigned.uses.every((use) => isLook(tree, use) || isStatus(tree.text.slice(use.end, chainOf(use).end)))
  );
}
