/** Texts, ends and flags of programs in languages that have no common form, by their words. */
import { type Around, conditionLosses } from './condition-losses.js';
import { conditionsIn } from './conditions.js';
import { isOfForm } from './explained.js';
import { lostReads } from './gained.js';
import { unguardedCalls } from './guarded-calls.js';
import { lostUses } from './lost-calls.js';
import { lostLiterals, tally } from './lost-literals.js';
import type { Loss } from './model.js';
import { isProgram, type Words } from './words.js';

export interface WordsOfBoth {
  /** Of the old code without what is sent and what goes with it; `outside` also without retired calls. */
  readonly left: Words;
  readonly outside: Words;
  /** Of all of the old code. */
  readonly whole: Words;
  /** Of the old code with what is sent. */
  readonly asked: Words;
  /** The old code without its requests. */
  readonly reads: string;
  readonly right: Words;
  readonly around: Around;
  readonly entries: ReadonlySet<string>;
}

export function wordLosses(both: WordsOfBoth): readonly Loss[] {
  const { left, outside, whole, asked, reads, right, around, entries } = both;
  const { language, old, now } = around;
  return [
    ...lostTexts(left, right, language),
    ...lostLiterals(left, outside, right, around).filter(({ what }) => !isOfForm(what, entries, now)),
    ...conditionLosses(asked, right, around),
    ...unguardedCalls(whole.code, right.code),
    ...lostReads(reads, now),
    ...(hasFlagInCondition(left, language) ? [] : turnedFlags(old, now)),
    ...lostUses(whole.code, right.code),
    ...lostEnds(left, right),
  ];
}

/** Flags in conditions are compared with these. */
function hasFlagInCondition({ code, texts }: Words, language: string): boolean {
  return conditionsIn(code, texts, language).some(({ what }) => /\.(?:paused|disabled)\b/.test(what));
}

/** Words of the API, which a migration exchanges. */
const VOCABULARY =
  /^[\w.[\]$?{}=&%\-/:+@*()]*$|\/zones|\/client\/v4|\/firewall|\/filters|\/rate_limits|rulesets|\bgeoip\b|\b(?:http|ip|cf|ssl|tcp)\.[a-z_.]+|^\s*[.[{]/;

/** Texts that people read: output, messages, questions. */
function lostTexts(before: Words, after: Words, language: string): readonly Loss[] {
  const now = after.texts.map(shape);
  const lost = before.texts
    .filter(
      (text) => / /.test(text.trim()) && !VOCABULARY.test(text) && !(language === 'shell' && isProgram(text)),
    )
    .filter((text) => /[a-z]/i.test(shape(text)))
    .filter((text) => !now.some((other) => other === shape(text) || other.includes(shape(text))));
  return [...new Set(lost)].map((text) => ({
    of: text,
    what: `the text ${JSON.stringify(text.slice(0, 80))} is gone`,
  }));
}

/** A message without what is filled in. */
function shape(text: string): string {
  return text
    .replace(/\$?\{(?:[^{}]|\{[^{}]*\})*\}|\\\((?:[^()]|\([^()]*\))*\)|\$\w+|%[sd]/g, '{}')
    .replace(/\s+/g, ' ');
}

const ENDS =
  /\b(?:throw|raise|die|panic|reject)\b|\b(?:exit|SystemExit)\b[ (]{0,2}(\d*)|\bexitCode\s*=\s*(\d*)|\bassert\b/g;

/** Ends of the program of which there are fewer than before. */
function lostEnds(before: Words, after: Words): readonly Loss[] {
  const losses: Loss[] = [];
  const ends = (words: Words) =>
    [...words.code.matchAll(ENDS)].map(
      ([word, code, other]) => code || other || word.split(/[ (=]/)[0] || '',
    );
  const now = tally(ends(after));
  for (const [end, count] of tally(ends(before))) {
    const has = now.get(end) ?? 0;
    if (has < count)
      losses.push({
        what: /^\d/.test(end)
          ? `the exit code ${end} is set ${count} times, and now ${has} times`
          : `there were ${count} times ${end}, there are ${has}`,
      });
  }
  const codes = (words: Words) => count(words.code, /\breturn [1-9]\d{0,2}\b(?=\s{0,4}(?:[;}\n]|$))/g);
  if (codes(after) < codes(before)) losses.push({ what: 'a failure is returned less often than before' });
  return losses;
}

/**
 * How a flag is looked at: straight or negated, in a script also as `[[ $(jq .enabled <<<"$rule") == false ]]`. The new
 * flag says the opposite of the old one.
 */
const FLAG =
  /(!\s{0,4}|\bnot\s{1,4})?[\w$.?[\]"']{0,60}?(?:\.|\["?|\['?|get\("?|get\('?)(paused|disabled|enabled)\b["')\]]{0,6}(?:,\s{0,4}\w{1,20}\))?(\s{0,4}(?:===?|!==?|\bis not\b|\bis\b)\s{0,4}(?:true|false|True|False)|\s{0,4}\|\s{0,4}not\b|['"]? ?<<<[^\n()]{1,40}\)["']? ?(?:==?|!=) ?["']?(?:true|false))?/g;

interface Polarity {
  readonly straight: number;
  readonly negated: number;
}

function flagsIn(text: string): { readonly old: Polarity; readonly now: Polarity } {
  const counts = { old: { straight: 0, negated: 0 }, now: { straight: 0, negated: 0 } };
  for (const { 0: whole, 1: not = '', 2: name, 3: compared = '', index } of text.matchAll(FLAG)) {
    if (/[:=]\s*$/.test(whole) && compared === '') continue;
    // It is sent as it was read.
    if (/\b(?:paused|disabled|enabled)["']?\s{0,4}:\s{0,4}$/.test(text.slice(Math.max(0, index - 20), index)))
      continue;
    // It is set here, not read.
    if (/^\s*=(?!=)/.test(text.slice(index + whole.length))) continue;
    const turns =
      (not === '' ? 0 : 1) +
      (/!==?|is not|\|\s*not/.test(compared) ? 1 : 0) +
      (/false/i.test(compared) ? 1 : 0);
    const side = name === 'enabled' ? counts.now : counts.old;
    if (turns % 2 === 0) side.straight++;
    else side.negated++;
  }
  return counts;
}

/** Whether an old flag that was read is read as its opposite. */
function turnedFlags(before: string, after: string): readonly Loss[] {
  const [old, now] = [flagsIn(before).old, flagsIn(after)];
  if (old.straight + old.negated === 0) return [];
  const already = flagsIn(before).now;
  const straight = now.now.straight - already.straight + now.old.negated;
  const negatedNow = now.now.negated - already.negated + now.old.straight;
  if (straight + negatedNow === 0)
    return [
      { what: 'the old code looks at `paused` or `disabled`, the new one at neither them nor `enabled`' },
    ];
  return (old.straight > 0 && negatedNow === 0) || (old.negated > 0 && straight === 0)
    ? [
        {
          what: 'the new flag `enabled` says the opposite of the old one, and is not read as its opposite everywhere',
        },
      ]
    : [];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
