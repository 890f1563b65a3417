/** The table of mistakes that are made by rule, for the page of the proof. */
import type { MadeMutant } from './make.js';
import {
  type Equivalent,
  everyMutant,
  groupOf,
  loadEquivalent,
  loadNoticed,
  mistakeIn,
  type Noticed,
} from './verdicts.js';

/** The table of what is known today. */
export function functionTable(): string {
  return tableOf(everyMutant(), loadNoticed(), loadEquivalent());
}

export function tableOf(
  mutants: readonly MadeMutant[],
  noticed: Noticed,
  equivalent: readonly Equivalent[],
): string {
  const reasonOf = ({ file, name }: MadeMutant) =>
    equivalent.find((one) => one.file === file && one.name === name)?.reason;
  const isNoticed = ({ file, name }: MadeMutant) => (noticed[file]?.[name] ?? null) !== null;
  const unseen = mutants.filter((mutant) => !isNoticed(mutant));
  const line = (title: string, own: readonly MadeMutant[]) => {
    const open = own.filter((mutant) => !isNoticed(mutant));
    const excused = open.filter((mutant) => reasonOf(mutant) !== undefined);
    const cells = [own.length, own.length - open.length, excused.length, open.length - excused.length];
    return `| ${title} | ${cells.join(' | ')} |`;
  };
  const groups = [...new Set(mutants.map(groupOf))].sort();
  const rows = unseen.map((mutant) => {
    const [what, why] = [mistakeIn(mutant), reasonOf(mutant) ?? '**nothing notices it**'];
    return `| ${mutant.file} | \`${mutant.name}\` | ${what.replaceAll('|', '\\|')} | ${why} |`;
  });
  return [
    '| Codemod | Functions | Noticed | Equivalent | Survivors |',
    '|---|--:|--:|--:|--:|',
    ...groups.map((group) =>
      line(
        group,
        mutants.filter((mutant) => groupOf(mutant) === group),
      ),
    ),
    line('**All**', mutants),
    ...(rows.length === 0
      ? []
      : [
          '',
          'What nobody could notice:',
          '',
          '| File | Function | Mistake | Why |',
          '|---|---|---|---|',
          ...rows,
        ]),
  ].join('\n');
}
