import type { Value } from '../../../value/index.js';
import { type Code, isPunctuation, isWord, split } from '../lexing/code.js';
import { bareName, type FunctionScope } from '../lexing/scopes.js';
import type { Unit } from '../requests/unit.js';
import { KEEPING } from '../words/vocabulary.js';

/** Names that a block has for its item without saying so. */
const IMPLIED_NAMES = new Set(['it', '_']);
const PERL_LOOPS = ['my', 'for', 'foreach'];

/** What a loop variable takes from the thing it runs over. */
export type Role = 'item' | 'key' | 'value';

interface Loop {
  readonly value: Value;
  readonly role: Role;
}

/** A loop, and the place of its variable. */
interface FoundLoop extends Loop {
  readonly at: number;
}

/** The list that a name runs over, and which part of each item it is. */
export function listOf(unit: Unit, name: string, scope: FunctionScope | null, at: number): FoundLoop | null {
  const { tokens } = unit.code;
  const from = scope === null ? Math.max(0, at - 400) : scope.start;
  const to = Math.min(at + 60, comprehensionEnd(unit.code, at));
  const implied = IMPLIED_NAMES.has(name) ? impliedLoop(unit, at) : null;
  if (implied !== null) return { ...implied, at };
  // Backwards: what stands behind is the comprehension around the place, which is nearer than a loop before it.
  for (let index = to; index >= from; index--) {
    const token = tokens[index];
    if (token?.kind !== 'word' || bareName(token.text) !== name) continue;
    const found = loopAt(unit, index);
    if (found !== null) return { ...found, at: index };
  }
  return null;
}

/** The block around a place that has no name for its item, as in `LIST.forEach { it }` and `$list | ForEach-Object { $_ }`. */
function impliedLoop(unit: Unit, at: number): Loop | null {
  const { tokens, enclosing, syntax } = unit.code;
  for (let open = enclosing[at] ?? -1; open > 0; open = enclosing[open] ?? -1) {
    if (!isPunctuation(tokens[open], '{')) continue;
    if (syntax.commands !== true) {
      const found = receiverOf(unit, open, 'item');
      if (found !== null) return found;
    } else if (isWord(tokens[open - 3], 'ForEach') && isPunctuation(tokens[open - 4], '|')) {
      return { value: pipedInto(unit, open - 4), role: 'item' };
    }
  }
  return null;
}

/** What stands in front of a pipe: a name, or a list in brackets. */
function pipedInto({ code, evaluator }: Unit, pipe: number): Value {
  const open = code.partner[pipe - 1] ?? -1;
  return evaluator.between(open >= 0 && open < pipe ? open : pipe - 1, pipe);
}

/** The end of the brackets around a place that may be a comprehension, of which the loop stands behind the item. */
function comprehensionEnd({ tokens, enclosing, partner, syntax }: Code, at: number): number {
  let end = at;
  for (let open = enclosing[at] ?? -1; open >= 0; open = enclosing[open] ?? -1) {
    // The braces of a block hold statements: a loop that follows has a variable of its own.
    if (isPunctuation(tokens[open], '{') && syntax.bodies !== 'indentation') break;
    end = Math.max(end, partner[open] ?? -1);
  }
  return end;
}

function loopAt(unit: Unit, at: number): Loop | null {
  const { code, evaluator } = unit;
  const { tokens } = code;
  // A second name before or behind: `for key, value in`.
  const second = isPunctuation(tokens[at - 1], ',') || isPunctuation(tokens[at - 1], '=>');
  const pair = isPunctuation(tokens[at + 1], ',') && tokens[at + 2]?.kind === 'word';
  let next = pair ? at + 3 : at + 1;
  if (isPunctuation(tokens[next], ')')) next++;
  const role: Role = second ? 'value' : pair ? 'key' : 'item';
  const mark = tokens[next];
  // `for x in list`, `for (T x : list)`, `for _, x := range list`, `for x <- list`
  const colon = isPunctuation(mark, ':') && isWord(tokens[(code.enclosing[at] ?? 0) - 1], 'for');
  if (isWord(mark, 'in') || isPunctuation(mark, '<-') || colon) {
    return { value: listAt(unit, next + 1), role };
  }
  if (isPunctuation(mark, ':=') && isWord(tokens[next + 1], 'range'))
    return { value: listAt(unit, next + 2), role };
  // Perl: `for my $name (@list)`
  if (isPunctuation(mark, '(') && PERL_LOOPS.some((word) => isWord(tokens[at - 1], word)))
    return { value: evaluator.at(next).value, role };
  // PHP: `foreach ($list as $key => $item)`
  let back = second ? at - 3 : at - 1;
  if (isWord(tokens[back], 'as') || (!second && isWord(tokens[at - 1], 'as'))) {
    back = isWord(tokens[back], 'as') ? back : at - 1;
    const open = code.enclosing[at] ?? -1;
    const keyed = isPunctuation(tokens[at + 1], '=>');
    return open < 0
      ? null
      : { value: evaluator.at(open + 1).value, role: second ? 'value' : keyed ? 'key' : 'item' };
  }
  // `list.each do |x|`, `list.forEach { x ->`, `list.map(lambda x:`
  return blockAt(unit, at);
}

