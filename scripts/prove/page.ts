/** `docs/proof.md`, made of what was measured; `npm run build` writes it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codemodNames, loadCases } from './cases.js';
import { functionTable } from './function-mutants/page.js';
import { languageTable } from './languages.js';
import { MAJORS } from './majors.js';
import { loadResults, olderOf, type Results, type Share } from './results.js';
import { KINDS } from './troubles.js';

/** By codemod. */
export type Proof = ReadonlyMap<string, Results>;

/** Path of the page below the root. */
export const PAGE = 'docs/proof.md';

/** The end of the page: what was measured with programs of others, which `npm run build` cannot do. */
export const MEASURED = join(import.meta.dirname, 'measured.md');

/** Of the codemods of which there are results. */
export function loadProof(): Proof {
  const all = codemodNames().map((codemod) => [codemod, loadResults(codemod)] as const);
  return new Map(all.filter(([, { cases }]) => cases > 0));
}

/** The page of the results that there are, with the languages and functions of today. */
export function proofPage(): string {
  const cases = loadCases();
  const ofCodemod = (name: string) => cases.filter(({ codemod }) => codemod === name);
  const older = new Map(codemodNames().map((name) => [name, olderOf(name, ofCodemod(name))]));
  const measured = readFileSync(MEASURED, 'utf8').replace(/^<!--.*-->\n\n/, '');
  return `${pageOf(loadProof(), older)}
## Languages

Cases by the languages of their files. A case with two languages counts for both. In a negative case something is left
alone. Manifests such as \`package.json\` count only where they are all there is.

${languageTable(cases)}

## A mistake in every function

Made by rule, one in every function of the transformations and of the helper: its first condition is turned round, or
it gives nothing back (\`npm run prove -- --functions\`). Each has to change what a case, a scenario of the helper or a
program that runs gives. Who notices which is kept in \`scripts/prove/function-mutants/noticed.json\`: a test holds it
against the functions of today, and some of them are run on every change.

${functionTable()}

${measured}`;
}

/** The part that is made of results. `older`: how many twins and mutants of a codemod have changed since. */
export function pageOf(proof: Proof, older: ReadonlyMap<string, number>): string {
  return `# Proof

A **case** is a program with what \`migrate\` has to make of it, byte for byte: also
on a second run, which changes nothing and counts what is open again. In a **negative** case something is left alone,
and the case says why. A **twin** is a case that is run: the program before, on a day when its calls lived; the program
after, on 2026-11-21; and the program before on that day, which has to fail. State, effects on requests, output and exit
must be equal, but for differences that the migration announced by name, each in the runs that the case names for it and
in no other. A **mutant** is one mistake put into the transformation, which the cases have to notice. Every
case of which something is applied is run as a twin: from the states that it names, from an empty zone and from two
states that chance makes, and then with limits on requests (once and for ever), a server that fails (once, for ever, on
every write) and somebody else who writes while the program runs, wherever its calls let it meet them.

All cases are checked on every change, twins and mutants from time to time. **Older** counts twins and mutants that were
not run since their case, the emulated API or the mistaken file last changed, or never: what the row says of them holds
for what was there before. \`npm run prove -- --only <codemod>\` renews a row.

| Codemod | Cases | Negative | Twins | Runs | Equal | Mutants | Killed | Older |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${withAll(proof, (own) => summary(own, older)).join('\n')}

## What does not hold

${faults(proof)}

## What the twins met

Runs that are equal, of all runs, by the state or trouble.

| Codemod | ${KINDS.join(' | ')} |
|---|${'--:|'.repeat(KINDS.length)}
${withAll(proof, kinds).join('\n')}

## Majors of the vendor's SDK

Runs that are equal, of all runs: each program is migrated and run with every major that it is written for.

${majors(proof)}

## Cases that are not run

Something is applied, and yet they do not run as a process.

${table(
  ['Codemod', 'Cases', 'Because'],
  [...proof].flatMap(([codemod, { notRun }]) =>
    Object.entries(notRun).map(([reason, count]) => [codemod, count, reason]),
  ),
)}

## Announced differences that showed

${differences(proof)}
`;
}

