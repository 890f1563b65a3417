import { HOLE_CODE } from './notation.js';

/** Where the authority of a URL stands. */
export interface UrlAuthority {
  readonly start: number;
  readonly end: number;
  /** Host in lower case without port and user-info; empty when it is not known. */
  readonly host: string;
}

const SLASH = 47;
const COLON = 58;

/** A host name with at least two labels, the last of letters, and perhaps a port. */
const HOST_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\.?(?::\d+)?$/i;
/** The first character of a placeholder, in any notation. */
const HOLE_STARTS = new Uint8Array(128);
for (const character of '{$%<\'"`*\\') HOLE_STARTS[character.charCodeAt(0)] = 1;

/** The authority of a text that begins with a scheme, with `//` and a host, or with a bare host name. */
export function authorityOf(text: string): UrlAuthority | null {
  const slash = text.indexOf('/');
  if (slash < 0) return null;
  if (text.charCodeAt(slash + 1) === SLASH) {
    if (slash > 0) return text.charCodeAt(slash - 1) === COLON ? read(text, slash + 2) : null;
    const found = read(text, 2);
    return found.host === 'localhost' || HOST_NAME.test(text.slice(found.start, found.end)) ? found : null;
  }
  if (slash > 0 && text.charCodeAt(0) !== HOLE_CODE && text.lastIndexOf('.', slash) > 0) {
    return HOST_NAME.test(text.slice(0, slash)) ? read(text, 0) : null;
  }
  return null;
}

function read(text: string, from: number): UrlAuthority {
  let start = from;
  let end = from;
  let hole = -1;
  let code = 0;
  for (; end < text.length; end++) {
    code = text.charCodeAt(end);
    if (code === SLASH || code === 63 || code === 35) break;
    if (code === 64) {
      // User-info may hold placeholders of its own.
      start = end + 1;
      hole = -1;
    } else if (hole < 0 && (code >= 128 ? code === HOLE_CODE : HOLE_STARTS[code] === 1)) hole = end;
  }
  if (hole < 0) return { start, end, host: hostName(text.slice(start, end)) };
  const known = text.slice(start, hole);
  // `https://api.example.com${path}`: the hole is no part of the host.
  if (HOST_NAME.test(known)) return { start, end: hole, host: hostName(known) };
  // `localhost:${port}` is known, `api.${domain}` and `${host}` are not.
  return { start, end, host: known.endsWith(':') ? hostName(known) : '' };
}

function hostName(authority: string): string {
  const colon = authority.indexOf(':');
  const name = (colon < 0 ? authority : authority.slice(0, colon)).toLowerCase();
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
