/** What is told apart between PHP and Ruby where programs that manage rules are read. */
import type { Edit } from '../../src/analysis/index.js';
import type { SyntaxNode, SyntaxTree } from '../../src/grammar/index.js';

/** A stretch of a text, or an expression whose value stands there. */
export interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

export interface Argument {
  readonly node: SyntaxNode;
  /** `body: …` */
  readonly key: string | null;
  readonly value: SyntaxNode;
}

/** What is taken of a value: a field, an item of a list, its text, what the text says as JSON, or what a method gives. */
export interface Step {
  readonly kind: 'key' | 'item' | 'text' | 'parse' | 'call' | 'throw';
  readonly name: string;
  readonly from: SyntaxNode;
  readonly to: SyntaxNode;
}

/** Where a value goes from an expression. */
export type Way =
  | { readonly kind: 'value'; readonly to: SyntaxNode; readonly steps: readonly Step[] }
  /** The items of a list, by the name that they have there. */
  | { readonly kind: 'each'; readonly variable: SyntaxNode; readonly within: SyntaxNode }
  | { readonly kind: 'assigned'; readonly target: SyntaxNode }
  | { readonly kind: 'returned'; readonly statement: SyntaxNode }
  /** Only whether there is something, or how much. */
  | { readonly kind: 'look' }
  | { readonly kind: 'escape' };

export interface Syntax {
  readonly language: 'php' | 'ruby';
  /** They have variables of their own. */
  readonly functions: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  /** A variable of a function or of the file. */
  isVariable(node: SyntaxNode): boolean;
  /** `$a = 1` */
  readonly assignment: string;
  /** The statement that an assignment is; null where its value is used as well. */
  statementOf(assignment: SyntaxNode): SyntaxNode | null;
  /** It is given a value here in another way: a parameter, or what a loop goes through. */
  isBound(node: SyntaxNode): boolean;
  /** It is written, taken out of something, or handed to a function that changes it. */
  isChanged(tree: SyntaxTree, node: SyntaxNode): boolean;
  argumentsOf(tree: SyntaxTree, call: SyntaxNode): readonly Argument[];
  waysFrom(tree: SyntaxTree, node: SyntaxNode): readonly Way[];
  /**
   * The rules of a ruleset in the place of a result that was a list: `['result']['rules'] ?? []`, within `mapped` if the
   * rules get the fields that they had.
   */
  rulesEdits(
    tree: SyntaxTree,
    result: SyntaxNode,
    mapped: ((list: string) => string) | null,
  ): readonly Edit[] | null;
  /** What is behind a key stands in its holder: `['filter']` goes. */
  withoutKey(tree: SyntaxTree, step: Step): readonly Edit[] | null;
  /** A rule says whether it is enabled, in place of the opposite; null where that cannot be written there. */
  disabledEdits(tree: SyntaxTree, rule: SyntaxNode, disabled: SyntaxNode): readonly Edit[] | null;
  /** A text of a rule that may be missing reads as an empty one; null where that cannot be written there. */
  orEmpty(tree: SyntaxTree, text: SyntaxNode): readonly Edit[] | null;
  /** Other fields in the way of the last one of an expression: `['ratelimit']['period']`. */
  keysLike(tree: SyntaxTree, node: SyntaxNode, names: readonly string[]): string | null;
  /** Source of the opposite of a condition. */
  negated(tree: SyntaxTree, node: SyntaxNode): string;
  /** What an expression is compared with. */
  comparedWith(tree: SyntaxTree, node: SyntaxNode): readonly SyntaxNode[];
  /** A rule where a list of one was read: `[0]`, `.first` or `reset(…)` goes. */
  withoutItem(tree: SyntaxTree, step: Step): readonly Edit[] | null;
  /** The rule that was added last, or first, in the place of the first of a result. */
  lastRule(tree: SyntaxTree, step: Step, isFirst: boolean, isThere: boolean): readonly Edit[] | null;
  /** Null where it is no text. */
  piecesOf(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null;
  /** The source of a text, written like another one. */
  textFrom(pieces: readonly Piece[], like: string): string;
  /** What is returned where a function gives its value. */
  returnedBy(tree: SyntaxTree, definition: SyntaxNode): readonly SyntaxNode[];
}
