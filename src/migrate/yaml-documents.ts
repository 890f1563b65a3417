import { Composer, type Document, Parser } from 'yaml';
import { nestsDeep } from '../catalogue/index.js';
import type { SourceFile } from '../read/index.js';

let last: { readonly file: SourceFile; readonly documents: readonly Document.Parsed[] } | null = null;

/** The documents of a file of YAML. Sites come file by file, so those of the last one are kept for the next question. */
export function documentsOf(file: SourceFile): readonly Document.Parsed[] {
  if (last?.file !== file) last = { file, documents: documentsIn(file.text) ?? [] };
  return last.documents;
}

/** Null for a text that nests too deep. */
export function documentsIn(text: string): readonly Document.Parsed[] | null {
  const tokens = [...new Parser().parse(text)];
  return tokens.some(nestsDeep) ? null : [...new Composer({ prettyErrors: false }).compose(tokens)];
}
