import type { Entry, EntryId, Scalar } from '../catalogue/index.js';

/**
 * What holds on the emulated day. `spec` takes the published schedule, `vendor` the dates the vendor moved
 * to. Days are compared as texts: `YYYY-MM-DD` sorts as time does.
 */
export type Schedule = 'spec' | 'vendor';

/** A setting of which the schedule ended something. */
export interface EndedSetting {
  readonly entry: string;
  /** Values that still work; none is given when the whole setting is gone. */
  readonly allowed?: readonly Scalar[];
}

export class Dates {
  readonly #ends: ReadonlyMap<string, string | null>;
  readonly #settings: ReadonlyMap<string, EndedSetting>;

  constructor(
    entries: readonly Entry[],
    private readonly schedule: Schedule,
    private readonly today: () => string,
  ) {
    this.#ends = new Map(entries.map((entry) => [entry.id, this.#endOf(entry)]));
    this.#settings = new Map(
      entries.flatMap((entry) =>
        entry.settings.map(({ id, allowed }): [string, EndedSetting] => [
          id,
          { entry: entry.id, ...(allowed === undefined ? {} : { allowed }) },
        ]),
      ),
    );
  }

  /** Null for an entry that only asks for hygiene and never ends. */
  #endOf(entry: Entry): string | null {
    return this.schedule === 'vendor' ? (entry.vendor?.date ?? entry.endOfLife) : entry.endOfLife;
  }

  /** True on the end-of-life day and after it. */
  dead(entry: EntryId): boolean {
    return this.ended(entry);
  }

  /** The same of any entry, also one of a user's own catalogue. */
  ended(entry: string): boolean {
    const end = this.#ends.get(entry);
    return end !== undefined && end !== null && this.today() >= end;
  }

  reached(day: string): boolean {
    return this.today() >= day;
  }

  /** What is over of a zone setting, or null. The vendor never refused the values of the security level. */
  endedSetting(id: string): EndedSetting | null {
    const setting = this.#settings.get(id);
    if (setting === undefined || !this.ended(setting.entry)) return null;
    return setting.allowed !== undefined && this.schedule === 'vendor' ? null : setting;
  }

  get threatScoreRefused(): boolean {
    return this.schedule === 'spec' && this.dead('threat-score');
  }
}
