import type { FixAction } from '../../src/analysis/index.js';
import { visible } from '../../src/report/index.js';

export const SUGGESTIONS = {
  remove: "Remove '{{what}}'.",
  removeCall: "Remove the call '{{what}}'.",
  replace: "Replace '{{from}}' with '{{to}}'.",
  replaceAndCheck: "Replace '{{from}}' with '{{to}}' (check {{check}}).",
  fold: "Drop the conditions on '{{what}}', which is always {{value}}.",
  migrate: "Rewrite as 'edge-sunset migrate' does: {{reason}}.",
} as const;

export interface Suggestion {
  readonly messageId: keyof typeof SUGGESTIONS;
  readonly data: Record<string, string>;
}

/** What a codemod does, by its reason. */
export function migrationSuggestion(reason: string): Suggestion {
  return { messageId: 'migrate', data: { reason: visible(reason) } };
}

/** What an edit does, as an editor offers it. */
export function suggestionOf(action: FixAction): Suggestion {
  switch (action.kind) {
    case 'remove':
      return { messageId: 'remove', data: { what: visible(action.what) } };
    case 'delete-call':
      return { messageId: 'removeCall', data: { what: visible(action.what) } };
    case 'fold':
      return { messageId: 'fold', data: { what: visible(action.what), value: action.value } };
    case 'replace': {
      const data = { from: visible(action.from), to: visible(action.to) };
      return action.check === undefined
        ? { messageId: 'replace', data }
        : { messageId: 'replaceAndCheck', data: { ...data, check: action.check } };
    }
  }
}
