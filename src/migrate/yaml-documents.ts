import { type Document, parseAllDocuments } from 'yaml';
import type { SourceFile } from '../read/index.js';

let last: { readonly file: SourceFile; readonly documents: readonly Document.Parsed[] } | null = null;

/** The documents of a file of YAML. Sites come file by file, so those of the last one are kept for the next question. */
export function documentsOf(file: SourceFile): readonly Document.Parsed[] {
  if (last?.file === file) return last.documents;
  const documents = parseAllDocuments(file.text);
  last = { file, documents: 'empty' in documents ? [] : documents };
  return last.documents;
}
