import { type Entry, type EntryId, isEnded, type Scalar } from '../catalogue/index.js';

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
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #settings: ReadonlyMap<string, EndedSetting>;
  /** Entries that count as living while one request is answered. */
  #suspended: ReadonlySet<string> = new Set();

  constructor(
    entries: readonly Entry[],
    private readonly schedule: Schedule,
    private readonly today: () => string,
  ) {
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.#settings = new Map(
      entries.flatMap((entry) =>
        entry.settings.map(({ id, allowed }): [string, EndedSetting] => [
          id,
          { entry: entry.id, ...(allowed === undefined ? {} : { allowed }) },
        ]),
      ),
    );
  }

  /** True from the end-of-life day on; of entries that still work on that day, from the next one on. */
  dead(entry: EntryId): boolean {
    return this.ended(entry);
  }

  /** The same of any entry, also one of a user's own catalogue. */
  ended(entry: string): boolean {
    const found = this.#entries.get(entry);
    if (found === undefined || this.#suspended.has(entry)) return false;
    const moved = this.schedule === 'vendor' ? found.vendor?.date : undefined;
    return moved === undefined ? isEnded(found, this.today()) : this.reached(moved);
  }

  /** Runs something as if these entries had not ended. */
  without<Result>(entries: ReadonlySet<string>, run: () => Result): Result {
    const outer = this.#suspended;
    this.#suspended = entries;
    try {
      return run();
    } finally {
      this.#suspended = outer;
    }
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
