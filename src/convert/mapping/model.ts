/** How the objects of a retired API correspond to those of the API that replaces it: data, once for all languages. */

export interface FieldMapping {
  /** Path in the old object: `filter.expression`. */
  readonly old: string;
  /** Path in the new one. */
  readonly now: string;
  /** It says the opposite. */
  readonly isNegated?: true;
  /** What the old object had where the new one may lack the field. */
  readonly absent?: '' | 0;
  /** Old values, by the new ones that have another name. */
  readonly values?: Readonly<Record<string, string>>;
  /** Few programs read it: it is only given to those that do. */
  readonly isRare?: true;
  /** Stands for a value that is not known before the program runs, while the rest of the object is converted. */
  readonly placeholder?: unknown;
}

/** A field of the old object that is the same in all of them now. */
export interface ConstantField {
  readonly old: string;
  readonly value: boolean;
  readonly isRare?: true;
}

export interface Mapping {
  /** In the order in which an old object is written. */
  readonly fields: readonly (FieldMapping | ConstantField)[];
  /** Fields of old objects that new ones do not have. */
  readonly gone: readonly string[];
  /** The field that the path of a change names as well. */
  readonly identity: string;
  /** The field that ordered the objects, which are ordered by their position now. */
  readonly position: string | null;
  /** Fields that new objects name in the same way, if a program sends them already. */
  readonly known: readonly string[];
  /** Values whose new object says more: `allow` of `action`. */
  readonly meanings: Readonly<Record<string, Readonly<Record<string, NewFields>>>>;
  /** Values, or whole fields (`*`), that need a person, with the reason. */
  readonly refused: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Names for parts of the new object that several fields are read of. */
  readonly parts: Readonly<Record<string, string>>;
}

export type NewFields = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
