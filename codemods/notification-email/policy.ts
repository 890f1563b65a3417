/** The request that creates a policy, as the one that created the pool is written: what is the same in all languages. */
import type { Edit } from '../../src/analysis/index.js';
import type { Site } from '../../src/migrate/index.js';

/** The policy of a pool, written behind the statement that creates it. */
export interface Policy {
  readonly edits: readonly Edit[];
  /** It names the pool; otherwise it is about all of them. */
  readonly isOfPool: boolean;
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const POOLS = '/load_balancers/pools';
const POLICIES = '/alerting/v3/policies';

/** Only an account has policies, and only what is created once gets one. */
export function createsPool({ finding }: Site): boolean {
  return finding.method === 'POST' && finding.endpoint === `/accounts/{account_id}${POOLS}`;
}

/** The addresses that a text names, with commas between them; null where it is not a plain one. */
export function addressesIn(source: string): readonly string[] | null {
  const [, , written] = /^(['"`])([^'"`\\${}]*)\1$/.exec(source) ?? [];
  const addresses =
    written
      ?.split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '') ?? [];
  return addresses.length === 0 || addresses.some((one) => !/^\S+@\S+$/.test(one)) ? null : addresses;
}

/** The call with another body, to the path of policies; null where its path is not written in it. */
export function callOfPolicy(text: string, call: Stretch, body: Stretch, policy: string): string | null {
  const before = text.slice(call.start, body.start);
  const behind = text.slice(body.end, call.end);
  const parts = before.split(POOLS);
  const isEnd = /^["'`]/.test(parts[1] ?? '');
  if (parts.length !== 2 || !isEnd || behind.includes(POOLS)) return null;
  return parts.join(POLICIES) + policy + behind;
}
