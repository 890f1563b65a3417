/**
 * `npm run prove`: every case of every codemod, run through `migrate`; every program that can run, run before
 * and after against the emulated API; every mutant of a transformation, killed. Results are kept as they come in
 * `codemods/<id>/proof.json`; `npm run build` makes `docs/proof.md` of them.
 *
 *     npm run prove                      all of it
 *     npm run prove -- --only CODEMOD    the cases and mutants of one codemod, or with --case one of its cases, which
 *                                        writes nothing
 *     npm run prove -- --sample SEED     a part that is chosen by the seed, in under two minutes; writes nothing
 *     npm run prove -- --only CODEMOD --case NAME --accept
 *                                        takes what comes out as what is expected; read it first
 *     npm run prove -- --functions       instead: a mistake in every function, one at a time, or with --only in those of a
 *                                        codemod, with --new in those of which nothing good is known
 *     npm run prove -- --count           instead: counts the cases, and what was proven of older ones
 *
 * What was equal or noticed before, and of which nothing has changed since, is not run again without `--fresh`.
 * `--no-checks`, `--no-twins`, `--no-mutants` and `--no-parity` leave out a part; the last also needs a build.
 */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { accept } from './accept.js';
import { type Case, codemodNames, loadCases } from './cases.js';
import { checkCase } from './checks.js';
import { runFunctions } from './function-mutants/index.js';
import type { MadeMutant } from './function-mutants/make.js';
import {
  everyMutant,
  groupOf,
  loadEquivalent,
  loadNoticed,
  mistakeIn,
  verdictFaults,
} from './function-mutants/verdicts.js';
import { languageTable } from './languages.js';
import { loadMutants, type Mutant, runMutants, tableFaults, type WantedMutant } from './mutants.js';
import { isBuilt, parityFaults } from './parity.js';
import {
  isCurrent,
  loadResults,
  mutantRow,
  olderOf,
  type Results,
  saveResults,
  twinHash,
  twinRow,
  withCases,
  witnessOf,
} from './results.js';
import { keyOfFunction, type Sample, sampleOf } from './sample.js';
import { runTwins } from './twins.js';

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
const isKept = values.sample === undefined && values.case === undefined;
let bad = 0;

if (values.count) count();
else if (values.functions) await everyFunction();
else if (values.accept) for (const one of cases) await accept(one);
else if (values.sample !== undefined) await proveSample(sampleOf(values.sample, cases, names));
else for (const codemod of names) await prove(codemod);
process.exitCode = bad === 0 ? 0 : 1;

async function proveSample(sample: Sample): Promise<void> {
  await check(sample.cases);
  await together(sample.twins, async ({ one, ...options }) => tellTwins(one, await runTwins(one, options)));
  for (const codemod of names) {
    const mutants = loadMutants(codemod).filter(({ name }) => sample.mutants.has(`${codemod}: ${name}`));
    const known = loadResults(codemod).mutants;
    await runMutants(
      codemod,
      mutants.map((mutant) => wantedMutant(mutant, known)),
      ({ name }, killedBy) => tellMutant(codemod, name, killedBy),
    );
  }
  await stillNoticed(sample.functions);
  tellOlder();
}

/** One codemod: what its cases give, what its programs do, what its mutants change, what jscodeshift writes. */
async function prove(codemod: string): Promise<void> {
  const own = casesOf(codemod);
  let results = withCases(loadResults(codemod), codemod, own);
  const keep = (found: Partial<Results>) => {
    results = withCases({ ...results, ...found }, codemod, own);
    if (isKept) saveResults(codemod, results);
  };
  if (!values['no-checks']) await check(own);
  if (!values['no-twins'])
    await together(
      own.filter((one) => needsRun(one, results)),
      async (one) => {
        const found = await runTwins(one);
        tellTwins(one, found);
        keep({ twins: { ...results.twins, [one.name]: twinRow(one, found) } });
      },
    );
  tell(`${codemod}/mutants.json`, tableFaults(codemod));
  if (!values['no-mutants'] && values.case === undefined) {
    const known = results.mutants;
    const open = loadMutants(codemod).filter((mutant) => {
      const row = known[mutant.name];
      return values.fresh || (row?.killedBy ?? null) === null || !isCurrent(codemod, mutant, row, own);
    });
    await runMutants(
      codemod,
      open.map((mutant) => wantedMutant(mutant, known)),
      (mutant, killedBy) => {
        tellMutant(codemod, mutant.name, killedBy);
        const row = mutantRow(codemod, mutant, killedBy, own);
        keep({ mutants: { ...results.mutants, [mutant.name]: row } });
      },
    );
  }
  if (!values['no-parity']) {
    if (!isBuilt()) tell('jscodeshift', ['its transforms ask the built program: run npm run build first']);
    else tell(`jscodeshift: ${codemod}`, await parityFaults(codemod, own));
  }
  process.stdout.write(`${codemod}: ${bad === 0 ? 'all as it should be' : `${bad} faults until here`}\n`);
  keep({});
}

function casesOf(codemod: string): readonly Case[] {
  return cases.filter((one) => one.codemod === codemod);
}

/** What other majors are migrated to hangs on the whole program, so that these run every time. */
function needsRun(one: Case, { twins }: Results): boolean {
  if (one.meta.run === undefined) return false;
  const row = twins[one.name];
  const isAsItWas = row?.of === twinHash(one) && row.faults === undefined;
  return values.fresh || !isKept || !isAsItWas || row.majors !== undefined;
}

async function check(chosen: readonly Case[]): Promise<void> {
  for (const one of chosen) tell(`${one.codemod}/${one.name}`, await checkCase(one));
}

function tellTwins({ codemod, name }: Case, results: Awaited<ReturnType<typeof runTwins>>): void {
  tell(
    `${codemod}/${name}`,
    results.flatMap(({ scenario, faults }) => faults.map((fault) => `${scenario}: ${fault}`)),
  );
}

/** Who noticed it last time is asked first. */
function wantedMutant(mutant: Mutant, known: Results['mutants']): WantedMutant {
  const last = witnessOf(known[mutant.name]?.killedBy);
  return { ...mutant, first: [...(last === undefined ? [] : [last]), ...(mutant.cases ?? [])] };
}

function tellMutant(codemod: string, name: string, killedBy: string | null): void {
  tell(`${codemod}: mutant`, killedBy === null ? [`${name}: nothing notices it`] : []);
}

function tellOlder(): void {
  const older = names.map((codemod) => olderOf(codemod, casesOf(codemod)));
  const sum = older.reduce((all, one) => all + one, 0);
  process.stdout.write(`${sum} twins and mutants were proven of something older: npm run prove\n`);
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
}

function count(): void {
  process.stdout.write(`${languageTable(cases)}\n`);
  for (const codemod of names)
    saveResults(codemod, withCases(loadResults(codemod), codemod, casesOf(codemod)));
  tellOlder();
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
