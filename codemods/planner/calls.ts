/** What the planner knows of a file, of its requests about rules and of what becomes of them; a language fills this in. */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import type { RuleKind } from './kind.js';
import type { OldRole } from './old-shapes.js';
import type { Failed, PlannedPlaces } from './verdict.js';

/** What a new function does. The last ones are given rules with the fields of the old API, and give the same back. */
export type FunctionRole =
  | 'list'
  | 'answer'
  | 'add'
  | 'update'
  | 'remove'
  | 'toOld'
  | 'toNew'
  | 'toPart'
  | 'toCustom'
  | OldRole;

/**
 * What a new function has to know of its calls: the program checks the status; a rule has to come before those that it
 * skips; an action is only known when the program runs; a change has an action; a field of a change may be nothing, and is
 * kept then; the rules of a list leave the code, and there may be none where the API refuses; the program reads their refs,
 * or takes their filters as a whole; it reads the rule that was added.
 */
export type Feature =
  | 'checked'
  | 'skip'
  | 'any-action'
  | 'action'
  | 'unset'
  | 'mapped'
  | 'ref'
  | 'filter'
  | 'read';

export interface RuleCall {
  readonly node: SyntaxNode;
  /** Where its path is written. */
  readonly literal: SyntaxNode;
  readonly method: string;
  /** `firewall/rules` or `filters`. */
  readonly collection: string;
  /** The id behind it. */
  readonly id: unknown;
}

/** A text that is the path of such a call, with the reason why the call is not read. */
export interface UnreadCall {
  readonly node: SyntaxNode;
  readonly why: string;
}

/** A call that goes, because what it made or read is written into a rule. */
export interface FoldedCall<Call> {
  readonly call: Call;
  readonly edits: readonly Edit[];
}

/** A rule that is sent, as source. */
export interface SentRule<Call> {
  readonly text: string;
  readonly features: readonly Feature[];
  readonly differences: readonly Difference[];
  /** Where the rule is written apart from the call. */
  readonly edits: readonly Edit[];
  readonly folded: readonly FoldedCall<Call>[];
  /** Source of its index in the ruleset that it was added to. */
  readonly index?: string;
  /** It is mapped when the program runs. */
  readonly isMapped?: boolean;
  /** Source of the id of the rule that is changed, if the call does not say it. */
  readonly id?: string;
}

interface NeededFunction {
  readonly role: FunctionRole;
  readonly features: readonly Feature[];
}

/** A call of a new function. */
export interface FunctionUse<Call> extends NeededFunction {
  readonly call: Call;
}

export interface PlannedCall<Call> extends PlannedPlaces {
  readonly call: Call;
  /** The functions that it calls; none where it only goes. */
  readonly uses: readonly FunctionUse<Call>[];
  /** The variable with its path holds the new one. */
  readonly keepsAddress?: boolean;
}

export type Outcome<Call> = PlannedCall<Call> | Failed;

/** What becomes of the answer of a call. */
export interface AnswerUse {
  readonly edits: readonly Edit[];
  readonly features: readonly Feature[];
  /** Rules are given the fields that they had. */
  readonly isMapped: boolean;
}

export interface ListUse extends AnswerUse {
  /** The function that it calls: the one that returns a list, or the one that returns the answer; none in place. */
  readonly role: FunctionRole | null;
  /** The function that gives the old fields. */
  readonly mapper?: 'toOld' | 'toPart';
  readonly differences?: readonly Difference[];
  readonly keepsAddress?: boolean;
}

export interface WriteUse extends AnswerUse {
  /** The new answer is given to callers that cannot be seen, or shown. */
  readonly isHandedOn: boolean;
}

/** What is sent, as far as it can be seen. */
export interface SentBody {
  readonly form: 'list' | 'map' | 'unknown' | null;
  readonly text: string;
  /** It names the id of a filter. */
  readonly namesFilter: boolean;
}

/** What a new function is asked for: its role, the rule that it is given, and how other new functions are called. */
export interface Asked<Call> {
  readonly role: 'add' | 'update' | 'remove';
  readonly rule: SentRule<Call> | null;
}

/** `Handed`: what new functions are given by a call, besides what their role asks for. */
export interface RuleFile<Call extends RuleCall, Handed> {
  readonly tree: SyntaxTree;
  readonly kind: RuleKind;
  readonly calls: readonly Call[];
  readonly unread: readonly UnreadCall[];
  /** What the program reads of rules that few programs read. */
  readonly rare: () => readonly Feature[];
  /** The program reads what new objects do not have. */
  readonly readsLost: () => boolean;
  readonly handedTo: (call: Call) => Handed | string;
  /** The call of a new function. */
  readonly called: (call: Call, handed: Handed, role: FunctionRole, args: readonly string[]) => string;
  /** Source of the id of the rule; the id of a filter is that of its rule. */
  readonly ruleId: (call: Call) => string;
  /** The edit that puts a call of a new function in the place of a request. */
  readonly placed: (call: Call, text: string, role: FunctionRole) => readonly Edit[];
  /** Why a request cannot have a counterpart at all. */
  readonly refused?: (call: Call) => string | null;
  /** `isMapped`: all lists that may be nothing hold rules with the old fields. */
  readonly listed: (call: Call, handed: Handed, isMapped: boolean) => ListUse | string;
  /** Such a list is mapped by the function that gives it. */
  readonly isMappedInside: (use: FunctionUse<Call>) => boolean;
  readonly sentRule: (call: Call) => SentRule<Call> | string;
  /** A rule as far to the right as the call. */
  readonly argument?: (call: Call, text: string) => string;
  readonly answerOf: (call: Call, handed: Handed, asked: Asked<Call>) => WriteUse | string;
  /** A filter is deleted with its rule. */
  readonly filterGone: (
    call: Call,
  ) => { readonly edits: readonly Edit[]; readonly folded?: FoldedCall<Call> | null } | null;
  readonly bodyOf: (call: Call) => SentBody;
  /** What a function with the old fields needs besides; null where there is none for such a call. */
  readonly oldNeeds: (call: Call, role: OldRole) => readonly NeededFunction[] | null;
  /** The change of a rule by what was sent for its filter, which the program took out of it. */
  readonly changeOfFilter?: (call: Call, why: string) => string | null;
  /** Edits of one call may lie in another one; variables that held paths and bodies go with their calls. */
  readonly settled: (all: readonly Outcome<Call>[]) => readonly Outcome<Call>[];
  /** All new functions, or why they cannot be written. */
  readonly functions: (
    uses: readonly FunctionUse<Call>[],
    edits: readonly Edit[],
  ) => readonly Edit[] | string;
}
