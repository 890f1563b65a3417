import { compareUtf8, type ReportFinding, SCHEMA_VERSION } from '../../report/index.js';
import { readRegularFile } from '../walk/index.js';

/** A list of findings that a team knows of and does not want to see again: only new ones are reported. */
export interface BaselineRow {
  /** Where it was, relative to the folder of the file; for people. */
  readonly path: string;
  readonly entry: string;
  readonly fingerprint: string;
}

export interface BaselineFile {
  /** What was scanned, relative to the folder of the file. */
  readonly roots: readonly string[];
  readonly findings: readonly BaselineRow[];
}

export type BaselineRead =
  | { readonly kind: 'read'; readonly file: BaselineFile }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly problem: string };

const LARGEST = 256 * 1024 * 1024;
const KIND = 'baseline';
const TOOL = 'edge-sunset';

export function readBaseline(file: string): BaselineRead {
  const found = readRegularFile(file, LARGEST);
  if (found.kind === 'missing') return { kind: 'missing' };
  if (found.kind !== 'read') return { kind: 'unusable', problem: 'the file cannot be read' };
  let value: unknown;
  try {
    value = JSON.parse(found.bytes.toString('utf8'));
  } catch {
    return { kind: 'unusable', problem: 'the file is not JSON' };
  }
  if (!isObject(value) || value.kind !== KIND || !isObject(value.tool) || value.tool.name !== TOOL) {
    return { kind: 'unusable', problem: 'the file is not a baseline of edge-sunset' };
  }
  if (value.schemaVersion !== SCHEMA_VERSION) {
    return { kind: 'unusable', problem: `schemaVersion is not ${SCHEMA_VERSION}` };
  }
  const { roots, findings } = value;
  if (!Array.isArray(roots) || !roots.every((root) => typeof root === 'string')) {
    return { kind: 'unusable', problem: 'roots: expected a list of paths' };
  }
  if (!Array.isArray(findings)) return { kind: 'unusable', problem: 'findings: expected a list' };
  const wrong = findings.findIndex((row) => !isRow(row));
  if (wrong >= 0) {
    return {
      kind: 'unusable',
      problem: `findings[${wrong}]: expected the strings path, entry and fingerprint (32 hexadecimal digits)`,
    };
  }
  return { kind: 'read', file: { roots, findings } };
}

function isRow(row: unknown): row is BaselineRow {
  if (!isObject(row)) return false;
  const { path, entry, fingerprint } = row;
  return (
    typeof path === 'string' &&
    typeof entry === 'string' &&
    typeof fingerprint === 'string' &&
    /^[0-9a-f]{32}$/.test(fingerprint)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Sorted, one finding a line, so that a version control system shows what came and went. */
export function* baselineText({ roots, findings }: BaselineFile): Iterable<string> {
  const head = { schemaVersion: SCHEMA_VERSION, tool: { name: TOOL }, kind: KIND, roots };
  yield `${JSON.stringify(head).slice(0, -1)},"findings":[`;
  for (const [index, { path, entry, fingerprint }] of [...findings].sort(compareRows).entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify({ path, entry, fingerprint })}`;
  }
  yield '\n]}\n';
}

function compareRows(a: BaselineRow, b: BaselineRow): number {
  return (
    compareUtf8(a.path, b.path) || compareUtf8(a.entry, b.entry) || compareUtf8(a.fingerprint, b.fingerprint)
  );
}

/**
 * What is left of a baseline while a scan goes on. Each row stands for one finding with its fingerprint, wherever its
 * file is now: a moved file brings nothing new, a copied call does.
 */
export class Baseline {
  readonly #left = new Map<string, BaselineRow[]>();

  constructor(readonly file: BaselineFile) {
    for (const row of file.findings) {
      const same = this.#left.get(row.fingerprint);
      if (same === undefined) this.#left.set(row.fingerprint, [row]);
      else same.push(row);
    }
  }

  /** Whether a finding is known; each row is used up by one. */
  takes({ fingerprint }: Pick<ReportFinding, 'fingerprint'>): boolean {
    return this.#left.get(fingerprint)?.pop() !== undefined;
  }

  /** Rows that no finding had. */
  get gone(): readonly BaselineRow[] {
    return [...this.#left.values()].flat();
  }
}
