/**
 * Stands in for `parse/isolated.ts` in the GitHub Action: there is no other file that a process of its own could run, so
 * scripts that nest too deep for the parser are read as text.
 */
export function parseIsolated(): { readonly refused: string } {
  return { refused: 'nesting' };
}
