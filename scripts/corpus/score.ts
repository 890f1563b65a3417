/**
 * Compares what a scan reported in one repository with its labels.
 *
 * A finding answers a label if entry and file agree and it touches the label's line, give or take one line; a
 * finding that spans more than four lines answers nothing. Each finding answers one label at most: pairs are
 * formed from the nearest to the farthest. A group of labels is answered by any of them.
 */
import { isSoft, type Label, type LabelledRepository, type LabelPlace } from './labels.js';

export interface ReportedFinding {
  readonly entry: string;
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly confidence: string;
  readonly severity: string;
  readonly method: string | null;
  readonly message: string;
}

export interface ScanReport {
  readonly findings: readonly ReportedFinding[];
  readonly undetermined: readonly (LabelPlace & { readonly why: string })[];
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly detail?: string }[];
}

export interface ScoreOutcome {
  readonly label: Label;
  readonly found: boolean;
  /** The method of the finding that answers it; absent where none does, or the label names none. */
  readonly method?: string | null;
  /** Why a label was missed, as far as the report tells. */
  readonly why?: string;
}

export interface RepositoryScore {
  readonly outcomes: readonly ScoreOutcome[];
  readonly negatives: number;
  readonly negativesHit: readonly ReportedFinding[];
  readonly alarms: readonly ReportedFinding[];
}

const LONGEST = 4;
/** Lines within which a finding may mean the labelled call without touching it. */
const NEAR = 6;

function touches(finding: ReportedFinding, place: LabelPlace): boolean {
  return (
    finding.path === place.path &&
    finding.endLine - finding.line < LONGEST &&
    place.line >= finding.line - 1 &&
    place.line <= finding.endLine + 1
  );
}

/** What a user sees without asking for more. */
function isReported(finding: ReportedFinding): boolean {
  return finding.confidence !== 'possible' && finding.severity !== 'hint';
}

function answers(finding: ReportedFinding, label: Label): boolean {
  const shown = isReported(finding) || (isSoft(label) && finding.confidence !== 'possible');
  return shown && finding.entry === label.entry && touches(finding, label);
}

/** In lines; of two calls on neighbouring lines the one with the labelled method is nearer. */
function distance({ finding, label }: { readonly finding: ReportedFinding; readonly label: Label }): number {
  return Math.abs(finding.line - label.line) + (finding.method === label.method ? 0 : 0.5);
}

export function scoreRepository(labels: LabelledRepository, report: ScanReport): RepositoryScore {
  const { findings } = report;
  const pairs = labels.positives
    .flatMap((label) => findings.filter((one) => answers(one, label)).map((finding) => ({ label, finding })))
    .sort((a, b) => distance(a) - distance(b));
  const used = new Set<ReportedFinding>();
  const answered = new Map<Label, ReportedFinding | null>();
  for (const { label, finding } of pairs) {
    if (answered.has(label) || (used.has(finding) && label.group === undefined)) continue;
    used.add(finding);
    answered.set(label, finding);
  }
  for (const label of labels.positives) {
    // A constant may be reported where it is used; the labels list those places as neither right nor wrong.
    if (label.how !== 'constant' || answered.has(label)) continue;
    const atUse = (one: ReportedFinding) =>
      isReported(one) && one.entry === label.entry && labels.ignore.some((place) => touches(one, place));
    if (findings.some(atUse)) answered.set(label, null);
  }

  const isKnown = (one: ReportedFinding) =>
    labels.positives.some((label) => label.entry === one.entry && touches(one, label));
  const visible = findings.filter(isReported);
  const negativesHit = labels.negatives.flatMap((place) => {
    const covers = (one: ReportedFinding) =>
      one.path === place.path && one.line <= place.line && one.endLine >= place.line && !isKnown(one);
    return visible.filter(covers).slice(0, 1);
  });
  const complete = labels.unlabelled_candidate_lines === 0;
  const alarms = visible.filter(
    (one) =>
      !used.has(one) &&
      !isKnown(one) &&
      !labels.ignore.some((place) => touches(one, place)) &&
      (complete || labels.fully_labelled_files.includes(one.path)),
  );
  return {
    outcomes: occurrences(labels.positives, answered).map((outcome) =>
      outcome.found ? outcome : { ...outcome, why: whyMissed(outcome.label, report) },
    ),
    negatives: labels.negatives.length,
    negativesHit,
    alarms,
  };
}

/** One outcome per group or single label. */
function occurrences(
  labels: readonly Label[],
  answered: ReadonlyMap<Label, ReportedFinding | null>,
): ScoreOutcome[] {
  const outcomes = new Map<string | Label, ScoreOutcome>();
  for (const label of labels) {
    const key = label.group === undefined ? label : `${label.path}#${label.group}`;
    if (outcomes.get(key)?.found === true) continue;
    const finding = answered.get(label);
    if (finding === undefined) outcomes.set(key, { label: outcomes.get(key)?.label ?? label, found: false });
    else if (finding === null || label.method === null) outcomes.set(key, { label, found: true });
    else outcomes.set(key, { label, found: true, method: finding.method });
  }
  return [...outcomes.values()];
}

function whyMissed(label: Label, report: ScanReport): string {
  const here = report.findings.filter((one) => touches(one, label));
  const quiet = here.find((one) => one.entry === label.entry);
  if (quiet !== undefined) {
    return quiet.severity === 'hint'
      ? 'only a hint'
      : quiet.confidence === 'possible'
        ? 'only possible'
        : 'one finding for several labels';
  }
  const skipped = report.skipped.find((one) => one.path === label.path);
  if (skipped !== undefined)
    return `file ${skipped.reason}${skipped.detail === undefined ? '' : `: ${skipped.detail}`}`;
  const open = report.undetermined.find(
    (one) => one.path === label.path && Math.abs(one.line - label.line) <= 3,
  );
  if (open !== undefined) return `undetermined: ${open.why}`;
  const near = report.findings.find(
    (one) => one.entry === label.entry && one.path === label.path && Math.abs(one.line - label.line) <= NEAR,
  );
  if (near !== undefined) return `reported at line ${near.line}`;
  if (here[0] !== undefined) return `reported as ${here[0].entry}`;
  return report.findings.some((one) => one.path === label.path)
    ? 'not reached; other calls of the file were'
    : 'not reached; nothing in the file was';
}
