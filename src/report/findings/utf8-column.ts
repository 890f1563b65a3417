import type { Excerpt } from './model.js';

/**
 * The column of a place in bytes of UTF-8, counted from 1; null where its line is not in the excerpt, or the excerpt
 * does not begin where the line does. A masked secret counts one byte a character.
 */
export function byteColumn({ firstLine, lines }: Excerpt, line: number, column: number): number | null {
  const row = lines[line - firstLine];
  if (row === undefined || row.dropped > 0 || row.text.length < column - 1) return null;
  return Buffer.byteLength(row.text.slice(0, column - 1), 'utf8') + 1;
}
