/** Resources of the vendor as a program or a document declares them, in whatever language. */
import type { Difference } from '../../../src/migrate/index.js';
import type { HclItem } from '../hcl-layout.js';

/** A value as it is written. */
export interface Written {
  readonly source: string;
  /** The value, if all of it is written out. Parts of a text that are computed stand between marks. */
  readonly json: unknown;
  /** What an object gives, by names in snake case. */
  readonly fields: Fields | null;
}

export type Fields = ReadonlyMap<string, Written>;

export interface Declared {
  readonly type: string;
  /** Names the resource in messages. */
  readonly address: string;
  readonly file: string;
  readonly start: number;
  readonly fields: Fields;
  /** What the tool knows it by. */
  readonly name: Written;
  /** Options of the tool, as they are written. */
  readonly options: string | null;
  /** What it stands in: a block of statements, the resources of a document. */
  readonly holder: unknown;
  /** The filter that `filter_id` names. */
  readonly filter: Declared | null;
  /** Why it cannot be migrated; null where nothing speaks against it. */
  readonly problem: string | null;
  /** Comments above it, without indentation. */
  readonly comments: readonly string[];
  /** The loop that makes one for each item of a list. */
  readonly loop?: DeclaredLoop | null;
}

interface DeclaredLoop {
  /** As they are written: `rules`, `rule`. */
  readonly list: string;
  readonly parameter: string;
  /** What each turn makes. */
  readonly turns: readonly Declared[];
}

/** A rule of the new kind. The names of items are those of Terraform. */
export interface NewRule {
  readonly declared: Declared;
  /** All resources that it is made of. */
  readonly parts: readonly Declared[];
  readonly items: readonly HclItem[];
  readonly differences: readonly Difference[];
}

/** What becomes one ruleset. */
export interface RuleGroup {
  readonly phase: string;
  /** For the names of the resource: `custom-rules`. */
  readonly label: string;
  readonly zone: Written;
  readonly options: string | null;
  /** In the order in which they were evaluated. */
  readonly rules: readonly NewRule[];
  /** The list that gives one of the rules for each of its items. */
  readonly loop: DeclaredLoop | null;
  readonly parts: readonly Declared[];
}
