/** What it means that one command did something else in the two trees, on one made state. */
import type { Entry } from '../../catalogue/index.js';
import { compareRecordings, type EdgeState, type Rehearsal, type RunDifference } from '../../edge/index.js';
import { ENDED_SETTINGS } from './expected.js';
import { compareExpressions } from './expressions.js';
import type { Findings } from './model.js';
import { inOldOrder } from './run-order.js';
import type { MadeState } from './states.js';

export interface MadeRun {
  readonly command: string;
  readonly made: MadeState;
  /** Where the tree after began; null for a fresh zone. */
  readonly initial?: EdgeState | null;
  readonly before: Rehearsal;
  readonly after: Rehearsal;
  /** Of the same command with few rules. */
  readonly usual?: { readonly before: Rehearsal; readonly after: Rehearsal };
  /** Where they ran. */
  readonly folders: { readonly before: string; readonly after: string };
}

export interface RunRules {
  readonly entries: readonly Entry[];
  /** Names of differences that a person accepts. */
  readonly allowed: ReadonlySet<string>;
}

/** Adds what a run shows. */
export function judgeRun(run: MadeRun, rules: RunRules, findings: Findings): void {
  const { command, made, after } = run;
  const refute = (what: string, rest: { before?: string; after?: string } = {}) => {
    const shownBy = `${command}, with ${made.name}`;
    findings.refutations.push({ check: 'runs', what, ...rest, shownBy, at: null });
  };
  if (isMetByOne(run) || isFoundByPart(run)) return;
  const dead = after.calls.find((call) => call.dead);
  if (dead !== undefined)
    return void refute(`the new code still calls ${dead.method} ${dead.path}, which is retired`);
  const wrong: RunDifference[] = [];
  for (const difference of differencesOf(run, rules, findings)) {
    const known = NAMED.find(({ covers }) => covers(run, difference));
    if (known !== undefined) addName(known.name, known.what, findings);
    else if (isUncompared(difference)) {
      const what = `whether the rules now do what ${difference.where.split('.').slice(2).join('.')} did`;
      findings.gaps.push({ check: 'runs', what, at: null, byRuns: false });
    } else if (rules.allowed.has(difference.kind))
      addName(difference.kind, 'was accepted with --allow-difference', findings);
    else if (isWrong(run, difference)) wrong.push(difference);
  }
  const [first] = wrong;
  if (first === undefined) return;
  const { kind, where, effect } = first;
  const requests =
    effect === undefined ? '' : `; ${effect.requests} of the sampled requests are treated differently`;
  const said = hasFailed(after) && !hasFailed(run.before) ? lastWords(after.output.stderr) : '';
  refute(`${kind} differs at ${where}${requests}${said === '' ? '' : `; the new program failed${said}`}`, {
    before: text(first.before),
    after: text(first.after),
  });
}

/** The retired API found rules by a part of their description, too; no other code does. */
function isFoundByPart({ made, before }: MadeRun): boolean {
  return (
    made.row.rules?.some(({ near }) => near === true) === true &&
    before.calls.some(({ path }) => /[?&]description(?:\.contains)?=/.test(path))
  );
}

/** An error that is the answer to a write shows nothing where one of the programs has nothing to write. */
function isMetByOne({ made, before, after }: MadeRun): boolean {
  const isOfWrites = made.row.faults?.answers?.some(({ of }) => of === 'write') === true;
  const writes = ({ calls }: Rehearsal) => calls.some(({ method }) => method !== 'GET');
  return isOfWrites && writes(before) !== writes(after);
}

const MOST_SAID = 240;

/** The end of what a program said when it failed; empty where it said nothing. */
export function lastWords(stderr: string): string {
  const said = stderr.trim().split('\n').slice(-4).join(' / ').replace(/\s+/g, ' ');
  return said === '' ? '' : `: ${said.length > MOST_SAID ? `…${said.slice(-MOST_SAID)}` : said}`;
}

/** Old settings that are rules now, and that no comparison of states takes for the same. */
function isUncompared({ kind, where }: RunDifference): boolean {
  return (
    kind === 'state' &&
    /\.waf\.packages\b|\.settings\.mobile_redirect\b|\.rulesets\.http_request_(?:dynamic_redirect|firewall_managed)\b/.test(
      where,
    )
  );
}

function text(value: unknown): string {
  return value === undefined ? '(nothing)' : JSON.stringify(value).slice(0, 300);
}

