/**
 * What earlier runs did, so that they need not do it again: a line for each visit of a repository. Requests and branches
 * are the truth; without the journal every repository is visited once more, and nothing is made twice.
 */
import { appendFileSync } from 'node:fs';
import { jsonLine } from '../../report/index.js';
import { readRegularFile } from '../../scan/walk/index.js';
import { UsageError } from '../base/arguments.js';

export interface Visit {
  readonly repository: string;
  /** Digest of what the campaign asks for. */
  readonly options: string;
  readonly result: 'done' | 'failed' | 'not-verified';
  /** Digest of the base and our branches, as they were left; null where that is not known. */
  readonly at: string | null;
  readonly detail: string | null;
  /** Calls that no branch rewrites. */
  readonly manual: number;
  /** The exit code of `pr`. */
  readonly exit: number;
  /** `12:sam`: who was asked to review which request. */
  readonly asked: readonly string[];
}

export interface Journal {
  /** The last one of a repository. */
  visitOf(repository: string): Visit | null;
  write(visit: Visit): void;
}

const LARGEST = 64 * 1024 * 1024;

export function openJournal(file: string, shown: string): Journal {
  const found = readRegularFile(file, LARGEST);
  if (found.kind === 'refused') throw new UsageError(`the journal ${shown} cannot be read: ${found.why}.`);
  const lines = found.kind === 'read' ? found.bytes.toString('utf8').split('\n') : [];
  const visits = new Map(lines.flatMap(visitIn).map((visit) => [visit.repository, visit]));
  // A run that was killed may have left half a line.
  let rest = lines.at(-1) ?? '';
  return {
    visitOf: (repository) => visits.get(repository) ?? null,
    write: (visit) => {
      visits.set(visit.repository, visit);
      appendFileSync(file, `${rest === '' ? '' : '\n'}${jsonLine(visit)}\n`);
      rest = '';
    },
  };
}

function visitIn(line: string): readonly Visit[] {
  try {
    const value: Partial<Visit> = JSON.parse(line);
    const { repository, options, result, at = null, detail = null, manual = 0, exit = 0, asked = [] } = value;
    if (typeof repository !== 'string' || typeof options !== 'string' || !isResult(result)) return [];
    return [{ repository, options, result, at, detail, manual, exit, asked }];
  } catch {
    return [];
  }
}

function isResult(value: unknown): value is Visit['result'] {
  return value === 'done' || value === 'failed' || value === 'not-verified';
}
