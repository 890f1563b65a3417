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
  const excused = new Set<ReportFinding>();
  const marked = new Set<ReportFinding>();
  let markers = 0;
  for (const directive of directives) {
    if (directive.kind === 'marker') {
      markers++;
      for (const finding of findings) {
        if (
          finding.entry === directive.entry &&
          directive.ids.some((id) => finding.fingerprint.startsWith(id))
        )
          marked.add(finding);
      }
      continue;
    }
    const problem = problemOf(directive, entries);
    if (problem !== null) notices.push({ line: directive.line, message: problem });
    if (directive.reason === null) continue;
    for (const finding of findings) {
      const touches = finding.line <= directive.target && directive.target <= finding.endLine;
      if (touches && directive.entries.includes(finding.entry)) excused.add(finding);
    }
  }
  return {
    findings: findings.filter((finding) => !excused.has(finding)),
    suppressed: excused.size,
    marked,
    markers,
    notices,
  };
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
