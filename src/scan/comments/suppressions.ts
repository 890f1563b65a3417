import { nearest } from '../../catalogue/index.js';
import { isDay, type ReportFinding } from '../../report/index.js';
import { type CommentDirective, directivesOf } from './directives.js';
import type { EslintExcuses } from './eslint.js';

/** One comment that excuses findings, and whether it does. */
export interface Suppression {
  readonly line: number;
  readonly entries: readonly string[];
  readonly until: string | null;
  readonly reason: string | null;
  readonly state: 'used' | 'unused' | 'ended' | 'faulty';
  /** What is to be done about it; null where nothing is. */
  readonly problem: string | null;
}

export interface Sifting<Row extends ReportFinding> {
  /** Those that were asked for. */
  readonly findings: readonly Row[];
  /** Those that are less sure than was asked for. */
  readonly unsure: readonly ReportFinding[];
  /** All that were found: what a comment excuses may not have been asked for. Null if some may be missing. */
  readonly all: readonly ReportFinding[] | null;
  readonly directives: readonly CommentDirective[];
  readonly eslint: EslintExcuses;
  readonly entries: ReadonlyMap<string, unknown>;
  readonly now: string;
}

export interface Sifted<Row extends ReportFinding> {
  /** The findings that no comment excuses. */
  readonly findings: readonly Row[];
  readonly suppressed: number;
  /** The unsure ones that no comment excuses. */
  readonly withheld: number;
  /** Those of the findings that migration markers stand for. */
  readonly marked: ReadonlySet<Row>;
  /** Open migration markers of the file. */
  readonly markers: number;
  readonly suppressions: readonly Suppression[];
}

/** Suppressions of one file for whose unknown names the nearest entry is looked up, which takes time. */
const MOST_HINTS = 1000;
/** Digits of a fingerprint that a marker names. */
const ID_LENGTH = 8;

/**
 * Takes out of one file's findings those that a comment excuses, and tells which of the others a migration marker
 * stands for. A suppression counts only with the name of an entry and a reason, and up to its last day; what is
 * wrong with one is said, never guessed.
 */
export function sift<Row extends ReportFinding>({
  findings,
  unsure,
  all,
  directives,
  eslint,
  entries,
  now,
}: Sifting<Row>): Sifted<Row> {
  const markers = directives.filter((directive) => directive.kind === 'marker');
  const ignores = directives.filter((directive) => directive.kind === 'ignore');
  const excuses = excusesOf(ignores, now);
  const isExcused = (finding: ReportFinding) =>
    isExcusedBy(finding, excuses) ||
    isExcusedBy(finding, eslint.lines) ||
    eslint.covers(finding.entry, finding.line);
  const excused = new Set(findings.filter(isExcused));
  const marked = new Set(markers.length === 0 ? [] : findings.filter(isMarkedBy(markers)));
  const found = all === null || ignores.length === 0 ? null : entriesByLine(all);
  return {
    findings: findings.filter((finding) => !excused.has(finding)),
    suppressed: excused.size,
    withheld: unsure.filter((finding) => !isExcused(finding)).length,
    marked,
    markers: markers.length,
    suppressions: ignores.map((ignore, index) =>
      suppressionOf(ignore, { entries, now, found, hints: index < MOST_HINTS }),
    ),
  };
}

type Ignore = Extract<CommentDirective, { kind: 'ignore' }>;
type Marker = Extract<CommentDirective, { kind: 'marker' }>;

/** Whether one of some markers stands for a finding of their file. */
function isMarkedBy(
  markers: readonly Marker[],
): (finding: Pick<ReportFinding, 'entry' | 'fingerprint'>) => boolean {
  const marked = new Set(markers.flatMap(({ entry, ids }) => ids.map((id) => `${entry} ${id}`)));
  return ({ entry, fingerprint }) => marked.has(`${entry} ${fingerprint.slice(0, ID_LENGTH)}`);
}

type Excuses = ReadonlyMap<number, ReadonlySet<string>>;

