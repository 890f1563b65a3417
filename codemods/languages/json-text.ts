/** Members of JSON inside a text of another language, where quotes may be escaped: `"{\"locked\":true}"`. */
import type { Edit } from '../../src/analysis/index.js';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What stands around values. In a text, the end of a line may be written as an escape. */
const COLON = /^(?:\s|\\[nrt])*:(?:\s|\\[nrt])*/;
const COMMA = /^(?:\s|\\[nrt])*,(?:\s|\\[nrt])*/;
const COMMA_BEFORE = /,(?:\s|\\[nrt])*$/;
const PLAIN_VALUE = /^(?:true|false|null|-?\d+(?:\.\d+)?)(?=(?:\s|\\[nrt])*[,}\]])/;

/**
 * The edit that takes out the member whose key stands at an offset; null where its value cannot be told, or where
 * it is the only member.
 */
export function jsonMemberAt(text: string, at: number, within: Stretch): Edit | null {
  const quote =
    /\\?"$/.exec(text.slice(within.start, at))?.[0] ?? /^\\?"/.exec(text.slice(at, within.end))?.[0];
  if (quote === undefined) return null;
  const start = text.slice(at, at + quote.length) === quote ? at : at - quote.length;
  const keyEnd = text.indexOf(quote, start + quote.length);
  const colon = COLON.exec(text.slice(keyEnd + quote.length, within.end));
  if (keyEnd < 0 || colon === null) return null;
  const end = valueEnd(text, keyEnd + quote.length + colon[0].length, within.end, quote);
  if (end === null) return null;
  const comma = COMMA.exec(text.slice(end, within.end));
  if (comma !== null) return { start, end: end + comma[0].length, text: '' };
  const before = COMMA_BEFORE.exec(text.slice(within.start, start));
  return before === null ? null : { start: start - before[0].length, end, text: '' };
}

/** The end of a value that is written whole: no hole of the language around it may stand in it. */
function valueEnd(text: string, start: number, limit: number, quote: string): number | null {
  const rest = text.slice(start, limit);
  const plain = PLAIN_VALUE.exec(rest);
  if (plain !== null) return start + plain[0].length;
  if (rest.startsWith(quote)) {
    const close = rest.indexOf(quote, quote.length);
    const inner = rest.slice(quote.length, close);
    const isPlain = !/[\\'`$]/.test(inner.replaceAll(/\$\w+|\$\{\w+\}/g, ''));
    return close < 0 || !isPlain ? null : start + close + quote.length;
  }
  // A variable of a shell that stands for a whole value.
  const variable = /^(?:\$\{?\w+\}?|'"?\$\{?\w+\}?"?')(?=\s*[,}\]])/.exec(rest);
  return variable === null ? null : start + variable[0].length;
}
