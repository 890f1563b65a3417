import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Analyse, createAnalysis } from './analyse.js';
import { differences } from './compare.js';
import { grid } from './grid.js';
import { type ProgramCase, parsePrograms } from './program-format.js';
import { foreignTwin, livingTwin, validTwin } from './twins.js';

const FOLDER = join(import.meta.dirname, 'programs');

const suites = new Map<string, readonly ProgramCase[]>(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.idioms'))
    .map((name) => [name, parsePrograms(readFileSync(join(FOLDER, name), 'utf8'), name)]),
);
suites.set('the grid', grid());

let fromTriggers: Analyse;
let fromEverything: Analyse;

beforeAll(async () => {
  fromTriggers = await createAnalysis(false);
  fromEverything = await createAnalysis(true);
});

async function problemsOf(analyse: Analyse, program: ProgramCase): Promise<string[]> {
  const analysis = await analyse(program);
  return [...analysis.problems, ...differences(program, analysis)];
}

describe.each([...suites])('%s', (_, programs) => {
  it.each(programs.map((program) => [program.name, program] as const))('%s', async (__, program) => {
    expect(await problemsOf(fromTriggers, program)).toEqual([]);
  });

  it.each(programs.map((program) => [program.name, program] as const))(
    'the same without triggers: %s',
    async (__, program) => {
      expect(await problemsOf(fromEverything, program)).toEqual([]);
    },
  );

  const twins = programs
    .filter((program) => program.negative === null)
    .flatMap((program) => [livingTwin(program), validTwin(program), foreignTwin(program)])
    .filter((twin) => twin !== null);
  it.each(twins.map((twin) => [twin.name, twin] as const))('quiet: %s', async (__, twin) => {
    expect(await problemsOf(fromTriggers, twin)).toEqual([]);
  });
});

it('has enough programs, half of them negative without counting twins of the grid', () => {
  const own = [...suites].filter(([name]) => name !== 'the grid').flatMap(([, programs]) => programs);
  const positives = own.filter((program) => program.negative === null);
  const negatives = own.length - positives.length;
  const twins = positives
    .flatMap((program) => [livingTwin(program), validTwin(program), foreignTwin(program)])
    .filter(Boolean);
  expect(positives.length).toBeGreaterThan(160);
  expect(negatives + twins.length).toBeGreaterThan(positives.length);
});

it('names every program once', () => {
  for (const [file, programs] of suites) {
    const names = programs.map((program) => program.name);
    expect(new Set(names).size, file).toBe(names.length);
  }
});
