import type { Danger, Dialect } from '../../read/javascript/parse/index.js';

/**
 * Stands in for `parse/isolated.ts` in the GitHub Action: there is no other file that a process of its own could run, so
 * scripts that may cost the parser too much are read as text.
 */
export function parseIsolated(
  _text: string,
  _dialect: Dialect,
  danger: Danger,
): { readonly refused: Danger } {
  return { refused: danger };
}
