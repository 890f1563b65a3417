/** The code of both trees in one form, and what the new one lacks of what the old one does. */
import type { Origin } from '../../value/index.js';
import type { Loss } from '../check/model.js';
import type { ChangedFile } from '../check/trees.js';
import { actsOf } from './acts.js';
import type { Statement } from './code.js';
import { actLosses } from './losses.js';
import { pythonCode } from './python.js';
import { replacedParameters } from './replaced.js';
import { addedChanges, areEqualChanges } from './rule-changes.js';
import { scriptCode } from './script.js';
import { areEqualWrites } from './writes.js';

const READABLE = /\.(?:[cm]?[jt]s|py)$/;

export interface ActsCompared {
  readonly losses: readonly Loss[];
  /** Both trees make the same rules, field by field. */
  readonly areRulesEqual: boolean;
  /** Both trees set the same fields of rules that are there already. */
  readonly areChangesEqual: boolean;
}

/**
 * Null where a file is in a language that has no common form, or does not parse. `gone` goes with what is retired, as
 * requests to `paths` do.
 */
export function compareActs(
  changes: readonly ChangedFile[],
  gone: readonly Origin[],
  paths: readonly string[] = [],
): ActsCompared | null {
  if (!changes.every(({ path }) => READABLE.test(path))) return null;
  const [before, after] = [codeOf(changes, 'before'), codeOf(changes, 'after')];
  if (before === null || after === null) return null;
  const words = new Set(
    gone.flatMap(({ file, start, end }) => {
      const text = changes.find(({ path }) => path === file)?.before?.slice(start, end) ?? '';
      return [
        ...(text.match(/[A-Za-z0-9]+/g) ?? []),
        ...(text.match(/\w+/g) ?? []).flatMap((word) => [word, word.replace(/_/g, '').toLowerCase()]),
      ];
    }),
  );
  const [old, now] = [actsOf(before), actsOf(after)];
  return {
    losses: [
      ...actLosses(
        old.acts.filter(({ texts }) => !paths.some((path) => texts?.includes(path) === true)),
        now.acts,
        words,
      ),
      ...addedChanges(old.changes, now.changes).map((field) => ({
        what: `${field.split(' ')[0] ?? ''} of a rule that is there is set to something else than before`,
      })),
      ...newlyReplaced(replacedParameters(before), replacedParameters(after)),
    ],
    areRulesEqual: areEqualWrites(old.writes, now.writes),
    areChangesEqual: areEqualChanges(old.changes, now.changes),
  };
}

/** What the old code replaces may still be replaced. */
function newlyReplaced(before: readonly string[], after: readonly string[]): readonly Loss[] {
  const known = [...before];
  return after.flatMap((name) => {
    const at = known.indexOf(name);
    if (at >= 0) known.splice(at, 1);
    return at >= 0 ? [] : [{ what: `the parameter ${name} is replaced by another value` }];
  });
}

function codeOf(
  changes: readonly ChangedFile[],
  side: 'before' | 'after',
): readonly (readonly Statement[])[] | null {
  const found = changes.flatMap((one) => {
    const text = one[side];
    return text === null ? [] : [one.path.endsWith('.py') ? pythonCode(text) : scriptCode(one.path, text)];
  });
  return found.every((one) => one !== null) ? found : null;
}
