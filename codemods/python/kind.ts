/** What tells firewall rules and rate limits apart where programs in Python are migrated. */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import type { OldRole, RuleKind } from '../planner/index.js';
import type { PythonCall } from './call.js';

/** The last ones are given rules with the fields of the old API, and give the same back. */
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
 * skips; a change has an action; a field of a change may be None, and is kept then; the rules of a list leave the code,
 * and there may be none where the API refuses; the program reads their refs, or takes their filters as a whole; it reads
 * the rule that was added.
 */
export type Feature = 'checked' | 'skip' | 'action' | 'unset' | 'mapped' | 'ref' | 'filter' | 'read';

/** A rule that is sent, as source. */
export interface SentRule {
  readonly text: string;
  readonly features: readonly Feature[];
  readonly differences: readonly Difference[];
  /** Source of its index in the ruleset that it was added to. */
  readonly index: string;
  /** It is mapped when the program runs. */
  readonly isMapped: boolean;
  /** Where the rule is written apart from the call. */
  readonly edits: readonly Edit[];
  /** Source of the id of the rule that is changed, if the call does not say it. */
  readonly id?: string;
  /** Calls that go, because what they made or read is written into the rule. */
  readonly folded: readonly { readonly call: PythonCall; readonly edits: readonly Edit[] }[];
}

/** A read of one rule of an answer, from its name on: `["filter"]["expression"]`. */
export interface RuleRead {
  readonly tree: SyntaxTree;
  readonly name: string;
  readonly use: SyntaxNode;
  readonly chain: SyntaxNode;
  /** Source behind the name. */
  readonly steps: string;
}

export interface PythonRules extends RuleKind {
  /** The rule that a request creates, or changes. */
  sentRule(
    tree: SyntaxTree,
    call: PythonCall,
    all: readonly PythonCall[],
    /** Whether other files may use a name of the module. */
    isImported: (name: string) => boolean,
  ): SentRule | string;
}

export interface NamedRules extends PythonRules {
  readonly names: Readonly<Record<FunctionRole, string>>;
}

export interface Writing {
  readonly kind: NamedRules;
  /** What the caller hands on, before the zone, with types where the file has them. */
  readonly parameters: readonly string[];
  readonly indent: string;
  readonly isTyped: boolean;
  readonly hasDocstrings: boolean;
  readonly quote: string;
  readonly features: ReadonlySet<Feature>;
  /** The call of another new function, from one of them. */
  readonly called: (role: FunctionRole, ...args: readonly string[]) => string;
}

/** A new function, before it is written. */
interface NewFunction {
  readonly parameters: readonly string[];
  readonly says: string;
  readonly type: string;
  readonly lines: readonly string[];
}

export type Send = (method: string, path: string, body?: string) => string;
export type FunctionBody = (call: PythonCall, writing: Writing, send: Send) => NewFunction;
