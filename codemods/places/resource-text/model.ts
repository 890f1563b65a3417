/** A resource of Pulumi or CDKTF as a program writes it, with the edits that codemods ask for, in whatever language. */
import type { Edit } from '../../../src/analysis/index.js';

/** A part of a text: characters, or an expression that gives some. */
export type Piece = { readonly text: string } | { readonly code: string };

export interface Attribute {
  /** In snake case. */
  readonly name: string;
  readonly start: number;
  /** Null for what is no text. */
  readonly pieces: readonly Piece[] | null;
  /** The attributes of an object; null for what is none, or is put together from several. */
  readonly inner: readonly Attribute[] | null;
  /** Leaving it out loses nothing but its value. */
  readonly isConstant: boolean;
}

export interface ResourceText {
  readonly tool: string;
  readonly type: string;
  /** Names the resource in messages. */
  readonly address: string;
  /** Null where they are put together from several. */
  readonly attributes: readonly Attribute[] | null;
  /** Of the variable that holds it; null where other files cannot name it. */
  readonly exportedName: string | null;
  /** Whether the file reads an attribute of the resource. */
  reads(name: string): boolean;
  /**
   * The edits that leave out some attributes of one object, of which others may be `going` as well; null where a comment
   * or all of the object would go.
   */
  without(gone: readonly Attribute[], going?: readonly Attribute[]): readonly Edit[] | null;
  /** The edits that make it a resource of another class; null where the old class is used in another way, too. */
  withClass(name: string): readonly Edit[] | null;
  /** Puts an attribute with a constant text behind another. */
  withBeside(attribute: Attribute, name: string, value: string): Edit | null;
  /** Gives an attribute a text; null where the language cannot put the pieces together without knowing their types. */
  withText(attribute: Attribute, pieces: readonly Piece[]): Edit | null;
}

export function attributeOf(
  attributes: readonly Attribute[] | null,
  ...path: readonly string[]
): Attribute | null {
  let found: Attribute | null = null;
  let inner = attributes;
  for (const name of path) {
    found = inner?.find((one) => one.name === name) ?? null;
    inner = found?.inner ?? null;
  }
  return found;
}

/** A text in which expressions stand as `${…}`, to be compared with others of the same resource. */
export function patternOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => ('text' in piece ? piece.text : `\${${piece.code}}`)).join('');
}

/** What stands beside an attribute, with it, by the offset of its name. */
export function attributesAround(
  attributes: readonly Attribute[] | null,
  offset: number,
): { readonly own: Attribute; readonly all: readonly Attribute[] } | null {
  for (const one of attributes ?? []) {
    // The name may stand in quotes.
    if (attributes !== null && (one.start === offset || one.start === offset - 1))
      return { own: one, all: attributes };
    const inside = attributesAround(one.inner, offset);
    if (inside !== null) return inside;
  }
  return null;
}