/** What each line excuses, on a day. */
function excusesOf(ignores: readonly Ignore[], now: string): Excuses {
  const excuses = new Map<number, Set<string>>();
  for (const ignore of ignores) {
    if (!counts(ignore, now)) continue;
    const known = excuses.get(ignore.target) ?? new Set();
    for (const entry of ignore.entries) known.add(entry);
    excuses.set(ignore.target, known);
  }
  return excuses;
}

/** Whether a marker in a text stands for a finding there. */
export function markedIn(text: string): ReturnType<typeof isMarkedBy> {
  return isMarkedBy(directivesOf(text).filter((directive) => directive.kind === 'marker'));
}

/** Whether comments of ours excuse a finding; for those who report findings one by one. */
export function excuserOf(
  directives: readonly CommentDirective[],
  now: string,
): (finding: Pick<ReportFinding, 'entry' | 'line' | 'endLine'>) => boolean {
  const excuses = excusesOf(
    directives.filter((directive) => directive.kind === 'ignore'),
    now,
  );
  return (finding) => isExcusedBy(finding, excuses);
}

function counts({ reason, until }: Ignore, now: string): boolean {
  return reason !== null && (until === null || (isDay(until) && now <= until));
}

/** Whether one of a finding's lines excuses its entry. */
function isExcusedBy(
  { entry, line, endLine }: Pick<ReportFinding, 'entry' | 'line' | 'endLine'>,
  excuses: Excuses,
): boolean {
  if (endLine - line < excuses.size) {
    for (let at = line; at <= endLine; at++) if (excuses.get(at)?.has(entry) === true) return true;
    return false;
  }
  return [...excuses].some(([at, names]) => line <= at && at <= endLine && names.has(entry));
}

/** The entries of the findings on each line; of one that goes over many lines, on its first and its last. */
function entriesByLine(findings: readonly ReportFinding[]): ReadonlyMap<number, ReadonlySet<string>> {
  const byLine = new Map<number, Set<string>>();
  for (const { entry, line, endLine } of findings) {
    for (let at = line; at <= Math.min(endLine, line + LONGEST); at++) {
      const known = byLine.get(at) ?? new Set();
      byLine.set(at, known.add(entry));
    }
  }
  return byLine;
}

/** Lines of a finding on which a suppression is told to be unused only if it is. */
const LONGEST = 1000;

interface Known {
  readonly entries: ReadonlyMap<string, unknown>;
  readonly now: string;
  readonly found: ReadonlyMap<number, ReadonlySet<string>> | null;
  /** Whether a name that is not known is compared with those that are. */
  readonly hints: boolean;
}

function suppressionOf(ignore: Ignore, known: Known): Suppression {
  const { line, entries, until, reason } = ignore;
  const fault = faultOf(ignore, known);
  const of = (state: Suppression['state'], problem: string | null): Suppression => ({
    line,
    entries,
    until,
    reason,
    state,
    problem,
  });
  if (fault !== null) return of('faulty', fault);
  if (until !== null && known.now > until) {
    return of(
      'ended',
      `this suppression expired on ${until} and has no effect; migrate the call or set a later day.`,
    );
  }
  const here = known.found?.get(ignore.target);
  const idle = known.found === null ? [] : entries.filter((entry) => here?.has(entry) !== true);
  if (idle.length === 0) return of('used', null);
  return of('unused', `this suppression matches no finding of ${idle.join(', ')}; remove it.`);
}

function faultOf({ entries, reason, until }: Ignore, { entries: known, hints }: Known): string | null {
  if (entries.length === 0) {
    return "this suppression names no entry and has no effect; write 'edge-sunset-ignore-next-line <entry> -- <reason>'.";
  }
  if (reason === null) {
    return "this suppression has no reason and no effect; write the reason after ' -- '.";
  }
  if (until !== null && !isDay(until)) {
    return `this suppression ends on ${JSON.stringify(until)}, which is not a date, and has no effect; write 'until 2027-01-31'.`;
  }
  const unknown = entries.find((name) => !known.has(name));
  if (unknown === undefined) return null;
  const near = hints ? nearest(unknown, [...known.keys()]) : undefined;
  return `this suppression names ${JSON.stringify(unknown)}, which is not in the catalogue.${near === undefined ? '' : ` Did you mean '${near}'?`}`;
}
