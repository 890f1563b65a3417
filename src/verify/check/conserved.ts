/**
 * What a migration leaves as it is, told from the words of the code alone, in every language: texts, numbers,
 * conditions, the ways errors end the program, calls of its own functions, and the rows of tables with their old or
 * new names of fields. What the retired requests send is compared by its meaning, and left out here.
 */
import type { Catalogue } from '../../catalogue/index.js';
import { languageOf } from '../../read/index.js';
import type { Found } from '../../scan/index.js';
import type { Origin } from '../../value/index.js';
import { compareActs } from '../form/index.js';
import { conditionLosses } from './condition-losses.js';
import { conditionsIn } from './conditions.js';
import { emptiedBlocks } from './emptied-blocks.js';
import { endedReads, explainedIn, guardsOf, isOfForm, pageSizesIn, pagingIn } from './explained.js';
import { movedFields } from './field-places.js';
import { gainedIn, lostReads } from './gained.js';
import { unguardedCalls } from './guarded-calls.js';
import { lostBlocks } from './lost-blocks.js';
import { callLosses, lostHandlers, lostOrder, lostUses } from './lost-calls.js';
import { lostFromLists, lostItems } from './lost-items.js';
import { lostLiterals, newLiterals, tally } from './lost-literals.js';
import { choosesById, isOfOwasp } from './managed-rules.js';
import type { Findings, Loss } from './model.js';
import { lastOf, RENAMED, RENAMED_ACTIONS } from './new-words.js';
import { unmadeActions } from './old-actions.js';
import type { Sent } from './sent.js';
import { shellLosses } from './shell-losses.js';
import type { ChangedFile } from './trees.js';
import { isProgram, joined, type Words, wordsOf } from './words.js';

interface ConservedInput {
  readonly changes: readonly ChangedFile[];
  /** Requests that have to go, and findings that are no requests. */
  readonly retired: readonly Sent[];
  readonly wanted: readonly Found[];
  readonly catalogue: Catalogue;
  readonly findings: Findings;
}

const NOT_COMPARED: Conserved = { tablesAgree: true, areRulesEqual: false };
const NO_CODE = /\.(?:md|lock|txt|toml)$|package(?:-lock)?\.json$/;

/** All are settings without a successor: nothing new comes when they go. */
function onlyRemoved(entries: ReadonlySet<string>, { entries: all }: Catalogue): boolean {
  return [...entries].every((id) => {
    const entry = all.find((one) => one.id === id);
    return entry !== undefined && entry.settings.length > 0 && entry.removal === 'review';
  });
}

export interface Conserved {
  /** The rows of the tables of the code are all there. */
  readonly tablesAgree: boolean;
  /** Both trees make the same rules, field by field. */
  readonly areRulesEqual: boolean;
}

