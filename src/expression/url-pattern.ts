/**
 * The URL pattern of an old rate limit as a condition. A pattern is host and path without scheme; `*` is any
 * run of characters including slashes, case does not matter, and the query never takes part.
 *
 * Where the star cannot run over the first slash, host and path become conditions of their own, the path with
 * `wildcard`, which ignores case as the pattern did. Where it can, only host and path joined say the same.
 */
import { escapeWildcard } from './syntax/wildcard.js';

export type UrlPatternResult =
  | {
      readonly ok: true;
      readonly expression: string;
      /** The pattern matches every request. */
      readonly everything: boolean;
    }
  | { readonly ok: false; readonly reason: string };

const HOST = 'http.host';
const PATH = 'http.request.uri.path';

export function urlPatternToExpression(
  pattern: string,
  { asOneText = false }: { readonly asOneText?: boolean } = {},
): UrlPatternResult {
  const refused = refusal(pattern);
  if (refused !== null) return { ok: false, reason: refused };
  const parts = split(pattern);
  if (parts.length === 1 && parts[0] === '*') return { ok: true, expression: 'true', everything: true };
  const expression = asOneText ? ofWholeUrl(withPath(parts.join(''))) : conditionOf(parts);
  return { ok: true, expression, everything: false };
}

/**
 * A bare host is its home page. Without a dot it may stand for a whole URL, and what is computed behind a whole host
 * may be its path.
 */
function withPath(wildcard: string): string {
  const mayHavePath = /[/*]/.test(wildcard) || !wildcard.includes('.') || ENDS_COMPUTED.test(wildcard);
  return mayHavePath ? wildcard : `${wildcard}/`;
}

/** Private characters stand for what is computed; behind a dot or a dash it is a part of the host. */
const ENDS_COMPUTED = /[a-z\d][\uE000-\uF8FF][\d\uE000-\uF8FF]*$/i;

function ofWholeUrl(wildcard: string): string {
  return `concat(${HOST}, ${PATH}) wildcard ${quote(wildcard)}`;
}

/** Why a pattern has no honest translation. */
function refusal(pattern: string): string | null {
  if (pattern === '') return 'the pattern is empty';
  if (!isPrintable(pattern)) return 'the pattern has white space or control characters';
  if (pattern.startsWith('/')) return 'the pattern has no host';
  if (pattern.includes('://'))
    return 'the pattern has a scheme, which was never part of what it was compared with';
  if (pattern.includes('?'))
    return 'the pattern has a query, which was never part of what it was compared with';
  if (pattern.includes('#')) return 'the pattern has a fragment, which no request has';
  if (/^[^/*]*:/.test(pattern)) return 'the pattern has a port, which the host field does not carry';
  return null;
}

function isPrintable(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 32 || code === 127) return false;
  }
  return true;
}

/** Stars and the literal texts between them; several stars in a row are one, and `\*` is a star itself. */
function split(pattern: string): string[] {
  const parts: string[] = [];
  let literal = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '\\' && pattern.charAt(at + 1) === '*') {
      literal += escapeWildcard('*');
      at++;
    } else if (character !== '*') literal += escapeWildcard(character);
    else {
      if (literal !== '') parts.push(literal);
      literal = '';
      if (parts.at(-1) !== '*') parts.push('*');
    }
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

/** `parts` hold wildcard syntax already, so they can be joined as they are. */
function conditionOf(parts: readonly string[]): string {
  const wildcard = parts.join('');
  const slash = wildcard.indexOf('/');
  const host = (slash < 0 ? wildcard : wildcard.slice(0, slash)).toLowerCase();
  const path = slash < 0 ? null : wildcard.slice(slash);
  const anySubdomain = host.startsWith('*.') && host.length > 2;
  if (host.replace(/^\*\./, '').includes('*') || host.includes('\\')) {
    return ofWholeUrl(wildcard);
  }
  const hostCondition = anySubdomain ? `${HOST} wildcard ${quote(host)}` : `${HOST} eq ${quote(host)}`;
  if (path === '/*') return hostCondition;
  const pathCondition = path === null ? `${PATH} eq "/"` : `${PATH} wildcard ${quote(path)}`;
  return `${hostCondition} and ${pathCondition}`;
}

/** A raw string where a quoted one would need escapes. */
function quote(text: string): string {
  if (!/["\\]/.test(text)) return `"${text}"`;
  let hashes = '';
  while (text.includes(`"${hashes}`)) hashes += '#';
  return `r${hashes}"${text}"${hashes}`;
}
