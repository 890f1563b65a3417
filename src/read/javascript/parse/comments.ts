import { commentsWithOxc } from './oxc.js';
import { plainDialect } from './plain.js';

/** Where the comments of a script end, by where they begin; null where the parser complains of anything. */
export function commentsOf(path: string, text: string): ReadonlyMap<number, number> | null {
  const dialect = plainDialect(path, text);
  const comments = dialect === null ? null : commentsWithOxc(text, dialect);
  return comments === null ? null : new Map(comments.map(({ start, end }) => [start, end]));
}
