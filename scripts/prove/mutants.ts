/**
 * Mutants: one small mistake at a time, put into a transformation. The cases of the codemod have to notice each.
 * A mutant is the whole program with one file changed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { CODEMODS } from './cases.js';

/** How long one case may take. */
const PATIENCE = 180_000;

/** One row of `codemods/<id>/mutants.json`. */
export interface Mutant {
  /** The mistake, in words. */
  readonly name: string;
  /** From the folder of the codemod. */
  readonly file: string;
  /** Stands once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Cases to try first: those that are there for it. */
  readonly cases?: readonly string[];
}

export function loadMutants(codemod: string): readonly Mutant[] {
  const file = join(CODEMODS, codemod, 'mutants.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Mutant[]) : [];
}

/** What is wrong with the table itself. */
export function tableFaults(codemod: string): readonly string[] {
  return loadMutants(codemod).flatMap(({ name, file, find }) => {
    const path = resolve(CODEMODS, codemod, file);
    if (!existsSync(path)) return [`${codemod}: ${name}: there is no file ${file}`];
    const count = readFileSync(path, 'utf8').split(find).length - 1;
    return count === 1 ? [] : [`${codemod}: ${name}: its text stands ${count} times in ${file}`];
  });
}

/** `first`: the cases to try first. */
export type WantedMutant = Mutant & { readonly first: readonly string[] };

/**
 * In a process of their own, one after the other. What a mutant ends, or keeps busy for ever, is noticed, too: another
 * process goes on behind it.
 */
export async function runMutants(
  codemod: string,
  wanted: readonly WantedMutant[],
  tell: (mutant: Mutant, killedBy: string | null) => void,
): Promise<void> {
  let open = wanted;
  while (open.length > 0) {
    const stopped = await runUntilOneStops(codemod, open, tell);
    if (stopped === null) return;
    const [mutant] = open.slice(stopped.at);
    if (mutant === undefined) throw new Error(`mutants of ${codemod} ended before one was asked`);
    tell(mutant, stopped.why);
    open = open.slice(stopped.at + 1);
  }
}

function runUntilOneStops(
  codemod: string,
  wanted: readonly WantedMutant[],
  tell: (mutant: Mutant, killedBy: string | null) => void,
): Promise<{ readonly at: number; readonly why: string } | null> {
  return new Promise((done) => {
    const script = join(import.meta.dirname, 'mutant-run.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, codemod, JSON.stringify(wanted)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let at = 0;
    let isStuck = false;
    const impatience = () =>
      setTimeout(() => {
        isStuck = true;
        child.kill('SIGKILL');
      }, PATIENCE);
    let timer = impatience();
    createInterface({ input: child.stdout }).on('line', (text) => {
      clearTimeout(timer);
      timer = impatience();
      const line = JSON.parse(text) as { readonly killedBy?: string | null };
      const mutant = wanted[at];
      if (line.killedBy === undefined || mutant === undefined) return;
      tell(mutant, line.killedBy);
      at++;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      done(code === 0 ? null : { at, why: isStuck ? 'a program that never ends' : 'a crash of the program' });
    });
  });
}
