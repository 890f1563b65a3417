/**
 * Hides what looks like a secret in quoted source. Every hidden character becomes one `*`, so that offsets and
 * columns stay what they are. Hiding too much costs a reader little, hiding too little costs a key: when in
 * doubt, hide. Ids in a path (`/zones/<32 hex digits>`) are no secrets and stay.
 */

interface Shape {
  /** The group `secret` is what is hidden. */
  readonly pattern: RegExp;
  /** Text without any of these cannot match; keeps long lines cheap. */
  readonly hint: RegExp;
  /** What follows may as well be the name of a variable. */
  readonly names?: true;
}

const SHAPES: readonly Shape[] = [
  // Authorization: Bearer …, "X-Auth-Key": "…", -H 'X-Auth-Email: …', CF_API_TOKEN=…, password: '…'
  {
    names: true,
    hint: /auth|token|secret|passw|api[_-]?key|access[_-]?key|x-auth|bearer/i,
    pattern:
      /(?:authorization|x-auth-[a-z-]{1,40}|api[_-]?(?:key|token)|secret|password|passwd|auth[_-]?(?:key|token)|access[_-]?(?:key|token)|\btoken)[\w-]{0,40}["'`\]]{0,3}\s{0,4}(?:=>|:=|[:=,])\s{0,4}["'`]{0,3}(?:(?:bearer|basic|token)\s{1,4})?(?!(?:bearer|basic|token)\s)(?<secret>[^\s"'`,;{}()<>$[\]*]{4,})/gi,
  },
  { hint: /bearer|basic/i, pattern: /\b(?:bearer|basic)\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{8,})/gi },
  // https://user:password@host
  { hint: /:\/\//, pattern: /:\/\/(?<secret>[^\s/@"'`<>]{1,256})@/g },
  // Tokens that say what they are.
  {
    hint: /_|-|eyJ|AKIA|ASIA/,
    pattern:
      /\b(?<secret>(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk[-_](?:live_|test_)?|npm_)[A-Za-z0-9_-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?)/g,
  },
  // Long hexadecimal keys, unless they stand in a path.
  { hint: /[0-9a-fA-F]{32}/, pattern: /(?<![/\w-])(?<secret>[0-9a-fA-F]{32,})(?![\w-])/g },
];

/** Forty characters of letters, digits, `_` and `-` as an API token is written: both letters and digits, no word. */
const TOKEN = /(?<![\w/.-])[A-Za-z0-9_-]{36,}(?![\w/.-])/g;

export function maskSecrets(text: string): string {
  let masked = text;
  for (const { pattern, hint, names } of SHAPES) {
    if (!hint.test(masked)) continue;
    masked = masked.replace(pattern, (match, ...rest) => {
      const groups: unknown = rest.at(-1);
      const secret = (groups as { readonly secret: string }).secret;
      if (names === true && isName(secret) && !/["'`]$/.test(match.slice(0, -secret.length))) return match;
      const at = match.lastIndexOf(secret);
      return match.slice(0, at) + '*'.repeat(secret.length) + match.slice(at + secret.length);
    });
  }
  return masked.replace(TOKEN, (token) => (isRandom(token) ? '*'.repeat(token.length) : token));
}

/** An unquoted name that holds a secret (`process.env.KEY`, `apiToken`) gives nothing away. */
function isName(text: string): boolean {
  if (/\d{3}/.test(text)) return false;
  return (
    /^[a-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(text) ||
    /^[A-Za-z_]*(?:key|token|secret|auth|email)$/i.test(text)
  );
}

/** A random text changes between letters and digits, or between cases, again and again; a name does not. */
function isRandom(token: string): boolean {
  // A universally unique id is an id.
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)) return false;
  const digits = token.replace(/[^0-9]/g, '').length;
  const changes = (token.match(/[a-z][0-9]|[0-9][A-Za-z]|[A-Z][0-9]|[a-z][A-Z]/g) ?? []).length;
  return digits >= 3 && changes >= token.length / 6;
}
