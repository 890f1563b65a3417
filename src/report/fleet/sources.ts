/** What a stream or a report of one run says, by repository. Nothing of it is believed to have the right form. */
import { isDay } from '../words/days.js';

export interface Source {
  readonly now: string;
  readonly commit: string | null;
  /** `findings` is null where the run was no scan. */
  readonly findings: readonly Row[] | null;
  readonly sites: readonly Row[] | null;
  readonly units: readonly Row[] | null;
  readonly branches: readonly Row[] | null;
  readonly undetermined: number;
  readonly skipped: number;
  readonly files: number;
  readonly error: string | null;
  /** What paths begin with that are not relative to the folder. */
  readonly prefix: string;
}

export type Row = Readonly<Record<string, unknown>>;

/** What many reports say; the later of two about one repository counts. */
export class Sources {
  readonly known = new Map<string, Source[]>();
  readonly notes: string[] = [];
  now = '';
  /** Whether a stream ends in the middle of a repository. */
  isCut = false;

  /** The lines of a stream, null for one that is torn. `name`: of the repository, where the stream does not say it. */
  stream(name: string, shown: string): { line(row: Row | null): void; end(): void } {
    let pending = new Map<string, Row[]>();
    let now = '';
    let command = 'scan';
    const cut = () => {
      for (const [root] of pending)
        this.notes.push(`${shown}: ${root === '' ? name : root} was cut off and does not count`);
      this.isCut ||= pending.size > 0;
      pending = new Map();
    };
    return {
      line: (row) => {
        if (row === null) {
          this.isCut = true;
          return;
        }
        const root = text(row.root);
        if (row.type === 'start') {
          cut();
          now = dayIn(row.now);
          command = text(row.command) || 'scan';
        } else if (row.type === 'done') {
          const rows = pending.get(root) ?? [];
          pending.delete(root);
          const prefix = row.prefix ?? (command === 'scan' && root !== '' ? `${root}/` : '');
          const done = { ...row, prefix };
          this.#add(nameOf(row, root === '' ? name : root), { now, command, rows, done }, shown);
        } else {
          const rows = pending.get(root);
          if (rows === undefined) pending.set(root, [row]);
          else rows.push(row);
        }
      },
      end: cut,
    };
  }

  /** A JSON report of `scan`, which may be of several roots. */
  report(name: string, report: Row, shown: string): void {
    const findings = listIn(report.findings).map((row) => ({ ...row, type: 'finding' }));
    const skipped = listIn(report.skipped).map((row) => ({ ...row, type: 'skipped' }));
    const byRoot = new Map<string, Row[]>();
    for (const row of [...findings, ...skipped]) {
      const root = text((row as Row).root);
      byRoot.set(root, [...(byRoot.get(root) ?? []), row]);
    }
    if (byRoot.size === 0) byRoot.set('', []);
    const isOne = byRoot.size === 1;
    for (const [root, rows] of byRoot) {
      const done = { prefix: root === '' ? '' : `${root}/`, summary: isOne ? report.summary : {} };
      this.#add(root === '' ? name : root, { now: dayIn(report.now), command: 'scan', rows, done }, shown);
    }
  }

  /** A SARIF file; runs of other tools are none of ours. */
  sarif(name: string, sarif: Row, shown: string): void {
    const runs = listIn(sarif.runs).filter(
      (run) => text(at(run, 'tool', 'driver', 'name')) === 'edge-sunset',
    );
    if (runs.length === 0) this.notes.push(`${shown}: no run of edge-sunset is in it`);
    for (const run of runs) {
      const [place = {}] = listIn(run.versionControlProvenance);
      const rows = listIn(run.results).map(findingOfSarif);
      const done = { commit: place.revisionId };
      this.#add(text(place.repositoryUri) || name, { now: '', command: 'scan', rows, done }, shown);
    }
  }

  #add(name: string, { now, command, rows, done }: Run, shown: string): void {
    if (now > this.now) this.now = now;
    const of = (type: string) => rows.filter((row) => row.type === type);
    const summary = objectIn(done.summary);
    const source: Source = {
      now,
      commit: text(at(done, 'repository', 'commit')) || text(done.commit) || null,
      findings: command === 'scan' ? of('finding') : null,
      sites: command === 'migrate' ? of('site') : null,
      units: command === 'brief' ? of('unit') : null,
      branches: command === 'pr' ? of('branch') : null,
      undetermined: count(summary.undetermined),
      skipped: of('skipped').length,
      files: count(at(summary, 'files', 'seen')),
      error: text(done.error) || null,
      prefix: text(done.prefix),
    };
    const before = this.known.get(name) ?? [];
    const same = before.filter((one) => kindOf(one) === kindOf(source));
    if (same.some(({ error }) => error === null) && source.error === null)
      this.notes.push(`${shown}: ${name} is there more than once; the last one counts`);
    // A folder that failed is told of as long as nothing better is known.
    if (source.error !== null && same.some(({ error }) => error === null)) return;
    this.known.set(name, [...before.filter((one) => kindOf(one) !== kindOf(source)), source]);
  }
}

interface Run {
  readonly now: string;
  readonly command: string;
  readonly rows: readonly Row[];
  readonly done: Row;
}

function kindOf({ findings, sites, units, branches }: Source): number {
  return [findings, sites, units, branches].findIndex((one) => one !== null);
}

/** Of a `done` line: the repository as other machines know it, and the folder in it. */
function nameOf(done: Row, fallback: string): string {
  const [name, folder] = [text(at(done, 'repository', 'name')), text(at(done, 'repository', 'folder'))];
  if (name === '') return fallback;
  return folder === '' ? name : `${name}:${folder}`;
}

function findingOfSarif(result: Row): Row {
  const [location = {}] = listIn(result.locations);
  const properties = objectIn(result.properties);
  return {
    ...properties,
    type: 'finding',
    entry: text(properties.entry) || text(result.ruleId).replace(/^(?:no|valid)-/, ''),
    severity: result.level === 'note' ? 'hint' : result.level,
    path: at(location, 'physicalLocation', 'artifactLocation', 'uri'),
    line: at(location, 'physicalLocation', 'region', 'startLine'),
    column: at(location, 'physicalLocation', 'region', 'startColumn'),
    fingerprint: at(result, 'partialFingerprints', 'primaryLocationLineHash'),
  };
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

export function objectIn(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listIn(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text).filter((one) => one !== '') : [];
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => objectIn(inner)[key], value);
}

function dayIn(value: unknown): string {
  return isDay(text(value)) ? text(value) : '';
}
