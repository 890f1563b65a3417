/** What tells firewall rules and rate limits apart where programs in Python are migrated. */
import type { SyntaxNode, SyntaxTree } from '../../src/grammar/index.js';
import type { Feature, FunctionRole, RuleKind, SentRule as SentBy } from '../planner/index.js';
import type { PythonCall } from './call.js';

export type SentRule = SentBy<PythonCall>;

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
