/** The plan for other programs: every site with its verdict, every file with its new text. */
import { jsonLine, type ReportFinding, type ReportSkipped, sha256, visible } from '../../report/index.js';
import { VERSION } from '../../version.js';
import type { Difference, Level, SiteEvidence, Strategy } from '../model.js';
import type { AgentWork, MigrationPlan, Outcome, PlannedSite, RootPlan, SkippedFile } from '../plan.js';
import { type Tally, tallyOf } from './tally.js';

export interface JsonPlan {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'edge-sunset'; readonly version: string };
  readonly now: string;
  readonly level: 'safe' | 'review';
  /** Whether the files were changed. */
  readonly written: boolean;
  readonly summary: Tally;
  readonly sites: readonly JsonSite[];
  /** Calls that stay as they are, and leave nothing to do. */
  readonly settled: readonly JsonSite[];
  readonly files: readonly JsonPlannedFile[];
  readonly skipped: readonly (Rooted & (ReportSkipped | SkippedFile))[];
  readonly gates: readonly (Rooted & RootPlan['gates'][number])[];
  readonly warnings: readonly string[];
  readonly checklists: readonly RootPlan['checklists'][number][];
}

/** Which of several roots it is in, as it was named. */
interface Rooted {
  readonly root?: string;
}

/** A finding, and what is done about it. */
export interface JsonSite
  extends Rooted,
    Pick<ReportFinding, 'path' | 'line' | 'column' | 'entry' | 'method' | 'endpoint' | 'fingerprint'> {
  readonly strategy: Strategy;
  readonly level: Level;
  readonly outcome: Outcome;
  readonly codemod: string | null;
  readonly cluster: number | null;
  readonly reason: string;
  readonly evidence: { readonly grade: SiteEvidence['grade']; readonly assumption?: string };
  /** Why the outcome is none of the hoped-for ones. */
  readonly because?: string;
  /** What a person has to do. */
  readonly steps?: string;
  readonly differences: readonly Difference[];
  readonly tests?: PlannedSite['tests'];
  readonly agent?: AgentWork;
}

export interface JsonPlannedFile extends Rooted {
  readonly path: string;
  readonly created: boolean;
  /** SHA-256 of the file as it was; null for one that is new. */
  readonly before: string | null;
  readonly edits: readonly { readonly offset: readonly [number, number]; readonly text: string }[];
  /** The whole file as it is to be. */
  readonly text: string;
}

export function jsonOf(plan: MigrationPlan, written: boolean): string {
  const report: JsonPlan = {
    schemaVersion: 1,
    tool: { name: 'edge-sunset', version: VERSION },
    now: plan.now,
    level: plan.level,
    written,
    summary: tallyOf(plan),
    sites: plan.roots.flatMap(({ label, sites }) => sites.map((site) => siteRow(site, label))),
    settled: plan.roots.flatMap(({ label, settled }) => settled.map((site) => siteRow(site, label))),
    files: plan.roots.flatMap(({ label, shown, files }) =>
      files.map(({ path, before, after, edits }) => ({
        ...rooted(label),
        path: shown(path),
        created: before === null,
        before: before === null ? null : sha256(before),
        edits: edits.map(({ start, end, text }) => ({ offset: [start, end], text })),
        text: after,
      })),
    ),
    skipped: plan.roots.flatMap(({ label, shown, skipped, result }) => [
      ...result.skipped.map((row) => ({ ...rooted(label), ...row })),
      ...skipped.map((row) => ({ ...rooted(label), ...row, path: shown(row.path) })),
    ]),
    gates: plan.roots.flatMap(({ label, gates }) => gates.map((row) => ({ ...rooted(label), ...row }))),
    warnings: plan.roots.flatMap(({ warnings }) => warnings.map(visible)),
    checklists: plan.roots.flatMap(({ checklists }) => checklists),
  };
  return `${jsonLine(report, 1)}\n`;
}

function siteRow(site: PlannedSite, label: string | undefined): JsonSite {
  const { row } = site.found;
  return {
    ...rooted(label),
    path: row.path,
    line: row.line,
    column: row.column,
    entry: row.entry,
    method: row.method,
    endpoint: row.endpoint,
    fingerprint: row.fingerprint,
    strategy: site.strategy,
    level: site.level,
    outcome: site.outcome,
    codemod: site.codemod,
    cluster: site.cluster,
    reason: visible(site.reason),
    evidence: evidenceRow(site),
    ...(site.because === null ? {} : { because: visible(site.because) }),
    ...(site.steps === null ? {} : { steps: site.steps }),
    differences: site.differences,
    ...(site.tests.length === 0 ? {} : { tests: site.tests }),
    ...(site.agent === undefined ? {} : { agent: site.agent }),
  };
}

function evidenceRow({ evidence: { grade, says } }: PlannedSite): JsonSite['evidence'] {
  return grade === 'assumed' && says !== null ? { grade, assumption: visible(says) } : { grade };
}

function rooted(label: string | undefined): Rooted {
  return label === undefined ? {} : { root: label };
}
