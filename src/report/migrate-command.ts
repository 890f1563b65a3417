import type { Entry } from '../catalogue/index.js';
import type { RenderContext } from './formats.js';

/** What rewrites calls of an entry, in the files that were scanned; null where nothing does. */
export function migrateCommand(
  { id, codemod, automation }: Entry,
  { migrate = plain }: Pick<RenderContext, 'migrate'> = {},
): string | null {
  if (codemod === undefined) return null;
  return migrate({ only: id, level: automation === 'review' ? 'review' : undefined });
}

function plain({ only, level }: Parameters<NonNullable<RenderContext['migrate']>>[0]): string {
  return `npx edge-sunset migrate --only ${only}${level === undefined ? '' : ` --level ${level}`}`;
}
