/**
 * What is statically known of an expression, in any language.
 *
 * Every known piece remembers where it was written, through concatenation, templates and constants, so
 * that a finding can point at the text a person would edit.
 */

/** A stretch of a source file, in UTF-16 offsets. */
export interface Origin {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A known stretch of a text. */
export interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
  /** Where the characters stand, without quotes; null when no source shows them (a number made text). */
  readonly origin: Origin | null;
  /**
   * Source offset of each character and of the end (`text.length + 1` numbers), present only where escapes
   * make it differ from `origin.start + index`.
   */
  readonly offsets?: readonly number[];
}

/** A part of a text that is not known. */
export interface Hole {
  readonly kind: 'hole';
  readonly origin: Origin | null;
  /** The name a reader would call it by: `zoneId`, `this.zone.id`. */
  readonly name?: string;
  /** The name that stands where it is put into the text, if that is another. */
  readonly written?: string;
  /** What stands here is not the value itself: its text inside of a JSON string, or its opposite. */
  readonly how?: 'in JSON' | 'not';
}

export type Piece = TextPiece | Hole;

export type Constant = string | number | boolean | null | undefined;

export interface Property {
  readonly key: string;
  readonly keyOrigin: Origin | null;
  readonly value: Value;
  /** The whole property as written, for edits. */
  readonly origin: Origin | null;
}

export type Value =
  /** A text, complete when no piece is a hole. */
  | { readonly kind: 'text'; readonly pieces: readonly Piece[]; readonly origin: Origin | null }
  | {
      readonly kind: 'scalar';
      readonly value: number | boolean | null | undefined;
      readonly origin: Origin | null;
    }
  /** `open`: other, unknown properties may be present. Later properties win over earlier ones of the same key. */
  | {
      readonly kind: 'object';
      readonly properties: readonly Property[];
      readonly open: boolean;
      readonly origin: Origin | null;
    }
  | {
      readonly kind: 'array';
      readonly items: readonly Value[];
      readonly open: boolean;
      readonly origin: Origin | null;
    }
  /** One of several, at most `MAX_CHOICES`. */
  | { readonly kind: 'choice'; readonly of: readonly Value[]; readonly origin: Origin | null }
  | { readonly kind: 'unknown'; readonly why: string; readonly origin: Origin | null };

/** Why a value is unknown: it is the opposite of what stands at its origin. */
export const OPPOSITE = 'the opposite';

export type TextValue = Extract<Value, { kind: 'text' }>;
export type ObjectValue = Extract<Value, { kind: 'object' }>;
export type ArrayValue = Extract<Value, { kind: 'array' }>;

/** A set of possible values larger than this is unknown. */
export const MAX_CHOICES = 16;
