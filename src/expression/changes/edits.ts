/** Splices at token level: what is not named by an edit keeps every byte. */
import { type ExpressionSource, type SourcePiece, SourceText } from '../syntax/source.js';

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that are sorted and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let from = 0;
  for (const edit of edits) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** The same for a source that may have holes; the holes outside the edits stay. */
export function editSource(source: SourceText, edits: readonly TextEdit[]): ExpressionSource {
  if (source.holes === null) return applyEdits(source.text, edits);
  const pieces: SourcePiece[] = [];
  let from = 0;
  for (const edit of edits) {
    for (const one of source.piecesBetween(from, edit.start)) pieces.push(one);
    if (edit.text !== '') pieces.push({ text: edit.text });
    from = edit.end;
  }
  for (const one of source.piecesBetween(from, source.text.length)) pieces.push(one);
  return { pieces };
}

/** The text after the edits as a person would recognise it. */
export function displayEdited(source: SourceText, edits: readonly TextEdit[]): string {
  return SourceText.of(editSource(source, edits)).display();
}
