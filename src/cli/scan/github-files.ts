import { appendFileSync } from 'node:fs';
import { formatNamed, type RenderContext, type Report } from '../../report/index.js';

/** GitHub refuses a larger summary of one step. */
const LARGEST_SUMMARY = 1024 * 1024;

/** What a step of GitHub Actions leaves beside its annotations: a page for the job, and counts for later steps. */
export function leaveForGithub(
  report: Report,
  env: Readonly<Record<string, string | undefined>>,
  context: RenderContext,
): void {
  const { findings, undetermined, marked, files } = report.summary;
  const outputs = { findings, undetermined, marked, skipped: files.skipped };
  const append = (variable: string, text: () => string): void => {
    const file = env[variable];
    if (file === undefined || file === '') return;
    try {
      appendFileSync(file, text());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.notice(`the file that ${variable} names could not be written (${reason}).`);
    }
  };
  append('GITHUB_STEP_SUMMARY', () => summaryOf(report, context));
  append('GITHUB_OUTPUT', () =>
    Object.entries(outputs)
      .map(([name, count]) => `${name}=${count}\n`)
      .join(''),
  );
}

function summaryOf(report: Report, context: RenderContext): string {
  const markdown = formatNamed('markdown');
  if (markdown?.kind !== 'whole') throw new Error('the format markdown is missing');
  const text = [...markdown.render(report, context)].join('');
  if (Buffer.byteLength(text, 'utf8') <= LARGEST_SUMMARY) return text;
  context.notice('the job summary only has the counts: the full report exceeds the size limit of GitHub.');
  return text.slice(0, text.indexOf('\n', text.indexOf('## ')) + 1);
}
