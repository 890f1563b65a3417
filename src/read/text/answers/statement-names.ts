import { type Code, isPunctuation } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import type { Statement } from '../lexing/statements.js';
import type { Unit } from '../requests/unit.js';

/** The names that a statement gives a value. */

/** `for x in …`, `foreach (… as $x)`, `for (T x : …)`, `for _, x := range …`, `… .each do |x|`. */
export function loopName({ tokens }: Code, { start, end }: Statement): string | null {
  const word = (at: number): string | null => {
    const token = tokens[at];
    return token?.kind === 'word' ? token.text : null;
  };
  let loops = false;
  for (let at = start; at < end; at++) {
    const text = word(at);
    if (text === 'for' || text === 'foreach') loops = true;
    if (isPunctuation(tokens[at], '|') && isPunctuation(tokens[at + 2], '|')) return word(at + 1);
    if (!loops) continue;
    if (text === 'in' || isPunctuation(tokens[at], ':')) return word(at - 1);
    if (text === 'as') return isPunctuation(tokens[at + 2], '=>') ? word(at + 3) : word(at + 1);
    if (text === 'range') return word(at - 2);
  }
  return null;
}

/** The parameter of a block: `do |record|`, `{ record ->`, `record =>`. */
export function isItem({ tokens, syntax }: Code, at: number): boolean {
  if (isPunctuation(tokens[at - 1], '|') && isPunctuation(tokens[at + 1], '|')) return true;
  const mark = tokens[at + 1];
  const arrow = isPunctuation(mark, '->') || isPunctuation(mark, '=>');
  return arrow && mark?.kind === 'punctuation' && !syntax.access.includes(mark.text);
}

/** Methods that put all items of what they are given into a list, and those that put it in as one item. */
const ALL = /^(?:extend|concat|addAll|AddRange|extend_from_slice|append_all)$/;
const ONE = /^(?:append|push|add|Add)$/;

/** What a statement puts a part of an answer into, and as what. */
export interface PutInto {
  readonly name: string;
  readonly as: 'all' | 'item' | 'value';
}

/** `records.extend(…)`, `records.push(…)`, `$records[] = …`, `self._cache[zone] = …` */
export function putInto({ tokens, partner, syntax }: Code, { start, end }: Statement): PutInto | null {
  let at = start;
  const isAccess = (index: number): boolean => {
    const mark = tokens[index];
    return mark?.kind === 'punctuation' && syntax.access.includes(mark.text);
  };
  while (/^(?:self|this|\$this)$/.test(wordAt(tokens, at)) && isAccess(at + 1)) at += 2;
  const name = bareName(wordAt(tokens, at));
  if (name === '' || at >= end) return null;
  if (isPunctuation(tokens[at + 1], '[')) {
    const close = partner[at + 1] ?? -1;
    if (close < 0 || !isPunctuation(tokens[close + 1], '=')) return null;
    return { name, as: close === at + 2 ? 'item' : 'value' };
  }
  if (!isAccess(at + 1) || !isPunctuation(tokens[at + 3], '(')) return null;
  const method = wordAt(tokens, at + 2);
  return ALL.test(method) ? { name, as: 'all' } : ONE.test(method) ? { name, as: 'item' } : null;
}

function wordAt(tokens: Code['tokens'], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.text : '';
}

const names = new WeakMap<Unit, ReadonlyMap<number, string>>();

/** The name that is given the value beginning at a token. */
export function assignedNames(unit: Unit): ReadonlyMap<number, string> {
  let known = names.get(unit);
  if (known === undefined) {
    known = new Map(
      [...unit.scopes.assignments].flatMap(([name, all]) => all.map((one) => [one.value, name] as const)),
    );
    names.set(unit, known);
  }
  return known;
}
