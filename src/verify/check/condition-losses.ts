/** Conditions that the new code asks no more, turned around, or more than the old one. */
import { literally } from '../../value/index.js';
import { migrated } from './condition-words.js';
import { answersIn, type Condition, conditionsIn, pagingNames } from './conditions.js';
import type { Loss } from './model.js';
import { withoutOldNames } from './old-actions.js';
import { withoutRefusals } from './refusals.js';
import type { Words } from './words.js';

/** Other ways in which a refused request is noticed. */
const FAILS =
  /raise_for_status|check=True|[<>]=? ?(?:[234]00|299|399)\b|\baxios\b|\bgot\b|\s-\w{0,12}f\w{0,12}\s|--fail/;

function asksSuccess({ what }: { readonly what: string }): boolean {
  return /success|\.ok\b/i.test(what);
}

export interface Around {
  readonly language: string;
  /** Text of the old code, with its requests. */
  readonly old: string;
  /** Text of the new code. */
  readonly now: string;
  /** How many a page of the old API holds. */
  readonly pageSizes: ReadonlySet<string>;
}

export function conditionLosses(before: Words, after: Words, around: Around): readonly Loss[] {
  const { language } = around;
  const of = ({ code, texts }: Words) => conditionsIn(code, texts, language).map(migrated);
  const [old, now] = [of(before), of(after)];
  const isUnasked = old.some(asksSuccess) && !now.some(asksSuccess) && !FAILS.test(after.code);
  const told = new Set([...answersIn(before.code), ...answersIn(after.code), ...pagingNames(before.code)]);
  const held = new Map([...textsHeld(before), ...textsHeld(after)]);
  const filled = (what: string) => what.replace(/(?<= == )\w+$/, (name) => held.get(name) ?? name);
  const isOfPages = ({ what }: Condition) =>
    told.has(what) || around.pageSizes.has(/ (?:[<>]=?|==) (\d+)\)?$/.exec(what)?.[1] ?? '');
  const lost = lostConditions(
    old.filter((one) => !isOfPages(one)),
    now,
    { before: namesIn(before), after: namesIn(after), old, filled },
  );
  const asked = of({ ...after, code: withoutRefusals(withoutOldNames(after)) });
  return [
    ...(isUnasked ? [{ what: 'nothing asks any more whether a request succeeded' }] : []),
    ...lost.map(({ what, isTurned }) => ({
      of: what,
      isSure: isTurned && isAskedOnce(what, old) && isAskedOnce(what, now),
      what: isTurned ? `the condition ${what} is turned around` : `the condition ${what} is gone`,
    })),
    ...askedForIn(around.old)
      .filter((field) => askedForIn(around.now).every((one) => one !== field))
      .filter((field) => now.every(({ what }) => fieldOf(what) !== `.${field}`))
      .map((field) => ({ what: `rules are not chosen by their ${field} any more` })),
    ...gainedConditions(old, asked, around.old).map((what) => ({
      of: what,
      what: `the condition ${what} was not asked before`,
    })),
  ];
}

/** One place asks, and something is done in one case only. */
function isAskedOnce(what: string, conditions: readonly Condition[]): boolean {
  const same = conditions.filter((one) => keyOf(one.what) === keyOf(what));
  return same.length === 1 && same[0]?.isEither !== true;
}

/** Of pages, of answers as such, and of names that only the old API had: checked elsewhere, or gone with it. */
const APART =
  /page|cursor|resultinfo|totalcount|\.length\b|success|\.ok\b|status|error|\bcode\b|\.filter\.id|priority|locked|^(?:\d+|true|false)$|^"?$|^[)\]}{]*$|\.(?:kind|phase)\b/i;

interface Names {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  readonly old: readonly Condition[];
  /** A condition with the text that a variable of the program holds. */
  readonly filled: (what: string) => string;
}

