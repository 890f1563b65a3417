import { nearest } from '../catalogue/index.js';
import type { ReportFinding } from '../report/index.js';
import type { Directive } from './comments.js';

export interface Sifted {
  /** The findings that no comment excuses. */
  readonly findings: readonly ReportFinding[];
  readonly suppressed: number;
  /** Those of the findings that migration markers stand for. */
  readonly marked: ReadonlySet<ReportFinding>;
  /** Open migration markers of the file. */
  readonly markers: number;
  readonly notices: readonly { readonly line: number; readonly message: string }[];
}

/** Digits of a fingerprint that a marker names. */
const ID_LENGTH = 8;
/** Suppressions of one file whose faults are told. */
const MAX_NOTICES = 100;

/**
 * Takes out of one file's findings those that a comment excuses, and tells which of the others a migration marker
 * stands for. A suppression counts only with the name of an entry and a reason; what is wrong with one is said,
 * never guessed.
 */
export function sift(
  findings: readonly ReportFinding[],
  directives: readonly Directive[],
  entries: ReadonlySet<string>,
): Sifted {
  const notices: { line: number; message: string }[] = [];
  /** What each line excuses. */
  const excuses = new Map<number, Set<string>>();
  const markedIds = new Set<string>();
  let markers = 0;
  let problems = 0;
  for (const directive of directives) {
    if (directive.kind === 'marker') {
      markers++;
      for (const id of directive.ids) markedIds.add(`${directive.entry} ${id}`);
      continue;
    }
    const problem = problems < MAX_NOTICES ? problemOf(directive, entries) : null;
    if (problem !== null && ++problems === MAX_NOTICES)
      notices.push({ line: directive.line, message: `${problem} Later ones are not checked.` });
    else if (problem !== null) notices.push({ line: directive.line, message: problem });
    if (directive.reason === null) continue;
    const known = excuses.get(directive.target) ?? new Set();
    for (const entry of directive.entries) known.add(entry);
    excuses.set(directive.target, known);
  }
  const excused = new Set(findings.filter((finding) => isExcused(finding, excuses)));
  const isMarked = ({ entry, fingerprint }: ReportFinding) =>
    markedIds.has(`${entry} ${fingerprint.slice(0, ID_LENGTH)}`);
  const marked = new Set(markedIds.size === 0 ? [] : findings.filter(isMarked));
  return {
    findings: findings.filter((finding) => !excused.has(finding)),
    suppressed: excused.size,
    marked,
    markers,
    notices,
  };
}

/** Whether one of a finding's lines excuses its entry. */
function isExcused(
  { entry, line, endLine }: ReportFinding,
  excuses: ReadonlyMap<number, ReadonlySet<string>>,
): boolean {
  if (endLine - line < excuses.size) {
    for (let at = line; at <= endLine; at++) if (excuses.get(at)?.has(entry) === true) return true;
    return false;
  }
  return [...excuses].some(([at, names]) => line <= at && at <= endLine && names.has(entry));
}

function problemOf(
  directive: Extract<Directive, { kind: 'ignore' }>,
  entries: ReadonlySet<string>,
): string | null {
  if (directive.entries.length === 0) {
    return "this suppression names no entry and has no effect; write 'edge-sunset-ignore-next-line <entry> -- <reason>'.";
  }
  if (directive.reason === null) {
    return "this suppression gives no reason and has no effect; write the reason behind ' -- '.";
  }
  const unknown = directive.entries.find((name) => !entries.has(name));
  if (unknown === undefined) return null;
  const near = nearest(unknown, [...entries]);
  return `this suppression names ${JSON.stringify(unknown)}, which is no entry of the catalogue.${near === undefined ? '' : ` Did you mean '${near}'?`}`;
}
