import { messageWithState } from '../findings/message.js';
import type { Report, ReportFinding } from '../findings/model.js';
import { repositoryPaths } from '../findings/repository-path.js';
import { visible } from '../words/escape.js';
import type { RenderContext, WholeFormat } from './index.js';

const LEVEL = { error: 'error', warning: 'warning', hint: 'notice' } as const;
/** GitHub shows this many annotations of each level for one step. */
const SHOWN = 10;

/** Workflow commands: each finding is an annotation beside its line. */
export const githubFormat = {
  kind: 'whole',
  name: 'github',
  summary: 'annotations for GitHub Actions, with a job summary',
  *render({ findings, places }: Report, { notice }: RenderContext): Iterable<string> {
    const pathOf = repositoryPaths(places);
    const shown = { error: 0, warning: 0, hint: 0 };
    for (const finding of findings) {
      if (shown[finding.severity]++ < SHOWN) yield annotation(finding, pathOf(finding.path).path);
    }
    const left = Object.values(shown).reduce((sum, count) => sum + Math.max(0, count - SHOWN), 0);
    if (left > 0)
      notice(`GitHub shows ${SHOWN} annotations per level; ${left} findings are only in the summary.`);
  },
} as const satisfies WholeFormat;

function annotation(finding: ReportFinding, path: string): string {
  const properties = {
    file: path,
    line: finding.line,
    endLine: finding.endLine,
    // GitHub takes columns only where the place is on one line.
    ...(finding.line === finding.endLine ? { col: finding.column, endColumn: finding.endColumn } : {}),
    title: finding.entry,
  };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${LEVEL[finding.severity]} ${written.join(',')}::${data(visible(messageWithState(finding)))}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  // GitHub reads line breaks back from their codes, and no other character that is not shown.
  return data(text.replace(/[^\r\n]+/g, (part) => visible(part)))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C');
}
