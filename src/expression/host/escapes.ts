/** What the hosts have in common: escapes with a code, and expressions in braces within a text. */

/** `\xHH`, `\uHHHH`, `\UHHHHHHHH`, and with `braces` also `\u{...}`; `at` is the backslash. */
export function readEscape(
  source: string,
  at: number,
  digits: number,
  braces = false,
): { text: string; end: number } | null {
  const rest = source.slice(at + 2, at + 12);
  const braced = braces ? /^\{([0-9a-fA-F]{1,8})\}/.exec(rest) : null;
  const hex = braced?.[1] ?? rest.slice(0, digits);
  if (!/^[0-9a-fA-F]+$/.test(hex) || (braced === null && hex.length !== digits)) return null;
  const code = Number.parseInt(hex, 16);
  if (code > 0x10ffff) return null;
  const end = at + 2 + (braced === null ? digits : braced[0].length);
  return {
    text: digits < 8 && braced === null ? String.fromCharCode(code) : String.fromCodePoint(code),
    end,
  };
}

const MAX_DEPTH = 50;

/**
 * Where an expression in braces ends, after its `}`; `from` is after the `{`. Strings, templates and comments
 * inside are skipped, so that a brace in them does not count. Null if it never ends.
 */
export function balancedEnd(source: string, from: number, quotes = '"\'`'): number | null {
  const open: string[] = ['}'];
  let at = from;
  while (at < source.length) {
    const inside = open[open.length - 1] ?? '}';
    const character = source.charAt(at);
    if (inside.length === 1 && quotes.includes(inside)) {
      // In a quoted text: the quote ends it, `${` opens an expression where the host has them.
      if (character === '\\') at++;
      else if (character === inside) open.pop();
      else if (source.startsWith('${', at) && inside !== "'") {
        open.push('}');
        at++;
      }
    } else if (character === '}') {
      open.pop();
      if (open.length === 0) return at + 1;
    } else if (character === '{') open.push('}');
    else if (quotes.includes(character)) open.push(character);
    else if (source.startsWith('//', at) || source.startsWith('/*', at)) {
      const close = source.startsWith('/*', at) ? source.indexOf('*/', at + 2) : source.indexOf('\n', at);
      if (close < 0) return null;
      at = close;
    }
    if (open.length > MAX_DEPTH) return null;
    at++;
  }
  return null;
}
