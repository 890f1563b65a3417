import type { Value } from '../../../value/index.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation, isWord, split } from '../lexing/code.js';
import { bareName, type FunctionScope } from '../lexing/scopes.js';
import { literalText } from '../lexing/tokens.js';
import type { Unit } from '../requests/unit.js';

/**
 * What a function lets through of one of its parameters, where nobody is seen to call it: it ends early for
 * whatever is not in a list, as in `raise "unknown" unless KNOWN.include?(name)`. A test that does not end the
 * function says nothing, and one that ends it for what is in the list says what is never sent.
 */
const MAX_TOKENS = 600;
const CONTAINS = /^(?:include|includes|member|contains|Contains|has|in_array|has_key|key|containsKey)$/;
/** Functions that are given the list beside the value. */
const GIVEN_BOTH = /^(?:in_array|Contains|contains)$/;
const ENDING = /^(?:raise|throw|return|die|exit|abort|fail|panic|error)$/;
/** How far from the test the statement that ends the function may begin. */
const NEAR = 10;

/** The list of which the parameter is one item, or null. */
export function allowedFor(unit: Unit, name: string, scope: FunctionScope): Value | null {
  const { tokens } = unit.code;
  const end = Math.min(scope.end, scope.start + MAX_TOKENS);
  for (let at = scope.start; at < end; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word' || bareName(token.text) !== name) continue;
    const test = wordTest(unit, at) ?? callTest(unit, at);
    if (test?.list.kind === 'array' && test.negated && endsNear(unit, at)) return test.list;
  }
  return null;
}

interface Test {
  readonly list: Value;
  readonly negated: boolean;
}

/** `name not in LIST` */
function wordTest({ code, evaluator }: Unit, at: number): Test | null {
  const { tokens } = code;
  if (!isWord(tokens[at + 1], 'not') || !isWord(tokens[at + 2], 'in')) return null;
  return { list: evaluator.at(at + 3).value, negated: true };
}

/** `LIST.include?(name)`, `in_array($name, LIST)`, `slices.Contains(list, name)` */
function callTest({ code, evaluator }: Unit, at: number): Test | null {
  const { tokens, enclosing, partner } = code;
  const open = enclosing[at] ?? -1;
  if (!isPunctuation(tokens[open], '(')) return null;
  const method = isPunctuation(tokens[open - 1], '?') ? open - 2 : open - 1;
  const word = tokens[method];
  const written = word?.kind === 'word' ? word.text.replace(/\?$/, '') : '';
  if (!CONTAINS.test(written)) return null;
  const parts = split(code, open);
  const other = parts.find((part) => at < part.start || part.end <= at);
  if (other !== undefined) {
    const start = method - 2 * Math.max(0, calleeOf(code, open).length - 1);
    return GIVEN_BOTH.test(written)
      ? { list: evaluator.between(other.start, other.end), negated: isNegated(code.tokens, start) }
      : null;
  }
  const owner = method - 2;
  const bracket = partner[owner] ?? -1;
  if (bracket >= 0 && bracket < owner) {
    return { list: evaluator.collectionAt(bracket), negated: isNegated(tokens, bracket) };
  }
  const receiver = tokens[owner];
  const list = receiver?.kind === 'word' ? evaluator.names.resolve([receiver.text], 0, owner) : null;
  return list === null ? null : { list, negated: isNegated(tokens, owner) };
}

function isNegated(tokens: Unit['code']['tokens'], start: number): boolean {
  const before = tokens[start - 1];
  return isPunctuation(before, '!') || isWord(before, 'not') || isWord(before, 'unless');
}

function endsNear({ code: { tokens } }: Unit, at: number): boolean {
  for (let index = Math.max(0, at - NEAR); index <= at + NEAR; index++) {
    const token = tokens[index];
    if (token?.kind === 'word' && ENDING.test(token.text)) return true;
  }
  return false;
}

/** Keys under which the declaration of an option lists what it may be. */
const CHOICES = /^(?:choices|enum|valueset|validateset|allowed_values|allowedValues)$/i;

/**
 * What the declaration of an option lets through: `setting=dict(choices=[…])`, `add_argument("--setting",
 * choices=[…])`, `"setting": {"choices": […]}`. Null where no option of the file has that name.
 */
export function choicesOf(unit: Unit, option: string): Value | null {
  const { tokens } = unit.code;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const key = token?.kind === 'word' ? token.text : literalText(token);
    const mark = tokens[at + 1];
    if (key === null || !CHOICES.test(key) || mark?.kind !== 'punctuation' || !GIVES.has(mark.text)) continue;
    if (optionNames(unit, at).includes(option)) return unit.evaluator.at(at + 2).value;
  }
  return null;
}

const GIVES = new Set(['=', ':', '=>']);

/** Names of the option whose declaration a token stands in: what the declaration is given to, or its first texts. */
function optionNames({ code }: Unit, at: number): readonly string[] {
  const { tokens, enclosing } = code;
  const open = enclosing[at] ?? -1;
  if (open < 0) return [];
  const written = split(code, open).flatMap((part) => {
    const text = part.end === part.start + 1 ? literalText(tokens[part.start]) : null;
    return text === null ? [] : [text.replace(/^-+/, '').replaceAll('-', '_')];
  });
  const start = isPunctuation(tokens[open], '(') ? open - 2 * calleeOf(code, open).length + 1 : open;
  const mark = tokens[start - 1];
  const name = tokens[start - 2];
  const given = mark?.kind === 'punctuation' && GIVES.has(mark.text);
  const owner = name?.kind === 'word' ? name.text : literalText(name);
  return given && owner !== null ? [owner, ...written] : written;
}
