import type { Dates } from '../dates.js';
import { ApiError } from './http.js';
import { own } from './json.js';

/** The permissions a token can carry; a legacy key carries all of them. */
export const PERMISSIONS = [
  'Zone WAF',
  'Firewall Services',
  'Single Redirect',
  'Zone Settings',
  'Page Rules',
  'Cache Purge',
  'DNS',
  'Zone',
  'Account',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What a path needs, first match first: one of these permissions. */
const NEEDS: readonly { readonly path: RegExp; readonly permissions: readonly Permission[] }[] = [
  { path: /\/rulesets\/phases\/http_request_dynamic_redirect\//, permissions: ['Single Redirect'] },
  { path: /^\/zones\/[^/]+\/rulesets/, permissions: ['Zone WAF', 'Single Redirect'] },
  { path: /^\/zones\/[^/]+\/(firewall|filters|rate_limits)/, permissions: ['Firewall Services'] },
  { path: /^\/zones\/[^/]+\/dns_/, permissions: ['DNS'] },
  { path: /^\/zones\/[^/]+\/settings/, permissions: ['Zone Settings'] },
  { path: /^\/zones\/[^/]+\/pagerules/, permissions: ['Page Rules'] },
  { path: /^\/zones\/[^/]+\/purge_cache/, permissions: ['Cache Purge'] },
  { path: /^\/zones/, permissions: ['Zone'] },
  { path: /^\/(accounts|organizations)/, permissions: ['Account'] },
];

/** Permissions by token; `*` stands for every token that is not named. Without either a token may do everything. */
export type Tokens = Readonly<Record<string, readonly Permission[]>>;

/** Refuses a request without credentials, or with a token that lacks the permission. */
export function authorize(
  headers: Readonly<Record<string, string>>,
  path: string,
  tokens: Tokens,
  dates: Dates,
): void {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer === undefined) {
    // Halves of two credentials make none, nor does a header without a value.
    if (headers['x-auth-key'] && headers['x-auth-email']) return;
    if (headers['x-auth-user-service-key']) {
      if (!dates.dead('service-key')) return;
      throw new ApiError(403, 10000, 'Authentication error', { ended: 'service-key' });
    }
    if (headers.authorization !== undefined) throw new ApiError(400, 6003, 'Invalid request headers');
    throw new ApiError(400, 9106, 'Missing X-Auth-Key, X-Auth-Email or Authorization headers');
  }
  const permissions = own(tokens, bearer) ?? tokens['*'];
  if (permissions === undefined) return;
  const need = NEEDS.find((candidate) => candidate.path.test(path));
  if (need !== undefined && !need.permissions.some((permission) => permissions.includes(permission))) {
    throw new ApiError(403, 10000, 'Authentication error');
  }
}
