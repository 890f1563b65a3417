/** Field names in a text: where they stand, and the old ones replaced by their new spelling. */

import { canonicalName, renamedField } from '../scheme/scheme.js';
import { type ExpressionSource, SourceText } from '../syntax/source.js';
import { tokenizeSource } from '../syntax/tokenize.js';
import { HAS_HOLE } from '../syntax/tokens.js';
import type { TextEdit } from './edits.js';

export interface FieldToken {
  /** As the scheme knows it: `vendor.` read as `cf.`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A dotted name where the tokenizer expected an operator, as after a hole that ends with one. */
const STRAY_NAME = /^[A-Za-z_]\w*(?:\.\w+)+$/;

/**
 * Every name that stands as a field, function or constant. Works for texts that do not parse; names in strings,
 * and names that are only part of a longer one, are not among them.
 */
export function fieldTokens(source: ExpressionSource): FieldToken[] {
  const read = SourceText.of(source);
  const names: FieldToken[] = [];
  for (const { kind, flags, start, end } of tokenizeSource(read)) {
    if ((kind !== 'name' && kind !== 'error') || (flags & HAS_HOLE) !== 0) continue;
    const name = read.text.slice(start, end);
    if (kind === 'error' && !STRAY_NAME.test(name)) continue;
    names.push({ name: canonicalName(name), start, end });
  }
  return names;
}

/** The edits that spell every renamed field by its new name; no other byte changes. */
export function renameFields(source: ExpressionSource): TextEdit[] {
  return fieldTokens(source).flatMap(({ name, start, end }) => {
    const text = renamedField(name);
    return text === null ? [] : [{ start, end, text }];
  });
}
