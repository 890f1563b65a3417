/** Words of the data files that a program reads: rules may be called after them. */
import { join } from 'node:path';
import { parse } from 'yaml';
import { readRegularFile } from '../../scan/index.js';

/** Larger ones are no tables that people keep. */
const MOST_BYTES = 64 * 1024;
const MOST_FILES = 8;
const DATA = /[\w./-]{1,80}\.(?:json|ya?ml|csv|tsv|txt)\b/g;

/** Of files that a command or the code names, and that are in the tree. */
export function dataWords(tree: string, texts: readonly string[]): readonly string[] {
  const named = new Set(texts.flatMap((text) => text.match(DATA) ?? []));
  return [...named].slice(0, MOST_FILES).flatMap((path) => {
    const found = readRegularFile(join(tree, path), MOST_BYTES, { inside: tree });
    return found.kind === 'read' ? wordsIn(path, found.bytes.toString('utf8')) : [];
  });
}

function wordsIn(path: string, text: string): readonly string[] {
  if (/\.(?:csv|tsv|txt)$/.test(path))
    return text
      .split('\n')
      .filter((line) => !/^\s*(?:#|$)/.test(line))
      .flatMap((line) => line.split(/[,;\t|]/))
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  try {
    return textsOf(path.endsWith('.json') ? JSON.parse(text) : parse(text));
  } catch {
    return [];
  }
}

/** Texts and keys that are called after something, as in `{"login page": {…}}`. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, own]) => [
    ...textsOf(own),
    ...(typeof own === 'object' && !Array.isArray(own) ? [key] : []),
  ]);
}
