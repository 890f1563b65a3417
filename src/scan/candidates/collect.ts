import { resolve } from 'node:path';
import { type FileScan, type Prefilter, TIER_BITS } from '../../analysis/prefilter/index.js';
import type { ReportSkipped } from '../../report/index.js';
import { StageTime } from '../budget/run-budget.js';
import { hasGeneratedHeader } from '../walk/index.js';
import { decode } from './decode.js';
import { below, type Cursor, type Listing } from './files.js';

/** A file to be analysed. */
export interface Candidate {
  readonly path: string;
  /** How the system names it, where that is no UTF-8 and `path` shows it only roughly. */
  readonly systemPath?: Buffer;
}

export interface CollectedFiles {
  /** Files with a strong trigger, in the order they were met. */
  readonly strong: readonly Candidate[];
  /** Files that show the API. */
  readonly shown: readonly string[];
  readonly skipped: readonly ReportSkipped[];
  readonly seen: number;
  readonly read: number;
  /** Files with a trigger that say of themselves that a tool wrote them. */
  readonly generated: number;
  /** Files of which all is known: candidates, generated ones, those that could not be read. */
  readonly settled: ReadonlySet<string>;
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
  /** Seconds that the user grants, else a number that fits the tree. */
  readonly timeLimit: number | null;
  /** Called now and then, so that signals are heard and progress is shown. */
  readonly breathe: (seen: number, candidates: number) => Promise<void>;
}

/** Files read between two breaths. */
const STRIDE = 256;

/**
 * First pass over a root: bytes only. No text is made of the path of a file without a trigger. Weak triggers stand
 * in every third file and count in few: they are left to the second pass.
 */
export async function collect(options: CollectOptions): Promise<CollectedFiles> {
  const pass = new Pass(options, TIER_BITS.strong | TIER_BITS.context);
  const { lists } = options.listing;
  for (const cursorOf of lists) {
    const cursor = cursorOf();
    do await options.breathe(pass.seen, pass.candidates.length);
    while (pass.goOn(cursor, STRIDE));
  }
  const { candidates, shown, skipped, settled, seen, read, generated } = pass;
  return { strong: candidates, shown, skipped, settled, seen, read, generated, lists };
}

export interface Weak {
  readonly weak: readonly Candidate[];
  readonly skipped: readonly ReportSkipped[];
  readonly generated: number;
}

export const NO_WEAK: Weak = { weak: [], skipped: [], generated: 0 };

/**
 * Second pass: files without a strong trigger but with a weak one, among those of `packages` that `mayCount` names. Without the
 * prefilter every file is a candidate already.
 */
export async function collectWeak(
  options: CollectOptions,
  { lists, strong, settled, seen }: CollectedFiles,
  mayCount: (path: string) => boolean,
  packages: readonly string[] = [''],
): Promise<Weak> {
  const pass = new Pass(options, TIER_BITS.weak);
  if (options.everything) return NO_WEAK;
  let visited = 0;
  for (const cursorOf of lists) {
    for (const folder of outermost(packages)) {
      for (const cursor of below(cursorOf(), folder)) {
        if (visited++ % STRIDE === 0) await options.breathe(seen, strong.length + pass.candidates.length);
        const path = cursor.relativePath();
        if (!settled.has(path) && mayCount(path)) pass.look(cursor);
      }
    }
  }
  const { candidates, skipped, generated } = pass;
  return { weak: candidates, skipped, generated };
}

/** The folders of packages, as bytes, without those that lie in others; the root is the outermost. */
function outermost(packages: readonly string[]): readonly Buffer[] {
  const folders = packages.map((name) => (name === '' ? '' : `${name}/`));
  return folders
    .filter((folder) => !folders.some((other) => other !== folder && folder.startsWith(other)))
    .map((folder) => Buffer.from(folder));
}

class Pass {
  readonly candidates: Candidate[] = [];
  /** Paths of files that show the API. */
  readonly shown: string[] = [];
  readonly skipped: ReportSkipped[] = [];
  readonly settled = new Set<string>();
  seen = 0;
  read = 0;
  generated = 0;
  readonly #options: CollectOptions;
  readonly #wanted: number;
  readonly #time: StageTime;
  /** Whether files are to be told apart by their paths. */
  readonly #someAreSpecial: boolean;

