import { calleeOf, linksAfter } from '../lexing/calls.js';
import { isPunctuation, skip } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import type { Unit } from '../requests/unit.js';

/** Calls that build a text from what they are given. */
const OUTER_CALLS =
  /^(?:sprintf|format|urljoin|joinpath|join|implode|combine|concat|asprintf|vsprintf|url_join|formatted|printf|fmt|strconcat|paste0|paste)$/i;

/** The first token of the expression that the operand at `at` is a part of. */
export function expressionStart(unit: Unit, at: number): number {
  let known = starts.get(unit.code);
  if (known === undefined) {
    known = new Map();
    starts.set(unit.code, known);
  }
  const passed: number[] = [];
  let start = operandStart(unit, at);
  for (let guard = 0; guard < 200; guard++) {
    const before = known.get(start);
    if (before !== undefined) {
      start = before;
      break;
    }
    passed.push(start);
    const next = partBefore(unit, start);
    if (next < 0) break;
    start = next;
  }
  for (const one of passed) known.set(one, start);
  return start;
}

/** Where expressions begin, by where their parts do: of a long one each part would go all the way. */
const starts = new WeakMap<Unit['code'], Map<number, number>>();

/** The beginning of what stands before a part of the same expression, or around it; -1 where it begins itself. */
function partBefore(unit: Unit, start: number): number {
  const { code } = unit;
  const before = code.tokens[start - 1];
  if (before?.kind === 'punctuation' && code.syntax.joins.includes(before.text) && start > 1) {
    const next = operandStart(unit, start - 2);
    return next >= start ? -1 : next;
  }
  if (code.syntax.adjacent && before?.kind === 'string' && code.tokens[start]?.kind === 'string')
    return start - 1;
  return outerCall(unit, start);
}

/** The beginning of the call that builds the text from its arguments, or -1. */
function outerCall(unit: Unit, start: number): number {
  const { code } = unit;
  const open = code.enclosing[start] ?? -1;
  if (!isPunctuation(code.tokens[open], '(') && !isPunctuation(code.tokens[open], '[')) return -1;
  const names = calleeOf(code, open);
  if (names.length === 0) {
    // `(…).format(x)` and `[a, b].join("/")`
    const [link] = linksAfter(code, skip(code, open));
    return link !== undefined && link.open >= 0 && OUTER_CALLS.test(link.name) ? open : -1;
  }
  if (!OUTER_CALLS.test(bareName(names.at(-1) ?? ''))) return -1;
  return operandStart(unit, open - 1);
}

/** The first token of the operand that ends at `at`. */
function operandStart(unit: Unit, at: number): number {
  const { tokens, partner, syntax } = unit.code;
  let start = at;
  for (let guard = 0; guard < 60 && start >= 0; guard++) {
    const token = tokens[start];
    const open = partner[start] ?? -1;
    if (token?.kind === 'punctuation' && open >= 0 && open < start) {
      start = open;
      const before = tokens[start - 1];
      const attached =
        before?.kind === 'word' ||
        (before?.kind === 'punctuation' &&
          (partner[start - 1] ?? -1) >= 0 &&
          (partner[start - 1] ?? 0) < start - 1) ||
        isPunctuation(before, '!');
      if (attached && before?.end === tokens[start]?.start) {
        start--;
        continue;
      }
    } else if (isPunctuation(token, '!')) {
      start--;
      continue;
    }
    const mark = tokens[start - 1];
    if (
      mark?.kind === 'punctuation' &&
      syntax.access.includes(mark.text) &&
      !syntax.joins.includes(mark.text) &&
      start > 1
    ) {
      start -= 2;
      continue;
    }
    return start;
  }
  return start;
}
