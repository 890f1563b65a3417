/** A verification as text and as JSON. Small enough to hand a refutation back to whoever wrote the change. */
import type { Program } from '../../read/index.js';
import { visible, visibleLines } from '../../report/index.js';
import { Lines } from '../../scan/index.js';
import type { Origin } from '../../value/index.js';
import type { Gap, NamedDifference, Refutation, VerdictName } from './model.js';
import type { UnitVerdict, Verification } from './verify.js';

/** Where a place is: `src/limits.js:12`. */
export type Shown = (at: Origin | null) => string | null;

export function shownIn(before: Program, after: Program): Shown {
  return (at) => {
    if (at === null) return null;
    const text = (after.file(at.file) ?? before.file(at.file))?.text;
    return text === undefined || at.end === 0
      ? at.file
      : `${at.file}:${new Lines(text).lineAt(Math.min(at.start, text.length))}`;
  };
}

const MOST = 12;

export function verificationText({ units, untouched }: Verification, shown: Shown): string {
  if (units.length === 0) return 'Nothing to verify: no unit was changed.\n';
  const parts = units.map((unit) => unitText(unit, shown));
  const rest =
    untouched === 0
      ? ''
      : `\n${untouched} other ${untouched === 1 ? 'unit was' : 'units were'} not changed.\n`;
  return `${parts.join('\n')}${rest}`;
}

function unitText({ unit, verdict, refutations, gaps, differences }: UnitVerdict, shown: Shown): string {
  const lines = [`${unit.id} ${unit.entries.join(', ')} (${visible(unit.files.join(', '))}): ${verdict}`];
  for (const one of refutations.slice(0, MOST)) lines.push(...refutationLines(one, shown));
  if (refutations.length > MOST) lines.push(`  and ${refutations.length - MOST} more`);
  for (const one of gaps.slice(0, MOST)) lines.push(`  not proven: ${visible(one.what)}${place(one, shown)}`);
  if (gaps.some(({ byRuns }) => byRuns) && refutations.length === 0)
    lines.push("  A run settles this: add --run '<command>' for each way in which the program is called.");
  for (const { name, what } of differences) lines.push(`  difference ${name}: ${visible(what)}`);
  return `${lines.join('\n')}\n`;
}

function refutationLines(one: Refutation, shown: Shown): readonly string[] {
  return [
    `  ${one.check}: ${visible(one.what)}${place(one, shown)}`,
    ...(one.before === undefined ? [] : [`    before: ${visibleLines(one.before)}`]),
    ...(one.after === undefined ? [] : [`    after:  ${visibleLines(one.after)}`]),
    ...(one.shownBy === undefined ? [] : [`    shown by ${visibleLines(one.shownBy)}`]),
  ];
}

function place({ at }: Refutation | Gap, shown: Shown): string {
  const text = shown(at);
  return text === null ? '' : ` (${visible(text)})`;
}

/** What a verification says, for other programs. */
export interface JsonVerification {
  readonly schemaVersion: 1;
  readonly units: readonly JsonVerdict[];
  /** Units that were not changed. */
  readonly untouched: number;
}

export interface JsonVerdict {
  readonly id: string;
  readonly entries: readonly string[];
  readonly files: readonly string[];
  readonly verdict: VerdictName;
  /** What shows that the change is wrong. */
  readonly refutations: readonly (Omit<Refutation, 'at'> & Placed)[];
  /** What could not be followed without running the program. */
  readonly notProven: readonly (Pick<Gap, 'check' | 'what'> & Placed & { readonly settledByRun: boolean })[];
  readonly differences: readonly NamedDifference[];
}

interface Placed {
  /** `src/limits.js:12` */
  readonly place: string | null;
}

export function verificationJson({ units, untouched }: Verification, shown: Shown): string {
  const report: JsonVerification = {
    schemaVersion: 1,
    units: units.map(({ unit, verdict, refutations, gaps, differences }) => ({
      id: unit.id,
      entries: unit.entries,
      files: unit.files,
      verdict,
      refutations: refutations.map(({ at, ...rest }) => ({ ...rest, place: shown(at) })),
      notProven: gaps.map(({ at, check, what, byRuns }) => ({
        check,
        what,
        settledByRun: byRuns,
        place: shown(at),
      })),
      differences,
    })),
    untouched,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
