/** Which ruleset new code works on, and that it works on one that is there already. */
import { literally } from '../../value/index.js';
import { isRulesetRequest } from './actual.js';
import type { Effect } from './expected.js';
import { OPEN } from './marks.js';
import type { MeaningInput } from './meaning.js';
import { isRecord } from './rule-words.js';
import type { Sent } from './sent.js';

const LIST = /\/rulesets$/;
const RULES = /\/rulesets\/[^/]+\/rules$/;

/** Rules are added to a ruleset that is there, and not only where there is none. */
export function checkExisting(expected: readonly Effect[], { after, findings }: MeaningInput): void {
  const first = expected.find(({ kind }) => kind === 'add');
  const rulesets = after.requests.filter(isRulesetRequest);
  if (first === undefined || rulesets.length === 0) return;
  const isAdd = ({ method, path, body }: Sent) =>
    method === null ||
    (method === 'POST' && RULES.test(path)) ||
    /\/rulesets‹\d+›$/.test(path) ||
    (method === 'PUT' && carriesOthers(body));
  if (rulesets.some(isAdd)) return;
  const what = 'what happens in a zone that has rules of this phase';
  findings.gaps.push({ check: 'meaning', what, at: first.at, byRuns: true });
}

/** Rules of a zone are in rulesets of the zone. */
export function checkOwner(retired: readonly Sent[], { before, after, findings }: MeaningInput): void {
  const isOfZone = retired.length > 0 && retired.every(({ template }) => template.startsWith('/zones/'));
  const known = new Set(before.requests.map(({ template }) => template));
  const other = after.requests.find(
    (one) =>
      one.usage.kind === 'http' &&
      isRulesetRequest(one) &&
      one.template.startsWith('/accounts/') &&
      !known.has(one.template),
  );
  if (isOfZone && other !== undefined)
    findings.refutations.push({
      check: 'meaning',
      what: 'the old rules are of a zone, these of an account',
      at: other.at,
    });
}

/** Rules that were read are sent again with the new one. */
function carriesOthers(body: Sent['body']): boolean {
  if (!isRecord(body) || body[OPEN] !== undefined) return true;
  const { rules } = body;
  return !Array.isArray(rules) || rules.some((rule) => !isRecord(rule));
}

/** The one of a list of rulesets is chosen by the phase of the old rules. */
export function checkChoice(expected: readonly Effect[], { after, before, findings }: MeaningInput): void {
  const lists = after.requests.filter(
    ({ method, template }) => (method === 'GET' || method === null) && LIST.test(template),
  );
  const reads = after.requests.some(
    ({ method, template }) => method === 'GET' && /\/entrypoint$/.test(template),
  );
  const [list] = lists;
  if (list === undefined || reads || before.requests.some(isRulesetRequest)) return;
  const texts = after.texts.map(({ text }) => text).join('\n');
  for (const phase of new Set(expected.flatMap((one) => one.phase ?? [])))
    if (!comparesPhase(texts, phase))
      findings.gaps.push({
        check: 'meaning',
        what: `whether the ruleset that is taken out of the list is that of ${phase}`,
        at: list.at,
        byRuns: true,
      });
}

/** `.phase == "…"` in any language, with the name of the phase or of what holds it. */
function comparesPhase(texts: string, phase: string): boolean {
  const holders = [
    ...texts.matchAll(
      new RegExp(`([A-Za-z_]\\w*)["']?\\s{0,3}(?:[=:]|--arg \\w{1,20})\\s{0,3}["']?${literally(phase)}`, 'g'),
    ),
  ];
  const names = [phase, ...holders.flatMap(([, name = '']) => (name === 'phase' ? [] : [name]))];
  const given = /--arg\s+(\w+)\s+["']?\$?\{?(\w+)/g;
  for (const [, arg = '', value = ''] of texts.matchAll(given)) if (names.includes(value)) names.push(arg);
  return (
    names.some((name) => isCompared(texts, name)) ||
    // A function or a loop that is given the phase.
    (/\bphase\b["'\])]{0,4}\s{0,3}(?:===?|!==?)\s{0,3}["'$]{0,2}[\w.]{0,20}?phase\b/i.test(texts) &&
      texts.includes(phase))
  );
}

function isCompared(texts: string, name: string): boolean {
  const before = new RegExp(
    `\\bphase\\b["'\\])]{0,4}\\s{0,3}(?:===?|!==?)\\s{0,3}["'$]{0,2}[\\w.]{0,20}?${literally(name)}\\b`,
  );
  const behind = new RegExp(
    `${literally(name)}["']?\\s{0,3}(?:===?|!==?)\\s{0,3}[\\w.$\\[]{1,40}["']?phase\\b`,
  );
  return before.test(texts) || behind.test(texts);
}
