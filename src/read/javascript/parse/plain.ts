import { dialectsOf } from './blocks.js';
import { mayCostMuch } from './error-cost.js';
import { mayNestDeep } from './nesting.js';
import type { Dialect } from './oxc.js';

const PLAIN_SCRIPT = /\.[cm]?[jt]sx?$/;

/** How the parser reads a file that is one script; null for others, and for texts it must not be given. */
export function plainDialect(path: string, text: string): Dialect | null {
  if (!PLAIN_SCRIPT.test(path) || mayNestDeep(text) || mayCostMuch(text)) return null;
  return dialectsOf(path)[0] ?? null;
}
