import type { Rule } from 'eslint';
import { ISSUES } from '../src/documentation.js';
import { visible } from '../src/report/index.js';
import type { FileResult } from './analysis/file-result.js';

/** What every rule says of a bug of ours that it meets, or of a file that takes too long: a file that was not checked is never passed in silence. */
export const FAILURE = {
  failed: `This file was not checked in full: {{check}} failed ({{error}}). This is a bug in edge-sunset; please report it at ${ISSUES} with the code that causes it.`,
  tooLong:
    'This file was not checked in full: its analysis took too long, and only the code around API keywords was analysed. Split the file, or exclude it if it is generated.',
} as const;

const LONGEST = 120;

/** Has what failed in a file reported at its beginning; null if nothing did that concerns the rule. */
export function failureReport(
  context: Rule.RuleContext,
  { failures }: FileResult,
  isOwn: (entry: string) => boolean,
): (() => void) | null {
  const failure = failures.take(isOwn);
  if (failure === null) return null;
  const start = context.sourceCode.getLocFromIndex(0);
  const loc = { start, end: start };
  if (failure.isTimeout === true) return () => context.report({ loc, messageId: 'tooLong' });
  const check = failure.entry === null ? 'the analysis' : `the check of '${failure.entry}'`;
  const error = visible(failure.message.split('\n', 1)[0] ?? '').slice(0, LONGEST);
  return () => context.report({ loc, messageId: 'failed', data: { check, error } });
}
