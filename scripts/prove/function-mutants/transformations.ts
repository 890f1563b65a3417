/** Mutants of the functions of all transformations, in one bundle and one process. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
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
/** A mistake that makes a program run for ever is noticed, too. */
const PATIENCE = 5 * 60_000;

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
    const parts = Array.from({ length: availableParallelism() }, (_, part) =>
      mutants.map(({ id }) => id).filter((id) => id % availableParallelism() === part),
    );
    const killed = new Map((await Promise.all(parts.map((ids) => noticed(outfile, ids)))).flat());
    return mutants.map((mutant) => ({ mutant, killedBy: killed.get(mutant.id) ?? null }));
  } finally {
    rmSync(outfile, { force: true });
  }
}

type Noticed = readonly (readonly [id: number, killedBy: string | null])[];

/** Starts again behind a mutant that never ends. */
async function noticed(file: string, ids: readonly number[]): Promise<Noticed> {
  const { found, stuck } = await runSwitched(file, ids);
  if (stuck === null) return found;
  const rest = ids.slice(ids.indexOf(stuck) + 1);
  return [...found, [stuck, 'a program that never ends'], ...(await noticed(file, rest))];
}

interface Line {
  readonly id: number;
  readonly killedBy?: string | null;
}

function runSwitched(
  file: string,
  ids: readonly number[],
): Promise<{ readonly found: Noticed; readonly stuck: number | null }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [file, JSON.stringify(ids)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const found: [number, string | null][] = [];
    let current: number | null = null;
    let isStuck = false;
    const impatience = () =>
      setTimeout(() => {
        isStuck = current !== null;
        child.kill('SIGKILL');
      }, PATIENCE);
    let timer = impatience();
    createInterface({ input: child.stdout }).on('line', (text) => {
      clearTimeout(timer);
      timer = impatience();
      const { id, killedBy } = JSON.parse(text) as Line;
      current = killedBy === undefined ? id : null;
      if (killedBy !== undefined) found.push([id, killedBy]);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (isStuck) done({ found, stuck: current });
      else if (code === 0) done({ found, stuck: null });
      else fail(new Error(`the mutants of the transformations ended with ${code}`));
    });
  });
}
