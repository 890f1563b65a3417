/** The part of the proof that is run on every change: chosen by a seed, the same for the same seed. */
import { createHash } from 'node:crypto';
import type { Case, Run } from './cases.js';
import { everyMutant, loadNoticed } from './function-mutants/verdicts.js';
import { loadMutants } from './mutants.js';
import { troubleNames } from './troubles.js';

const CASES = 20;
const TWINS = 8;
const MUTANTS = 4;
const FUNCTIONS = 5;
/** Whether others mean the same in both runs hangs on their calls, which only the whole proof knows beforehand. */
const ALWAYS_MET = troubleNames().filter((name) => !/write|edit/.test(name));

export interface Sample {
  readonly cases: readonly Case[];
  /** Every other one with a trouble in its way. */
  readonly twins: readonly {
    readonly one: Case;
    readonly scenarios: Run['scenarios'];
    readonly trouble?: string;
  }[];
  /** `codemod: name`. */
  readonly mutants: ReadonlySet<string>;
  /** File and name of functions in which a mistake is known to be noticed. */
  readonly functions: ReadonlySet<string>;
}

export function keyOfFunction({ file, name }: { readonly file: string; readonly name: string }): string {
  return `${file}: ${name}`;
}

export function sampleOf(seed: string, cases: readonly Case[], names: readonly string[]): Sample {
  const rank = (key: string) => createHash('sha256').update(`${seed}\0${key}`).digest('hex');
  const first = <T>(items: readonly T[], key: (item: T) => string, count: number): T[] =>
    [...items].sort((a, b) => (rank(key(a)) < rank(key(b)) ? -1 : 1)).slice(0, count);
  const nameOf = ({ codemod, name }: Case) => `${codemod}/${name}`;
  const scenarioName = (scenario: Run['scenarios'][number]) =>
    typeof scenario === 'string' ? scenario : scenario.name;
  const runnable = cases.filter(({ meta }) => meta.run !== undefined);
  const mutants = names.flatMap((codemod) => loadMutants(codemod).map(({ name }) => `${codemod}: ${name}`));
  const known = loadNoticed();
  const functions = everyMutant()
    .filter(({ file, name }) => (known[file]?.[name] ?? null) !== null)
    .map(keyOfFunction);
  return {
    cases: first(cases, nameOf, CASES),
    twins: first(runnable, (one) => `twin ${nameOf(one)}`, TWINS).map((one, index) => {
      const [trouble] = first(ALWAYS_MET, (name) => `${nameOf(one)} ${name}`, 1);
      // A case may say why it is only run as it is.
      const isMet = index % 2 === 1 && one.meta.run?.only === undefined;
      return {
        one,
        scenarios: first(one.meta.run?.scenarios ?? [], scenarioName, 1),
        ...(isMet && trouble !== undefined ? { trouble } : {}),
      };
    }),
    mutants: new Set(first(mutants, (mutant) => mutant, MUTANTS)),
    functions: new Set(first(functions, (name) => name, FUNCTIONS)),
  };
}