export function checkConserved({ changes, retired, wanted, catalogue, findings }: ConservedInput): Conserved {
  const code = changes.filter(({ path }) => !NO_CODE.test(path));
  const [first] = code;
  if (first === undefined) return NOT_COMPARED;
  const head = (first.before ?? first.after ?? '').slice(0, 200).split('\n')[0] ?? '';
  const language = languageOf(first.path, head);
  if (language === 'terraform') {
    lostBlocks(code, findings);
    lostFromLists(code, findings);
    return NOT_COMPARED;
  }
  const before = code.map((one) => one.before ?? '').join('\n');
  const after = code.map((one) => one.after ?? '').join('\n');
  const textOf = (path: string) => code.find((one) => one.path === path)?.before ?? '';
  const { values: sent, statements: gone, calls } = explainedIn(retired, wanted, textOf);
  const entries = new Set(wanted.map(({ finding }) => finding.entry));
  const statements = [
    ...gone,
    ...code.flatMap(({ path, before: text }) => endedReads(path, text ?? '', entries)),
    ...guardsOf(retired, textOf),
    ...emptiedBlocks(retired, textOf),
  ];
  const values = [...sent, ...code.flatMap(({ path, before: text }) => pagingIn(path, text ?? ''))];
  const wordsWithout = (places: readonly Origin[]) =>
    joined(
      code.map((one) =>
        wordsOf(
          one.before ?? '',
          language,
          places.filter(({ file }) => file === one.path),
        ),
      ),
    );
  const left = wordsWithout([...values, ...statements]);
  const outside = wordsWithout([...values, ...statements, ...calls]);
  const right = joined(code.map((one) => wordsOf(one.after ?? '', language)));
  const apartFrom = (places: readonly Origin[]) =>
    code.map(({ path, before: text }) =>
      without(
        text ?? '',
        places.filter(({ file }) => file === path),
      ),
    );
  const apart = apartFrom([...values, ...statements]);
  const around = { language, old: before, now: after, pageSizes: pageSizesIn(before) };
  const ended = explainedIn(retired.filter(isEndedSetting), [], textOf).values;
  const acted = compareActs(code, [...statements, ...ended], endsOf(retired));
  const losses: Loss[] = [
    ...lostPairs(pairsIn(apart.join('\n')), pairsIn(after)),
    ...(acted?.losses ?? [
      ...lostTexts(left, right, language),
      ...lostLiterals(left, outside, right, around).filter(({ what }) => !isOfForm(what, entries, after)),
      ...conditionLosses(wordsWithout([...statements, ...calls]), right, around),
      ...unguardedCalls(joined(code.map((one) => wordsOf(one.before ?? '', language))).code, right.code),
      ...lostReads(apartFrom([...values, ...statements, ...calls]).join('\n'), after),
      ...(hasFlagInCondition(left, language) ? [] : turnedFlags(before, after)),
      ...lostUses(joined(code.map((one) => wordsOf(one.before ?? '', language))).code, right.code),
      ...lostEnds(left, right),
    ]),
    ...lostHandlers(joined(code.map((one) => wordsOf(one.before ?? '', language))).code, right.code),
    ...lostControl(left, right, language, loopsOver(calls, textOf), acted !== null),
    ...callLosses(before, after),
    ...lostItems(before, after, first.path),
    ...lostOrder(left.code, right.code, before),
    ...movedFields(before, after),
    ...unmadeActions(right),
    ...gainedIn(before, after, right, language),
    ...(language === 'shell' ? shellLosses(before, after) : []),
    ...(retired.some(isOfRules) ? oldReads(right) : []),
  ];
  if (entries.has('srv-data') && SRV_READ.test(apart.join('\n')))
    losses.push({ what: 'what is read of the name of a service record' });
  if (onlyRemoved(entries, catalogue)) losses.push(...newLiterals(before, after, language));
  const at = { file: first.path, start: 0, end: 0 };
  const isExplained = entries.has('waf-packages') && choosesById(after);
  for (const { what, isSure } of losses.filter(({ of }) => !(isExplained && isOfOwasp(of ?? ''))))
    if (isSure === true) findings.refutations.push({ check: 'meaning', what, at });
    else findings.gaps.push({ check: 'meaning', what, at, byRuns: true });
  return {
    tablesAgree: lostPairs(pairsIn(before), pairsIn(after)).length === 0,
    areRulesEqual: acted?.areRulesEqual === true,
  };
}

/** The last part of the paths of requests that are no rules. */
function endsOf(retired: readonly Sent[]): readonly string[] {
  const paths = retired.filter((one) => !isOfRules(one)).map(({ template }) => template);
  return paths.flatMap((path) => /\/([a-z_]+\/?[a-z_0-9]*)(?:\/\{\})?$/.exec(path)?.[1] ?? []);
}

function isEndedSetting(sent: Sent): boolean {
  return /\/settings(?:\/|$)/.test(sent.template);
}

function isOfRules({ template }: Sent): boolean {
  return /firewall\/rules|rate_limits|filters/.test(template);
}

/** Flags in conditions are compared with these. */
function hasFlagInCondition({ code, texts }: Words, language: string): boolean {
  return conditionsIn(code, texts, language).some(({ what }) => /\.(?:paused|disabled)\b/.test(what));
}

