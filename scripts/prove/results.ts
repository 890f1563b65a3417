/**
 * What was proven last, in `codemods/<id>/proof.json`: written after every twin and every mutant. What it was proven
 * of is kept as a hash, so that only what changed since is run again, and `docs/proof.md` can say what is older.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { besideFiles, type Case, CODEMODS, type Files, filesIn, isNegative, isPositive } from './cases.js';
import { loadMutants, type Mutant } from './mutants.js';
import type { TwinResult } from './twins.js';

/** Equal runs, of all runs. */
export type Share = readonly [number, number];

export interface TwinRow {
  /** Hash of the case, the emulated API and what runs the twins. */
  readonly of: string;
  /** By the state or trouble. */
  readonly runs: Readonly<Record<string, Share>>;
  /** By the major version of the SDK. */
  readonly majors?: Readonly<Record<string, Share>>;
  readonly otherMajors?: string;
  /** In how many runs each of the announced differences showed. */
  readonly shown?: Readonly<Record<string, number>>;
  readonly faults?: readonly string[];
}

export interface MutantRow {
  /** Hash of the mistake, the file with it, and the case that notices it. */
  readonly of: string;
  /** What notices it; null for a survivor. */
  readonly killedBy: string | null;
}

export interface Results {
  readonly cases: number;
  readonly negative: number;
  /** Positive cases that cannot run as a process, by the reason. */
  readonly notRun: Readonly<Record<string, number>>;
  readonly twins: Readonly<Record<string, TwinRow>>;
  readonly mutants: Readonly<Record<string, MutantRow>>;
}

const NOTHING: Results = { cases: 0, negative: 0, notRun: {}, twins: {}, mutants: {} };

export function loadResults(codemod: string): Results {
  const file = fileOf(codemod);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : NOTHING;
}

