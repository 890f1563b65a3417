import { isPunctuation, isWord, split } from '../lexing/code.js';
import { bareName } from '../lexing/scopes.js';
import { literalText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';

/** How far the head of a loop is looked for, and how many keys a list may have. */
const MAX_TOKENS = 200;
const MAX_KEYS = 64;

/** The keys that a name stands for in a loop over a list of them: `{key: record[key] for key in FIELDS}`. */
export function listedKeys(unit: Unit, at: number): readonly number[] {
  const { tokens } = unit.code;
  const token = tokens[at];
  if (token?.kind !== 'word') return [];
  const name = token.text;
  for (let step = 1; step < MAX_TOKENS; step++) {
    for (const place of [at - step, at + step]) {
      const word = tokens[place];
      const list = word?.kind === 'word' && word.text === name ? listLoopedOver(unit, place) : -1;
      if (list >= 0) return keysIn(unit, list);
    }
  }
  return [];
}

/** First token of the list that a loop gives a name the items of. */
function listLoopedOver({ code: { tokens } }: Unit, name: number): number {
  if (isWord(tokens[name + 1], 'in') && isWord(tokens[name - 1], 'for')) return name + 2;
  // `foreach (['id', 'zone_id'] as $key)`, `foreach (FIELDS as $key)`
  if (!isWord(tokens[name - 1], 'as')) return -1;
  for (let at = name - 2; at > name - MAX_TOKENS; at--) {
    if (isWord(tokens[at], 'foreach') && isPunctuation(tokens[at + 1], '(')) return at + 2;
  }
  return -1;
}

/** The literals of a list that is written at a token, or that a constant of the file holds. */
function keysIn({ code, scopes }: Unit, at: number): readonly number[] {
  const { tokens } = code;
  const token = tokens[at];
  if (token?.kind === 'word') {
    const held = scopes.assignments.get(bareName(token.text)) ?? [];
    const [only] = held;
    return held.length === 1 && only !== undefined && !only.appends ? literalsIn(code, only.value) : [];
  }
  return literalsIn(code, at);
}

function literalsIn(code: Unit['code'], open: number): readonly number[] {
  const bracket = code.tokens[open];
  if (bracket?.kind !== 'punctuation' || !'([{'.includes(bracket.text)) return [];
  return split(code, open)
    .filter(({ start, end }) => end === start + 1 && literalText(code.tokens[start]) !== null)
    .slice(0, MAX_KEYS)
    .map(({ start }) => start);
}