/** Lines may come in another order, as rules do, unless the old code took care of it. */
const SORTED_LESS = /^something is put in order|^the script runs sort /;

/** Rules that moved and treat no request in another way may stand in any order. */
function differencesOf(
  { before, after, folders, initial = null }: MadeRun,
  { entries }: RunRules,
  findings: Findings,
): readonly RunDifference[] {
  const worded = inSameWords(before.state, after.state);
  const ordered = inOldOrder(before.state, worded, initial);
  if (ordered !== null)
    addName(
      'order-of-actions',
      'rules without priority were sorted by action, and stand in the order of the code now',
      findings,
    );
  const same = { ...after, state: ordered ?? worded };
  const { open } = compareRecordings(before, same, { entries, folders });
  const isSortedLess = findings.gaps.some(({ what }) => SORTED_LESS.test(what));
  return open.filter(
    ({ kind, change, effect }) =>
      change !== 'moved' || effect !== undefined || (isSortedLess && kind === 'stdout'),
  );
}

interface Worded {
  readonly description?: string;
  readonly expression: string;
  readonly ratelimit?: unknown;
}

/** The state after with the words of the state before for rules that say the same. */
function inSameWords(before: EdgeState, after: EdgeState): EdgeState {
  const zones = Object.entries(after.zones).map(([id, zone]) => {
    const old = (before.zones[id]?.rulesets ?? []).flatMap(({ rules }) => rules);
    const rulesets = zone.rulesets.map((ruleset) => ({
      ...ruleset,
      rules: ruleset.rules.map((rule) => worded(rule, old)),
    }));
    return [id, { ...zone, rulesets }] as const;
  });
  return { ...after, zones: Object.fromEntries(zones) };
}

function worded<Rule extends Worded>(rule: Rule, old: readonly Worded[]): Rule {
  const same = old.filter((one) => one.description === rule.description);
  const expression = wordsFor(
    rule.expression,
    same.map((one) => one.expression),
  );
  const counted = countedIn(rule);
  if (counted === null) return { ...rule, expression };
  const counting_expression = wordsFor(
    counted,
    same.flatMap((one) => countedIn(one) ?? []),
  );
  return { ...rule, expression, ratelimit: { ...(rule.ratelimit as object), counting_expression } };
}

function countedIn({ ratelimit }: Worded): string | null {
  const counted =
    typeof ratelimit === 'object' && ratelimit !== null && 'counting_expression' in ratelimit
      ? ratelimit.counting_expression
      : null;
  return typeof counted === 'string' && counted !== '' ? counted : null;
}

function wordsFor(expression: string, old: readonly string[]): string {
  if (old.includes(expression)) return expression;
  return old.find((one) => compareExpressions(one, expression).kind === 'equal') ?? expression;
}

/** Words in which errors are told are not compared, nor what programs say on their way out. */
function isWrong({ made, before, after }: MadeRun, { kind }: RunDifference): boolean {
  const isFaulty = made.row.faults !== undefined || made.row.isMissing === true;
  if (kind === 'exit') return !isFaulty || hasFailed(before) !== hasFailed(after);
  // An error that was told has to be told, in whichever words.
  if (kind === 'stderr') return !(hasFailed(before) && hasFailed(after)) || isSilent(before, after);
  return kind !== 'stdout' || !isFaulty;
}

function isSilent(before: Rehearsal, after: Rehearsal): boolean {
  const said = ({ output }: Rehearsal) => `${output.stdout}${output.stderr}`.trim();
  return said(before) !== '' && said(after) === '';
}

function hasFailed({ exitCode }: Rehearsal): boolean {
  return exitCode !== 0;
}

/** The old program failed because its own request was refused; the new one did its work. */
function isRefusedBefore({ made, before, after }: MadeRun): boolean {
  const writes = ({ calls }: Rehearsal, isFit: (status: number) => boolean) =>
    calls.some(({ method, status }) => method !== 'GET' && isFit(status));
  return (
    made.row.faults === undefined &&
    hasFailed(before) &&
    !hasFailed(after) &&
    writes(before, (status) => status === 400) &&
    writes(after, (status) => status < 300)
  );
}

/** Both programs end so where the first page holds what they look for. */
function isUsualFailure({ after, usual }: MadeRun): boolean {
  return (
    usual !== undefined &&
    hasFailed(usual.before) &&
    hasFailed(usual.after) &&
    usual.after.exitCode === after.exitCode &&
    usual.after.output.stderr === after.output.stderr
  );
}

