import { createHash } from 'node:crypto';
import { ApiError } from './http.js';
import { own } from './json.js';
import type { Account, EdgeState, Ruleset, Zone } from './state.js';

const ID = /^[0-9a-f]{32}$/;

/**
 * The state with what every handler needs around it: the clock, ids and time stamps. Ids and stamps are
 * counted, not drawn, so that the same requests always give the same answers.
 */
export class World {
  #count = 0;
  readonly #aliases = new Map<string, string>();
  /** Ids of the state that the world began with: a saved state is read with the same seed again. */
  #taken: ReadonlySet<string> | null = null;

  constructor(
    public state: EdgeState,
    private readonly options: { readonly strictIds: boolean; readonly seed: string },
    /** Most firewall rules a zone may hold, when a fault lowers it. */
    readonly quota: number | null = null,
  ) {}

  /** A world of its own, for a write that is checked but not kept (`dry_run`). */
  copy(): World {
    return new World(structuredClone(this.state), this.options, this.quota);
  }

  get now(): string {
    return this.state.now;
  }

  /** Remembers that the old API calls a rule by another id: its own, or that of the first filter of it. */
  alias(id: string, rule: string): void {
    if (!this.#aliases.has(id)) this.#aliases.set(id, rule);
  }

  get aliases(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#aliases);
  }

  /** A fresh id of 32 hexadecimal characters. */
  id(): string {
    this.#taken ??= new Set(JSON.stringify(this.state).match(/\b[0-9a-f]{32}\b/g));
    for (;;) {
      this.#count += 1;
      const seeded = createHash('sha256').update(`${this.options.seed}:${this.#count}`);
      const id = seeded.digest('hex').slice(0, 32);
      if (!this.#taken.has(id)) return id;
    }
  }

  /** A moment of the emulated day that is later than all before it. */
  stamp(): string {
    this.#count += 1;
    const seconds = Math.floor(this.#count / 1_000_000) % 86_400;
    const clock = new Date(seconds * 1000).toISOString().slice(11, 19);
    return `${this.now}T${clock}.${String(this.#count % 1_000_000).padStart(6, '0')}Z`;
  }

  zone(id: string): Zone {
    const known = own(this.state.zones, id);
    if (known !== undefined) return known;
    if (this.options.strictIds || !ID.test(id)) {
      throw new ApiError(
        404,
        7003,
        `Could not route to /zones/${id}, perhaps your object identifier is invalid?`,
      );
    }
    return this.#newZone(id, `${id.slice(0, 8)}.example.com`);
  }

  /** A zone that is looked for by its name comes into being too. */
  zoneNamed(name: string): void {
    const known = Object.values(this.state.zones).some((zone) => zone.name === name);
    if (!known && !this.options.strictIds) this.#newZone(this.id(), name);
  }

  #newZone(id: string, name: string): Zone {
    const account = Object.keys(this.state.accounts)[0] ?? '0'.repeat(31).concat('1');
    this.account(account);
    const zone = emptyZone(id, name, account);
    this.state.zones[id] = zone;
    return zone;
  }

  account(id: string): Account {
    const known = own(this.state.accounts, id);
    if (known !== undefined) return known;
    if (this.options.strictIds || !ID.test(id)) {
      throw new ApiError(
        404,
        7003,
        `Could not route to /accounts/${id}, perhaps your object identifier is invalid?`,
      );
    }
    const account = emptyAccount(id);
    this.state.accounts[id] = account;
    return account;
  }

  /** Marks a change of a ruleset: a new version and a later stamp. */
  touch(ruleset: Ruleset): void {
    ruleset.version = String(Number(ruleset.version) + 1);
    ruleset.last_updated = this.stamp();
  }
}

export function emptyState(now: string): EdgeState {
  return { now, user: { collections: {} }, accounts: {}, zones: {} };
}

export function emptyAccount(id: string): Account {
  return { id, name: `Account ${id.slice(0, 8)}`, rulesets: [], collections: {} };
}

export function emptyZone(id: string, name: string, account: string): Zone {
  return {
    id,
    name,
    account,
    rulesets: [],
    filters: [],
    firewallRules: [],
    rateLimits: [],
    dnsRecords: [],
    settings: {},
    dnsSettings: {},
    waf: { packages: [], groups: [], rules: [], overrides: [] },
    collections: {},
  };
}
