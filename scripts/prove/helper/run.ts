/** Runs the scenarios of the helper, and each of its mutants in the scenario that must notice it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PARTS } from '../../../codemods/firewall-rules/generated/helper.js';
import { assemble } from '../../../codemods/helpers/assemble.js';
import { MUTANTS, type Mutant } from './mutants.js';
import { type HelperScenario, scenarioNamed } from './scenarios.js';
import { type HelperModule, runTwins } from './twins.js';

export const HELPER_CODEMOD = 'firewall-rules';

export interface MutantResult {
  readonly mutant: Mutant;
  readonly isKilled: boolean;
  /** In what the mutant differs from the old API. */
  readonly because: string;
}

/** In what the helper and the old API differ in a scenario; empty if in nothing. */
export async function differencesIn(
  helper: HelperModule,
  scenario: HelperScenario,
): Promise<readonly string[]> {
  const { states, answers } = await runTwins(helper, scenario);
  const { but = [] } = scenario;
  return [...states, ...answers.filter(({ where }) => !but.some((end) => where.endsWith(end)))].map(
    ({ kind, where, before, after }) =>
      `${kind} ${where}: ${JSON.stringify(before)} before, ${JSON.stringify(after)} after`,
  );
}

export async function runMutants(mutants: readonly Mutant[] = MUTANTS): Promise<readonly MutantResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-mutants-'));
  try {
    const results: MutantResult[] = [];
    for (const [index, mutant] of mutants.entries()) {
      const file = join(folder, `mutant-${index}.mjs`);
      writeFileSync(file, mutated(mutant));
      const helper = (await import(pathToFileURL(file).href)) as HelperModule;
      results.push(await resultOf(mutant, helper));
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A helper that throws is noticed too. */
async function resultOf(mutant: Mutant, helper: HelperModule): Promise<MutantResult> {
  try {
    const [because = ''] = await differencesIn(helper, scenarioNamed(mutant.killedBy));
    return { mutant, isKilled: because !== '', because };
  } catch (error) {
    return { mutant, isKilled: true, because: String(error) };
  }
}

/** The helper as programs get it, with the mistake in it. */
export function mutated({ name, from, to }: Mutant): string {
  const text = assemble(PARTS, 'esm', {
    names: ['FILTERS', 'FIREWALL_RULES', 'fetchOverRulesets'],
  });
  const places = text.split(from).length - 1;
  if (places !== 1)
    throw new Error(`the mutant "${name}" changes ${places} places of the helper instead of one`);
  return text.replace(from, () => to);
}
