/** Migrates a checked out repository unattended, and says what of it does not hold. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { commitAll, edgeSunset, reportOf } from './command.js';
import { parseProblem } from './parse.js';

export interface JudgedRepository {
  readonly repo: string;
  readonly commit: string;
  readonly files: number;
  readonly findings: number;
  readonly migrated: number;
  readonly marked: number;
  /** Neither: shown with a reason. */
  readonly listed: number;
  readonly written: number;
  /** Written files of a language that is parsed here. */
  readonly parsed: number;
  readonly faults: readonly string[];
}

export interface MigrateReport {
  readonly sites: readonly {
    readonly path: string;
    readonly line: number;
    readonly entry: string;
    readonly fingerprint: string;
    readonly outcome: string;
    readonly reason: string;
  }[];
  readonly files: readonly { readonly path: string; readonly created: boolean }[];
}

interface ScanReport {
  readonly findings: readonly {
    readonly path: string;
    readonly line: number;
    readonly entry: string;
    readonly fingerprint: string;
    readonly severity: string;
  }[];
}

export const MIGRATE = ['migrate', '--write', '--level', 'review'] as const;

export function judge(repo: string, commit: string, root: string, cli: string): JudgedRepository {
  try {
    return judged(repo, commit, root, cli);
  } catch (error) {
    const nothing = { files: 0, findings: 0, migrated: 0, marked: 0, listed: 0, written: 0, parsed: 0 };
    return { repo, commit, ...nothing, faults: [error instanceof Error ? error.message : String(error)] };
  }
}

function judged(repo: string, commit: string, root: string, cli: string): JudgedRepository {
  commitAll(root);
  const before = bytesOf(root);
  const { findings } = reportOf<ScanReport>(cli, ['scan'], root);
  const first = reportOf<MigrateReport>(cli, MIGRATE, root);
  const migrated = bytesOf(root);
  const problems = first.files.map(({ path, created }) => ({
    path,
    before: created ? null : (before.get(path)?.content ?? null),
    problem: parseProblem(path, readFileSync(join(root, path), 'utf8')),
  }));
  const second = reportOf<MigrateReport>(cli, [...MIGRATE, '--allow-dirty'], root);
  const again = bytesOf(root);
  const undone = first.files.length === 0 ? null : edgeSunset(cli, ['undo'], root);
  const outcomes = new Map(first.sites.map((site) => [`${site.path}\0${site.fingerprint}`, site]));
  const real = findings.filter(({ severity }) => severity !== 'hint');
  const lost = real.filter(({ path, fingerprint }) => !outcomes.has(`${path}\0${fingerprint}`));
  const silent = first.sites.filter(
    ({ outcome, reason }) => outcome !== 'migrated' && outcome !== 'marked' && reason === '',
  );
  const count = (outcome: string) => first.sites.filter((site) => site.outcome === outcome).length;
  const open = first.sites.length - count('migrated');
  return {
    repo,
    commit,
    files: before.size,
    findings: real.length,
    migrated: count('migrated'),
    marked: count('marked'),
    listed: open - count('marked'),
    written: first.files.length,
    parsed: problems.filter(({ problem }) => problem !== 'unknown').length,
    faults: [
      ...problems.flatMap(({ path, before: old, problem }) =>
        problem === null || problem === 'unknown' || (old !== null && parseProblem(path, old) !== null)
          ? []
          : [`${path} does not parse: ${problem}`],
      ),
      ...lost.map(({ path, line, entry }) => `${path}:${line} ${entry} is found, and not accounted for`),
      ...silent.map(({ path, line, entry }) => `${path}:${line} ${entry} is left without a reason`),
      ...changed(migrated, again).map((path) => `a second run changes ${path}`),
      ...(second.sites.length === open
        ? []
        : [`a second run tells of ${second.sites.length} open sites instead of ${open}`]),
      ...(undone === null || undone.status === 0
        ? []
        : [`undo ended with ${undone.status}: ${undone.stderr}`]),
      ...changed(before, bytesOf(root)).map((path) => `undo does not restore ${path}`),
    ],
  };
}

interface Bytes {
  readonly hash: string;
  /** Of files that are small enough to be source code. */
  readonly content: string | null;
}

function bytesOf(root: string): ReadonlyMap<string, Bytes> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.flatMap((file) => {
      const path = relative(root, file).replaceAll(sep, '/');
      if (path.startsWith('.git/')) return [];
      const bytes = readFileSync(file);
      const content = bytes.length < 1_000_000 ? bytes.toString('utf8') : null;
      return [[path, { hash: createHash('sha256').update(bytes).digest('hex'), content }] as const];
    }),
  );
}

function changed(before: ReadonlyMap<string, Bytes>, after: ReadonlyMap<string, Bytes>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path)?.hash !== after.get(path)?.hash);
}
