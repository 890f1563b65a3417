/** The plan for other programs: every site with its verdict, every file with its new text. */
import { jsonLine, sha256, visible } from '../../report/index.js';
import { VERSION } from '../../version.js';
import type { MigrationPlan, PlannedSite } from '../plan.js';
import { tallyOf } from './tally.js';

export function jsonOf(plan: MigrationPlan, written: boolean): string {
  const report = {
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

function siteRow(site: PlannedSite, label: string | undefined) {
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

function evidenceRow({ evidence: { grade, says } }: PlannedSite) {
  return grade === 'assumed' && says !== null ? { grade, assumption: visible(says) } : { grade };
}

function rooted(label: string | undefined): { readonly root?: string } {
  return label === undefined ? {} : { root: label };
}
