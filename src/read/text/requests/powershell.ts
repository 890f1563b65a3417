import { knownText, text as textOf, type Value } from '../../../value/index.js';
import { type Code, isPunctuation, skip } from '../lexing/code.js';
import type { Evaluator } from '../values/evaluate.js';
import { methodNamed } from '../words/verbs.js';
import { namedOrBody } from './bodies.js';

/** Commands with named parameters: `Invoke-RestMethod -Uri $uri -Method Put -Body $json`. */
export interface CommandSending {
  readonly method: Value | null;
  readonly body: Value | null;
}

/** A command is no longer than this. */
const MAX_TOKENS = 200;
const SENDING = /^(?:RestMethod|WebRequest)$/i;
const SHORT = /^(?:irm|iwr)$/i;

/** What the command that an operand is a parameter of says; null if it stands in none. */
export function commandAround(code: Code, evaluator: Evaluator, at: number): CommandSending | null {
  const { tokens } = code;
  const start = commandStart(code, at);
  let method: Value | null = null;
  let body: Value | null = null;
  let sends = false;
  for (let index = start; index < start + MAX_TOKENS; index = skip(code, index)) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'newline') break;
    if (token.kind === 'punctuation' && [';', '|', '}', ')'].includes(token.text)) break;
    if (token.kind === 'word') sends ||= SENDING.test(token.text) || SHORT.test(token.text);
    const name = tokens[index + 1];
    if (!isPunctuation(token, '-') || name?.kind !== 'word' || name.start !== token.end) continue;
    if (/^(?:Custom)?Method$/i.test(name.text)) method = methodAt(code, evaluator, index + 2);
    else if (/^(?:Body|InFile|Form)$/i.test(name.text)) body = namedOrBody(evaluator.at(index + 2).value);
  }
  if (!sends && method === null) return null;
  return { method: method ?? textOf('GET', null), body };
}

function commandStart(code: Code, at: number): number {
  const { tokens, partner } = code;
  let start = at;
  for (let index = at - 1; index >= 0 && index > at - MAX_TOKENS; index--) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'newline') break;
    const open = partner[index] ?? -1;
    if (open >= 0 && open < index) {
      index = open;
      start = index;
      continue;
    }
    if (token.kind === 'punctuation' && ['=', ';', '|', '{', '(', '}'].includes(token.text)) break;
    start = index;
  }
  return start;
}

function methodAt(code: Code, evaluator: Evaluator, at: number): Value | null {
  const token = code.tokens[at];
  const bare = token?.kind === 'word' ? methodNamed(token.text) : null;
  if (bare !== null) return textOf(bare, null);
  const known = knownText(evaluator.at(at).value);
  const method = known === null ? null : methodNamed(known);
  return method === null ? null : textOf(method, null);
}
