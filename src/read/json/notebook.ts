import { joinPieces, knownText, propertyOf, type Value } from '../../value/index.js';
import { languageNamed } from '../languages.js';
import type { Program, SourceFile } from '../reader.js';
import { embeddedReading } from '../text/embedded-code.js';
import type { Usage } from '../usage.js';

/** The code cells of a notebook; what they print and what is written between them is left alone. */
export function notebookUsages(file: SourceFile, notebook: Value, program: Program): Usage[] {
  if (notebook.kind !== 'object') return [];
  const cells = propertyOf(notebook, 'cells')?.value;
  if (cells?.kind !== 'array') return [];
  const language = languageOf(notebook);
  return cells.items.flatMap((cell) => {
    if (cell.kind !== 'object') return [];
    const type = propertyOf(cell, 'cell_type')?.value;
    const source = propertyOf(cell, 'source')?.value;
    if (type === undefined || source === undefined || knownText(type) !== 'code') return [];
    const lines = source.kind === 'array' ? source.items : [source];
    const pieces = joinPieces(
      lines.map((line) => (line.kind === 'text' ? line.pieces : [])),
      source.origin,
    ).pieces;
    return embeddedReading({ file, language, pieces, program });
  });
}

function languageOf(notebook: Value): string {
  const metadata = notebook.kind === 'object' ? propertyOf(notebook, 'metadata')?.value : undefined;
  const info =
    metadata?.kind === 'object'
      ? (propertyOf(metadata, 'language_info') ?? propertyOf(metadata, 'kernelspec'))?.value
      : undefined;
  const name =
    info?.kind === 'object' ? (propertyOf(info, 'name') ?? propertyOf(info, 'language'))?.value : undefined;
  return (
    languageNamed(name === undefined ? '' : (knownText(name) ?? '').replace(/(?<!\d)\d+$/, '')) ?? 'python'
  );
}
