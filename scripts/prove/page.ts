/** `docs/proof.md`, made of what was measured. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.js';
import { CODEMODS, isNegative } from './cases.js';
import { withFunctions } from './function-mutants/page.js';
import { withLanguages } from './languages.js';
import { MAJORS } from './majors.js';
import type { MutantResult } from './mutants.js';
import { KINDS } from './troubles.js';
import type { TwinResult } from './twins.js';

export interface Proof {
  readonly cases: readonly Case[];
  readonly faults: ReadonlyMap<Case, readonly string[]>;
  readonly twins: ReadonlyMap<Case, readonly TwinResult[]>;
  readonly mutants: readonly MutantResult[];
}

export const PAGE = join(CODEMODS, '..', 'docs', 'proof.md');
/** What other commands write into the page stands below this line. */
const OTHERS = '<!-- below: written by other commands -->';

export function pageOf(proof: Proof): string {
  const names = [...new Set(proof.cases.map(({ codemod }) => codemod))];
  const rows = names.map((codemod) => summary(codemod, proof));
  return `# Proof

Made by \`npm run prove\`; do not edit. A **case** is a program with what \`migrate\` has to make of it, byte for byte: also
on a second run, which changes nothing and counts what is open again. In a **negative** case something is left alone,
and the case says why. A **twin** is a case that is run: the program before, on a day when its calls lived; the program
after, on 2026-11-21; and the program before on that day, which has to fail. State, effects on requests, output and exit
must be equal, but for differences that the migration announced by name, each in the runs that the case names for it and
in no other. A **mutant** is one mistake put into the transformation, which the cases have to notice. Every
case of which something is applied is run as a twin: from the states that it names, from an empty zone and from two
states that chance makes, and then with limits on requests (once and for ever), a server that fails (once, for ever, on
every write) and somebody else who writes while the program runs, wherever its calls let it meet them.

| Codemod | Cases | Negative | Twins | Runs | Equal | Mutants | Killed |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
${total(proof)}

## What the twins met

Runs that are equal, of all runs, by the state or trouble.

${kinds(proof)}

## Majors of the vendor's SDK

Runs that are equal, of all runs: each program is migrated and run with every major that it is written for.

${majors(proof)}

## Cases that are not run

${notRun(proof)}

## Announced differences that showed

${differences(proof)}

## Mutants

| Codemod | Mistake | Noticed by |
|---|---|---|
${proof.mutants.map(({ codemod, name, killedBy }) => `| ${codemod} | ${name} | ${killedBy ?? '**nothing**'} |`).join('\n')}

${OTHERS}
${keptPart(proof.cases)}`;
}

function summary(codemod: string, { cases, twins, mutants }: Proof): string {
  const own = cases.filter((one) => one.codemod === codemod);
  return row(
    codemod,
    own,
    twins,
    mutants.filter((mutant) => mutant.codemod === codemod),
  );
}

function total({ cases, twins, mutants }: Proof): string {
  return row('**All**', cases, twins, mutants);
}

function row(
  name: string,
  own: readonly Case[],
  twins: Proof['twins'],
  mutants: readonly MutantResult[],
): string {
  const ran = own.filter((one) => (twins.get(one)?.length ?? 0) > 0);
  const runs = ran.flatMap((one) => twins.get(one) ?? []);
  const cells = [
    own.length,
    own.filter(isNegative).length,
    ran.length,
    runs.length,
    runs.filter(({ equal }) => equal).length,
    mutants.length,
    mutants.filter(({ killedBy }) => killedBy !== null).length,
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}

/** Something of it is applied, so it has to show what it is worth. */
export function isPositive({ meta }: Case): boolean {
  return meta.applied > 0;
}

function kinds({ cases, twins }: Proof): string {
  const names = [...new Set(cases.map(({ codemod }) => codemod))];
  const line = (name: string, own: readonly Case[]) => {
    const runs = own.flatMap((one) => twins.get(one) ?? []);
    const cells = KINDS.map((kind) => share(runs.filter((run) => run.kind === kind)));
    return `| ${[name, ...cells].join(' | ')} |`;
  };
  return [
    `| Codemod | ${KINDS.join(' | ')} |`,
    `|---|${'--:|'.repeat(KINDS.length)}`,
    ...names.map((name) =>
      line(
        name,
        cases.filter(({ codemod }) => codemod === name),
      ),
    ),
    line('**All**', cases),
  ].join('\n');
}

function share(runs: readonly TwinResult[]): string {
  return runs.length === 0 ? '' : `${runs.filter(({ equal }) => equal).length} of ${runs.length}`;
}

function majors({ twins }: Proof): string {
  const rows = [...twins].flatMap(([{ codemod, name, meta }, results]) => {
    const ran = results.filter(({ major }) => major !== null);
    if (ran.length === 0) return [];
    const cells = MAJORS.map((major) => share(ran.filter((result) => result.major === major)));
    return [`| ${codemod}: ${name} | ${cells.join(' | ')} | ${meta.run?.otherMajors ?? ''} |`];
  });
  return [
    `| Program | ${MAJORS.join(' | ')} | Not written for the others because |`,
    `|---|${'--:|'.repeat(MAJORS.length)}---|`,
    ...rows.sort(),
  ].join('\n');
}

function notRun({ cases }: Proof): string {
  const rows = cases.filter((one) => isPositive(one) && one.meta.run === undefined);
  if (rows.length === 0) return 'None.';
  return [
    '| Codemod | Case | Because |',
    '|---|---|---|',
    ...rows.map(({ codemod, name, meta }) => `| ${codemod} | ${name} | ${meta.notRun ?? '**no reason**'} |`),
  ].join('\n');
}

function differences({ twins }: Proof): string {
  const shown = new Map<string, Set<string>>();
  for (const [{ codemod }, results] of twins) {
    for (const name of results.flatMap((result) => result.shown)) {
      const key = `${codemod}\0${name}`;
      const scenarios = results
        .filter((result) => result.shown.includes(name))
        .map(({ scenario }) => scenario);
      shown.set(key, new Set([...(shown.get(key) ?? []), ...scenarios]));
    }
  }
  const rows = [...shown].sort().map(([key, scenarios]) => {
    const [codemod, name] = key.split('\0');
    return `| ${codemod} | \`${name}\` | ${[...scenarios].sort().join(', ')} |`;
  });
  return ['| Codemod | Difference | Scenarios |', '|---|---|---|', ...rows].join('\n');
}

function keptPart(cases: readonly Case[]): string {
  try {
    const kept = readFileSync(PAGE, 'utf8').split(`${OTHERS}\n`)[1] ?? '';
    return withLanguages(withFunctions(kept), cases);
  } catch {
    return '';
  }
}
