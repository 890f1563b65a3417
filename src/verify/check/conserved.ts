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
import { emptiedBlocks } from './emptied-blocks.js';
import { endedReads, explainedIn, guardsOf, pageSizesIn, pagingIn } from './explained.js';
import { movedFields } from './field-places.js';
import { gainedIn } from './gained.js';
import { lostBlocks } from './lost-blocks.js';
import { callLosses, lostHandlers, lostOrder } from './lost-calls.js';
import { lostFromLists, lostItems } from './lost-items.js';
import { newLiterals } from './lost-literals.js';
import { lostOptions } from './lost-options.js';
import { wordLosses } from './lost-words.js';
import { choosesById, isOfOwasp } from './managed-rules.js';
import type { Findings, Loss } from './model.js';
import { lastOf, RENAMED, RENAMED_ACTIONS } from './new-words.js';
import { unmadeActions } from './old-actions.js';
import type { Sent } from './sent.js';
import { shellLosses } from './shell-losses.js';
import type { ChangedFile } from './trees.js';
import { joined, type Words, wordsOf } from './words.js';

interface ConservedInput {
  readonly changes: readonly ChangedFile[];
  /** Requests that have to go, and findings that are no requests. */
  readonly retired: readonly Sent[];
  readonly wanted: readonly Found[];
  readonly catalogue: Catalogue;
  readonly findings: Findings;
}

const NOT_COMPARED: Conserved = { tablesAgree: true, areRulesEqual: false, areChangesEqual: false };
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
  /** Both trees set the same fields of rules that are there already. */
  readonly areChangesEqual: boolean;
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
  const inFile = (places: readonly Origin[], path: string) => places.filter(({ file }) => file === path);
  const wordsWithout = (places: readonly Origin[]) =>
    joined(code.map((one) => wordsOf(one.before ?? '', language, inFile(places, one.path))));
  const left = wordsWithout([...values, ...statements]);
  const outside = wordsWithout([...values, ...statements, ...calls]);
  const right = joined(code.map((one) => wordsOf(one.after ?? '', language)));
  const apartFrom = (places: readonly Origin[]) =>
    code.map(({ path, before: text }) => without(text ?? '', inFile(places, path)));
  const apart = apartFrom([...values, ...statements]);
  const around = { language, old: before, now: after, pageSizes: pageSizesIn(before) };
  const ended = explainedIn(retired.filter(isEndedSetting), [], textOf).values;
  const whole = joined(code.map((one) => wordsOf(one.before ?? '', language)));
  const acted = compareActs(code, [...statements, ...ended], endsOf(retired));
  const losses: Loss[] = [
    ...lostPairs(pairsIn(apart.join('\n')), pairsIn(after)),
    ...(acted?.losses ??
      wordLosses({
        left,
        outside,
        right,
        whole,
        asked: wordsWithout([...statements, ...calls]),
        reads: apartFrom([...values, ...statements, ...calls]).join('\n'),
        around,
        entries,
      })),
    ...lostOptions(before, after),
    ...lostHandlers(whole.code, right.code),
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
  const isExplained = entries.has('waf-packages') && choosesById(after);
  tell(
    losses.filter(({ of }) => !(isExplained && isOfOwasp(of ?? ''))),
    first.path,
    findings,
  );
  return {
    tablesAgree: lostPairs(pairsIn(before), pairsIn(after)).length === 0,
    areRulesEqual: acted?.areRulesEqual === true,
    areChangesEqual: acted?.areChangesEqual === true,
  };
}

function tell(losses: readonly Loss[], file: string, findings: Findings): void {
  const at = { file, start: 0, end: 0 };
  for (const { what, isSure } of losses)
    if (isSure === true) findings.refutations.push({ check: 'meaning', what, at });
    else findings.gaps.push({ check: 'meaning', what, at, byRuns: !OF_ZONES.test(what) });
}

/** Zones of made states are all active. */
const OF_ZONES = /\.status == "(?:active|pending|moved|initializing)"/;

/** The last part of the paths of requests that are no rules. */
function endsOf(retired: readonly Sent[]): readonly string[] {
  const paths = retired.filter((one) => !isOfRules(one)).map(({ template }) => template);
  return paths.flatMap((path) => {
    const [before = '', last = ''] = path
      .replace(/\/\{\}$/, '')
      .split('/')
      .slice(-2);
    if (!/^[a-z_0-9]*$/.test(last)) return [];
    return /^[a-z_]+$/.test(before) ? [`${before}/${last}`] : /^[a-z_]+$/.test(last) ? [last] : [];
  });
}

function isEndedSetting(sent: Sent): boolean {
  return /\/settings(?:\/|$)/.test(sent.template);
}

function isOfRules({ template }: Sent): boolean {
  return /firewall\/rules|rate_limits|filters/.test(template);
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

const FLAGS: ReadonlySet<string> = new Set(['paused', 'enabled', 'disabled']);

export function pairsIn(text: string): readonly (readonly [string, string])[] {
  const plain = text.replace(/\\"/g, '"').replace(/(?<![\w$&"'{:])#[^\n]*|^[ \t]*\/\/[^\n]*/gm, ' ');
  return [...plain.matchAll(PAIR)].flatMap(([, key = '', value = '']): (readonly [string, string])[] => {
    const bare =
      value.replace(/^["']|["']$/g, '').toLowerCase() === 'true' ? 'true' : value.replace(/^["']|["']$/g, '');
    // A filter of a request: `params={"paused": "true"}`.
    if (FLAGS.has(key) && /^["'](?:true|false)["']$/i.test(value)) return [];
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
      count(code, /\bcurl\b/g) -
      count(code, /\bcurl\b[^|;&)]{0,300}?\s(?:-\w*f\w*\b|--fail|--write-out|-w)/g);
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

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
