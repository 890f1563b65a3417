/**
 * Mutants: one small mistake at a time, put into a transformation. The fixtures and twins of the codemod
 * have to notice each. A mutant is the whole program bundled with one file changed, run in a process of its own.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { BUNDLES, bundle } from './bundle.js';
import { CODEMODS } from './cases.js';

const TIME_LIMIT = 240_000;

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

export interface MutantResult {
  readonly codemod: string;
  readonly name: string;
  /** What noticed it; null for a survivor. */
  readonly killedBy: string | null;
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

export async function runMutant(codemod: string, mutant: Mutant): Promise<MutantResult> {
  const outfile = join(BUNDLES, `${codemod}-${mutant.name.replaceAll(/\W+/g, '-')}.mjs`);
  try {
    await bundle(join(import.meta.dirname, 'mutant-run.ts'), outfile, mistaken(codemod, mutant));
    const said = await runNode([outfile, codemod, ...(mutant.cases ?? [])]);
    return { codemod, name: mutant.name, killedBy: said === 'survived' ? null : said };
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** The last line that the process says; one that dies of its mistake is noticed too. */
function runNode(args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, args, { timeout: TIME_LIMIT }, (error, stdout) => {
      const last = stdout.trim().split('\n').at(-1) ?? '';
      done(error === null ? last : 'a crash of the program');
    });
  });
}

/** Our own files as they are, with one changed. */
function mistaken(codemod: string, { file, find, replace }: Mutant): (path: string, text: string) => string {
  const changed = resolve(CODEMODS, codemod, file);
  return (path, text) => (path === changed ? text.replace(find, () => replace) : text);
}
