import { type Entry, rewriteLevel } from '../../catalogue/index.js';
import type { RenderContext } from '../formats/index.js';

/** What rewrites calls of an entry, in the files that were scanned; null where nothing does. */
export function migrateCommand(
  entry: Entry,
  { migrate = plain }: Pick<RenderContext, 'migrate'> = {},
): string | null {
  const level = rewriteLevel(entry);
  return level === null ? null : migrate({ only: entry.id, level: level === 'review' ? level : undefined });
}

function plain({ only, level }: Parameters<NonNullable<RenderContext['migrate']>>[0]): string {
  return `npx edge-sunset migrate --only ${only}${level === undefined ? '' : ` --level ${level}`}`;
}
