/** A script that was read must still be one. */
import { parseFile } from '../../read/javascript/parse/index.js';
import type { ComposedFile } from '../compose/index.js';

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/;

/** Why the text after the edits is no script any more; null where it is, or where no script was. */
export function parseFault({ path, before, after }: ComposedFile): string | null {
  if (!SCRIPT.test(path)) return null;
  if (before !== null && parseFile(path, before).refused !== null) return 'it could not be parsed before';
  const { refused } = parseFile(path, after);
  return refused === null ? null : `it would not parse any more: ${refused}`;
}
