/**
 * Mutants: one small mistake at a time, put into a transformation. The cases of the codemod have to notice each.
 * A mutant is the whole program bundled with one file changed, run in a process of its own.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { BUNDLES, bundle } from './bundle.js';
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

/** `first`: the case that noticed it last time. */
export async function runMutant(codemod: string, mutant: Mutant, first?: string): Promise<string | null> {
  const outfile = join(BUNDLES, `${codemod}-${mutant.name.replaceAll(/\W+/g, '-')}.mjs`);
  try {
    await bundle(join(import.meta.dirname, 'mutant-run.ts'), outfile, mistaken(codemod, mutant));
    return await noticedBy([
      outfile,
      codemod,
      ...(first === undefined ? [] : [first]),
      ...(mutant.cases ?? []),
    ]);
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** The process says each case that it asks, and at last what notices; one that dies of its mistake is noticed, too. */
function noticedBy(args: readonly string[]): Promise<string | null> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let last = '';
    let isStuck = false;
    const impatience = () =>
      setTimeout(() => {
        isStuck = true;
        child.kill('SIGKILL');
      }, PATIENCE);
    let timer = impatience();
    createInterface({ input: child.stdout }).on('line', (line) => {
      clearTimeout(timer);
      timer = impatience();
      last = line;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) done(last === 'survived' ? null : last);
      else done(isStuck ? 'a program that never ends' : 'a crash of the program');
    });
  });
}

/** Our own files as they are, with one changed. */
function mistaken(codemod: string, { file, find, replace }: Mutant): (path: string, text: string) => string {
  const changed = resolve(CODEMODS, codemod, file);
  return (path, text) => (path === changed ? text.replace(find, () => replace) : text);
}