/** One line for each twin and each mutant. */
export function saveResults(codemod: string, { twins, mutants, ...counts }: Results): void {
  const lines = (rows: object) =>
    Object.entries(rows)
      .map(([name, row]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(row)}`)
      .join(',');
  const head = JSON.stringify(counts, null, 2).replace(/\n\}$/, '');
  writeFileSync(
    fileOf(codemod),
    `${head},\n  "twins": {${lines(twins)}\n  },\n  "mutants": {${lines(mutants)}\n  }\n}\n`,
  );
}

function fileOf(codemod: string): string {
  return join(CODEMODS, codemod, 'proof.json');
}

/** With the cases of today: counted anew, without rows of what is gone, in their order. */
export function withCases(results: Results, codemod: string, cases: readonly Case[]): Results {
  const notRun: Record<string, number> = {};
  for (const { meta } of cases.filter((one) => isPositive(one) && one.meta.run === undefined))
    notRun[meta.notRun ?? '**no reason**'] = (notRun[meta.notRun ?? '**no reason**'] ?? 0) + 1;
  return {
    cases: cases.length,
    negative: cases.filter(isNegative).length,
    notRun,
    twins: picked(
      results.twins,
      cases.filter(({ meta }) => meta.run !== undefined),
    ),
    mutants: picked(results.mutants, loadMutants(codemod)),
  };
}

function picked<T>(rows: Readonly<Record<string, T>>, named: readonly { readonly name: string }[]) {
  return Object.fromEntries(
    named.flatMap(({ name }) => (rows[name] === undefined ? [] : [[name, rows[name]]])),
  );
}

/** How many twins and mutants there are of which the latest result is missing, or of something older. */
export function olderOf(codemod: string, cases: readonly Case[]): number {
  const { twins, mutants } = loadResults(codemod);
  const run = cases.filter(({ meta }) => meta.run !== undefined);
  return (
    run.filter((one) => twins[one.name]?.of !== twinHash(one)).length +
    loadMutants(codemod).filter((mutant) => !isCurrent(codemod, mutant, mutants[mutant.name], cases)).length
  );
}

export function twinRow(one: Case, results: readonly TwinResult[]): TwinRow {
  const shares = (keyOf: (result: TwinResult) => string | number | null) => {
    const made: Record<string, Share> = {};
    for (const result of results) {
      const key = keyOf(result);
      if (key === null) continue;
      const [equal, all] = made[key] ?? [0, 0];
      made[key] = [equal + (result.equal ? 1 : 0), all + 1];
    }
    return made;
  };
  const shown: Record<string, number> = {};
  for (const result of results)
    for (const name of new Set(result.shown)) shown[name] = (shown[name] ?? 0) + 1;
  const faults = results.flatMap((result) => result.faults.map((fault) => `${result.scenario}: ${fault}`));
  const majors = shares(({ major }) => major);
  const { otherMajors } = one.meta.run ?? {};
  return {
    of: twinHash(one),
    runs: shares(({ kind }) => kind),
    ...(isEmpty(majors) ? {} : { majors, ...(otherMajors === undefined ? {} : { otherMajors }) }),
    ...(isEmpty(shown) ? {} : { shown }),
    ...(faults.length === 0 ? {} : { faults: faults.map((fault) => fault.slice(0, 300)) }),
  };
}

function isEmpty(rows: object): boolean {
  return Object.keys(rows).length === 0;
}

/** The emulated API, and the machinery. */
const MACHINERY = [
  'src/edge',
  'scripts/prove/compiled.ts',
  'scripts/prove/firewall-scenarios.ts',
  'scripts/prove/scenarios.ts',
  'scripts/prove/troubles.ts',
  'scripts/prove/twins.ts',
].map((path) => join(CODEMODS, '..', path));

/** Folders with what programs in other languages use. */
const MODULES = new Map(
  Object.entries({ python3: 'python', php: 'php', ruby: 'ruby' }).map(([program, name]) => [
    program,
    join(import.meta.dirname, name),
  ]),
);

const hashes = new Map<string, string>();

/** It does not change while the proof runs. */
function hashOfPath(path: string): string {
  const hash = hashes.get(path) ?? digest([statSync(path).isFile() ? readFileSync(path) : filesIn(path)]);
  hashes.set(path, hash);
  return hash;
}

export function twinHash(one: Case): string {
  const modules = MODULES.get(one.meta.run?.command[0] ?? '');
  const paths = modules === undefined ? MACHINERY : [...MACHINERY, modules];
  return digest([...paths.map(hashOfPath), ...partsOf(one)]);
}

export function mutantRow(
  codemod: string,
  mutant: Mutant,
  killedBy: string | null,
  cases: readonly Case[],
): MutantRow {
  const witness = cases.find(({ name }) => name === witnessOf(killedBy));
  const file = readFileSync(resolve(CODEMODS, codemod, mutant.file));
  const { name, find, replace } = mutant;
  const of = digest([name, find, replace, file, ...(witness === undefined ? [] : partsOf(witness))]);
  return { of, killedBy };
}

/** Name of the case that notices a mistake. */
export function witnessOf(killedBy: string | null | undefined): string | undefined {
  return /^fixture (.+)$/.exec(killedBy ?? '')?.[1];
}

/** Everything is as it was then. */
export function isCurrent(
  codemod: string,
  mutant: Mutant,
  row: MutantRow | undefined,
  cases: readonly Case[],
): boolean {
  return row !== undefined && row.of === mutantRow(codemod, mutant, row.killedBy, cases).of;
}

function partsOf(one: Case): readonly (string | Files)[] {
  return [one.input, one.expected, besideFiles(one), JSON.stringify(one.meta.run ?? null)];
}

function digest(parts: readonly (string | Buffer | Files)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    if (typeof part === 'string' || Buffer.isBuffer(part)) hash.update(part).update('\0');
    else for (const [path, content] of part) hash.update(path).update('\0').update(content).update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}
