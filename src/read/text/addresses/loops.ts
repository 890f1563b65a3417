import type { Value } from '../../../value/index.js';
import { isPunctuation, isWord, split } from '../lexing/code.js';
import { bareName, type FunctionScope } from '../lexing/scopes.js';
import type { Unit } from '../requests/unit.js';

/** What a loop variable takes from the thing it runs over. */
export type Role = 'item' | 'key' | 'value';

/** The list that a name runs over, and which part of each item it is. */
export function listOf(
  unit: Unit,
  name: string,
  scope: FunctionScope | null,
  at: number,
): { readonly value: Value; readonly role: Role } | null {
  const { tokens } = unit.code;
  const from = scope === null ? Math.max(0, at - 400) : scope.start;
  for (let index = Math.min(tokens.length - 1, at + 60); index >= from; index--) {
    const token = tokens[index];
    if (token?.kind !== 'word' || bareName(token.text) !== name) continue;
    const found = loopAt(unit, index);
    if (found !== null) return found;
  }
  return null;
}

function loopAt(unit: Unit, at: number): { readonly value: Value; readonly role: Role } | null {
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
function listAt({ code, evaluator }: Unit, at: number): Value {
  const name = code.tokens[at];
  const named =
    name?.kind === 'word' && isPunctuation(code.tokens[at + 1], '{')
      ? evaluator.names.resolve([name.text], name.start, at)
      : null;
  return named ?? evaluator.at(at).value;
}

function blockAt(unit: Unit, at: number): { readonly value: Value; readonly role: Role } | null {
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
  const arrow = isPunctuation(tokens[at + 1], '->') || isPunctuation(tokens[at + 1], '=>');
  const opener = at - 1;
  if (arrow && (isPunctuation(tokens[opener], '{') || isPunctuation(tokens[opener], '(')))
    return receiverOf(unit, opener, 'item');
  return isWord(tokens[at - 1], 'lambda') && isPunctuation(tokens[at + 1], ':')
    ? mapOf(unit, at, evaluator)
    : null;
}

/** `map(lambda x: …, list)` */
function mapOf(
  unit: Unit,
  at: number,
  evaluator: Unit['evaluator'],
): { readonly value: Value; readonly role: Role } | null {
  const open = unit.code.enclosing[at] ?? -1;
  const last = open < 0 ? undefined : split(unit.code, open).at(-1);
  return last === undefined ? null : { value: evaluator.between(last.start, last.end), role: 'item' };
}

/** The list whose method takes the block that `opener` begins: `LIST.each do`. */
function receiverOf(
  unit: Unit,
  opener: number,
  role: Role,
): { readonly value: Value; readonly role: Role } | null {
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
  return { value: unit.evaluator.at(start).value, role };
}
