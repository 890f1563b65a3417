/** Shell scripts that manage rules. A file is planned as a whole: its calls hand ids to each other and share functions. */

import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, sourcedFiles, textOf } from '../../src/grammar/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { aroundRanges, type Range } from '../languages/kept-ranges.js';
import { withoutStatements } from '../languages/statements.js';
import { editsHere, marker } from '../places/verdicts.js';
import type { AnswerUse } from './answers.js';
import { type ShellCall, type UnreadCall, zoneWord } from './calls.js';
import type { RuleFunction, ShellRules } from './functions.js';
import { programOnAdded } from './jq.js';
import { functionsEdit } from './placing.js';

export interface PlannedCall {
  readonly node: SyntaxNode;
  readonly call: ShellCall;
  readonly edits: readonly Edit[];
  readonly differences: readonly Difference[];
  /** The function that takes its place; null where none does. */
  readonly uses: { readonly name: RuleFunction; readonly call: ShellCall } | null;
}

export type PlannedCalls = readonly (PlannedCall | UnreadCall)[];

interface FilePlan {
  readonly calls: PlannedCalls;
  readonly functions: readonly Edit[] | string;
}

/** What is told apart for one kind of rules. */
export interface Classified {
  readonly kind: ShellRules;
  readonly reason: string;
  readonly stepsFor: (site: Site) => string;
  /** `files`: the script, and what it sources. `users`: scripts that may source it. */
  readonly callsOf: (
    files: readonly [SyntaxTree, ...SyntaxTree[]],
    users: readonly SyntaxTree[],
  ) => PlannedCalls;
}

export function shellClassifier({ kind, reason, stepsFor, callsOf }: Classified) {
  const plans = new WeakMap<SyntaxTree, FilePlan>();
  const planOf = (tree: SyntaxTree, path: string, around: Surroundings): FilePlan => {
    const sourced = sourcedFiles(tree, path, (other) => around.treeOf(other));
    const trees = sourced.map((one) => one.tree);
    const usesIn = (all: PlannedCalls) => all.flatMap((one) => ('uses' in one ? (one.uses ?? []) : []));
    const calls = withoutBases(tree, callsOf([tree, ...trees], usersOf(path, around)));
    const others = {
      trees,
      uses: trees.flatMap((one) => usesIn(callsOf([one, ...trees.filter((file) => file !== one)], []))),
    };
    return { calls, functions: functionsEdit(tree, kind, usesIn(calls), others) };
  };
  return (site: Site, around: Surroundings): Verdict | null => {
    const tree = around.treeOf(site.file.path);
    if (tree === null || tree.language !== 'shell' || site.finding.kind !== 'endpoint') return null;
    const byHand = (why: string) => marker(why, stepsFor(site));
    if (tree.errors.length > 0) return byHand('its file has syntax errors');
    const plan = plans.get(tree) ?? planOf(tree, site.file.path, around);
    plans.set(tree, plan);
    const { start, end } = site.finding.at;
    const isIn = (node: SyntaxNode) => node.start <= start && end <= node.end;
    const inCall = plan.calls.find(({ node }) => isIn(node));
    const here = inCall === undefined ? callsBy(tree, plan.calls, isIn) : [inCall];
    if (here.length === 0) return byHand('the path is not written where the request is');
    const failed = here.find((one) => 'why' in one);
    if (failed !== undefined && 'why' in failed) return byHand(failed.why);
    const planned = here.flatMap((one) => ('why' in one ? [] : [one]));
    const functions = planned.some(({ uses }) => uses !== null) ? plan.functions : [];
    if (typeof functions === 'string') return byHand(functions);
    const named = new Map(planned.flatMap(({ differences }) => differences.map((one) => [one.name, one])));
    return {
      strategy: 'in-place',
      level: 'review',
      reason,
      edits: editsHere(site, [...planned.flatMap(({ edits }) => edits), ...functions]),
      differences: [...named.values()],
    };
  };
}

