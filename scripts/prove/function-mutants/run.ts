/**
 * Runs the witnesses of mistakes in processes, as many as the machine has processors. What is known is written down at
 * once, so that a run that was stopped goes on where it was; it holds for this very program with these very cases.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { BUNDLES, bundle } from '../bundle.js';
import { caseFolder, codemodNames, filesIn } from '../cases.js';
import { type FunctionMutant, nameInCodemods, withMistakes } from './make.js';
import type { Line, Wanted } from './witness.js';

/** A mistake that makes a program run for ever is noticed, too: nothing is heard of one witness for so long. */
const PATIENCE = 3 * 60_000;
const MEMORY = 1500;

export interface MutantKind {
  readonly name: string;
  /** From this folder. */
  readonly entry: string;
  /** All there are of the kind. */
  readonly mutants: readonly FunctionMutant[];
}

/** By whom each is noticed, by the id of the mutant; null by nobody. */
export async function noticedBy(
  { name, entry, mutants }: MutantKind,
  wanted: readonly Wanted[],
  tell: (id: number, killedBy: string | null) => void,
): Promise<ReadonlyMap<number, string | null>> {
  const outfile = join(BUNDLES, `functions-${name}-${process.pid}.mjs`);
  try {
    const text = await bundle(join(import.meta.dirname, entry), outfile, (path, source) => {
      const own = mutants.filter(({ file }) => file === nameInCodemods(path));
      return withMistakes(source, own, ({ id }) => `isMistaken(${id})`);
    });
    const progress = progressFile(name, text);
    const known = new Map(linesIn(progress).map(({ id, killedBy = null }) => [id, killedBy]));
    const open = wanted.filter(({ id }) => !known.has(id));
    const learn = (id: number, killedBy: string | null) => {
      appendFileSync(progress, `${JSON.stringify({ id, killedBy })}\n`);
      known.set(id, killedBy);
      tell(id, killedBy);
    };
    const processes = availableParallelism();
    const parts = Array.from({ length: processes }, (_, part) =>
      open.filter((_mistake, index) => index % processes === part),
    );
    await Promise.all(parts.map((part) => ask(outfile, part, learn)));
    return known;
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** Starts again behind a mistake that never ends, or ends the process. */
async function ask(
  file: string,
  wanted: readonly Wanted[],
  learn: (id: number, killedBy: string | null) => void,
): Promise<void> {
  if (wanted.length === 0) return;
  const stopped = await askOnce(file, wanted, learn);
  if (stopped === null) return;
  learn(stopped.id, stopped.why);
  await ask(file, wanted.slice(wanted.findIndex(({ id }) => id === stopped.id) + 1), learn);
}

function askOnce(
  file: string,
  wanted: readonly Wanted[],
  learn: (id: number, killedBy: string | null) => void,
): Promise<{ readonly id: number; readonly why: string } | null> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY}`, file, JSON.stringify(wanted)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let current: number | null = null;
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
      const { id, killedBy } = JSON.parse(text) as Line;
      current = killedBy === undefined ? id : null;
      if (killedBy !== undefined) learn(id, killedBy);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) done(null);
      else if (current === null) fail(new Error(`${file} ended with ${code} before it was asked`));
      else done({ id: current, why: isStuck ? 'a program that never ends' : 'a crash of the program' });
    });
  });
}

function progressFile(name: string, program: string): string {
  const hash = createHash('sha256').update(program);
  for (const codemod of codemodNames())
    for (const [path, content] of filesIn(caseFolder(codemod))) hash.update(path).update(content);
  const own = `functions-${name}-${hash.digest('hex').slice(0, 16)}.jsonl`;
  for (const other of readdirSync(BUNDLES))
    if (other.startsWith(`functions-${name}-`) && other.endsWith('.jsonl') && other !== own)
      rmSync(join(BUNDLES, other), { force: true });
  return join(BUNDLES, own);
}

function linesIn(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
