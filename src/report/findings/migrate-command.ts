import { type Entry, rewriteLevel } from '../../catalogue/index.js';
import type { RenderContext } from '../formats/index.js';
import type { ReportFinding } from './model.js';

/** What rewrites calls of an entry in the files that were scanned; null where nothing rewrites any of the findings. */
export function migrateCommand(
  entry: Entry,
  findings: readonly Pick<ReportFinding, 'automation'>[] = [entry],
  { migrate = plain }: Pick<RenderContext, 'migrate'> = {},
): string | null {
  const levels = new Set(findings.map(rewriteLevel));
  const level = levels.has('review') ? 'review' : levels.has('safe') ? undefined : null;
  return level === null ? null : migrate({ only: entry.id, level });
}

/** What previews all that can be rewritten; null where nothing can. */
export function previewCommand(
  findings: readonly Pick<ReportFinding, 'automation'>[],
  { migrate = plain }: Pick<RenderContext, 'migrate'> = {},
): string | null {
  return findings.some((finding) => rewriteLevel(finding) !== null) ? migrate({}) : null;
}

function plain({ only, level }: Parameters<NonNullable<RenderContext['migrate']>>[0]): string {
  return `npx edge-sunset migrate${only === undefined ? '' : ` --only ${only}`}${level === undefined ? '' : ` --level ${level}`}`;
}