/** Scripts that name the file of a script: they may source it, and read what its functions print. */
function usersOf(path: string, around: Surroundings): readonly SyntaxTree[] {
  const name = path.split('/').at(-1) ?? path;
  const others = ['.sh', '.bash'].flatMap((ending) => around.filesEndingWith(ending) ?? []);
  const naming = others.filter((other) => other !== path && around.file(other)?.text.includes(name) === true);
  return naming.flatMap((other) => around.treeOf(other) ?? []);
}

/** The commands that are given an address by one variable; none where another one uses it, too. */
function callsBy(tree: SyntaxTree, calls: PlannedCalls, isIn: (node: SyntaxNode) => boolean): PlannedCalls {
  const base = calls
    .flatMap((one) => ('call' in one && one.call.isPathInBase ? (one.call.base ?? []) : []))
    .find(isIn);
  if (base === undefined) return [];
  const uses = usesOfBase(tree, base);
  const users = uses.map((at) => calls.find(({ node }) => node.start <= at && at < node.end));
  return users.includes(undefined) ? [] : [...new Set(users.flatMap((one) => one ?? []))];
}

function usesOfBase(tree: SyntaxTree, base: SyntaxNode): readonly number[] {
  const name = /^\w+/.exec(textOf(tree, base))?.[0] ?? '';
  return [...tree.text.matchAll(new RegExp(`\\$\\{?${literally(name)}\\b`, 'g'))].map(({ index }) => index);
}

/** A variable with the address of the zone goes with the last of the commands that used it. */
function withoutBases(tree: SyntaxTree, all: PlannedCalls): PlannedCalls {
  const bases = new Set(all.flatMap((one) => ('call' in one ? (one.call.base ?? []) : [])));
  const removals = [...bases].flatMap((base) => {
    const uses = usesOfBase(tree, base);
    const isReplaced = (at: number) =>
      all.some((one) => 'edits' in one && one.edits.some(({ start, end }) => start <= at && at < end));
    const statement = base.parent?.type === 'declaration_command' ? base.parent : base;
    return uses.length > 0 && uses.every(isReplaced)
      ? (withoutStatements(tree, [statement], /(?!)/) ?? [])
      : [];
  });
  return all.map((one) => ('edits' in one ? { ...one, edits: [...one.edits, ...removals] } : one));
}

export interface Replacement {
  readonly call: ShellCall;
  readonly use: AnswerUse;
  readonly name: RuleFunction;
  readonly args: readonly string[];
  readonly differences: readonly Difference[];
  readonly edits?: readonly Edit[];
  /** Parts of the command that stand in the arguments as they are. */
  readonly kept?: readonly Range[];
}

/** A write becomes a call of a function; what is read of its answer is read of the rules that come back. */
export function replacedBy(
  tree: SyntaxTree,
  { names }: ShellRules,
  { call, use, name, args, differences, edits = [], kept = [] }: Replacement,
): PlannedCall | UnreadCall {
  const { node, prints } = call;
  const reads = use.readings.map(({ program }): Edit | null => {
    const written = textOf(tree, program);
    const isQuoted = program.type !== 'word';
    const place = name === 'addAny' ? null : name === 'addFirst' ? 'first' : 'last';
    const read = programOnAdded(isQuoted ? written.slice(1, -1) : written, prints, place);
    const quote = isQuoted ? written.charAt(0) : read !== null && /[[\]]/.test(read) ? "'" : '';
    return read === null ? null : { start: program.start, end: program.end, text: quote + read + quote };
  });
  if (reads.includes(null)) return { node, why: 'what it reads of the answer has no counterpart' };
  const text = [names[name], ...zoneWord(tree, call), ...args].join(' ');
  const read = reads.flatMap((edit) => edit ?? []);
  return {
    node,
    call,
    edits: [
      ...aroundRanges(tree, { start: node.start, end: node.end, text }, kept),
      ...call.handed,
      ...read,
      ...edits,
    ],
    differences,
    uses: { name, call },
  };
}
