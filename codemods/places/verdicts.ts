/** The verdicts of codemods in short. */
import type { Edit } from '../../src/analysis/index.js';
import type { Difference, FileEdit, Site, Verdict } from '../../src/migrate/index.js';

/** `steps` tells a person all that is to be done; `todo` says it in at most 100 characters, for the comment. */
export function marker(
  reason: string,
  steps: string,
  todo?: string,
): Extract<Verdict, { readonly strategy: 'marker' }> {
  return { strategy: 'marker', reason, steps, ...(todo === undefined ? {} : { todo }) };
}

/** The address for alerts of a pool, where no policy can be written in its place: it stays until there is one. */
export const NEEDS_POLICY = marker(
  'only a notification policy sends mails now, and none can be written here',
  'Create a notification policy of type load_balancing_health_alert, with one item of mechanisms.email for each address (POST /accounts/{account_id}/alerting/v3/policies). Then remove the field: the API ignores it.',
  'Create a load_balancing_health_alert policy for the address, then remove the field.',
);

/** Whether a field is sent to clear what was there, or to say that there is nothing. */
export function isCleared({ file, finding }: Site): boolean {
  return /^["']?\s*(?:=>|[:=])\s*(?:""|''|``|null\b|nil\b|None\b|undefined\b)\s*(?:[,;})\]\r\n#/]|$)/.test(
    file.text.slice(finding.at.end, finding.at.end + 200),
  );
}

export interface Written {
  readonly level: 'safe' | 'review';
  readonly reason: string;
  readonly edits: readonly FileEdit[];
  readonly differences?: readonly Difference[];
}

export function inPlace({ level, reason, edits, differences = [] }: Written): Verdict {
  return { strategy: 'in-place', level, reason, edits, differences };
}

/** What is gone without a replacement is taken out. */
export function deletion(
  reason: string,
  edits: readonly FileEdit[],
  differences: readonly Difference[] = [],
): Verdict {
  return { strategy: 'delete', level: 'review', reason, edits, differences };
}

/** Edits of the file the site stands in, with its ends of lines. */
export function editsHere({ file }: Site, edits: readonly Edit[]): FileEdit[] {
  const isOfWindows = file.text.includes('\r\n') && !/(?:^|[^\r])\n/.test(file.text);
  const here = editsOf(file.path, edits);
  return isOfWindows ? here.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/g, '\r\n') })) : here;
}

/** A new function. Others may add theirs at the same place. */
export type DefinitionEdit = Edit & { readonly isDefinition: true };

export function editsOf(file: string, edits: readonly (Edit | DefinitionEdit)[]): FileEdit[] {
  return edits.map((edit) => {
    const { start, end, text } = edit;
    return { file, start, end, text, ...('isDefinition' in edit ? { isDefinition: true } : {}) };
  });
}

const COMPUTED = marker('the level is computed', 'Remove low, medium and high here: the level is automatic.');
const ESSENTIALLY_OFF = marker(
  'essentially_off has no counterpart: off protects less, the automatic level more',
  'Remove the level to let it be automatic. Nothing that is accepted today protects as little as essentially_off and more than none: a zone that needs that is for its owner to decide.',
  'Remove this level and let it be automatic: essentially_off has no counterpart.',
);

/** What to do about a level in a configuration that is none of the automatic ones. */
export function keptLevel(written: string): Verdict {
  return /^\W*essentially_off\W*$/.test(written) ? ESSENTIALLY_OFF : COMPUTED;
}
