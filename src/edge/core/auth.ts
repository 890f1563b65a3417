import { Refusal } from './http.js';

/** A permission a token can carry; a legacy key carries all of them. */
export type Permission = 'Zone WAF' | 'Firewall Services' | 'Zone' | 'DNS' | 'Account';

export interface Tokens {
  /** Permissions by token. A token that is not listed may do everything. */
  readonly [token: string]: readonly Permission[];
}

/** What a path needs, most telling segment first. */
const NEEDS: readonly { readonly segment: string; readonly permissions: readonly Permission[] }[] = [
  { segment: '/rulesets', permissions: ['Zone WAF'] },
  { segment: '/firewall/', permissions: ['Firewall Services'] },
  { segment: '/filters', permissions: ['Firewall Services'] },
  { segment: '/rate_limits', permissions: ['Firewall Services'] },
  { segment: '/dns_', permissions: ['DNS'] },
  { segment: '/zones', permissions: ['Zone'] },
  { segment: '/accounts', permissions: ['Account'] },
];

/** Refuses a request without credentials, or with a token that lacks the permission. */
export function authorize(headers: Readonly<Record<string, string>>, path: string, tokens: Tokens): void {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer === undefined) {
    const legacy = headers['x-auth-key'] !== undefined && headers['x-auth-email'] !== undefined;
    const service = headers['x-auth-user-service-key'] !== undefined;
    if (legacy || service) return;
    if (headers.authorization !== undefined) throw new Refusal(400, 6003, 'Invalid request headers');
    throw new Refusal(400, 9106, 'Missing X-Auth-Key, X-Auth-Email or Authorization headers');
  }
  const permissions = tokens[bearer];
  if (permissions === undefined) return;
  const need = NEEDS.find(({ segment }) => path.includes(segment));
  if (need !== undefined && !need.permissions.some((permission) => permissions.includes(permission))) {
    throw new Refusal(403, 10000, 'Authentication error');
  }
}
