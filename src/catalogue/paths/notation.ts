/**
 * How a placeholder is written inside a raw text: in format strings, templates, documentation and shell.
 * Each notation is read from its first character; the answer is the offset behind it, or -1.
 */

/** Begins and ends a hole of a partly known text. Noncharacters, so that no real path holds them. */
export const HOLE_CODE = 0xfdd0;
const HOLE_END = '\uFDD1';

/** How a hole is written in the text that the matcher is given. Its name helps to tell ids from paths. */
export function holeText(name = ''): string {
  return `\uFDD0${name.replace(/[^\w.]/g, '').slice(-LONGEST_NAME)}${HOLE_END}`;
}

const LONGEST_NAME = 60;

const BACKQUOTE = 96;
const BACKSLASH = 92;
const CLOSE_BRACE = 125;
const CLOSE_PAREN = 41;
const COLON = 58;
const DOLLAR = 36;
const HASH = 35;
const LESS = 60;
const OPEN_BRACE = 123;
const OPEN_PAREN = 40;
const PERCENT = 37;
const QUOTES = [34, 39];
const STAR = 42;

/** A placeholder in a path is no longer than this; the bound keeps the search for its end linear. */
const LONGEST = 200;
/** Nor are its brackets nested deeper. */
const DEEPEST = 8;

/** `%s`, `%1$s`, `%[1]q`, `%(name)s`; but `%d0` is an escaped byte. */
const PRINTF = /%(?:\([^()/]*\)|\[\d+\]|\d+\$)?(?:[sivqux@]|d(?![0-9A-Fa-f]))(?!\w*%)/y;
/** `%ZONE%` of batch files. */
const BATCH = /%[A-Za-z_]\w*%/y;
/** `$zone`, `$env:ZONE`, `$this->zone->id`, `$zone['id']`, `$1`, `$@`. */
const VARIABLE = /\$(?:[A-Za-z_][\w:]*|\d+|[@*])(?:(?:\??->|\.)[A-Za-z_]\w*(?:\(\))?|\[[^\][/]{0,64}\])*/y;
/** `:zone_id`, with the pattern some routers allow behind it. */
const COLON_NAME = /:[A-Za-z_]\w*(?:\([^()]*\))?/y;

function sticky(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * The offset behind the bracket that closes the one at `open`, or -1. Quotes are not looked at: paths hold
 * simple expressions only.
 */
export function closingBracket(text: string, open: number, limit: number): number {
  const opening = text.charCodeAt(open);
  const closing = opening === OPEN_BRACE ? CLOSE_BRACE : CLOSE_PAREN;
  let depth = 0;
  const end = Math.min(limit, open + LONGEST);
  for (let at = open; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === opening && ++depth > DEEPEST) return -1;
    if (code === closing && --depth === 0) return at + 1;
  }
  return -1;
}

/** The offset behind the placeholder that starts at `at`, or -1 if none does. */
export function placeholderEnd(text: string, at: number, limit: number): number {
  const end = read(text, at, limit);
  return end > limit ? -1 : end;
}

function read(text: string, at: number, limit: number): number {
  const code = text.charCodeAt(at);
  const next = at + 1 < limit ? text.charCodeAt(at + 1) : 0;
  switch (code) {
    case HOLE_CODE:
      return behind(text, HOLE_END, at, limit, 0);
    case OPEN_BRACE:
      return closingBracket(text, at, limit);
    case DOLLAR:
      if (next === OPEN_BRACE || next === OPEN_PAREN) return closingBracket(text, at + 1, limit);
      return sticky(VARIABLE, text, at);
    case HASH:
      return next === OPEN_BRACE ? closingBracket(text, at + 1, limit) : -1;
    case PERCENT: {
      if (next === OPEN_BRACE) return closingBracket(text, at + 1, limit);
      const end = sticky(PRINTF, text, at);
      return end < 0 ? sticky(BATCH, text, at) : end;
    }
    case BACKSLASH:
      return next === OPEN_PAREN ? closingBracket(text, at + 1, limit) : -1;
    case LESS:
      return behind(text, '>', at, limit);
    case BACKQUOTE:
      return behind(text, '`', at, limit);
    case COLON:
      return sticky(COLON_NAME, text, at);
    case STAR:
      return next === STAR ? at + 2 : at + 1;
    default:
      // `'+zone+'`: the text was taken from between the outer quotes of a concatenation.
      return QUOTES.includes(code) ? behind(text, text.charAt(at), at, limit) : -1;
  }
}

/** `''` and `<>` hold nothing and are no placeholders, hence `least`. */
function behind(text: string, close: string, at: number, limit: number, least = 1): number {
  const end = text.slice(at + 1, Math.min(limit, at + LONGEST)).indexOf(close);
  return end >= least ? at + end + 2 : -1;
}

/** The last name in a placeholder as it is written: `zone_id` of `{zone_id}`, `id` of `${zone.id}`. */
export function placeholderName(written: string): string | null {
  const names = written.match(/[A-Za-z_]\w*/g);
  return names?.at(-1) ?? null;
}