interface Named {
  readonly name: string;
  readonly what: string;
  readonly covers: (run: MadeRun, difference: RunDifference) => boolean;
}

/** Differences that come with the new API, or that no migration can avoid. */
const NAMED: readonly Named[] = [
  {
    name: 'second-run',
    what: 'the retired API refused what a first run had made; a second run now makes it again',
    covers: (run) =>
      (run.made.row.after === 'self' || run.made.row.hasConditions === true) && isRefusedBefore(run),
  },
  {
    name: 'refused-before',
    what: 'the retired API refused what the old code sent about a rule that was there',
    covers: (run) =>
      ((run.made.row.rules?.length ?? 0) > 0 || run.made.row.after === 'others') && isRefusedBefore(run),
  },
  {
    name: 'allow-is-skip',
    what: 'rules that allow are listed as rules that skip',
    covers: (_, { kind, before, after }) => kind === 'stdout' && isSkip(before, after),
  },
  {
    name: 'field-names',
    what: 'expressions are shown with the new names of fields',
    covers: (_, { kind, before, after }) => kind === 'stdout' && isRenamed(before, after),
  },
  {
    name: 'all-pages',
    what: 'the old code saw one page of the rules, the new code sees all of them',
    // What was not found on the first page is found now, or is there already.
    covers: (run, { kind }) =>
      run.made.row.hasPages === true &&
      (kind !== 'exit' || (hasFailed(run.before) && !hasFailed(run.after)) || isUsualFailure(run)) &&
      !run.before.calls.some(({ path }) => NEXT_PAGE.test(path)),
  },
  {
    name: 'missing-is-empty',
    what: 'a zone that does not exist reads as one without rules: both answer 404',
    covers: ({ made, before, after }, { kind }) =>
      made.row.isMissing === true &&
      hasFailed(before) &&
      (after.calls.every(({ method, path }) => method === 'GET' && /\/entrypoint$/.test(path)) ||
        (hasFailed(after) && kind === 'stdout')),
  },
  {
    name: 'ended-setting',
    what: 'a setting that ended is not set any more, and nothing is said of it',
    covers: (run, { kind, before, after }) =>
      kind === 'stdout' && after === undefined && typeof before === 'string' && saysWhatEnded(before, run),
  },
  {
    name: 'draft-images',
    what: 'the new upload address leaves a draft of the image in the account',
    covers: (_, { kind, where, before, after }) =>
      kind === 'state' && /\.collections\.images$/.test(where) && before === undefined && areDrafts(after),
  },
  {
    name: 'error-is-noticed',
    what: 'an error of the API that the old code ignored ends the new program',
    covers: ({ made, before, after }, { kind }) =>
      (made.row.faults !== undefined || made.row.isMissing === true) &&
      !hasFailed(before) &&
      hasFailed(after) &&
      kind !== 'state' &&
      kind !== 'effect',
  },
];

/** The line names a setting that the old code set. A level that still means something is seen in the state. */
function saysWhatEnded(line: string, { before, after }: MadeRun): boolean {
  const sets = (run: MadeRun['before'], id: string) =>
    run.calls.some(({ path }) => path.endsWith(`/settings/${id}`));
  return [...ENDED_SETTINGS, 'security_level'].some(
    (id) => line.includes(String(id)) && sets(before, String(id)) && !sets(after, String(id)),
  );
}

/** As they are made where nobody asks for anything else. */
function areDrafts(images: unknown): boolean {
  return (
    Array.isArray(images) &&
    images.every(({ draft, requireSignedURLs, metadata }) => draft && !requireSignedURLs && metadata === null)
  );
}

const NEXT_PAGE = /[?&]page=(?:[2-9]|\d{2,})|[?&]cursor=/;

function isSkip(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  const word = (line: string) =>
    line.replace(/\b(?:allow|bypass|skip)\b/g, 'skip').replace(/\b[0-9a-f]{32}\b/g, '');
  return word(before) === word(after);
}

function isRenamed(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return before.replace(/\bip\.geoip\./g, 'ip.src.') === after.replace(/\bip\.geoip\./g, 'ip.src.');
}

function addName(name: string, what: string, { differences }: Findings): void {
  if (!differences.some((one) => one.name === name)) differences.push({ name, what });
}
