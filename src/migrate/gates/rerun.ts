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
  readonly faults: ReadonlyMap<string, string>;
  /** Findings that were to be marked and are reported, with the fingerprint they have now. */
  readonly unmarked: ReadonlyMap<Found, string>;
  /** Findings that stay open, as they are seen now. */
  readonly open: ReadonlyMap<Found, Found>;
}

export function compareRuns(
  found: readonly Found[],
  expectationOf: (one: Found) => Expectation,
  files: ReadonlyMap<string, ComposedFile>,
  paths: ReadonlySet<string>,
  again: Again,
): Rerun {
  const faults = new Map<string, string>();
  const unmarked = new Map<Found, string>();
  const open = new Map<Found, Found>();
  const expected = new Map<string, Found>();
  const moves = new Map([...files].map(([path, { edits }]) => [path, movedBy(edits)]));
  for (const one of found) {
    const { at } = one.finding;
    const move = moves.get(at.file);
    const start = move === undefined ? at.start : move(at.start);
    if (expectationOf(one) !== 'gone' && start !== null) expected.set(keyOf(one, start), one);
  }
  // A file that nothing changes and that told of nothing is none of those that were asked for.
  const asked = new Set([...files.keys(), ...found.map(({ finding }) => finding.at.file)]);
  const seen = new Set<Found>();
  for (const path of again.unparsable) faults.set(path, 'it could not be read any more');
  for (const now of again.found) {
    const before = expected.get(keyOf(now, now.finding.at.start));
    if (before === undefined) {
      if (!asked.has(now.finding.at.file)) continue;
      faults.set(now.finding.at.file, `a second run would report ${now.row.entry} in line ${now.row.line}`);
      continue;
    }
    seen.add(before);
    const expectation = expectationOf(before);
    if (expectation === 'marked' && !now.marked) unmarked.set(before, now.row.fingerprint);
    if (expectation === 'open' && !now.marked) open.set(before, now);
  }
  for (const one of expected.values()) {
    const { file } = one.finding.at;
    if (!seen.has(one) && paths.has(file))
      faults.set(
        file,
        `a second run would not see the ${one.row.entry} that stays open in line ${one.row.line}`,
      );
  }
  return { faults, unmarked, open };
}

function keyOf({ finding }: Found, start: number): string {
  return [finding.at.file, start, finding.entry, finding.kind].join('\0');
}
