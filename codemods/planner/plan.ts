/**
 * What becomes of all calls about rules in a file. A file is planned as a whole: its calls hand ids to each other, and the
 * functions that replace them are written in one place.
 */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxNode } from '../../src/grammar/index.js';
import { ERRORS, KEPT, NO_FILTER } from '../direct/index.js';
import type { Asked, FunctionUse, Outcome, PlannedCall, RuleCall, RuleFile } from './calls.js';
import { withFilterComments } from './filter-comments.js';
import { oldShape } from './old-shapes.js';
import { ANSWER_USED } from './refusals.js';
import {
  type Failed,
  type FilePlan,
  LOST,
  MAPPED,
  NEW_ANSWER,
  NO_RULE,
  ONE_RULE,
  SEVERAL,
} from './verdict.js';

interface Planner<Call extends RuleCall, Handed> {
  readonly file: RuleFile<Call, Handed>;
  /** Calls that go, because what they made or read is written into a rule. */
  readonly folded: Map<Call, readonly Edit[]>;
  /** All lists that may be nothing hold rules with the old fields. */
  readonly isMapped: boolean;
}

export function plannedFile<Call extends RuleCall, Handed>(file: RuleFile<Call, Handed>): FilePlan {
  let all = plannedCalls(file, false);
  // One function gives the rules: it maps those of all its callers, or of none.
  const lists = goodOf(all)
    .flatMap(({ uses }) => uses)
    .filter(file.isMappedInside);
  if (new Set(lists.map(({ features }) => features.includes('mapped'))).size > 1)
    all = plannedCalls(file, true);
  const settled = file.settled(all).map((one) => withFilterComments(file.tree, one));
  const good = goodOf(settled);
  const uses = good.flatMap((one) => one.uses);
  return {
    calls: settled,
    functions: file.functions(
      uses,
      good.flatMap(({ edits }) => edits),
    ),
  };
}

export function goodOf<Call>(all: readonly Outcome<Call>[]): readonly PlannedCall<Call>[] {
  return all.flatMap((one) => ('why' in one ? [] : [one]));
}

function plannedCalls<Call extends RuleCall, Handed>(
  file: RuleFile<Call, Handed>,
  isMapped: boolean,
): readonly Outcome<Call>[] {
  const planner: Planner<Call, Handed> = { file, folded: new Map(), isMapped };
  const [main] = file.kind.collections;
  // A part of a rule that another call makes, or one rule that is read.
  const isPart = ({ collection, method, id }: Call) =>
    (collection !== main && method === 'POST') || (method === 'GET' && id !== null);
  const rules = new Map(file.calls.flatMap((call) => (isPart(call) ? [] : [[call, planned(planner, call)]])));
  return [
    ...file.unread.map(({ node, why }) => ({ places: [node], why })),
    ...file.calls.map((call) => rules.get(call) ?? plannedPart(planner, call)),
  ];
}

function plannedPart<Call extends RuleCall, Handed>(
  planner: Planner<Call, Handed>,
  call: Call,
): Outcome<Call> {
  const edits = planner.folded.get(call);
  return edits === undefined
    ? inOldShape(planner.file, call, call.method === 'GET' ? ONE_RULE : NO_RULE)
    : { places: placesOf(call), call, edits, differences: [], uses: [] };
}

function placesOf({ node, literal }: RuleCall): readonly SyntaxNode[] {
  return [node, literal];
}

function failed(call: RuleCall, why: string): Failed {
  return { places: placesOf(call), why };
}

/** The call by what is known of what it sends and of what is read of its answer; else one that keeps the old fields. */
function planned<Call extends RuleCall, Handed>(planner: Planner<Call, Handed>, call: Call): Outcome<Call> {
  const handed = planner.file.handedTo(call);
  if (typeof handed === 'string') return failed(call, handed);
  const found = plannedDirectly(planner, call, handed);
  return 'why' in found ? inOldShape(planner.file, call, found.why) : found;
}

