/**
 * One form for the code of different languages: what decides and what depends on what, without the ways in which a
 * language writes it. Types, decorators and everything that no check asks about are left out.
 */

export type Expression =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'template'; readonly parts: readonly Expression[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly key: string }
  | { readonly kind: 'item'; readonly of: Expression; readonly at: Expression }
  | { readonly kind: 'call'; readonly of: Expression; readonly given: readonly Given[] }
  | { readonly kind: 'operation'; readonly operator: string; readonly of: readonly Expression[] }
  | {
      readonly kind: 'choice';
      readonly test: Expression;
      readonly met: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly entries: readonly Entry[] }
  | { readonly kind: 'function'; readonly code: FunctionCode }
  | { readonly kind: 'loop'; readonly item: Expression; readonly over: readonly Clause[] }
  | { readonly kind: 'assign'; readonly target: Pattern; readonly value: Expression };

export interface Given {
  /** Of an argument that is given by its name. */
  readonly name: string | null;
  readonly value: Expression;
  readonly isSpread: boolean;
}

export interface Entry {
  /** Null for a part that is spread. */
  readonly key: Expression | null;
  readonly value: Expression;
}

/** Of a comprehension. */
export interface Clause {
  readonly target: Pattern;
  readonly list: Expression;
  readonly tests: readonly Expression[];
}

export type Pattern =
  | { readonly kind: 'name'; readonly name: string }
  /** A member or an item of something. */
  | { readonly kind: 'place'; readonly place: Expression }
  | {
      readonly kind: 'parts';
      readonly parts: readonly {
        /** Null for the rest. */
        readonly key: string | null;
        readonly pattern: Pattern;
        readonly otherwise: Expression | null;
      }[];
    }
  | { readonly kind: 'items'; readonly items: readonly (Pattern | null)[] };

export interface Parameter {
  readonly pattern: Pattern;
  readonly otherwise: Expression | null;
  readonly isRest: boolean;
}

export interface FunctionCode {
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

export interface Handler {
  /** Which errors it takes; null for all. */
  readonly test: Expression | null;
  readonly name: string | null;
  readonly body: readonly Statement[];
}

export type Statement =
  | { readonly kind: 'value'; readonly value: Expression }
  | {
      readonly kind: 'assign';
      readonly target: Pattern;
      readonly value: Expression;
      /** The name may be one of the code around. */
      readonly isOuter?: boolean;
    }
  | {
      readonly kind: 'if';
      readonly test: Expression;
      readonly met: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly kind: 'for';
      readonly target: Pattern;
      readonly list: Expression;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'while'; readonly test: Expression | null; readonly body: readonly Statement[] }
  | { readonly kind: 'return'; readonly value: Expression | null }
  | { readonly kind: 'throw'; readonly value: Expression | null }
  | { readonly kind: 'jump' }
  | {
      readonly kind: 'try';
      readonly body: readonly Statement[];
      readonly handlers: readonly Handler[];
      readonly last: readonly Statement[];
    }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'function'; readonly name: string; readonly code: FunctionCode }
  | { readonly kind: 'class'; readonly name: string; readonly body: readonly Statement[] };

export const NOTHING: Expression = { kind: 'constant', value: null };

export function operation(operator: string, ...of: readonly Expression[]): Expression {
  return { kind: 'operation', operator, of };
}
