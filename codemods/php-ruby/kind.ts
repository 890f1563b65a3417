/** What tells firewall rules and rate limits apart where programs in PHP or Ruby are migrated. */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import { camel, functionNames, type OldRole, type RuleKind } from '../planner/index.js';
import type { RequestCall } from './call.js';
import type { Visit } from './flow.js';
import type { Syntax } from './syntax.js';

/** The last ones are given rules with the fields of the old API, and give the same back. */
export type FunctionRole =
  | 'list'
  | 'answer'
  | 'add'
  | 'update'
  | 'remove'
  | 'toOld'
  | 'toCustom'
  | Exclude<OldRole, 'listOld'>;

/**
 * What a new function has to know of its calls: a rule has to come before those that it skips; an action is only known
 * when the program runs; a change has an action; the rule that was added is read; the rules of an answer leave the code, and their refs are read there.
 */
export type Feature = 'skip' | 'any-action' | 'action' | 'read' | 'mapped' | 'ref';

/** A rule that is sent, as source. */
export interface SentRule {
  readonly text: string;
  readonly features: readonly Feature[];
  readonly differences: readonly Difference[];
  /** Where the rule is written apart from the call. */
  readonly edits: readonly Edit[];
  /** Calls that go, because what they made is written into the rule. */
  readonly folded: readonly { readonly call: RequestCall; readonly edits: readonly Edit[] }[];
}

/** What is read of one rule: the steps from the rule on, and where they begin and end. */
export interface RuleRead {
  readonly syntax: Syntax;
  readonly tree: SyntaxTree;
  /** Of the rule: `filter`, `expression`. */
  readonly path: readonly string[];
  readonly visit: Visit;
  /** The rule itself. */
  readonly rule: SyntaxNode;
}

export interface Sending {
  readonly syntax: Syntax;
  readonly tree: SyntaxTree;
  /** What the answers of other calls are made into. */
  readonly filterFor: (
    call: RequestCall,
    id: SyntaxNode,
  ) => {
    readonly call: RequestCall;
    readonly expression: SyntaxNode;
    readonly edits: readonly Edit[];
  } | null;
}

export interface RequestRules extends RuleKind {
  sentRule(sending: Sending, call: RequestCall): SentRule | string;
}

/** With names in camel case. */
export interface NamedRules extends RequestRules {
  readonly names: Readonly<Record<FunctionRole, string>>;
}

export function namedRules(kind: RequestRules): NamedRules {
  const names = functionNames(kind, camel);
  return { ...kind, names: { ...names, list: names.rules, answer: names.rulesAnswer } };
}
