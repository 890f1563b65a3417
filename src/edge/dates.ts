import type { Entry } from '../catalogue/types.js';

/**
 * What holds on the emulated day. `spec` takes the published schedule, `vendor` the dates the vendor moved
 * to. Days are compared as texts: `YYYY-MM-DD` sorts as time does.
 */
export type Schedule = 'spec' | 'vendor';

export class Dates {
  readonly #ends: ReadonlyMap<string, string | null>;

  constructor(
    entries: readonly Entry[],
    private readonly schedule: Schedule,
    private readonly today: () => string,
  ) {
    this.#ends = new Map(entries.map((entry) => [entry.id, this.endOf(entry)]));
  }

  /** Null for an entry that only asks for hygiene and never ends. */
  endOf(entry: Entry): string | null {
    return this.schedule === 'vendor' ? (entry.vendor?.date ?? entry.endOfLife) : entry.endOfLife;
  }

  /** True on the end-of-life day and after it. */
  dead(entry: string): boolean {
    const end = this.#ends.get(entry);
    return end !== undefined && end !== null && this.today() >= end;
  }

  /** Security levels that may still be set, or null while all may. The vendor still takes all of them. */
  get securityLevels(): readonly string[] | null {
    return this.schedule === 'spec' && this.dead('security-level') ? ['off', 'under_attack'] : null;
  }

  get threatScoreRefused(): boolean {
    return this.schedule === 'spec' && this.dead('threat-score');
  }
}

/** `YYYY-MM-DD` and a day that exists. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
