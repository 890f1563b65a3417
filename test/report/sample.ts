import type { Entry } from '../../src/catalogue/index.js';
import { builtinCatalogue } from '../../src/catalogue/index.js';
import { documentationPage } from '../../src/documentation.js';
import type { RenderContext, Report, ReportFinding } from '../../src/report/index.js';
import { FORMATS, NOTHING_LEFT_OUT } from '../../src/report/index.js';

/** Reports made by hand, so that formats are tested without a scan. */

export const PLAIN: RenderContext = { colours: false, width: 100, notice: () => {} };

export function entryNamed(id: string): Entry {
  const entry = builtinCatalogue().entries.find((candidate) => candidate.id === id);
  if (entry === undefined) throw new Error(`no entry ${id}`);
  return entry;
}

export function finding(change: Partial<ReportFinding> = {}): ReportFinding {
  return {
    entry: 'minify',
    rule: 'no-minify',
    kind: 'endpoint',
    state: 'open',
    path: 'src/deploy.ts',
    line: 3,
    column: 21,
    endLine: 3,
    endColumn: 27,
    offset: [60, 66],
    language: 'typescript',
    method: 'PATCH',
    endpoint: '/zones/{zone_id}/settings/minify',
    confidence: 'exact',
    severity: 'error',
    context: 'code',
    evidence: ['the URL names the host api.cloudflare.com'],
    related: [],
    endOfLife: '2024-08-05',
    daysPast: 838,
    message: "'PATCH /zones/{zone_id}/settings/minify' reached end of life on 2024-08-05.",
    subject: "'PATCH /zones/{zone_id}/settings/minify'",
    replacement: 'None; minify when you build, and delete the call.',
    codemod: 'minify',
    documentation: documentationPage('entries/minify'),
    automation: 'review',
    fingerprint: '0123456789abcdef0123456789abcdef',
    excerpt: {
      firstLine: 2,
      lines: [
        { text: 'await call(', dropped: 0 },
        { text: '  `/zones/${zone}/settings/minify`,', dropped: 0 },
        { text: ');', dropped: 0 },
      ],
    },
    ...change,
  };
}

export function report(findings: readonly ReportFinding[], change: Partial<Report> = {}): Report {
  const byEntry: Record<string, number> = {};
  for (const { entry, severity } of findings) {
    if (severity !== 'hint') byEntry[entry] = (byEntry[entry] ?? 0) + 1;
  }
  const hints = findings.filter((candidate) => candidate.severity === 'hint').length;
  return {
    now: '2026-11-21',
    places: { cwd: '/project', repositories: ['/project'] },
    summary: {
      files: { seen: 12, read: 10, parsed: 4, skipped: change.skipped?.length ?? 0 },
      findings: findings.length - hints,
      hints,
      byEntry,
      markers: 0,
      marked: findings.filter(({ state }) => state === 'marked').length,
      undetermined: change.undetermined?.length ?? 0,
      suppressed: 0,
      withheld: 0,
      known: 0,
    },
    findings,
    undetermined: [],
    skipped: [],
    notices: [],
    leftOut: NOTHING_LEFT_OUT,
    entries: builtinCatalogue().entries,
    ...change,
  };
}

/** A report in a format, as a file of it would hold. */
export function rendered(name: string, whole: Report, context: RenderContext = PLAIN): string {
  const format = FORMATS.find((candidate) => candidate.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  if (format.kind === 'whole') return [...format.render(whole, context)].join('');
  return [
    format.start(whole.now),
    ...whole.findings.map((row) => format.finding(row)),
    ...whole.undetermined.map((row) => format.undetermined(row)),
    ...whole.skipped.map((row) => format.skipped(row)),
    format.done(undefined, whole.summary),
  ].join('');
}
