import type { CataloguePart } from './file.js';
import { catalogueFile, partOf } from './file.js';
import type { Located, ProblemCollector } from './located.js';

export type ReadValue =
  | { readonly ok: true; readonly part: CataloguePart }
  /** Each names the key and the remedy. */
  | { readonly ok: false; readonly problems: readonly string[] };

const NOWHERE = { line: 1, column: 1 };

/** Reads what a catalogue file may hold from plain data, as a configuration written in JavaScript has it. */
export function catalogueFromValue(value: unknown): ReadValue {
  const problems: string[] = [];
  const report: ProblemCollector = {
    add: (_at, key, message, remedy) => problems.push(`${key === '' ? '' : `${key}: `}${message}; ${remedy}`),
  };
  const content = catalogueFile.read(located(value), '', report);
  return content === undefined || problems.length > 0
    ? { ok: false, problems }
    : { ok: true, part: partOf(content) };
}

const DEEPEST = 20;

/** A value as shapes read one. What is no data at all is read as nothing, and refused where something is needed. */
export function located(value: unknown, depth = 0): Located {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { kind: 'scalar', value, at: NOWHERE };
  }
  if (typeof value !== 'object' || value === null || depth > DEEPEST) {
    return { kind: 'scalar', value: null, at: NOWHERE };
  }
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.map((item) => located(item, depth + 1)), at: NOWHERE };
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return {
    kind: 'map',
    entries: entries.map(([key, item]) => ({ key, keyAt: NOWHERE, value: located(item, depth + 1) })),
    at: NOWHERE,
  };
}
