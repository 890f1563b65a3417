/** The tree of a regular expression. */
import type { CharacterSet } from './classes.js';

export type Assertion =
  | 'start'
  | 'end'
  | 'line start'
  | 'line end'
  | 'word'
  | 'not word'
  | 'word start'
  | 'word end';

export type RegexNode =
  | { readonly type: 'empty' }
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'assertion'; readonly assertion: Assertion }
  | { readonly type: 'group'; readonly index: number | null; readonly node: RegexNode }
  | { readonly type: 'sequence'; readonly nodes: readonly RegexNode[] }
  | { readonly type: 'choice'; readonly nodes: readonly RegexNode[] }
  | {
      readonly type: 'repeat';
      readonly node: RegexNode;
      readonly min: number;
      readonly max: number | null;
      readonly greedy: boolean;
    };