/** A row for each codemod, and one for all of them. */
function withAll(proof: Proof, cellsOf: (own: Proof) => readonly unknown[]): string[] {
  const parts = [...proof].map(([codemod, results]) => [codemod, new Map([[codemod, results]])] as const);
  return [...parts, ['**All**', proof] as const].map(([name, own]) => line([name, ...cellsOf(own)]));
}

function summary(proof: Proof, older: ReadonlyMap<string, number>): readonly unknown[] {
  const all = [...proof.values()];
  const sum = (count: (results: Results) => number) => all.reduce((whole, one) => whole + count(one), 0);
  const twins = all.flatMap((one) => Object.values(one.twins));
  const mutants = all.flatMap((one) => Object.values(one.mutants));
  const [equal, runs] = added(twins.flatMap((one) => Object.values(one.runs)));
  const old = [...proof.keys()].reduce((whole, codemod) => whole + (older.get(codemod) ?? 0), 0);
  return [
    sum(({ cases }) => cases),
    sum(({ negative }) => negative),
    twins.length,
    runs,
    equal,
    mutants.length,
    mutants.filter(({ killedBy }) => killedBy !== null).length,
    old === 0 ? '' : old,
  ];
}

function faults(proof: Proof): string {
  const rows = [...proof].flatMap(([codemod, { twins, mutants }]) => [
    ...Object.entries(twins).flatMap(([name, row]) =>
      (row.faults ?? []).slice(0, 1).map((fault) => [codemod, name, fault.replaceAll(/\s+/g, ' ')]),
    ),
    ...Object.entries(mutants).flatMap(([name, { killedBy }]) =>
      killedBy === null ? [[codemod, name, 'nothing notices this mutant']] : [],
    ),
  ]);
  return table(['Codemod', 'Twin or mutant', 'Fault'], rows);
}

function kinds(proof: Proof): readonly unknown[] {
  const twins = [...proof.values()].flatMap((one) => Object.values(one.twins));
  return KINDS.map((kind) => share(twins.map(({ runs }) => runs[kind] ?? [0, 0])));
}

function added(shares: readonly Share[]): Share {
  return shares.reduce<Share>(([equal, all], [more, of]) => [equal + more, all + of], [0, 0]);
}

function share(shares: readonly Share[]): string {
  const [equal, all] = added(shares);
  return all === 0 ? '' : `${equal} of ${all}`;
}

function majors(proof: Proof): string {
  const rows = [...proof].flatMap(([codemod, { twins }]) =>
    Object.entries(twins).flatMap(([name, row]) => {
      if (row.majors === undefined) return [];
      const cells = MAJORS.map((major) => share([row.majors?.[major] ?? [0, 0]]));
      return [[`${codemod}: ${name}`, ...cells, row.otherMajors ?? '']];
    }),
  );
  return table(['Program', ...MAJORS, 'Not written for the others because'], rows);
}

function differences(proof: Proof): string {
  const rows = [...proof].flatMap(([codemod, { twins }]) => {
    const shown = Object.values(twins).flatMap((row) => Object.entries(row.shown ?? {}));
    return [...new Set(shown.map(([name]) => name))].sort().map((name) => {
      const counts = shown.filter(([other]) => other === name).map(([, count]) => count);
      return [codemod, `\`${name}\``, counts.length, counts.reduce((sum, count) => sum + count, 0)];
    });
  });
  return table(['Codemod', 'Difference', 'Twins', 'Runs'], rows);
}

/** Numbers stand at the right. */
function table(head: readonly (string | number)[], rows: readonly (readonly unknown[])[]): string {
  if (rows.length === 0) return 'None.';
  const sides = head.map((_, column) =>
    rows.every((row) => /^(?:\d.*)?$/.test(String(row[column]))) ? '--:' : '---',
  );
  return [line(head), `|${sides.join('|')}|`, ...rows.map(line)].join('\n');
}

function line(cells: readonly unknown[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}
