/** Wildcard patterns: `*` is any run of characters, `\*` and `\\` are the only escapes. */

/** A literal part, or a star. Stars never stand next to each other. */
export type WildcardPart = { readonly literal: string } | { readonly star: true };

export type WildcardResult =
  | { readonly ok: true; readonly parts: readonly WildcardPart[] }
  | { readonly ok: false; readonly offset: number; readonly message: string; readonly hint: string };

export function parseWildcard(pattern: string): WildcardResult {
  const parts: WildcardPart[] = [];
  let literal = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '*') {
      if (pattern.charAt(at + 1) === '*') {
        return {
          ok: false,
          offset: at,
          message: 'two stars in a row',
          hint: 'one * already matches any run',
        };
      }
      if (literal !== '') parts.push({ literal });
      literal = '';
      parts.push({ star: true });
    } else if (character === '\\') {
      const next = pattern.charAt(at + 1);
      if (next !== '*' && next !== '\\') {
        return {
          ok: false,
          offset: at,
          message: 'a backslash in a wildcard must escape * or \\',
          hint: 'write \\\\ for a backslash, best in a raw string r"..."',
        };
      }
      literal += next;
      at++;
    } else literal += character;
  }
  if (literal !== '') parts.push({ literal });
  return { ok: true, parts };
}

/** Whether the whole text matches. */
export function matchWildcard(parts: readonly WildcardPart[], text: string, strict: boolean): boolean {
  return wildcardCaptures(parts, text, strict) !== null;
}

/**
 * What each star stands for, each as short as it can be; null where the text does not match. Taking the first
 * place for every literal is enough, so each part is looked for once. Only ASCII letters have case here.
 */
export function wildcardCaptures(
  parts: readonly WildcardPart[],
  text: string,
  strict: boolean,
): string[] | null {
  const fold = (part: string): string => (strict ? part : lowerAscii(part));
  const searched = fold(text);
  const captures: string[] = [];
  let at = 0;
  let open = false;
  for (const [index, part] of parts.entries()) {
    if ('star' in part) {
      open = true;
      continue;
    }
    const literal = fold(part.literal);
    const last = index === parts.length - 1;
    const found = !open ? at : last ? text.length - literal.length : searched.indexOf(literal, at);
    if (found < at || !searched.startsWith(literal, found)) return null;
    if (open) captures.push(text.slice(at, found));
    at = found + literal.length;
    open = false;
  }
  if (open) captures.push(text.slice(at));
  return open || at === text.length ? captures : null;
}

export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A text as a pattern that matches only itself. */
export function escapeWildcard(text: string): string {
  return text.replace(/[\\*]/g, '\\$&');
}
