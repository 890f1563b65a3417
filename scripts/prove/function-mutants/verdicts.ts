/**
 * What is known of a mistake in every function: who notices it, or why nobody can. Kept beside the program, for the
 * whole run is too long for every change; what does not fit the functions of today is a fault.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionMutants, type MadeMutant, transformationFiles } from './make.js';

/** By the file and the name of the function. */
export type Noticed = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** A mistake that changes nothing that anybody could see. */
export interface Equivalent {
  readonly file: string;
  readonly name: string;
  /** The condition that is turned round, as it stands; null where nothing is given back. */
  readonly condition: string | null;
  readonly reason: string;
}

const NOTICED = join(import.meta.dirname, 'noticed.json');
const EQUIVALENT = join(import.meta.dirname, 'equivalent.json');

export function loadNoticed(): Noticed {
  return JSON.parse(readFileSync(NOTICED, 'utf8')) as Noticed;
}

export function loadEquivalent(): readonly Equivalent[] {
  return JSON.parse(readFileSync(EQUIVALENT, 'utf8')) as Equivalent[];
}

export function everyMutant(): readonly MadeMutant[] {
  return functionMutants(transformationFiles());
}

/** Codemod, or what several of them share. */
export function groupOf({ file }: Pick<MadeMutant, 'file'>): string {
  return file.endsWith('.ts') ? (file.split('/')[0] ?? file) : file;
}

/** Rows for the functions of today, in their order: what was found now, or else what was known. */
export function withFound(
  known: Noticed,
  found: ReadonlyMap<MadeMutant, string | null>,
  mutants: readonly MadeMutant[],
): Noticed {
  const ran = new Map([...found].map(([{ file, name }, killedBy]) => [`${file} ${name}`, killedBy]));
  const rows: Record<string, Record<string, string | null>> = {};
  for (const { file, name } of mutants) {
    const now = ran.get(`${file} ${name}`);
    const killedBy = now === undefined ? known[file]?.[name] : now;
    if (killedBy !== undefined) rows[file] = { ...rows[file], [name]: killedBy };
  }
  return rows;
}

export function saveNoticed(found: ReadonlyMap<MadeMutant, string | null>): void {
  const rows = withFound(loadNoticed(), found, everyMutant());
  writeFileSync(NOTICED, `${JSON.stringify(rows, null, 2)}\n`);
}

/** What of it does not hold, or is not known. */
export function verdictFaults(
  mutants: readonly MadeMutant[],
  noticed: Noticed,
  equivalent: readonly Equivalent[],
): readonly string[] {
  const faults: string[] = [];
  const missing: string[] = [];
  for (const { file, name, condition } of mutants) {
    const killedBy = noticed[file]?.[name];
    const excused = equivalent.find((one) => one.file === file && one.name === name);
    const what = `${file}: ${name}`;
    if (killedBy === undefined) missing.push(what);
    else if (killedBy === null && excused === undefined)
      faults.push(
        `${what}: nothing notices ${mistakeIn({ condition })}, and equivalent.json gives no reason`,
      );
    else if (killedBy !== null && excused !== undefined)
      faults.push(`${what} is called equivalent, and ${killedBy} notices ${mistakeIn({ condition })}`);
    if (excused !== undefined && excused.condition !== condition)
      faults.push(`${what} is another function now than the one that is called equivalent`);
  }
  const [first] = missing;
  if (first !== undefined)
    faults.push(
      `${missing.length} functions were never run, such as ${first}: npm run prove -- --functions --new`,
    );
  const isThere = (file: string, name: string) =>
    mutants.some((mutant) => mutant.file === file && mutant.name === name);
  for (const [file, names] of Object.entries(noticed))
    for (const name of Object.keys(names))
      if (!isThere(file, name)) faults.push(`${file}: ${name} is gone: npm run prove -- --functions --new`);
  for (const { file, name } of equivalent)
    if (!isThere(file, name)) faults.push(`${file}: ${name} is gone, and equivalent.json names it`);
  return faults;
}

export function mistakeIn({ condition }: Pick<MadeMutant, 'condition'>): string {
  return condition === null
    ? 'that it gives nothing back'
    : `that \`${condition.replaceAll(/\s+/g, ' ')}\` is turned round`;
}
