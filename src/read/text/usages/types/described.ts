/** A type of a program that answers are decoded to, as far as it shows what the decoder demands. */

export interface DescribedField {
  /** Name on the wire. */
  readonly wire: string;
  readonly start: number;
  readonly end: number;
  /** Type as written: names of other types stand in it. */
  readonly type: string;
  /** Whether decoding fails without the field. */
  readonly isRequired: boolean;
}

export interface DescribedType {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** A decoder reads it; other types only say what the program expects. */
  readonly isDecoded: boolean;
  readonly fields: readonly DescribedField[];
}

/** A type of more fields says nothing of what a program reads. */
export const MAX_FIELDS = 120;
