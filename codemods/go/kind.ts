/** What tells firewall rules and rate limits apart where programs in Go are migrated. */
import type { Spot, SyntaxNode } from '../../src/grammar/index.js';
import type { Difference } from '../../src/migrate/index.js';
import type { RuleKind } from '../planner/index.js';
import type { RequestCall } from './call.js';
import type { Filters } from './filters.js';
import type { GoType, GoTypes } from './scope.js';
import type { SdkTable } from './sdk-kind.js';

export type FunctionRole = 'list' | 'get' | 'add' | 'update' | 'remove' | 'listOld';

/**
 * What a new function has to know of its calls: a rule has to come before those that it skips; an action is only known
 * when the program runs; a change has an action.
 */
export type Feature = 'skip' | 'any-action' | 'action';

/** A field of the old rule, by the names in its JSON, and where its value stands in the new one. */
export interface FieldPath {
  readonly old: string;
  readonly now: string;
  readonly isNegated?: true;
}

export interface SentRule {
  readonly text: string;
  readonly features: readonly Feature[];
  readonly differences: readonly Difference[];
}

export interface Sending {
  readonly types: GoTypes;
  readonly filters: Filters;
}

export interface GoRules extends RuleKind {
  /** Where programs use cloudflare-go. */
  readonly sdk: SdkTable;
  /** Fields that rules do not have any more. */
  readonly gone: readonly string[];
  /** What differs where a rule is created, or changed. */
  readonly written?: (isCreation: boolean) => readonly Difference[];
  /** Of the source of an action; or why it cannot be sent. */
  readonly featuresOf?: (action: string, isCreation: boolean) => readonly Feature[] | string;
  /** The body of a literal of the struct that holds rules, with its new fields. */
  readonly sentStruct?: (
    sending: Sending,
    literal: Spot,
    struct: GoType,
    textWith: (node: SyntaxNode) => string,
  ) => { readonly text: string; readonly hasParameters: boolean } | { readonly why: string };
  /** The body of a map that is sent, in the place of a map or a struct; or why it cannot be written. */
  readonly sentMap: (
    sending: Sending,
    call: RequestCall,
    body: SyntaxNode,
    struct: GoType | null,
  ) => SentRule | string;
}

/** With names, and with what the mapping says of fields and actions. */
export interface NamedRules extends GoRules {
  readonly names: Readonly<Record<FunctionRole | 'toOld', string>>;
  readonly fields: readonly FieldPath[];
  /** Actions that have another name. */
  readonly actions: Readonly<Record<string, string>>;
}
