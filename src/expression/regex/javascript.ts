/**
 * Regular expressions of a scanned program, matched by the engine that takes linear time. The runtime's own engine
 * must never run them: a pattern can be written so that it does not end.
 */
import { compileRegex } from './match.js';

export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Finds the first match at or after an offset; null for none. */
export type Search = (text: string, from: number) => Match | null;

const LONGEST_PATTERN = 100;
/** Instructions: counted repetitions make many of a short pattern. */
const LARGEST_PROGRAM = 300;
const ASCII = /^[\0-\x7f]*$/;
/** What the two dialects read alike behind a backslash. */
const SHARED_ESCAPE = /[dDwWsSbBtnrfv\\/.*+?^$(){}[\]|-]/;

/** Null for a pattern that the engine does not know: look-around, back-references, flags that change the rules. */
export function searchFor(source: string, flags: string): Search | null {
  if (source.length > LONGEST_PATTERN || !ASCII.test(source) || !/^[dgims]*$/.test(flags)) return null;
  const pattern = translated(source);
  if (pattern === null) return null;
  const mode = ['i', 'm', 's'].filter((flag) => flags.includes(flag)).join('');
  const compiled = compileRegex(mode === '' ? pattern : `(?${mode})${pattern}`, LARGEST_PROGRAM);
  if (!compiled.ok) return null;
  return (text, from) => {
    const [start = -1, end = -1] = compiled.regex.find(text, from)?.slots ?? [];
    return start < 0 ? null : { start, end };
  };
}

/** The pattern as the engine's dialect writes it. */
function translated(source: string): string | null {
  let result = '';
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '\\') {
      const escaped = source.charAt(++at);
      if (!SHARED_ESCAPE.test(escaped)) return null;
      result += `\\${escaped}`;
    } else if (inClass) {
      inClass = character !== ']';
      // These begin set operations there and are plain characters here.
      result += /[[&~]/.test(character) ? `\\${character}` : character;
    } else if (character === '[') {
      inClass = true;
      result += character;
      if (source.charAt(at + 1) === ']' || source.startsWith('^]', at + 1)) return null;
    } else if (character === '{' && !/^\{\d+(?:,\d*)?\}/.test(source.slice(at, at + 24))) result += '\\{';
    else if (
      character === '(' &&
      source.charAt(at + 1) === '?' &&
      !/^\?(?::|<[A-Za-z])/.test(source.slice(at + 1))
    )
      return null;
    else result += character;
  }
  return result;
}
