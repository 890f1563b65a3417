/** What tells firewall rules and rate limits apart where programs use cloudflare-go. */
import type { Spot, SyntaxNode } from '../../src/grammar/index.js';
import type { Difference, FileEdit } from '../../src/migrate/index.js';
import type { RuleKind } from '../planner/index.js';
import type { SdkCall, SdkRole } from './sdk-calls.js';
import type { SdkReads } from './sdk-reads.js';
import type { SdkVersion } from './sdk-version.js';

export interface SdkKind extends SdkTable, Pick<RuleKind, 'phase' | 'noun' | 'mapping'> {
  /** Names of new functions. */
  readonly names: Readonly<Record<'ruleset' | 'list' | 'add' | 'update' | 'remove', string>>;
}

export interface SdkTable {
  /** What methods of the client do, by their names. */
  readonly methods: Readonly<Record<string, SdkRole>>;
  /** The type of what the SDK gives, and all types that go with it. */
  readonly type: string;
  readonly types: RegExp;
  /** Zones are given by their ids. */
  readonly takesIds: (version: SdkVersion) => boolean;
  /** How many values a list gives, and whether it takes the number of a page. */
  readonly listed: (
    call: SdkCall,
    version: SdkVersion,
  ) => { readonly count: number; readonly hasPage: boolean };
  /** A call creates a list of rules. */
  readonly createsLists: boolean;
  readonly differences: Readonly<Record<'list' | 'add' | 'update', readonly Difference[]>>;
  /** Fields that are read or written in another way; and those that tell what an unknown value is. */
  readonly fields: RegExp;
  readonly own: RegExp;
  readonly fieldEdits: (at: FieldAt) => readonly FileEdit[] | string;
  readonly sent: (calls: readonly SdkCall[], reads: SdkReads, version: SdkVersion) => SentRules;
}

/** A field of what the SDK gives. */
export interface FieldAt extends Spot {
  readonly name: string;
  /** Source of what has the field. */
  readonly rule: string;
  readonly alias: string;
  readonly version: SdkVersion;
}

export type SentSdkRule =
  | {
      readonly text: string;
      readonly edits: readonly FileEdit[];
      readonly differences?: readonly Difference[];
    }
  | { readonly why: string };

/** What calls send, as rules of a ruleset. */
export interface SentRules {
  readonly created: (call: SdkCall) => SentSdkRule;
  readonly changed: (call: SdkCall) => SentSdkRule;
  /** Values that read a filter and go. */
  readonly filterReads: ReadonlyMap<SdkCall, readonly SyntaxNode[]>;
  /** Literals that are written anew. */
  readonly sent: readonly SyntaxNode[];
  readonly hasSkips: boolean;
  readonly hasOpenActions: boolean;
}

export const ELSEWHERE = 'the expression of its filter stands somewhere else';
export const GONE = 'fields are read that rules do not have any more';
export const WRITTEN = 'a field of a rule is written';

/** `rule.Paused = true`: what is assigned to the field; null where it is only read, undefined where that is more. */
export function assignedTo({
  tree,
  node,
}: Spot): { readonly left: SyntaxNode; readonly value: SyntaxNode } | null | undefined {
  const { parent } = node;
  if (parent?.parent?.type !== 'assignment_statement' || parent.field !== 'left') return null;
  const [left, operator, right, ...others] = parent.parent.children;
  const isPlain =
    operator !== undefined && tree.text.slice(operator.start, operator.end) === '=' && others.length === 0;
  const [value, ...values] = right?.children ?? [];
  return isPlain && left?.children.length === 1 && value !== undefined && values.length === 0
    ? { left, value }
    : undefined;
}
