/** Mutants of the functions of all transformations, in one bundle and one process. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { CODEMODS } from '../cases.js';
import {
  functionMutants,
  type MadeMutant,
  nameInCodemods,
  transformationFiles,
  withMistakes,
} from './make.js';

export interface FunctionResult {
  readonly mutant: MadeMutant;
  /** What noticed it; null for a survivor. */
  readonly killedBy: string | null;
}

const OUTPUT = join(CODEMODS, '..', 'node_modules', '.cache', 'edge-sunset-mutants');
const TIME_LIMIT = 30 * 60_000;

export async function runTransformationMutants(): Promise<readonly FunctionResult[]> {
  const mutants = functionMutants(transformationFiles());
  mkdirSync(OUTPUT, { recursive: true });
  const outfile = join(OUTPUT, 'every-function.mjs');
  try {
    await build({
      entryPoints: [join(import.meta.dirname, 'switched-run.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
      plugins: [
        {
          name: 'every-function',
          setup(bundle) {
            bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
              if (path.includes('node_modules')) return undefined;
              const own = mutants.filter(({ file }) => file === nameInCodemods(path));
              const text = withMistakes(readFileSync(path, 'utf8'), own, ({ id }) => `isMistaken(${id})`);
              const contents = text
                .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
                .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
              return { contents, loader: 'ts' };
            });
          },
        },
      ],
    });
    const killed = JSON.parse(await runNode([outfile, String(mutants.length)])) as Record<
      number,
      string | null
    >;
    return mutants.map((mutant) => ({ mutant, killedBy: noticed(killed[mutant.id]) }));
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** A function that no case runs is noticed by none. */
function noticed(said: string | null | undefined): string | null {
  return said === undefined || said === 'nobody asks' ? null : said;
}

function runNode(args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { timeout: TIME_LIMIT, maxBuffer: 1 << 26 }, (error, stdout) => {
      if (error === null) done(stdout.trim().split('\n').at(-1) ?? '');
      else fail(error);
    });
  });
}