function inOldShape<Call extends RuleCall, Handed>(
  file: RuleFile<Call, Handed>,
  call: Call,
  why: string,
): Outcome<Call> {
  const handed = file.handedTo(call);
  const shape = typeof handed === 'string' ? handed : oldShape(file, call, why);
  if (typeof shape === 'string' || typeof handed === 'string') return failed(call, String(shape));
  return {
    places: placesOf(call),
    call,
    edits: file.placed(call, file.called(call, handed, shape.role, shape.args), shape.role),
    differences: shape.differences,
    uses: shape.uses.map((use) => ({ ...use, call })),
  };
}

function plannedDirectly<Call extends RuleCall, Handed>(
  planner: Planner<Call, Handed>,
  call: Call,
  handed: Handed,
): Outcome<Call> {
  const { file, folded } = planner;
  const { kind } = file;
  const refused = file.refused?.(call) ?? null;
  if (refused !== null) return failed(call, refused);
  if (call.method === 'GET') return listed(planner, call, handed);
  const isCreation = call.method === 'POST';
  if (isCreation !== (call.id === null)) return failed(call, SEVERAL);
  if (call.method === 'DELETE' && call.collection !== kind.collections[0]) {
    const gone = file.filterGone(call);
    if (gone === null) return failed(call, ANSWER_USED);
    if (gone.folded != null) folded.set(gone.folded.call, gone.folded.edits);
    return { places: placesOf(call), call, edits: gone.edits, differences: [NO_FILTER], uses: [] };
  }
  if (call.method === 'DELETE') return replaced(file, call, handed, { role: 'remove', rule: null });
  const rule = file.sentRule(call);
  if (typeof rule === 'string') return failed(call, rule);
  for (const one of rule.folded) folded.set(one.call, one.edits);
  return replaced(file, call, handed, { role: isCreation ? 'add' : 'update', rule });
}

function listed<Call extends RuleCall, Handed>(
  { file, isMapped }: Planner<Call, Handed>,
  call: Call,
  handed: Handed,
): Outcome<Call> {
  const found = file.listed(call, handed, isMapped);
  if (typeof found === 'string') return failed(call, found);
  if (found.isMapped && file.readsLost()) return failed(call, LOST);
  return {
    places: placesOf(call),
    call,
    edits: found.edits,
    differences: [...file.kind.listed, ...(found.differences ?? []), ...(found.isMapped ? [MAPPED] : [])],
    uses: [
      ...(found.role === null ? [] : [{ role: found.role, call, features: found.features }]),
      ...(found.isMapped ? [{ role: found.mapper ?? 'toOld', call, features: file.rare() }] : []),
    ],
    keepsAddress: found.keepsAddress === true,
  };
}

/** A write becomes a call of a new function. */
function replaced<Call extends RuleCall, Handed>(
  file: RuleFile<Call, Handed>,
  call: Call,
  handed: Handed,
  { role, rule }: Asked<Call>,
): Outcome<Call> {
  const answer = file.answerOf(call, handed, { role, rule });
  if (typeof answer === 'string') return failed(call, answer);
  if (answer.isMapped && file.readsLost()) return failed(call, LOST);
  const args = [
    ...(role === 'add' ? [] : [rule?.id ?? file.ruleId(call)]),
    ...(rule === null ? [] : [file.argument?.(call, rule.text) ?? rule.text]),
  ];
  const uses: readonly FunctionUse<Call>[] = [
    { role, call, features: [...(rule?.features ?? []), ...answer.features] },
    ...(answer.isMapped ? [{ role: 'toOld' as const, call, features: file.rare() }] : []),
    ...(rule?.isMapped === true ? [{ role: 'toNew' as const, call, features: [] }] : []),
  ];
  return {
    places: placesOf(call),
    call,
    edits: [
      ...file.placed(call, file.called(call, handed, role, args), role),
      ...answer.edits,
      ...(rule?.edits ?? []),
      ...(rule?.folded.flatMap((one) => one.edits) ?? []),
    ],
    differences: [
      ...(rule?.differences ?? []),
      ...(role === 'update' && !file.kind.isWhole ? [KEPT] : []),
      ERRORS,
      ...(answer.isHandedOn ? [NEW_ANSWER] : []),
      ...(answer.isMapped ? [MAPPED] : []),
    ],
    uses,
  };
}
