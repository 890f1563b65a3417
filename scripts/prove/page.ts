/** `docs/proof.md`, made of what was measured. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.js';
import { CODEMODS } from './cases.js';
import type { MutantResult } from './mutants.js';
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
must be equal, but for differences that the migration announced by name. A **mutant** is one mistake put into the
transformation or its helper, which the cases have to notice.

| Codemod | Cases | Negative | Twins | Runs | Equal | Mutants | Killed |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
${total(proof)}

## Announced differences that showed

${differences(proof)}

## Mutants

| Codemod | Mistake | Noticed by |
|---|---|---|
${proof.mutants.map(({ codemod, name, killedBy }) => `| ${codemod} | ${name} | ${killedBy ?? '**nothing**'} |`).join('\n')}

${OTHERS}
${keptPart()}`;
}

export function isNegative({ meta }: Case): boolean {
  return meta.applied < meta.sites || meta.sites === 0;
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

function keptPart(): string {
  try {
    return readFileSync(PAGE, 'utf8').split(`${OTHERS}\n`)[1] ?? '';
  } catch {
    return '';
  }
}
