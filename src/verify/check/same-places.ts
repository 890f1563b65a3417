/** Calls that stand as they stood: each of them switches a rule to what it did. */
import type { Origin } from '../../value/index.js';
import type { Effect } from './expected.js';
import type { MeaningInput } from './meaning.js';
import type { TreeUsages } from './sent.js';

type Changed = Extract<Effect, { kind: 'change' }>;

export function checkSamePlaces(
  expected: readonly Effect[],
  actual: readonly Effect[],
  { before, after, findings }: Pick<MeaningInput, 'before' | 'after' | 'findings'>,
): void {
  const now = actual.filter(isChange);
  for (const want of expected.filter(isChange)) {
    const wanted = flagOf(want);
    const line = lineAt(want.at, before);
    if (wanted === null || line === null) continue;
    const isHere = ({ at }: Changed) => at.file === want.at.file && lineAt(at, after) === line;
    const given = now.filter(isHere).map(flagOf);
    const isMixed = expected
      .filter(isChange)
      .some(
        (one) => one.at.file === want.at.file && lineAt(one.at, before) === line && flagOf(one) !== wanted,
      );
    if (isMixed || given.length === 0 || given.some((flag) => flag === null || flag === wanted)) continue;
    findings.refutations.push({
      check: 'meaning',
      what: 'the same call switches the rule the other way',
      before: `enabled: ${String(wanted)}`,
      after: `enabled: ${String(!wanted)}`,
      at: want.at,
    });
  }
}

function isChange(effect: Effect): effect is Changed {
  return effect.kind === 'change';
}

function flagOf({ fields }: Changed): boolean | null {
  return typeof fields !== 'string' && typeof fields.enabled === 'boolean' ? fields.enabled : null;
}

/** A line that stands once in its file. */
function lineAt({ file, start }: Origin, { texts }: TreeUsages): string | null {
  const text = texts.find(({ path }) => path === file)?.text ?? '';
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(from, end < 0 ? text.length : end).trim();
  return line === '' || text.split(line).length !== 2 ? null : line;
}
