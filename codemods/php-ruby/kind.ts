/** What tells firewall rules and rate limits apart where programs in PHP or Ruby are migrated. */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../src/grammar/index.js';
import {
  camel,
  type FunctionRole,
  functionNames,
  type RuleKind,
  type SentRule as SentBy,
} from '../planner/index.js';
import type { RequestCall } from './call.js';
import type { Visit } from './flow.js';
import type { Syntax } from './syntax.js';

export type SentRule = SentBy<RequestCall>;

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
