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

/** What happens where the address for alerts of a pool is left out. */
export const NO_ADDRESS: Difference = {
  name: 'no-address',
  what: 'nobody gets a mail about the pool until a notification policy names the address',
};

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
