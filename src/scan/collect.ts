import { type Prefilter, TIER_BITS } from '../analysis/prefilter/index.js';
import type { ReportSkipped } from '../report/index.js';
import type { Cursor, Listing } from './files.js';
import { hasGeneratedHeader } from './walk/index.js';

/** A file to be analysed. */
export interface Candidate {
  readonly path: string;
  /** How the system names it, where that is no UTF-8 and `path` shows it only roughly. */
  readonly systemPath?: Buffer;
}

export interface Collected {
  /** Files with a strong trigger, and those with only a weak one, in the order they were met. */
  readonly strong: readonly Candidate[];
  readonly weak: readonly Candidate[];
  /** Files that show the API. */
  readonly shown: readonly string[];
  readonly skipped: readonly ReportSkipped[];
  readonly seen: number;
  readonly read: number;
  /** Files with a trigger that say of themselves that a tool wrote them. */
  readonly generated: number;
  /** The lists that were gone through. */
  readonly lists: readonly (() => Cursor)[];
}

export interface CollectOptions {
  readonly listing: Listing;
  readonly prefilter: Prefilter;
  readonly maxFileSize: number;
  /** Without the prefilter every file that can be read is a candidate. */
  readonly everything: boolean;
  /** Also files that a tool wrote. */
  readonly generated: boolean;
  /** Files that are never scanned, as the system names them. */
  readonly leaveOut: ReadonlySet<string>;
  /** Called now and then, so that signals are heard and progress is shown. */
  readonly breathe: (seen: number, candidates: number) => Promise<void>;
}

/** Files read between two breaths. */
const STRIDE = 256;

/** First pass over a root: bytes only. No text is made of the path of a file without a trigger. */
export async function collect(options: CollectOptions): Promise<Collected> {
  const pass = new Pass(options);
  const lists: (() => Cursor)[] = [];
  for await (const cursorOf of options.listing.cursors()) {
    lists.push(cursorOf);
    for (const cursor = cursorOf(); cursor.next(); ) {
      if (pass.seen % STRIDE === 0) await options.breathe(pass.seen, pass.strong.length);
      pass.look(cursor);
    }
  }
  const { strong, weak, shown, skipped, seen, read, generated } = pass;
  return { strong, weak, shown, skipped, seen, read, generated, lists };
}

class Pass {
  readonly strong: Candidate[] = [];
  readonly weak: Candidate[] = [];
  /** Paths of files that show the API. */
  readonly shown: string[] = [];
  readonly skipped: ReportSkipped[] = [];
  seen = 0;
  read = 0;
  generated = 0;
  readonly #options: CollectOptions;

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  look(cursor: Cursor): void {
    const { prefilter, maxFileSize, leaveOut } = this.#options;
    const absolute = cursor.path();
    if (leaveOut.size > 0 && leaveOut.has(absolute.toString())) return;
    this.seen++;
    const scan = prefilter.scanFile(absolute, maxFileSize);
    switch (scan.status) {
      case 'scanned':
        this.read++;
        if (scan.tiers !== 0 || this.#options.everything) this.#sort(cursor, scan.tiers);
        break;
      case 'too-large':
        // Nothing is lost where no trigger stands.
        if (scan.tiers !== 0)
          this.#skip(cursor, 'too-large', `${scan.size} bytes; --max-file-size raises the limit`);
        break;
      case 'unreadable':
        this.#skip(cursor, 'unreadable', scan.code);
        break;
      case 'not-a-file':
      case 'missing':
        break;
    }
  }

  #sort(cursor: Cursor, tiers: number): void {
    const { prefilter, everything, generated } = this.#options;
    const candidate = candidateAt(cursor);
    if ((tiers & TIER_BITS.context) !== 0) this.shown.push(candidate.path);
    const isStrong = everything || (tiers & TIER_BITS.strong) !== 0;
    if (!isStrong && (tiers & TIER_BITS.weak) === 0) return;
    if (!generated && hasGeneratedHeader(prefilter.content())) {
      this.generated++;
      return;
    }
    (isStrong ? this.strong : this.weak).push(candidate);
  }

  #skip(cursor: Cursor, reason: ReportSkipped['reason'], detail: string): void {
    this.skipped.push({ path: cursor.relativePath(), reason, detail });
  }
}

function candidateAt(cursor: Cursor): Candidate {
  const path = cursor.relativePath();
  // Only bytes that are no UTF-8 come out as U+FFFD.
  return path.includes('\ufffd') ? { path, systemPath: Buffer.from(cursor.path()) } : { path };
}