/** What a loop runs over. A brace behind a name begins the loop's body, not a literal of that type. */
function listAt(unit: Unit, at: number): Value {
  const { tokens, syntax } = unit.code;
  let end = at;
  while (tokens[end]?.kind === 'word') {
    const mark = tokens[end + 1];
    if (mark?.kind !== 'punctuation' || !syntax.access.includes(mark.text)) break;
    end += 2;
  }
  const called = isPunctuation(tokens[end + 1], '(') || isPunctuation(tokens[end + 1], '[');
  return (called ? null : listNamed(unit, at, end + 1)) ?? unit.evaluator.at(at).value;
}

/** What a name stands for, without the methods behind it that give its items: `LIST.keys`. */
function listNamed({ code, evaluator }: Unit, start: number, end: number): Value | null {
  const names = code.tokens.slice(start, end).flatMap((token) => (token.kind === 'word' ? [token.text] : []));
  while (names.length > 1 && KEEPING.has(names.at(-1)?.toLowerCase() ?? '')) names.pop();
  return evaluator.names.resolve(names, code.tokens[start]?.start ?? 0, start);
}

function blockAt(unit: Unit, at: number): Loop | null {
  const { code, evaluator } = unit;
  const { tokens } = code;
  const bar = isPunctuation(tokens[at - 1], '|')
    ? at - 1
    : isPunctuation(tokens[at - 2], ',') || isPunctuation(tokens[at - 1], ',')
      ? at - 3
      : -1;
  if (bar > 1 && isPunctuation(tokens[bar], '|')) {
    const opener = bar - 1;
    if (
      !isWord(tokens[opener], 'do') &&
      !isPunctuation(tokens[opener], '{') &&
      !isPunctuation(tokens[opener], '(')
    )
      return null;
    return receiverOf(
      unit,
      opener,
      bar === at - 1 ? (isPunctuation(tokens[at + 1], ',') ? 'key' : 'item') : 'value',
    );
  }
  // `{ (name, value) ->`
  const paired = isPunctuation(tokens[at - 1], '(') && isPunctuation(tokens[at + 3], ')') ? 4 : 1;
  const arrow = isPunctuation(tokens[at + paired], '->') || isPunctuation(tokens[at + paired], '=>');
  const opener = paired > 1 ? at - 2 : at - 1;
  if (arrow && (isPunctuation(tokens[opener], '{') || isPunctuation(tokens[opener], '(')))
    return receiverOf(unit, opener, paired > 1 ? 'key' : 'item');
  // Elixir: `Enum.each(list, fn x -> … end)`
  const handed = arrow && isWord(tokens[at - 1], 'fn') ? listFor(unit, at - 1) : null;
  if (handed !== null) return { value: handed, role: 'item' };
  return isWord(tokens[at - 1], 'lambda') && isPunctuation(tokens[at + 1], ':')
    ? mapOf(unit, at, evaluator)
    : null;
}

/** `map(lambda x: …, list)` */
function mapOf(unit: Unit, at: number, evaluator: Unit['evaluator']): Loop | null {
  const open = unit.code.enclosing[at] ?? -1;
  const last = open < 0 ? undefined : split(unit.code, open).at(-1);
  return last === undefined ? null : { value: evaluator.between(last.start, last.end), role: 'item' };
}

/** The list that a function without a name is called for: `array_map(fn ($x) => …, $list)`, `list->each(function ($x) {…})`. */
export function listFor(unit: Unit, nameAt: number): Value | null {
  const open = unit.code.enclosing[nameAt] ?? -1;
  if (!isPunctuation(unit.code.tokens[open], '(')) return null;
  for (const { start, end } of split(unit.code, open, [','], 3)) {
    const value = start <= nameAt && nameAt < end ? null : unit.evaluator.between(start, end);
    if (value?.kind === 'array' || value?.kind === 'object') return value;
  }
  return receiverOf(unit, open, 'item')?.value ?? null;
}

/** The list whose method takes the block that `opener` begins: `LIST.each do`. */
function receiverOf(unit: Unit, opener: number, role: Role): Loop | null {
  const { tokens, partner, syntax } = unit.code;
  const method = opener - 1;
  const mark = tokens[method - 1];
  if (tokens[method]?.kind !== 'word' || mark?.kind !== 'punctuation' || !syntax.access.includes(mark.text))
    return null;
  let start = method - 2;
  const open = partner[start] ?? -1;
  if (open >= 0 && open < start) start = tokens[open - 1]?.kind === 'word' ? open - 1 : open;
  while (start > 1 && tokens[start]?.kind === 'word') {
    const before = tokens[start - 1];
    if (before?.kind !== 'punctuation' || !syntax.access.includes(before.text)) break;
    start -= 2;
  }
  const called = open >= 0 || tokens[start]?.kind !== 'word';
  const value = (called ? null : listNamed(unit, start, method + 1)) ?? unit.evaluator.at(start).value;
  return { value, role };
}
