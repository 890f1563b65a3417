/**
 * A second run over the result: what was migrated is gone, what stays open is still seen, and nothing is new.
 *
 * The files that change, and those whose calls reach into them, are analysed once more in memory. Each finding is
 * then looked up by the place where it must stand after the edits.
 */
import type { Again, Found } from '../../scan/index.js';
import { movedBy } from '../compose/apply.js';
import type { ComposedFile } from '../compose/index.js';

/** What must be seen of a finding on a second run. */
export type Expectation = 'gone' | 'open' | 'marked';

export interface Rerun {
  /** Files in which something is wrong, with what. */
  readonly faults: Map<string, string>;
  /** Findings that were to be marked and are reported, with the fingerprint they have now. */
  readonly unmarked: ReadonlyMap<Found, string>;
}

/** Compares what is seen part by part. */
export class RerunComparison {
  readonly #expectationOf: (one: Found) => Expectation;
  #faults = new Map<string, string>();
  #unmarked = new Map<Found, string>();
  /** By where they must stand. */
  readonly #expected = new Map<string, Found>();
  readonly #expectedIn = new Map<string, Found[]>();
  /** A file that nothing changes and that told of nothing is none of those that are asked for. */
  readonly #asked: ReadonlySet<string>;

  constructor(
    found: readonly Found[],
    expectationOf: (one: Found) => Expectation,
    files: ReadonlyMap<string, ComposedFile>,
  ) {
    this.#expectationOf = expectationOf;
    this.#asked = new Set([...files.keys(), ...found.map(({ finding }) => finding.at.file)]);
    const moves = new Map([...files].map(([path, { edits }]) => [path, movedBy(edits)]));
    for (const one of found) {
      const { at } = one.finding;
      const move = moves.get(at.file);
      const start = move === undefined ? at.start : move(at.start);
      if (expectationOf(one) === 'gone' || start === null) continue;
      this.#expected.set(keyOf(one, start), one);
      const inFile = this.#expectedIn.get(at.file);
      if (inFile === undefined) this.#expectedIn.set(at.file, [one]);
      else inFile.push(one);
    }
  }

  /** Takes what is seen in some files; gives the findings that stay open, as they are seen now. */
  add(paths: readonly string[], again: Again): ReadonlyMap<Found, Found> {
    const open = new Map<Found, Found>();
    const seen = new Set<Found>();
    for (const path of again.unparsable) this.#faults.set(path, 'the result could not be read');
    for (const now of again.found) {
      const { file, start } = now.finding.at;
      const before = this.#expected.get(keyOf(now, start));
      if (before === undefined) {
        if (this.#asked.has(file))
          this.#faults.set(file, `a second run would report ${now.row.entry} in line ${now.row.line}`);
        continue;
      }
      seen.add(before);
      const expectation = this.#expectationOf(before);
      if (expectation === 'marked' && !now.marked) this.#unmarked.set(before, now.row.fingerprint);
      if (expectation === 'open' && !now.marked) open.set(before, now);
    }
    for (const path of paths)
      for (const one of this.#expectedIn.get(path) ?? [])
        if (!seen.has(one))
          this.#faults.set(
            path,
            `a second run would not find the unresolved ${one.row.entry} in line ${one.row.line}`,
          );
    return open;
  }

  addFaults(faults: ReadonlyMap<string, string>): void {
    for (const [path, detail] of faults) this.#faults.set(path, detail);
  }

  /** What was seen since it was last asked. */
  taken(): Rerun {
    const taken = { faults: this.#faults, unmarked: this.#unmarked };
    this.#faults = new Map();
    this.#unmarked = new Map();
    return taken;
  }
}

function keyOf({ finding }: Found, start: number): string {
  return [finding.at.file, start, finding.entry, finding.kind].join('\0');
}
