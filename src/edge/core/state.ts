import { type Json, type JsonObject, own } from './json.js';

/** Everything the emulated API remembers, in the form that `--state` reads and `/__edge/state` answers. */
export interface EdgeState {
  now: string;
  /** What belongs to the user behind the credentials: `load_balancers/pools`. */
  user: ResourceOwner;
  accounts: Record<string, Account>;
  zones: Record<string, Zone>;
}

/** Whatever holds plain resources, by collection: `access/apps`, `members`, `cfd_tunnel`. */
export interface ResourceOwner {
  collections: Record<string, JsonObject[]>;
}

export interface Account extends ResourceOwner {
  id: string;
  name: string;
  rulesets: Ruleset[];
}

export interface Zone extends ResourceOwner {
  id: string;
  name: string;
  account: string;
  rulesets: Ruleset[];
  filters: Filter[];
  firewallRules: LegacyRule[];
  rateLimits: LegacyRateLimit[];
  dnsRecords: DnsRecord[];
  settings: Record<string, Json>;
  dnsSettings: JsonObject;
  waf: WafState;
}

export interface Ruleset {
  id: string;
  name: string;
  description: string;
  kind: 'zone' | 'root' | 'custom' | 'managed';
  phase: string;
  version: string;
  last_updated: string;
  rules: Rule[];
}

/** A rule keeps fields the emulator does not know, as the real API does. */
export type Rule = JsonObject & {
  readonly id: string;
  readonly ref: string;
  readonly version: string;
  readonly action: string;
  readonly expression: string;
  readonly enabled: boolean;
  readonly last_updated: string;
};

export interface Filter {
  id: string;
  expression: string;
  paused: boolean;
  description?: string;
  ref?: string;
  /** Made together with its rule: neither PUT nor DELETE is allowed on it. */
  single_call: boolean;
}

/**
 * The legacy face of a rule of the custom-rules phase. The rule itself lives in the ruleset, so that both
 * APIs speak of one list; what only the old API knew stands here.
 */
export interface LegacyRule {
  id: string;
  rule_id: string;
  filter_id: string;
  paused: boolean;
  priority: number | null;
  action: string;
  products?: readonly string[];
  ref?: string;
  description?: string;
  created_on: string;
  modified_on: string;
}

/** A previous rate limit as sent, and the rule that it became. */
export interface LegacyRateLimit {
  id: string;
  rule_id: string;
  definition: JsonObject;
}

export type DnsRecord = JsonObject & { readonly id: string; readonly type: string; readonly name: string };

export interface WafState {
  packages: JsonObject[];
  groups: JsonObject[];
  rules: JsonObject[];
  overrides: JsonObject[];
}

/** The objects of a plain collection, made empty at its first use. */
export function collection(owner: ResourceOwner, name: string): JsonObject[] {
  const known = own(owner.collections, name);
  if (known !== undefined) return known;
  const made: JsonObject[] = [];
  owner.collections[name] = made;
  return made;
}
