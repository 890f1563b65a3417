/** Rules that are changed, removed or read: that there are any, and what a change sets. */
import type { Json, JsonObject } from '../../edge/index.js';
import { differencesOf, type FieldDifference } from './compare-values.js';
import { type Effect, PRIORITY } from './expected.js';
import { type Assigned, isSameAssigned, keyed, rulesWritten, straightFlag, valuesSet } from './fields-set.js';
import { hasMark, isMark, type Marks, OPEN } from './marks.js';
import type { MeaningInput } from './meaning.js';
import type { Findings } from './model.js';
import { fieldSentence, refute, weight } from './rule-words.js';

const VERBS = { change: 'changes', remove: 'removes', read: 'reads', add: 'adds' } as const;

/** Changes, removals and reads: that there are any, in the same phase, and what a change sets. */
export function checkOthers(
  expected: readonly Effect[],
  actual: readonly Effect[],
  { findings, marks, before, after, areChangesEqual }: MeaningInput,
): void {
  const ofChanges = areChangesEqual ? { ...findings, gaps: [] } : findings;
  const changes: Changes = {
    set: { before: valuesSet(before, marks, true), after: valuesSet(after, marks, false) },
    rewritten: rulesWritten(after, marks),
  };
  const phases = new Set(expected.map(({ phase }) => phase));
  for (const phase of phases)
    for (const kind of ['read', 'change', 'remove'] as const) {
      const wanted = expected.filter((one) => one.kind === kind && one.phase === phase);
      const given = actual.filter((one) => one.kind === kind && (one.phase === null || one.phase === phase));
      const [first] = wanted;
      if (first === undefined) continue;
      if (given.length === 0) {
        const what = `nothing ${VERBS[kind]} rules any more${phase === null ? '' : ` in ${phase}`}`;
        findings.gaps.push({ check: 'meaning', what: `whether ${what}`, at: first.at, byRuns: true });
        continue;
      }
      if (!expected.some(isPlainAdd) || !expected.every((one) => one.kind !== 'add' || isPlainAdd(one)))
        for (const one of given) if (one.kind === 'change') wholeRule(one, findings, marks);
      if (kind === 'change') for (const want of wanted) compareChange(want, given, changes, ofChanges, marks);
    }
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The program makes a rule whose action has nothing beside it. */
function isPlainAdd(effect: Effect): boolean {
  if (effect.kind !== 'add' || typeof effect.rule === 'string') return false;
  const { action, action_parameters: parameters } = effect.rule;
  return (
    typeof action === 'string' &&
    !isMark(action) &&
    parameters === undefined &&
    !hasMark(effect.rule.description)
  );
}

/** A rule that is sent again field by field needs all that its action has beside it. */
function wholeRule({ fields, at }: Changed, findings: Findings, marks: Marks): void {
  if (typeof fields === 'string' || fields[OPEN] !== undefined) return;
  if (!isReadField(fields.action, 'action', marks) || fields.action_parameters !== undefined) return;
  const what = 'what becomes of the parameters of a rule (action_parameters) that is sent again';
  findings.gaps.push({ check: 'meaning', what, at, byRuns: true });
}

/** `rule.action`, for the field `action`. */
function isReadField(value: Json | undefined, key: string, marks: Marks): boolean {
  if (!isMark(value)) return false;
  const name = marks.name(value).replace(/\.get\("(\w+)"(?:, ?"")?\)$|\.(\w+) (?:\?\?|\|\|) ""$/, '.$1$2');
  return /^[\w$.?]+$/.test(name) && lastOf(name) === key;
}

type Changed = Extract<Effect, { kind: 'change' }>;

/** Fields that were sent as they were read, and what a rule is by default: it is no more so once it was read. */
function keptDifferences(
  { fields, kept = [] }: Changed,
  now: JsonObject,
  marks: Marks,
): readonly FieldDifference[] {
  const isOpen = now[OPEN] !== undefined;
  // A body with nothing but a position moves the rule and leaves it as it is.
  if (Object.keys(now).length === 1 && now.position !== undefined) return [];
  const changed = kept.flatMap((path): readonly FieldDifference[] => {
    const after = now[path];
    if (after === undefined) return isOpen ? [] : [{ path, before: '…', after, sure: false }];
    return isReadField(after, path, marks) ? [] : [{ path, before: '…', after, sure: !hasMark(after) }];
  });
  const isOn = typeof fields !== 'string' && fields.enabled === true;
  return isOn && isOpen && now.enabled === undefined
    ? [...changed, { path: 'enabled', before: true, after: undefined, sure: false }]
    : changed;
}

interface Changes {
  readonly set: { readonly before: Assigned; readonly after: Assigned };
  /** Rules that the new code writes out field by field. */
  readonly rewritten: readonly JsonObject[];
}

/** All of a rule as it was read, but for the fields that are set. */
function isRewritten(fields: JsonObject | string, set: Assigned, marks: Marks): boolean {
  if (typeof fields === 'string' || set.size === 0) return false;
  return [...new Set(['action', 'expression', ...Object.keys(fields), ...set.keys()])].every((key) => {
    const values = set.get(key);

    const value = fields[key];
    if (values === undefined) return NESTED.has(key) || key === OPEN || isReadField(value, key, marks);
    const told = key === 'enabled' && isMark(value) ? marks.of(straightFlag(marks.name(value))) : value;
    return [...values].every((one) => differencesOf(one, told, key).length === 0);
  });
}

/** What belongs to an action. */
const NESTED: ReadonlySet<string> = new Set(['action_parameters', 'ratelimit']);

function compareChange(
  want: Effect,
  given: readonly Effect[],
  { set, rewritten }: Changes,
  findings: Findings,
  marks: Marks,
): void {
  if (want.kind !== 'change') return;
  const { fields } = want;
  const isUnclear = { check: 'meaning', what: 'which fields of a rule are changed', byRuns: true } as const;
  if (typeof fields === 'string') {
    const isWhole = given.some(
      (one) =>
        one.kind === 'change' &&
        (typeof one.fields === 'string' ? one.fields !== '' : one.fields[OPEN] !== undefined),
    );
    const isWritten = [
      ...given.flatMap((one) => (one.kind === 'change' ? [one.fields] : [])),
      ...rewritten,
    ].some((one) => isRewritten(one, set.before, marks));
    if (!isWritten && (!isWhole || !isSameAssigned(set.before, set.after)))
      findings.gaps.push({ ...isUnclear, at: want.at });
    return;
  }
  const { [PRIORITY]: _, ...named } = fields;
  const changes = given.filter((one): one is Changed => one.kind === 'change');
  const opaque = changes.find((one) => typeof one.fields === 'string');
  const tries = changes
    .flatMap((one) =>
      typeof one.fields === 'string'
        ? []
        : [
            {
              one,
              found: [
                ...differencesOf({ ...named, [OPEN]: true }, one.fields),
                ...keptDifferences(want, one.fields, marks),
              ],
            },
          ],
    )
    .sort((left, right) => weight(left.found) - weight(right.found));
  const [best] = tries;
  if (best !== undefined && best.found.length === 0) return;
  if (best === undefined || opaque !== undefined) {
    const { [OPEN]: _open, ...wanted } = named;
    const found = keyed(wanted, set.after);
    if (found.length === 0 && Object.keys(wanted).length > 0) return;
    const sure = found.filter((one) => one.sure);
    for (const difference of sure) refute(difference, want.at, findings, marks, 'a rule');
    if (sure.length > 0) return;
  }
  if (best === undefined || (opaque !== undefined && best.found.some(({ sure }) => sure))) {
    if (Object.keys(named).some((key) => key !== OPEN))
      findings.gaps.push({ ...isUnclear, at: (opaque ?? want).at });
    return;
  }
  for (const difference of best.found)
    if (difference.sure) refute(difference, best.one.at, findings, marks, fields);
    else
      findings.gaps.push({
        check: 'meaning',
        what: `whether ${fieldSentence(difference, marks)}`,
        at: best.one.at,
        byRuns: true,
      });
}
