import { type Entry, isAccepted } from '../../catalogue/index.js';
import type { Context } from '../../read/index.js';
import type { Confidence, FindingKind, Severity } from '../finding.js';

export interface SeverityInput {
  readonly entry: Entry;
  readonly kind: FindingKind;
  readonly confidence: Confidence;
  readonly context: Context;
  /** How a field of a response is met, if that is what was found. */
  readonly by?: 'read' | 'schema' | 'type';
  /** The program fails where the field is missing. */
  readonly fails?: true;
  /** Said by the row of the catalogue. */
  readonly severity?: Severity;
}

/**
 * An error is what fails; a warning is what may fail, or is ignored without a word; a hint is what stands in
 * text for people and in declarations. The clock has no say.
 */
export function severityOf({
  entry,
  kind,
  confidence,
  context,
  by,
  fails,
  severity,
}: SeverityInput): Severity {
  if (context === 'docs' || context === 'types' || by === 'type') return 'hint';
  if (severity !== undefined) return severity;
  if (entry.severity !== undefined) return entry.severity;
  if (confidence === 'possible') return 'warning';
  if (by === 'schema' || fails === true) return 'error';
  if (by === 'read' || kind === 'behaviour') return 'warning';
  return isAccepted(entry) ? 'warning' : 'error';
}
