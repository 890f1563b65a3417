/** A mistake in every function of the transformations, one at a time. */

import { type FunctionMutant, functionMutants, type MadeMutant, transformationFiles } from './make.js';
import { type MutantKind, noticedBy } from './run.js';
import { groupOf, loadNoticed, type Noticed, saveNoticed } from './verdicts.js';
import type { Wanted } from './witness.js';

/** Runs those that are wanted; what is found stands in `noticed.json` afterwards, if `keep` says so. */
export async function runFunctions(
  isWanted: (mutant: MadeMutant) => boolean,
  keep: boolean,
  tell: (mutant: MadeMutant, killedBy: string | null) => void = () => {},
): Promise<ReadonlyMap<MadeMutant, string | null>> {
  const known = loadNoticed();
  const found = new Map<MadeMutant, string | null>();
  // Functions that are gone are forgotten also where nothing has to be run.
  if (keep) saveNoticed(found);
  for (const kind of kinds()) {
    const wanted = kind.mutants.filter(isWanted);
    if (wanted.length === 0) continue;
    const told = (id: number, killedBy: string | null) => {
      const mutant = kind.mutants[id];
      if (mutant !== undefined) tell(mutant, killedBy);
    };
    const by = await noticedBy(
      kind,
      wanted.map((mutant) => wantedOf(mutant, known)),
      told,
    );
    for (const mutant of wanted) found.set(mutant, by.get(mutant.id) ?? null);
    if (keep) saveNoticed(found);
  }
  return found;
}

function kinds(): readonly MutantKind[] {
  return [
    { name: 'transformations', entry: 'cases-run.ts', mutants: functionMutants(transformationFiles()) },
  ];
}

/** First whoever noticed it the last time, then the cases of its own codemod. */
function wantedOf({ id, file, name }: FunctionMutant, known: Noticed): Wanted {
  return { id, first: known[file]?.[name] ?? null, near: `fixture ${groupOf({ file })}/` };
}
