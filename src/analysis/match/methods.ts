import type { Method } from '../../catalogue/index.js';

/** Which of the possible methods of a call a check looks at; `unknown` when it cannot be told. */
export function methodAmong(
  listed: readonly Method[],
  possible: readonly (string | null)[],
): { readonly method: string | null } | null {
  for (const method of possible) {
    if (method !== null && (listed as readonly string[]).includes(method)) return { method };
  }
  return possible.includes(null) ? { method: null } : null;
}
