/**
 * Mutants of the functions of the helper: first in the scenarios in which it is compared with the old API, then in
 * programs that bring it in, run as processes. Such a program is compared with itself, the helper as it is.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PARTS } from '../../../codemods/firewall-rules/generated/helper.js';
import { assemble } from '../../../codemods/helpers/assemble.js';
import { type Case, type Files, isHelper, loadCases } from '../cases.js';
import { differencesIn, HELPER_CODEMOD } from '../helper/run.js';
import { HELPER_SCENARIOS } from '../helper/scenarios.js';
import type { HelperModule } from '../helper/twins.js';
import { runAfter, withHelpers } from '../twins.js';
import { type MadeMutant, mutantsOf, withMistakes } from './make.js';
import type { FunctionResult } from './transformations.js';

/** What the scenarios call; other clients are for programs. */
const IN_PROCESS = ['FILTERS', 'FIREWALL_RULES', 'fetchOverRulesets'];
/** Programs that are tried for one mutant, each from this many states. */
const TRIES = 4;
const STATES = 3;

export async function runHelperMutants(
  together: <T, R>(items: readonly T[], work: (item: T) => Promise<R>) => Promise<R[]>,
): Promise<readonly FunctionResult[]> {
  const mutants = mutantsOf(`${HELPER_CODEMOD}/helper.ts`, assemble(PARTS, 'esm'));
  const inProcess = await killedInScenarios();
  const programs = await helperPrograms();
  const baselines = new Map<Program, Promise<readonly string[]>>();
  return together(mutants, async (mutant) => ({
    mutant,
    killedBy: inProcess.get(mutant.name) ?? (await killedInPrograms(mutant, programs, baselines)),
  }));
}

/** The scenario that notices the mistake in the function, by the name of the function. */
async function killedInScenarios(): Promise<ReadonlyMap<string, string>> {
  const text = assemble(PARTS, 'esm', IN_PROCESS);
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-mutants-'));
  const killed = new Map<string, string>();
  try {
    for (const [index, mutant] of mutantsOf('helper.js', text).entries()) {
      const file = join(folder, `mutant-${index}.mjs`);
      writeFileSync(
        file,
        withMistakes(text, [mutant], () => 'true'),
      );
      const helper = (await import(pathToFileURL(file).href)) as HelperModule;
      for (const scenario of HELPER_SCENARIOS) {
        const found = await differencesIn(helper, scenario).catch(String);
        if (found.length === 0) continue;
        killed.set(mutant.name, `the scenario "${scenario.name}"`);
        break;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return killed;
}

interface Program {
  readonly one: Case;
  readonly after: Files;
  readonly path: string;
  readonly helper: string;
}

/** Programs that run and bring the helper in, the smallest first. */
async function helperPrograms(): Promise<readonly Program[]> {
  const programs: Program[] = [];
  for (const one of loadCases([HELPER_CODEMOD])) {
    if (one.meta.run === undefined) continue;
    const after = await withHelpers(one);
    const path = [...after.keys()].find(isHelper);
    const helper = path === undefined ? undefined : after.get(path)?.toString();
    if (path !== undefined && helper !== undefined) programs.push({ one, after, path, helper });
  }
  return programs.sort((a, b) => a.helper.length - b.helper.length);
}

async function killedInPrograms(
  { name }: MadeMutant,
  programs: readonly Program[],
  baselines: Map<Program, Promise<readonly string[]>>,
): Promise<string | null> {
  const having = programs
    .map((program) => ({
      program,
      mutant: mutantsOf(program.path, program.helper).find((one) => one.name === name),
    }))
    .flatMap(({ program, mutant }) => (mutant === undefined ? [] : [{ program, mutant }]));
  for (const { program, mutant } of having.slice(0, TRIES)) {
    const { one, after, path, helper } = program;
    const known = baselines.get(program) ?? runAfter(one, after, STATES);
    baselines.set(program, known);
    const mistaken = Buffer.from(withMistakes(helper, [mutant], () => 'true'));
    const said = await runAfter(one, new Map([...after, [path, mistaken]]), STATES);
    const expected = await known;
    if (said.some((text, index) => text !== expected[index])) return `twin ${one.name}`;
  }
  return null;
}
