/**
 * The plan of a file whose calls about rules become calls of small functions: the calls hand ids to each other, and the
 * functions are written in one place. What is planned depends on the language; what follows for a site does not.
 */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../src/grammar/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { editsHere, marker } from '../places/verdicts.js';

export interface PlannedPlaces {
  /** The call, and where its path is written. */
  readonly places: readonly SyntaxNode[];
  readonly edits: readonly Edit[];
  readonly differences: readonly Difference[];
}

export interface Failed {
  readonly places: readonly SyntaxNode[];
  readonly why: string;
}

export interface FilePlan {
  readonly calls: readonly (PlannedPlaces | Failed)[];
  /** The new functions, or why they cannot be written. */
  readonly functions: readonly Edit[] | string;
}

export const SEVERAL = 'it changes or deletes several rules at once';
export const ONE_RULE = 'one rule is read, and there is no call for that any more';
export const SOME = 'it asks for some of the rules only, or that cannot be told';
export const LOST = 'fields are read that rules do not have any more';
export const NO_RULE = 'a filter is a part of its rule now, and its rule was not found';
export const NEW_ANSWER: Difference = {
  name: 'new-answer',
  what: 'callers are given the answer of the Rulesets API, which is about the whole ruleset',
};
export const MAPPED: Difference = {
  name: 'old-fields',
  what: 'rules that leave the code are given the fields that firewall rules had; other fields are not in them',
};

export const SHOWN: Difference = {
  name: 'shows-ruleset',
  what: 'the text of the answer, which the program shows, is that of the ruleset with the rules',
};

export const EMPTY: Difference = {
  name: 'failed-list-is-empty',
  what: 'a list that the API refuses reads as an empty one, as that of a zone without rules does',
};

const plans = new WeakMap<SyntaxTree, Map<string, FilePlan>>();

export interface Planning {
  readonly site: Site;
  readonly around: Surroundings;
  readonly phase: string;
  readonly steps: string;
  readonly planOf: (tree: SyntaxTree) => FilePlan;
}

/** What becomes of a site by the plan of its file, which is made once for each phase. */
export function plannedVerdict({ site, around, phase, steps, planOf }: Planning): Verdict | null {
  const tree = around.treeOf(site.file.path);
  if (tree === null || (site.finding.kind !== 'endpoint' && site.finding.kind !== 'sdk')) return null;
  const byHand = (reason: string) => marker(reason, steps);
  if (tree.errors.length > 0) return byHand('its file has syntax errors');
  const known = plans.get(tree) ?? new Map<string, FilePlan>();
  const plan = known.get(phase) ?? planOf(tree);
  known.set(phase, plan);
  plans.set(tree, known);
  const { start, end } = site.finding.at;
  const here = plan.calls.filter(({ places }) =>
    places.some((place) => place.start <= start && end <= place.end),
  );
  if (here.length === 0)
    return byHand(
      site.finding.kind === 'sdk'
        ? 'the call of the SDK is written in a form that the codemod does not know'
        : 'the path is not written where the call is',
    );
  const failed = here.find((one) => 'why' in one);
  if (failed !== undefined && 'why' in failed) return byHand(failed.why);
  const planned = here.flatMap((one) => ('why' in one ? [] : [one]));
  if (typeof plan.functions === 'string') return byHand(plan.functions);
  const named = new Map(planned.flatMap(({ differences }) => differences.map((one) => [one.name, one])));
  return {
    strategy: 'in-place',
    level: 'review',
    reason: 'the call becomes one of a small function that uses custom rules',
    edits: editsHere(site, [...planned.flatMap(({ edits }) => edits), ...plan.functions]),
    differences: [...named.values()],
  };
}
