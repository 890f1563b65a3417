/**
 * Edits that a finding allows on the spot. The plugin offers them, reports carry them, migrations use them:
 * all on the offsets of the original text.
 */
import type { Entry } from '../../catalogue/index.js';
import type { Finding } from '../finding.js';
import type { Fix } from './fix.js';
import { renameInExpression, renameInPath } from './rename.js';
import { mayEditScript, scriptFix } from './script-fix.js';
import type { Script } from './tree.js';

export type { Fix, FixAction } from './fix.js';
export { foldRead } from './fold-condition.js';
export { doesMoreThanSend, isQuiet, wholeRequest } from './own-work.js';
export { possibleFixes } from './possible.js';
export { removeItem } from './remove-item.js';
export { callStatement, removeStatement } from './remove-statement.js';
export { replaceSegments } from './rename.js';
export { hasComment, isPure, nodesAround, type Script } from './tree.js';

/** `scripts` are those of the file, if it has any, asked for only where one may be edited; `text` is all of it. */
export function fixFor(
  entry: Entry,
  finding: Finding,
  text: string,
  scripts: () => readonly Script[],
): Fix | null {
  if (finding.confidence === 'possible' || finding.by === 'type' || finding.by === 'schema') return null;
  const written = text.slice(finding.at.start, finding.at.end);
  if (finding.correction !== undefined) return corrected(finding.correction, text);
  const renamed =
    finding.kind === 'expression'
      ? renameInExpression(entry, finding, written)
      : finding.kind === 'endpoint'
        ? renameInPath(entry, finding, written)
        : null;
  if (renamed !== null) return renamed;
  if (!mayEditScript(entry, finding)) return null;
  const script = scripts().find(
    ({ program }) => program.range[0] <= finding.at.start && finding.at.end <= program.range[1],
  );
  return script === undefined ? null : scriptFix(entry, finding, script);
}

/** What the catalogue or the reader puts in the place of a text. */
function corrected({ start, end, text: to, level }: NonNullable<Finding['correction']>, text: string): Fix {
  const from = text.slice(start, end);
  const action =
    to === '' ? ({ kind: 'remove', what: from } as const) : ({ kind: 'replace', from, to } as const);
  return { level, action, edits: [{ start, end, text: to }] };
}