/** `{ service, proto, name } = record.data` */
const SRV_READ =
  /\{[^{}\n]{0,80}\bservice\b[^{}\n]{0,80}\}\s{0,3}=\s{0,3}[\w.]{1,40}\.data\b(?!\s{0,3}[;\n]\s{0,20}return)/;

function without(text: string, places: readonly Origin[]): string {
  let left = text;
  for (const { start, end } of places)
    left = left.slice(0, start) + left.slice(start, end).replace(/[^\n]/g, ' ') + left.slice(end);
  return left;
}

const PAIR =
  /["']?\b([A-Za-z_]\w*)["']?\s*(?:=>|[:=])\s*("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|true\b|false\b|True\b|False\b|-?\d+\b)/g;

const FIELDS: ReadonlySet<string> = new Set([
  'action',
  'description',
  'paused',
  'enabled',
  'disabled',
  'expression',
  'threshold',
  'requests_per_period',
  'period',
  'timeout',
  'mitigation_timeout',
]);

export function pairsIn(text: string): readonly (readonly [string, string])[] {
  const plain = text.replace(/\\"/g, '"').replace(/(?<![\w$&"'{:])#[^\n]*|^[ \t]*\/\/[^\n]*/gm, ' ');
  return [...plain.matchAll(PAIR)].flatMap(([, key = '', value = '']): (readonly [string, string])[] => {
    const bare =
      value.replace(/^["']|["']$/g, '').toLowerCase() === 'true' ? 'true' : value.replace(/^["']|["']$/g, '');
    return FIELDS.has(key) && bare.trim() !== '' ? [translated(key, bare === 'False' ? 'false' : bare)] : [];
  });
}

/** A row as the new API would have it. */
function translated(key: string, value: string): readonly [string, string] {
  const field = RENAMED.get(key);
  if (field !== undefined)
    return [lastOf(field.now), field.isNegated === true ? String(value !== 'true') : value];
  return [key, (key === 'action' ? RENAMED_ACTIONS.get(value) : undefined) ?? value];
}

/** Fields of rows that the new code has not, or has otherwise. */
type Pairs = ReturnType<typeof pairsIn>;

function lostPairs(before: Pairs, after: Pairs): readonly Loss[] {
  const now = new Map<string, number>();
  for (const [key, value] of after) now.set(`${key} ${value}`, (now.get(`${key} ${value}`) ?? 0) + 1);
  const wanted = new Map<string, { key: string; value: string; count: number }>();
  for (const [key, value] of before) {
    // What is so anyway may be left out.
    if (key === 'enabled' && value === 'true') continue;
    if (key === 'expression') continue;
    const name = `${key} ${value}`;
    wanted.set(name, { key, value, count: (wanted.get(name)?.count ?? 0) + 1 });
  }
  return [...wanted].flatMap(([name, { key, value, count }]) => {
    const has = now.get(name) ?? 0;
    return has >= count || (has > 0 && key === 'action')
      ? []
      : [
          {
            what: `${key} ${JSON.stringify(value)} stands ${count === 1 ? '' : `${count} times `}in the old code, and ${has === 0 ? 'not' : `${has} times`} in the new`,
          },
        ];
  });
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
const CHECKS: readonly RegExp[] = [
  /\bsuccess\b|\.ok\b|raise_for_status|\bstatus(?:_code|Code)?\b|\berrors?\b|(?<=\s)-\w*f\w*\b|--fail/g,
  /\bcatch\b|\bexcept\b|\brescue\b/g,
  /\bset -[a-z]*e|\bset -o errexit/g,
];
const LOOPS = /\bfor\b[^\n;]{1,80}?\b(?:of|in)\b|\.(?:map|forEach|each)\(|\bxargs\b|\bwhile read\b/g;

/** A loop that looks for something may become one of them. */
const SEARCHES = /\.(?:find|some|every|detect|find_index|findIndex)\(|\b(?:next|any|first)\(/g;

/** Loops over the answers of retired calls: what took their place may come at once. */
function loopsOver(calls: readonly Origin[], textOf: (path: string) => string): number {
  return calls.filter(({ file, start }) => {
    const text = textOf(file);
    return /^\s*(?:async\s+)?for\s+await\b/.test(text.slice(text.lastIndexOf('\n', start) + 1, start));
  }).length;
}

/** Clients that fail only where they are asked to. What is given back is asked about by the caller. */
const SENDS = /(?<!\breturn\s)\b(?:requests|session|httpx)\.(?:get|post|put|patch|delete|request)\(/g;
const ASKS =
  /raise_for_status|\.ok\b|\bstatus_code\b|\bsuccess\b|\berrors\b|\breturn (?:r|res|resp|response|answer|reply)\s/g;

/** Requests of functions that ask about fewer answers than they get. */
function unchecked(code: string): number {
  const parts = code.split(/\n(?=[ \t]*(?:async )?def\b)/);
  return parts.reduce((sum, part) => sum + Math.max(0, count(part, SENDS) - count(part, ASKS)), 0);
}

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

/** Checks of answers and loops of which there are fewer than before. */
function lostControl(
  before: Words,
  after: Words,
  language: string,
  gone: number,
  isActed: boolean,
): readonly Loss[] {
  const losses: Loss[] = [];
  if (/raise_for_status/.test(before.code) && unchecked(before.code) === 0 && unchecked(after.code) > 0)
    losses.push({ what: 'a request of the new code is sent, and nothing asks how it went' });
  for (const pattern of CHECKS) {
    const [old, has] = [count(before.code, pattern), count(after.code, pattern)];
    if (old > 0 && (has === 0 || has * 2 < old))
      losses.push({ what: `there were ${old} checks of errors, there are ${has}` });
  }
  const jumps = ({ code }: Words, word: string) => code.split(new RegExp(`\\b${word}\\b`)).length - 1;
  if (jumps(after, 'break') > jumps(before, 'break'))
    losses.push({ what: 'a loop ends early that did not end so before' });
  if (language === 'shell') {
    const unchecked = ({ code }: Words) =>
      count(code, /\bcurl\b/g) - count(code, /\bcurl\b[^|;&)]{0,300}?\s(?:-\w*f\w*\b|--fail)/g);
    if (unchecked(before) === 0 && unchecked(after) > 0)
      losses.push({ what: 'a request of the new code does not fail when the API refuses it' });
  }
  const [old, has] = [
    count(before.code, LOOPS) - gone,
    count(after.code, LOOPS) + count(after.code, SEARCHES) - count(before.code, SEARCHES),
  ];
  if (!isActed && has < old) losses.push({ what: `there were ${old} loops, there are ${has}` });
  return losses;
}

const OLD_FIELD = /\.filter\??\.(?:expression|id|paused)\b|\.(?:paused|threshold)\b(?!\s*=[^=])/g;

/** Fields of old rules that the new code reads, though nothing makes them. */
function oldReads({ code, texts }: Words): readonly Loss[] {
  const shown = code
    .replace(/\["(\d+)"\]/g, (_, index: string) => `.${texts[Number(index)] ?? ''}`)
    .replace(/\.get\("(\d+)"/g, (_, index: string) => `.${texts[Number(index)] ?? ''}`);
  const programs = texts.filter((text) => /^\s*(?:\.|\[|map|select)/.test(text));
  const all = [shown, ...programs].join('\n');
  const isMade = /\b(?:paused|threshold|filter)\b["']?\s*:|(?:paused|threshold|filter)=/.test(all);
  const [field] = isMade ? [] : (all.match(OLD_FIELD) ?? []);
  return field === undefined
    ? []
    : [{ what: `the new code reads ${field}, which rules of the new API do not have` }];
}

/** How a flag is looked at: straight or negated. The new flag says the opposite of the old one. */
const FLAG =
  /(!\s{0,4}|\bnot\s{1,4})?[\w$.?[\]"']{0,60}?(?:\.|\["?|\['?|get\("?|get\('?)(paused|disabled|enabled)\b["')\]]{0,6}(?:,\s{0,4}\w{1,20}\))?(\s{0,4}(?:===?|!==?|\bis not\b|\bis\b)\s{0,4}(?:true|false|True|False)|\s{0,4}\|\s{0,4}not\b)?/g;

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
