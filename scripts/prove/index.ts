/**
 * `npm run prove`: every fixture of every codemod, run through `migrate`; every program that can run, run before
 * and after against the emulated API; every mutant of a transformation, killed. Writes `docs/proof.md`.
 *
 *     npm run prove                      all of it
 *     npm run prove -- --sample SEED     a part that is chosen by the seed, in under two minutes; writes nothing
 *     npm run prove -- --only CODEMOD    the cases of one codemod, or with --case one of them; writes nothing
 *     npm run prove -- --only CODEMOD --case NAME --accept
 *                                        takes what comes out as what is expected; read it first
 *     npm run prove -- --functions       instead: a mistake in every function, one at a time, or with --only in those of a
 *                                        codemod, with --new in those of which nothing good is known; writes its part of the page
 *     npm run prove -- --count           instead: counts the cases of each language; writes its part of the page
 *
 * `--fresh` also runs twins that were equal, and of which nothing has changed since.
 * `--no-checks`, `--no-twins`, `--no-mutants` and `--no-parity` leave out a part; the last also needs a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { accept } from './accept.js';
import { type Case, codemodNames, loadCases } from './cases.js';
import { checkCase } from './checks.js';
import { runFunctions } from './function-mutants/index.js';
import type { MadeMutant } from './function-mutants/make.js';
import { withFunctions } from './function-mutants/page.js';
import {
  everyMutant,
  groupOf,
  loadEquivalent,
  loadNoticed,
  mistakeIn,
  verdictFaults,
} from './function-mutants/verdicts.js';
import { languageTable, withLanguages } from './languages.js';
import { loadMutants, type MutantResult, runMutant, tableFaults } from './mutants.js';
import { PAGE, pageOf } from './page.js';
import { isBuilt, parityFaults } from './parity.js';
import { keyOfFunction, type Sample, sampleOf } from './sample.js';
import { runTwins, type TwinResult } from './twins.js';

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    only: { type: 'string' },
    case: { type: 'string' },
    accept: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    functions: { type: 'boolean', default: false },
    count: { type: 'boolean', default: false },
    new: { type: 'boolean', default: false },
    'no-checks': { type: 'boolean', default: false },
    'no-twins': { type: 'boolean', default: false },
    'no-mutants': { type: 'boolean', default: false },
    'no-parity': { type: 'boolean', default: false },
  },
});

const names = values.only === undefined ? codemodNames() : [values.only];
const cases = loadCases(names).filter(({ name }) => values.case === undefined || name === values.case);
const isWhole = values.only === undefined && values.sample === undefined;
let bad = 0;

if (values.count) countLanguages();
else if (values.functions) await everyFunction();
else if (values.accept) for (const one of cases) await accept(one);
else await prove();
process.exitCode = bad === 0 ? 0 : 1;

async function prove(): Promise<void> {
  const sample = values.sample === undefined ? null : sampleOf(values.sample, cases, names);
  const faults = new Map<Case, readonly string[]>();
  for (const one of values['no-checks'] ? [] : (sample?.cases ?? cases)) {
    const found = await checkCase(one);
    faults.set(one, found);
    tell(`${one.codemod}/${one.name}`, found);
  }
  const twins = new Map<Case, readonly TwinResult[]>();
  if (!values['no-twins']) {
    const wanted: readonly (Sample['twins'][number] | { readonly one: Case })[] =
      sample?.twins ?? cases.map((one) => ({ one }));
    await together(wanted, async ({ one, ...options }) => {
      const results = await runTwins(one, { ...options, fresh: values.fresh });
      twins.set(one, results);
      tell(
        `${one.codemod}/${one.name}`,
        results.flatMap((result) => result.faults.map((fault) => `${result.scenario}: ${fault}`)),
      );
    });
  }
  const mutants = values['no-mutants'] || values.case !== undefined ? [] : await killed(sample?.mutants);
  if (!values['no-mutants'] && sample !== null) await stillNoticed(sample.functions);
  if (!values['no-parity'] && sample === null) {
    if (!isBuilt()) tell('jscodeshift', ['its transforms ask the built program: run npm run build first']);
    else for (const codemod of names) tell(`jscodeshift: ${codemod}`, await parityFaults(codemod, cases));
  }
  const runs = [...twins.values()].flat().length;
  process.stdout.write(
    `${faults.size} cases, ${runs} runs of twins, ${mutants.length} mutants: ${bad === 0 ? 'all as they should be' : `${bad} faults`}\n`,
  );
  if (isWhole && !values['no-checks'] && !values['no-twins'] && !values['no-mutants'])
    writeFileSync(PAGE, pageOf({ cases, faults, twins, mutants }));
}

async function killed(chosen: ReadonlySet<string> | undefined): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  for (const codemod of names) {
    tell(`${codemod}/mutants.json`, tableFaults(codemod));
    const wanted = loadMutants(codemod).filter(
      ({ name }) => chosen === undefined || chosen.has(`${codemod}: ${name}`),
    );
    const found = await together(wanted, (mutant) => runMutant(codemod, mutant));
    results.push(...found);
    for (const { name, killedBy } of found)
      tell(`${codemod}: mutant`, killedBy === null ? [`${name}: nothing notices it`] : []);
  }
  return results;
}

async function stillNoticed(chosen: ReadonlySet<string>): Promise<void> {
  const isWanted = (mutant: MadeMutant) => chosen.has(keyOfFunction(mutant));
  for (const [mutant, killedBy] of await runFunctions(isWanted, false))
    tell(keyOfFunction(mutant), killedBy === null ? [`nothing notices ${mistakeIn(mutant)}`] : []);
}

/** A mistake that nothing notices is a place where cases are missing, or it has a reason in `equivalent.json`. */
async function everyFunction(): Promise<void> {
  const [known, excused] = [loadNoticed(), loadEquivalent()];
  const isSettled = ({ file, name }: MadeMutant) =>
    (known[file]?.[name] ?? null) !== null || excused.some((one) => one.file === file && one.name === name);
  const isWanted = (mutant: MadeMutant) =>
    (values.only === undefined || groupOf(mutant) === values.only) && !(values.new && isSettled(mutant));
  let left = everyMutant().filter(isWanted).length;
  const ran = await runFunctions(isWanted, true, (mutant, killedBy) => {
    left--;
    const by = killedBy ?? `nothing notices ${mistakeIn(mutant)}`;
    process.stdout.write(`${left} left: ${mutant.file}: ${mutant.name}: ${by}\n`);
  });
  const noticed = [...ran.values()].filter((killedBy) => killedBy !== null).length;
  process.stdout.write(`${ran.size} functions, a mistake in ${noticed} of them is noticed\n`);
  tell('functions', verdictFaults(everyMutant(), loadNoticed(), loadEquivalent()));
  writeFileSync(PAGE, withFunctions(readFileSync(PAGE, 'utf8')));
}

function countLanguages(): void {
  process.stdout.write(`${languageTable(cases)}\n`);
  if (isWhole) writeFileSync(PAGE, withLanguages(readFileSync(PAGE, 'utf8'), cases));
}

/** Some more at a time than the machine has processors, for many wait for retries; results stay in order. */
async function together<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, worker));
  return results;
}

function tell(what: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  bad++;
  process.stdout.write(`✗ ${what}\n${faults.map((fault) => `    ${fault}\n`).join('')}`);
}
