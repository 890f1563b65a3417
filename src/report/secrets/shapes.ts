/**
 * Hides what looks like a secret in quoted source. Every hidden character becomes one `*`, so that offsets and
 * columns stay what they are. Hiding too much costs a reader little, hiding too little costs a key: when in
 * doubt, hide. Ids in a path (`/zones/<32 hex digits>`) are no secrets and stay.
 */

import { isId, isRandom } from './words.js';

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
      /(?:authorization|x-auth-[a-z-]{1,40}|api[_-]?(?:key|token)|secret|password|passwd|auth[_-]?(?:key|token)|access[_-]?(?:key|token)|\btoken)[\w-]{0,40}["'`\]]{0,3}\s{0,4}(?:=>|:=|[:=]|(?<=["'`]\s{0,4}),)\s{0,4}["'`]{0,3}(?:(?:bearer|basic|token)\s{1,4})?(?!(?:bearer|basic|token)\s)(?<secret>[^\s"'`,;{}()<>$[\]*]{4,})/gi,
  },
  { hint: /bearer|basic/i, pattern: /\b(?:bearer|basic)\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{8,})/gi },
  // curl -u user:password, --user=…
  {
    hint: /-u|-U|user/,
    pattern:
      /(?:^|[\s"'`])(?:-u|-U|--(?:proxy-)?user)(?:["'`],)?(?:\s{1,4}|=)["'`]{0,1}(?<secret>[^\s"'`$*]{2,}:[^\s"'`$]*)/g,
  },
  {
    hint: /cookie/i,
    pattern: /cookie["'`]?\s{0,4}[:=,]\s{0,4}["'`]?(?<secret>[^\s"'`*${}][^"'`\n${}]{3,})/gi,
  },
  // Tokens that say what they are.
  {
    hint: /_|-|eyJ|AKIA|ASIA/,
    pattern:
      /\b(?<secret>(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk[-_](?:live_|test_)?|npm_)[A-Za-z0-9_-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|eyJ(?:\w|-(?!eyJ)){8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?)/g,
  },
  // Hexadecimal keys. Ids have 32 digits; hashes of commits stand behind `@`.
  { hint: /[0-9a-fA-F]{33}/, pattern: /(?<![/@\w-])(?<secret>[0-9a-fA-F]{33,})(?![\w-])/g },
];

const ADDRESS = /:\/\/[^\s"'`<>]{1,400}/g;

/** https://user:password@host, with whatever the password holds. */
function maskUser(address: string): string {
  const rest = address.slice('://'.length);
  const [authority = ''] = rest.split('/', 1);
  const hasSlashInPassword = /^[^:@]+:(?!\d{1,5}$)/.test(authority);
  const at = (authority.includes('@') ? authority : hasSlashInPassword ? rest : '').lastIndexOf('@');
  return at < 0 ? address : `://${'*'.repeat(at)}${rest.slice(at)}`;
}

/** Where a long text may begin and end that was drawn by lot. */
const RUN = /[A-Za-z0-9_+=~-]{16,}/g;

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
  return masked.replace(ADDRESS, maskUser).replace(RUN, maskRandom);
}

/** An unquoted name that holds a secret (`process.env.KEY`, `apiToken`), or a type (`&str`), gives nothing away. */
function isName(text: string): boolean {
  return /^&?[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*$/.test(text) && !/\d{2}/.test(text);
}

/** The run itself, or what stands between its dashes. */
function maskRandom(run: string): string {
  if (isId(run)) return run;
  if (isRandom(run)) return '*'.repeat(run.length);
  return run.replace(/[A-Za-z0-9_]{16,}/g, (part) =>
    isRandom(part) && !isId(part) ? '*'.repeat(part.length) : part,
  );
}
