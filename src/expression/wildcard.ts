/** Wildcard patterns: `*` is any run of characters, `\*` and `\\` are the only escapes. */

/** A literal part, or a star. Stars never stand next to each other. */
export type WildcardPart = { readonly literal: string } | { readonly star: true };

export type WildcardResult =
  | { readonly ok: true; readonly parts: readonly WildcardPart[] }
  | { readonly ok: false; readonly offset: number; readonly message: string; readonly hint: string };

export function parseWildcard(pattern: string): WildcardResult {
  const parts: WildcardPart[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') parts.push({ literal });
    literal = '';
  };
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
      flush();
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
  flush();
  return { ok: true, parts };
}

/** Whether the whole text matches. Taking the first place for each literal keeps it linear per literal. */
export function matchWildcard(parts: readonly WildcardPart[], text: string): boolean {
  return wildcardCaptures(parts, text) !== null;
}

/** What each star stands for, each as short as it can be; null where the text does not match. */
export function wildcardCaptures(parts: readonly WildcardPart[], text: string): string[] | null {
  const captures: string[] = [];
  let at = 0;
  let open = false;
  for (const [index, part] of parts.entries()) {
    if ('star' in part) {
      open = true;
      if (index === parts.length - 1) captures.push(text.slice(at));
      continue;
    }
    const last = index === parts.length - 1;
    const found = !open ? at : last ? text.length - part.literal.length : text.indexOf(part.literal, at);
    if (found < at || !text.startsWith(part.literal, found)) return null;
    if (open) captures.push(text.slice(at, found));
    at = found + part.literal.length;
    open = false;
  }
  return open || at === text.length ? captures : null;
}

/** A text as a pattern that matches only itself. */
export function escapeWildcard(text: string): string {
  return text.replace(/[\\*]/g, '\\$&');
}
