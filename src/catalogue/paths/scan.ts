/**
 * Cuts the text of a URL or path into segments, in one pass and without allocating for ordinary segments.
 *
 * The result stands in arrays that are used again for the next text: where each segment starts and ends, what
 * it is, and a hash of its characters, by which the trie finds its children. Only segments with a character
 * that may begin a placeholder or an escape are looked at twice. Brackets of placeholders hide `/`, `?` and `#`
 * inside them, for as long as a placeholder may be, so the time stays linear.
 */
import { authorityOf } from './authority.js';
import { classify } from './classify.js';
import { closingBracket, HOLE_CODE } from './notation.js';
import { HASH_MASK, LITERAL, type Segments } from './segments.js';

const ORDINARY = 0;
const SEPARATOR = 1;
const STOP = 2;
const SPECIAL = 3;

const CLASSES = new Uint8Array(128);
CLASSES[47] = SEPARATOR;
for (const character of '?#') CLASSES[character.charCodeAt(0)] = STOP;
for (const character of '{$%<\'"`*\\') CLASSES[character.charCodeAt(0)] = SPECIAL;

const SPACE = 32;
const DOLLAR = 36;
const HASH_SIGN = 35;
const OPEN_PAREN = 40;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACE = 123;

/** Reads a text into `into`. Empty segments, as in `//`, are left out. */
export function scan(text: string, into: Segments): void {
  // As URL parsers do; a template literal may end on a line of its own.
  const length = trimmedLength(text);
  into.text = text;
  into.count = 0;
  into.host = null;
  into.hostStart = -1;
  into.hostEnd = -1;
  into.queryStart = -1;
  into.queryEnd = -1;
  into.rooted = text.charCodeAt(0) === 47;
  let at = 0;
  const authority = authorityOf(text);
  if (authority !== null) {
    into.host = authority.host;
    into.hostStart = authority.start;
    into.hostEnd = authority.end;
    at = authority.end;
  }
  let start = at;
  let hash = 0;
  let special = text.charCodeAt(at) === COLON;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? CLASSES[code] : code === HOLE_CODE ? SPECIAL : ORDINARY;
    if (kind === ORDINARY) {
      hash = (Math.imul(hash, 31) + code) & HASH_MASK;
      continue;
    }
    if (kind === SEPARATOR) {
      if (special) classify(into, start, at, false);
      else if (at > start) into.add(start, at, LITERAL, hash);
      start = at + 1;
      hash = 0;
      special = text.charCodeAt(start) === COLON;
      continue;
    }
    if (kind === STOP && !(code === HASH_SIGN && text.charCodeAt(at + 1) === OPEN_BRACE)) break;
    special = true;
    const open = bracketAt(text, at, code);
    const close = open < 0 ? -1 : closingBracket(text, open, length);
    if (close >= 0) at = close - 1;
  }
  if (special) classify(into, start, at, true);
  else if (at > start) into.add(start, at, LITERAL, hash);
  if (at < length && text.charCodeAt(at) !== HASH_SIGN) {
    into.queryStart = at + 1;
    into.queryEnd = queryEnd(text, at + 1);
  }
}

function trimmedLength(text: string): number {
  let { length } = text;
  while (length > 0 && text.charCodeAt(length - 1) <= SPACE) length--;
  return length;
}

function bracketAt(text: string, at: number, code: number): number {
  if (code === OPEN_BRACE) return at;
  // `$(command)` and `\(expression)`.
  const opens = (code === DOLLAR || code === BACKSLASH) && text.charCodeAt(at + 1) === OPEN_PAREN;
  return opens ? at + 1 : -1;
}

function queryEnd(text: string, start: number): number {
  let end = text.indexOf('#', start);
  while (end >= 0 && text.charCodeAt(end + 1) === OPEN_BRACE) end = text.indexOf('#', end + 1);
  return end < 0 ? text.length : end;
}
