/** What becomes of the answer of a call that lists rules, in a program in Python. */
import type { Edit } from '../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { withoutStatements } from '../languages/statements.js';
import { type FunctionRole, RULES_USED as USED } from '../planner/index.js';
import { functionAround, type PythonCall } from './call.js';
import { mappedBy } from './conditions.js';
import { withOldResult } from './handed-on.js';
import type { PageLoop } from './page-loop.js';
import { type Reading, readsOfList } from './reads.js';
import { checkEdits, isAfterFailure, type StateCheck, statusCheck, successCheck } from './status-checks.js';
import { type Assigned, assignedTo, blockResponse, chainOf, isLook, outerOf, parsedOf } from './uses.js';

export interface ListUse {
  readonly edits: readonly Edit[];
  /** The function that it calls: the one that returns a list, or the one that returns the answer; none in place. */
  readonly role: FunctionRole | null;
  /** The program looks at the status first. */
  readonly isChecked: boolean;
  readonly isMapped: boolean;
  /** The program shows the text of the answer. */
  readonly isShown?: boolean;
  /** The variable with the path holds the new one. */
  readonly keepsAddress?: boolean;
  /** The new function maps the rules: there may be none to map where it is called. */
  readonly isMappedInside?: boolean;
}

const PAGES = 'it goes through pages, and there are none any more';
const RESULT = /^(?:\[["']result["']\]|\.get\(["']result["'](?:, ?(?:\[\]|None))?\))/;

export interface Replacements {
  /** The call of the function that returns the rules. */
  readonly list: string;
  /** The call of the function that returns the answer. */
  readonly answer: string;
  /** The request for the entry point of the phase. */
  readonly entryPoint: string | null;
  /** The same by the variable that holds the path. */
  readonly address: Edit | null;
}

export function listUse(reading: Reading, call: PythonCall, texts: Replacements): ListUse | string {
  const { tree } = reading;
  const scope = functionAround(call.node) ?? tree.root;
  if (/\bresult_info\b|\btotal_pages\b/.test(textOf(tree, scope)) && isInLoop(call.node, scope)) return PAGES;
  if (call.sender.isContext) {
    const response = blockResponse(tree, call.node);
    const isPaged = closest(call.node, new Set(['while_statement'])) !== null;
    if (response === null || isPaged || /\braise_for_status=True\b/.test(tree.text)) return USED;
    return checked(reading, call, response, texts);
  }
  const outer = outerOf(call.node);
  const chain = chainOf(outer);
  const steps = tree.text.slice(outer.end, chain.end);
  const taken = resultIn(call, steps);
  if (taken !== null) {
    const end = outer.end + taken;
    const list = nodeEnding(outer, end);
    // Brackets around an `await` stay where nothing is taken of it.
    const place = taken === 0 ? call.node : { start: outer.start, end };
    const isBare = outer === call.node || taken === 0;
    if (list === null) return USED;
    const text = isBare ? texts.list : `(${texts.list})`;
    const mayBeNothing = call.returns === 'result' && call.sender.givesNothing;
    return listed({ ...reading, mayBeNothing }, list, place, text);
  }
  const isParsed = call.returns === 'response' && steps === '.json()';
  const isAnswer = isParsed || (call.returns === 'answer' && steps === '');
  const whole = { start: chain.start, end: chain.end, text: texts.answer };
  const { givesNothing } = call.sender;
  const handedOn =
    isAnswer && chain.parent !== null ? returned({ ...reading, givesNothing }, chain.parent) : null;
  if (handedOn !== null)
    return { edits: [whole, ...handedOn], role: 'answer', isChecked: false, isMapped: true };
  const assigned = assignedTo(tree, chain);
  if (assigned === null) return USED;
  if (call.returns === 'response' && steps === '')
    return checkedOnly(reading, assigned, texts) ?? checked(reading, call, assigned, texts);
  if (!isAnswer) return USED;
  const lists = listsIn({ ...reading, givesNothing }, assigned.uses, (list) => {
    const ruleset = textOf(tree, list).replace(/\[\]\)$/, '{})');
    return `${ruleset}.get(${quoteIn(tree, list)}rules${quoteIn(tree, list)}, [])`;
  });
  if (lists === null) return USED;
  const single = isParsed ? checkedOnly(reading, assigned, texts, false) : null;
  if (single !== null) return single;
  return { ...lists, edits: [whole, ...lists.edits], role: 'answer', isChecked: false };
}

interface Handing extends Reading {
  /** There may be no answer. */
  readonly givesNothing: boolean;
}

/** The whole answer is returned: its rules get the fields that they had. */
function returned(
  { tree, kind, isRead, givesNothing }: Handing,
  statement: SyntaxNode,
): readonly Edit[] | null {
  if (statement.type !== 'return_statement' || isRead(/\bresult_info\b/)) return null;
  return withOldResult(tree, { statement, givesNothing }, (answer, quote) => {
    const rules = `${answer}[${quote}result${quote}].get(${quote}rules${quote}, [])`;
    return `[${kind.names.toOld}(rule) for rule in ${rules}]`;
  });
}

/** A list that is read at once in the place of a loop over its pages. */
export function collectedUse(
  reading: Reading,
  { name, loop, edits, uses, isReturned }: PageLoop,
  text: string,
): Pick<ListUse, 'edits' | 'isMapped'> {
  const reads = uses.map((one) => readsOfList(reading, one));
  const isMapped = reads.includes(null);
  const list = isMapped ? mappedBy(reading.kind.names.toOld, text) : text;
  const { start, end } = loop;
  return {
    edits: [
      ...edits,
      { start, end, text: isReturned ? `return ${list}` : `${name} = ${list}` },
      ...(isMapped ? [] : reads.flatMap((one) => one ?? [])),
    ],
    isMapped,
  };
}

function isInLoop(node: SyntaxNode, scope: SyntaxNode): boolean {
  const loop = closest(node.parent, new Set(['while_statement', 'for_statement']));
  return loop !== null && loop.start > scope.start;
}

function quoteIn(tree: SyntaxTree, node: SyntaxNode): string {
  return textOf(tree, node).includes("'") ? "'" : '"';
}

/** How much of the steps behind a call leads to its result; null where they do not. */
function resultIn({ returns }: PythonCall, steps: string): number | null {
  if (returns === 'result') return 0;
  const start = returns === 'response' ? (/^\.json\(\)/.exec(steps)?.[0].length ?? null) : 0;
  const found = start === null ? null : RESULT.exec(steps.slice(start));
  return found === null || start === null ? null : start + found[0].length;
}

/** A list that stands in the place of another: its reads change with it, or it gets the fields that it had. */
function listed(
  reading: Reading & { readonly mayBeNothing?: boolean },
  list: SyntaxNode,
  { start, end }: { readonly start: number; readonly end: number },
  text: string,
): ListUse {
  const { mayBeNothing = false, isMapped: areMapped } = reading;
  const reads = areMapped && mayBeNothing ? null : readsOfList(reading, list);
  const isMapped = reads === null;
  const isMappedInside = isMapped && mayBeNothing;
  const whole = isMapped && !mayBeNothing ? mappedBy(reading.kind.names.toOld, text) : text;
  return {
    edits: [{ start, end, text: whole }, ...(reads ?? [])],
    role: 'list',
    isChecked: false,
    isMapped,
    isMappedInside,
  };
}

function nodeEnding(node: SyntaxNode, end: number): SyntaxNode | null {
  let current: SyntaxNode | null = node;
  while (current !== null && current.end < end) current = current.parent;
  return current?.end === end ? current : null;
}

/** `r = get(…)`, `r.raise_for_status()`, and one use of its result: the function does all of it. */
function checkedOnly(
  reading: Reading,
  { name, statement, block, uses }: Assigned,
  texts: Replacements,
  isResponse = true,
): ListUse | null {
  const { tree } = reading;
  const checks = uses.filter((use) => textOf(tree, chainOf(use)) === `${name}.raise_for_status()`);
  const [taken, ...others] = uses.filter((use) => !checks.includes(use));
  if (taken === undefined || others.length > 0) return null;
  const steps = tree.text.slice(taken.end, chainOf(taken).end);
  const start = isResponse ? (/^\.json\(\)/.exec(steps)?.[0].length ?? null) : 0;
  const found = start === null ? null : RESULT.exec(steps.slice(start));
  if (found === null || start === null) return null;
  const list = nodeEnding(taken, taken.end + start + found[0].length);
  const gone = [...checks.map((use) => chainOf(use).parent), statement]
    .flatMap((one) => one ?? [])
    .toSorted((a, b) => a.start - b.start);
  const isBlock = gone.every((one) => one.type === 'expression_statement' && one.parent === block);
  const removed = isBlock ? withoutStatements(tree, gone, /(?!)/) : null;
  if (list === null || removed === null) return null;
  const use = listed(reading, list, list, texts.list);
  return { ...use, edits: [...removed, ...use.edits], isChecked: checks.length > 0 };
}

/** Reads of a result in some uses of the answer; null where it goes anywhere else. */
function listsIn(
  reading: Handing,
  uses: readonly SyntaxNode[],
  rulesOf: (list: SyntaxNode) => string,
): Pick<ListUse, 'edits' | 'isMapped'> | null {
  const { tree } = reading;
  const edits: Edit[] = [];
  let isMapped = false;
  for (const use of uses) {
    const chain = chainOf(use);
    const steps = tree.text.slice(use.end, chain.end);
    const found = RESULT.exec(steps);
    const list = found === null ? null : nodeEnding(use, use.end + found[0].length);
    if (list !== null) {
      const one = listed(reading, list, list, rulesOf(list));
      edits.push(...one.edits);
      isMapped ||= one.isMapped;
      continue;
    }
    const handedOn = steps === '' && use.parent !== null ? returned(reading, use.parent) : null;
    if (steps === '' && isLook(tree, use)) continue;
    if (handedOn === null && !isOfErrors(steps)) return null;
    edits.push(...(handedOn ?? []));
    isMapped ||= handedOn !== null;
  }
  return { edits, isMapped };
}

function isOfErrors(steps: string): boolean {
  return /^(?:\[["'](?:success|errors|messages)["']\]|\.get\(["'](?:success|errors|messages)["'])/.test(
    steps,
  );
}

/** A program that looks at the status asks for the entry point of the phase itself. */
function checked(
  reading: Reading,
  call: PythonCall,
  assigned: Pick<Assigned, 'name' | 'uses'>,
  { entryPoint, address }: Replacements,
): ListUse | string {
  const { tree } = reading;
  if (entryPoint === null) return USED;
  const edits: Edit[] = [address ?? { start: call.node.start, end: call.node.end, text: entryPoint }];
  let isMapped = false;
  let isShown = false;
  const { name } = assigned;
  const rulesOf = (list: SyntaxNode) => {
    const quote = quoteIn(tree, list);
    const result = textOf(tree, list).replace(/, ?(?:\[\]|None)\)$/, ')');
    return `(${result} or {}).get(${quote}rules${quote}, [])`;
  };
  const checks: StateCheck[] = [];
  for (const use of assigned.uses) {
    const chain = chainOf(use);
    const steps = tree.text.slice(use.end, chain.end);
    if (/^\.(?:text|reason|content)\b/.test(steps)) {
      isShown ||= !steps.startsWith('.reason') && !isAfterFailure(tree, use);
      continue;
    }
    const json = /^\.json\(\)/.exec(steps);
    if (json !== null) {
      const request = nodeEnding(use, use.end + json[0].length);
      if (request === null) return USED;
      const parsed = parsedOf(request);
      const behind = tree.text.slice(parsed.end, chainOf(parsed).end);
      const data = behind === '' ? assignedTo(tree, parsed) : null;
      if (data === null) {
        if (isOfErrors(behind) && /errors|messages/.test(behind)) continue;
        if (behind === '' && isSaid(tree, parsed)) continue;
        const lists = listsIn({ ...reading, givesNothing: false }, [parsed], rulesOf);
        if (lists === null) return USED;
        edits.push(...lists.edits);
        isMapped ||= lists.isMapped;
        continue;
      }
      for (const one of data.uses) {
        const read = chainOf(one);
        const behind = tree.text.slice(one.end, read.end);
        if (/^(?:\[["']success["']\]|\.get\(["']success["'](?:, ?\w+)?\))$/.test(behind)) {
          const check = successCheck(tree, read, name, call.sender);
          if (check === null) return USED;
          checks.push(check);
          continue;
        }
        if (behind === '' && isSaid(tree, one)) continue;
        const lists = listsIn({ ...reading, givesNothing: false }, [one], rulesOf);
        if (lists === null) return USED;
        edits.push(...lists.edits);
        isMapped ||= lists.isMapped;
      }
      continue;
    }
    const check = statusCheck(tree, chain, steps, name, call.sender);
    if (check === null) return USED;
    if (check !== 'same') checks.push(check);
  }
  const all = [...edits, ...checkEdits(tree, name, checks, call.sender)];
  return { edits: all, role: null, isChecked: true, isMapped, isShown, keepsAddress: address !== null };
}

/** `print(data)`, where the request has failed. */
function isSaid(tree: SyntaxTree, node: SyntaxNode): boolean {
  return /^(?:argument_list|interpolation)$/.test(node.parent?.type ?? '') && isAfterFailure(tree, node);
}
