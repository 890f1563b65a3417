import type { Edit } from '../finding.js';

/** What an edit does, for a person who is to choose it. */
export type FixAction =
  | { readonly kind: 'remove'; readonly what: string }
  /** `check` names what may have to change with it. */
  | { readonly kind: 'replace'; readonly from: string; readonly to: string; readonly check?: string }
  | { readonly kind: 'delete-call'; readonly what: string }
  /** Conditions go, for what they ask about always has the same value. */
  | { readonly kind: 'fold'; readonly what: string; readonly value: string };

/**
 * `safe` is right by itself: the server ignores or refuses the old form, the new one is complete, and no
 * comment is lost. `review` is for a person who sees the place.
 */
export interface Fix {
  readonly level: 'safe' | 'review';
  readonly action: FixAction;
  readonly edits: readonly Edit[];
}