  /** `wanted`: the tiers that are looked for. */
  constructor(options: CollectOptions, wanted: number) {
    this.#options = options;
    this.#wanted = wanted;
    this.#time = new StageTime(options.timeLimit);
    this.#someAreSpecial = options.leaveOut.size > 0 || options.listing.contents.size > 0;
  }

  /** Looks at the next `count` files; `false` where fewer are left. */
  goOn(cursor: Cursor, count: number): boolean {
    for (let looked = 0; looked < count; looked++) {
      if (!cursor.next()) return false;
      this.look(cursor);
    }
    return true;
  }

  look(cursor: Cursor): void {
    if (this.#isLeftOut(cursor)) return;
    this.seen++;
    if (this.#time.isOver(this.seen))
      this.#skip(cursor, 'timeout', 'not searched: the scan as a whole took too long (--time-limit)');
    else this.#open(cursor);
  }

  #open(cursor: Cursor): void {
    const { prefilter, maxFileSize } = this.#options;
    const given = this.#someAreSpecial ? this.#given(cursor) : undefined;
    const scan =
      given === undefined
        ? prefilter.scanFile(cursor.path(), maxFileSize, this.#wanted)
        : scanGiven(prefilter, given, maxFileSize, this.#wanted);
    switch (scan.status) {
      case 'scanned':
        this.read++;
        if (scan.tiers !== 0 || this.#options.everything) this.#sort(cursor, scan.tiers);
        break;
      case 'too-large':
        // Nothing is lost where no trigger stands.
        if (scan.unsearched === true) this.#skip(cursor, 'too-large', `${scan.size} bytes, not searched`);
        else if ((scan.tiers & ~TIER_BITS.context) !== 0)
          this.#skip(cursor, 'too-large', `${scan.size} bytes; --max-file-size raises the limit`);
        break;
      case 'unreadable':
        this.#skip(cursor, 'unreadable', scan.code);
        break;
      case 'not-a-file':
        // A listing names files alone; a person may name anything.
        if (this.#options.listing.isNamed)
          this.#skip(cursor, 'unreadable', 'it is not a regular file, or a link, which is not followed');
        break;
      case 'missing':
        break;
    }
  }

  #isLeftOut(cursor: Cursor): boolean {
    if (!this.#someAreSpecial) return false;
    const { leaveOut } = this.#options;
    return leaveOut.size > 0 && leaveOut.has(resolve(cursor.path().toString()));
  }

  #given(cursor: Cursor): Buffer | undefined {
    const { contents } = this.#options.listing;
    return contents.size === 0 ? undefined : contents.get(cursor.relative().toString('latin1'));
  }

  #sort(cursor: Cursor, tiers: number): void {
    const { prefilter, everything, generated } = this.#options;
    const candidate = candidateAt(cursor);
    if ((tiers & TIER_BITS.context) !== 0) this.shown.push(candidate.path);
    if (!everything && (tiers & ~TIER_BITS.context) === 0) return;
    this.settled.add(candidate.path);
    if (!generated && hasGeneratedHeader(prefilter.content())) {
      this.generated++;
      return;
    }
    this.candidates.push(candidate);
  }

  #skip(cursor: Cursor, reason: ReportSkipped['reason'], detail: string): void {
    const path = cursor.relativePath();
    this.settled.add(path);
    this.skipped.push({ path, reason, detail });
  }
}

function scanGiven(prefilter: Prefilter, bytes: Buffer, maxFileSize: number, wanted: number): FileScan {
  if (bytes.length > maxFileSize)
    return { status: 'too-large', tiers: prefilter.scan(bytes, wanted), size: bytes.length };
  const decoded = decode(bytes);
  const tiers = prefilter.scan(decoded.kind === 'text' ? Buffer.from(decoded.text) : bytes, wanted);
  return { status: 'scanned', tiers, encoding: 'utf-8' };
}

function candidateAt(cursor: Cursor): Candidate {
  const path = cursor.relativePath();
  // Only bytes that are no UTF-8 come out as U+FFFD.
  return path.includes('\ufffd') ? { path, systemPath: Buffer.from(cursor.path()) } : { path };
}
