import type { Node } from './syntax/estree.js';

/**
 * What a type checker says of expressions. The reader asks it where it cannot tell by itself what an expression
 * is; without one that stays unknown. It speaks of names and the packages they are declared in, and what those
 * mean is the reader's to know.
 */
export interface Types {
  /** Null for a tree that the checker has not seen, and for a type that tells nothing. */
  of(node: Node): StaticType | null;
}

export interface StaticType {
  /** What the type is declared as, then what that extends, nearest first; of a promise what it resolves to. */
  readonly declared: readonly Declared[];
  /** The texts it may be, where the type lists them all. */
  readonly texts: readonly string[];
}

export interface Declared {
  /** Name of the package; `global` for what the platform declares. */
  readonly package: string;
  /** The file below the package, without its ending: `resources/firewall/rules`. */
  readonly file: string;
  readonly name: string;
}