/** Functions are no variables. */
const NAME = /(?<![\w$.])[A-Za-z_$][\w$]*(?![\w$(])/g;

function namesIn({ code }: Words): ReadonlySet<string> {
  return new Set((code.match(NAME) ?? []).map((name) => name.replaceAll('_', '')));
}

/** Conditions of the old code that the new one has not. */
function lostConditions(
  before: readonly Condition[],
  after: readonly Condition[],
  names: Names,
): readonly { readonly what: string; readonly isTurned: boolean }[] {
  // One helper may ask for all places that asked.
  const keysOf = (what: string) => [keyOf(what), keyOf(names.filled(what))];
  const has = (want: Condition, isSame: boolean) => {
    const keys = keysOf(want.what);
    return after.some(
      ({ what, isAsked }) =>
        (isAsked === want.isAsked) === isSame && keysOf(what).some((key) => keys.includes(key)),
    );
  };
  const missing = before.filter((want) => !APART.test(want.what) && !has(want, true));
  return missing
    .filter((want) => !isRenamed(want, after, names))
    .map((want) => ({ what: want.what, isTurned: has(want, false) }));
}

/** `const expression = "…"` */
function textsHeld({ code, texts }: Words): readonly (readonly [string, string])[] {
  return [...code.matchAll(/(?<![\w.$])([A-Za-z_]\w{0,60}) = f?"(\d+)"(?=[;\n]|$)/g)].map(
    ([, name = '', index]) => [name.replaceAll('_', ''), JSON.stringify(texts[Number(index)] ?? '')],
  );
}

/** A field may be in a variable of its name, and what a function answered in one of its. */
function keyOf(what: string): string {
  return what
    .replace(/^(\w+)\(\)$/, '$1')
    .replace(/(?:^| )\.(?=\w+(?:$| ))/g, ' ')
    .replace(/^ /, '');
}

/** The parts stand in this order, and something short between each two of them. */
function fits(what: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  if (!what.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const next = index === rest.length - 1 ? what.length - part.length : what.indexOf(part, at + 1);
    const between = what.slice(at, Math.max(at, next));
    if (next <= at || between.length > 60 || /[=<>&|"]/.test(between) || !what.startsWith(part, next))
      return false;
    at = next + part.length;
  }
  return true;
}

/** The same is asked of variables that have other names now: the old names stand nowhere in the new code. */
function isRenamed(want: Condition, after: readonly Condition[], names: Names): boolean {
  const gone = (want.what.replace(/"[^"]*"/g, '').match(NAME) ?? []).filter(
    (name) => !names.after.has(name) && names.before.has(name),
  );
  if (gone.length === 0) return false;
  const parts = want.what.split(new RegExp(`(?<![\\w$.\\\\])(?:${gone.map(literally).join('|')})(?![\\w$])`));
  const known = new Set(names.old.map(({ what }) => keyOf(what)));
  const isNew = (what: string) =>
    (what.match(NAME) ?? []).some((name) => !names.before.has(name) && names.after.has(name)) ||
    what.includes('(');
  return after.some(
    ({ what, isAsked, isEither }) =>
      (isAsked === want.isAsked || isEither === true || want.isEither === true) &&
      !known.has(keyOf(what)) &&
      !APART.test(what) &&
      fits(what, parts) &&
      isNew(what),
  );
}

/** Of rules, what decides which of them a program works on. */
const ON_RULES = /^(?:!?\s{0,2})\.(?:enabled|action|description|expression|ratelimit)\b/;

/** Conditions on rules of the new code that the old one had not, and did not ask the API for. */
function gainedConditions(
  before: readonly Condition[],
  after: readonly Condition[],
  old: string,
): readonly string[] {
  const known = before.map(({ what }) => fieldOf(what));
  const asked = after.filter(({ what, isHeld }) => isHeld !== true && ON_RULES.test(what));
  const count = (field: string) => asked.filter(({ what }) => fieldOf(what) === field).length;
  return asked
    .filter(({ what }) => {
      const field = fieldOf(what);
      const before = known.filter((one) => one === field).length;
      return field === '.enabled' ? count(field) > before : before === 0 && !isAskedFor(what, old);
    })
    .map(({ what }) => what);
}

function fieldOf(what: string): string {
  return /\.\w+/.exec(what)?.[0] ?? what;
}

const PARAMETERS =
  /(?:\bparams["']?\s{0,3}[:=]\s{0,3}\{[^{}]{0,120}?["']?\b|[?&])(description|action|paused)["']?\s{0,2}[:=]/g;

/** Fields by which the old API was asked for rules. */
function askedForIn(text: string): readonly string[] {
  return [...text.matchAll(PARAMETERS)].map(([, field = '']) => (field === 'paused' ? 'enabled' : field));
}

/** The old request says which rules it wants: `?description=…`. */
function isAskedFor(what: string, old: string): boolean {
  const [, field = '', value] = /^\.(\w+) == "?([\w $.-]+)"?$/.exec(what) ?? [];
  if (value === undefined) return false;
  const pattern = new RegExp(
    `\\b${literally(field)}\\b["']?\\s{0,3}[:=]\\W{0,6}(?:\\w{1,40}\\()?["']?${literally(value)}\\b`,
  );
  return pattern.test(old.replaceAll('_', '')) && /\bparams\b|[?&]/.test(old);
}
