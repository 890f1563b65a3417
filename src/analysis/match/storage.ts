/** Uses of the object storage: operations it does not have, parameters and values it refuses. */
import type { Entry, StorageCheck } from '../../catalogue/index.js';
import type { StorageUsage } from '../../read/index.js';
import { alternatives, type Origin, type Value } from '../../value/index.js';
import type { Finding } from '../finding.js';
import type { Hit } from './report.js';
import { constantText, type Selected, select, writtenAt } from './select.js';
import { STORAGE_FORMS } from './storage-forms.js';

export interface StorageRow {
  readonly entry: Entry;
  readonly check: StorageCheck;
}

/** The rows of a catalogue by operation. */
export class StorageTable {
  readonly #rows = new Map<string, StorageRow[]>();

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      for (const check of entry.storage) {
        for (const operation of check.operations) {
          const rows = this.#rows.get(operation) ?? [];
          rows.push({ entry, check });
          this.#rows.set(operation, rows);
        }
      }
    }
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  rowsFor(operation: string): readonly StorageRow[] {
    return this.#rows.get(operation) ?? [];
  }
}

export function* storageHits(usage: StorageUsage, { entry, check }: StorageRow): Generator<Hit> {
  const common = {
    entry,
    method: null,
    endpoint: usage.operation,
    severity: check.level,
  } as const;
  if (check.parameter === undefined) {
    const { correction } = usage;
    const kind = /^[A-Z]/.test(usage.operation) ? ('sdk' as const) : ('behaviour' as const);
    yield {
      ...common,
      kind,
      at: usage.at,
      confidence: usage.sure,
      ...(correction === undefined
        ? {}
        : { correction: correctionOf(correction.at, correction.text, 'review') }),
    };
    return;
  }
  for (const selected of select(usage.parameters, check.parameter)) {
    for (const value of refused(selected, check)) {
      const byPresence =
        check.form === undefined && check.allowed === undefined && check.removed === undefined;
      const key = selected.property?.keyOrigin ?? usage.at;
      const written = value === null ? null : writtenAt(value);
      const isWhole = value !== null && (value.kind === 'object' || value.kind === 'array');
      const at = byPresence || written === null || isWhole ? key : written;
      const text = value === null ? null : constantText(value);
      const correction = written === null || text === null ? undefined : corrected(check, text, written);
      yield {
        ...common,
        kind: byPresence || isWhole ? ('field' as const) : ('value' as const),
        at,
        confidence: usage.sure,
        ...(byPresence || text === null ? {} : { value: { text, at: null } }),
        ...(correction === undefined ? {} : { correction }),
      };
    }
  }
}

/** The values that are refused; null for a parameter that is refused whatever its value is. */
function* refused({ value }: Selected, check: StorageCheck): Generator<Value | null> {
  const { form, allowed, removed } = check;
  const options = alternatives(value);
  if (form === undefined && allowed === undefined && removed === undefined) {
    // A parameter that may be left out is refused only if nothing else is known to be sent.
    if (!options.every(isAbsent)) yield null;
    return;
  }
  const refusedOptions = options.filter((option) => {
    if (form !== undefined) return STORAGE_FORMS[form](option);
    const known = isAbsent(option) ? null : constantText(option);
    if (known === null) return false;
    return allowed === undefined
      ? removed?.map(String).includes(known) === true
      : !allowed.map(String).includes(known);
  });
  yield* refusedOptions;
}

function isAbsent(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === undefined || value.value === null);
}

function corrected(check: StorageCheck, text: string, at: Origin): Finding['correction'] {
  if (check.correct !== undefined) return correctionOf(at, check.correct, 'safe');
  // One character is taken away or added; the rest, escapes included, stays as it is written.
  if (check.form === 'trailing-slash' && at.end - at.start === text.length)
    return correctionOf({ ...at, start: at.end - 1 }, '', 'safe');
  if (check.form === 'no-leading-slash') return correctionOf({ ...at, end: at.start }, '/', 'review');
  return undefined;
}

function correctionOf(
  at: Origin,
  text: string,
  level: 'safe' | 'review',
): NonNullable<Finding['correction']> {
  return { start: at.start, end: at.end, text, level };
}
