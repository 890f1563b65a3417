/** What the new code does that the old one did not: it leaves out a part of a list, or takes other errors for none. */
import { literally } from '../../value/index.js';
import type { Loss } from './model.js';
import type { Words } from './words.js';

/** The first of a list; the one ruleset of a phase may be taken so. */
const PARTS =
  /\[:-?\d+\]|\.slice\(0, ?\d+\)|\blimit\(1;|\bislice\(|\[0\]\s{0,2}\|\s{0,2}select\(|(?<!(?:kind|phase|ruleset)[^\n]{0,200})\|\s{0,2}head -(?:n ?)?1\b/g;
/** A rule is replaced by what is sent. */
const PARTIAL =
  /\b(?:PATCH|patch|edit)\b[^\n{]{0,160}\{\s{0,20}["']?(?:enabled|ratelimit|action|expression|description)\b(?![^{}\n]*(?:\.\.\.|\*\*))(?![^{}\n]*expression)[^{}\n]*\}\s{0,4}\)/g;
const PATHS = /\.(?:r?split|r?partition|replace|removesuffix|slice|rsplit)\([^()\n]{0,20}\/rules\b/g;
const REFUSALS = /(?<![<>]=? ?|-g[et] )\b(?:401|403|429|5\d\d)\b/g;
/** What is left in a variable for the end of the script. */
const KEPT_STATUS =
  /\b(?:status|rc|ret|result|failed|failures|errors|exit_?code)=[1-9]\b|\bexit_?[cC]ode = [1-9]/g;
const OLD_FIELD_OF_JQ = /\.filter\.(?:expression|id)\b|\.(?:paused|threshold)\b(?!\s*[=:][^=])/;

export function gainedIn(before: string, after: string, words: Words, language: string): readonly Loss[] {
  const losses: Loss[] = [];
  const more = (pattern: RegExp) => count(after, pattern) > count(before, pattern);
  if (more(PARTIAL) || partsMade(after) > partsMade(before))
    losses.push({ what: 'a part of a rule is sent, and takes the place of all of it' });
  if (turnedSpreads(before, after))
    losses.push({ what: 'of two objects that are put together, another one wins than before' });
  if (more(PATHS)) losses.push({ what: 'a path is taken apart before it is sent' });
  if (more(PARTS)) losses.push({ what: 'the new code takes only a part of a list' });
  const known = new Set(before.match(REFUSALS));
  const other = (after.match(REFUSALS) ?? []).find((code) => !known.has(code));
  if (other !== undefined)
    losses.push({ what: `the new code deals with the status ${other} in its own way` });
  if (count(after, KEPT_STATUS) < count(before, KEPT_STATUS))
    losses.push({ what: 'a failure is noted less often than before' });
  if (language === 'shell') {
    if (failuresOfNone(after) > failuresOfNone(before))
      losses.push({ what: 'the new script fails where something is missing' });
    const program = words.texts.find(
      (text) =>
        /^\s*[.[(]|select\(|\|/.test(text) &&
        OLD_FIELD_OF_JQ.test(text) &&
        !/\b(?:paused|threshold|filter)"?\s*:/.test(text),
    );
    const [field] = OLD_FIELD_OF_JQ.exec(program ?? '') ?? [];
    if (field !== undefined)
      losses.push({ what: `the new code reads ${field}, which rules of the new API do not have` });
  }
  return losses;
}

/** `{ ...defaults, ...own }`, `{**defaults, **own}` */
const SPREADS = /\{\s{0,20}(?:\.\.\.|\*\*)([\w.]{1,60}),\s{0,20}(?:\.\.\.|\*\*)([\w.]{1,60})\s{0,20}[,}]/g;

function turnedSpreads(before: string, after: string): boolean {
  const now = new Set([...after.matchAll(SPREADS)].map(([, one, other]) => `${one} ${other}`));
  return [...before.matchAll(SPREADS)].some(
    ([, one, other]) => !now.has(`${one} ${other}`) && now.has(`${other} ${one}`),
  );
}

/** `changed = {}`, which is given fields of a rule, and no expression. */
function partsMade(text: string): number {
  return [...text.matchAll(/\b(\w{1,40}) ?(?:: ?dict ?)?= ?(?:\{\}|dict\(\))/g)].filter(([, name = '']) => {
    const fields = [
      ...text.matchAll(new RegExp(`(?<![\\w.])${literally(name)}(?:\\.|\\[["'])(\\w{1,40})`, 'g')),
    ];
    const set = fields.map(([, field = '']) => field);
    return set.some((field) => /^(?:enabled|ratelimit|action)$/.test(field)) && !set.includes('expression');
  }).length;
}

/** How often a script asks `[ -z … ]; then`, and gives up within two lines. */
function failuresOfNone(script: string): number {
  const lines = script.split('\n');
  return lines.filter((line, at) => {
    const asked = line.indexOf('-z ');
    if (asked < 0) return false;
    const [, then] = `${line.slice(asked)}\n${lines[at + 1] ?? ''}`.split(/\bthen\b/, 2);
    if (then === undefined) return false;
    return [then, ...lines.slice(at + 2, at + 4)].some((one) =>
      /(?<!\|\|\s)\b(?:exit|return) [1-9]/.test(one),
    );
  }).length;
}

/** `rule.action`, `rule["action"]`, `rule.get("action")`; new code may take it apart as `{ action }`. */
const READ_FIELDS: readonly (readonly [string, RegExp, RegExp])[] = [
  ['action', /(?:\.|\[["']|\bget\(["'])action\b(?!["']?\]?\s{0,2}[:=](?!=))/g, /[.{,"']\s{0,4}action\b/g],
  [
    'description',
    /(?:\.|\[["']|\bget\(["'])description\b(?!["']?\]?\s{0,2}[:=](?!=))/g,
    /[.{,"']\s{0,4}description\b(?!["']?\s{0,2}:)/g,
  ],
  [
    'expression',
    /(?:\.|\[["']|\bget\(["'])expression\b(?!["']?\]?\s{0,2}[:=](?!=))/g,
    /[.{,"']\s{0,4}expression\b(?!["']?\s{0,2}:)/g,
  ],
  [
    'period',
    /(?:\.|\[["']|\bget\(["'])period\b(?!["']?\]?\s{0,2}[:=](?!=))/g,
    /[.{,"']\s{0,4}period\b(?!["']?\s{0,2}:)/g,
  ],
];

/** Fields that are read of old rules, and of new ones no more. */
export function lostReads(before: string, after: string): readonly Loss[] {
  return READ_FIELDS.flatMap(([name, old, now]) =>
    count(before, old) > 0 && count(after, now) === 0 ? [{ what: `${name} is read no more` }] : [],
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
