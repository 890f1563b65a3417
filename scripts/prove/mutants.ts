/**
 * Mutants: one small mistake at a time, put into a transformation or a helper. The fixtures and twins of the codemod
 * have to notice each. A mutant is the whole program bundled with one file changed, run in a process of its own.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { withoutTypes } from '../helpers/plain.js';
import { CODEMODS } from './cases.js';

const ROOT = join(CODEMODS, '..');
const OUTPUT = join(ROOT, 'node_modules', '.cache', 'edge-sunset-mutants');
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
  mkdirSync(OUTPUT, { recursive: true });
  const outfile = join(OUTPUT, `${codemod}-${mutant.name.replaceAll(/\W+/g, '-')}.mjs`);
  try {
    await build({
      entryPoints: [join(import.meta.dirname, 'mutant-run.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
      plugins: [mutating(codemod, mutant)],
    });
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

/** Our own files as they are, with one changed; they keep the place they stand in. */
function mutating(codemod: string, { file, find, replace }: Mutant): Plugin {
  const changed = resolve(CODEMODS, codemod, file);
  const isHelper = file.startsWith('helper/');
  const made = resolve(CODEMODS, codemod, 'generated', 'helper.ts');
  return {
    name: 'mutating',
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path.includes('node_modules')) return undefined;
        let contents = readFileSync(path, 'utf8');
        if (path === changed) contents = contents.replace(find, () => replace);
        if (isHelper && path === made) contents = withMutantPart(contents, find, replace);
        contents = contents
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
        return { contents, loader: 'ts' };
      });
    },
  };
}

interface Part {
  readonly typescript: string;
  readonly plain: string;
}

/** The helper as `helpers:build` would have made it of the changed source. */
function withMutantPart(generated: string, find: string, replace: string): string {
  const start = generated.indexOf('= [') + 2;
  const parts = JSON.parse(generated.slice(start, generated.lastIndexOf(';'))) as Part[];
  const mutated = parts.map((part) => {
    if (!part.typescript.includes(find)) return part;
    const typescript = part.typescript.replace(find, () => replace);
    return { ...part, typescript, plain: withoutTypes(typescript) };
  });
  return `${generated.slice(0, start)}${JSON.stringify(mutated)};\n`;
}
