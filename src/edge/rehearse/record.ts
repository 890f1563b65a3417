import type { Rehearsal } from './rehearse.js';
import { isSecret } from './secrets.js';

const HIDDEN = '***';

/** The calls of a run, and what it left, as they are written to a file: what a key calls a secret is hidden. */
export function recordOf({ calls, state }: Rehearsal): { readonly calls: unknown; readonly state: unknown } {
  return { calls: hidden(calls), state: hidden(state) };
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' && isSecret(key, inner) ? HIDDEN : hidden(inner),
    ]),
  );
}
