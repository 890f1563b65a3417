/** What becomes of one call of the previous Rate Limiting API. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { Module, type Node } from '../../src/read/javascript/syntax/index.js';
import {
  ALL_AT_ONCE,
  ALL_LIMITS,
  type Asked,
  asksForPages,
  ERRORS,
  EXPRESSION,
  errorsWithout,
  flowOf,
  LAST,
  PAGES,
  pageAskedFor,
  pageLoopOf,
  type Replacement,
  type RequestCall,
  refusalFeatures,
  rewritten,
  SHOWN,
} from '../direct/index.js';
import { isOnlyShown, marker } from '../places/index.js';
import { comparesUrl } from './compared-url.js';
import { composedLimit } from './composed-limit.js';
import { classifyElsewhere } from './elsewhere.js';
import { otherTimesAt } from './limit-rule.js';
import { type LimitText, limitText, PARTS } from './limit-text.js';
import { NAMES } from './names.js';
import { sentLimits } from './sent-values.js';
import { stepsFor } from './steps.js';
import { sentValues } from './table-rows.js';
import { convertedTable } from './tables.js';

export function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  if (finding.kind !== 'endpoint' && finding.kind !== 'sdk') return null;
  const byHand = (reason: string): Verdict => ({ ...marker(reason, stepsFor(site)), independent: true });
  if (finding.context === 'test') return byHand('it stands in a test');
  if (script === null) {
    return (
      classifyElsewhere(site, around) ?? byHand('the file is read as text, so its calls cannot be followed')
    );
  }
  return inScript(site, around, (other) => inScript(other, around, () => true).strategy !== 'marker');
}

/** `isRewritten` is asked of other calls that send the same limits. */
function inScript(site: Site, around: Surroundings, isRewritten: IsRewritten): Verdict {
  return rewritten(site, around, {
    steps: stepsFor,
    named: (template) => NAMES[template] ?? template,
    replace: (call, asked) => replace(call, asked, isRewritten),
  });
}

type IsRewritten = (other: Site) => boolean;

function replace(call: RequestCall, asked: Asked, isRewritten: IsRewritten): Replacement | string {
  const { id, method } = call;
  if (method === 'GET') return id === null ? listed(call, asked) : one(id, call, asked);
  if (method === 'DELETE')
    return id === null
      ? 'this call never existed'
      : {
          ...NOTHING,
          call: 'deleteRule',
          args: [id],
          differences: [ERRORS, ...errorsWithout(call.deletedBy)],
        };
  if ((method === 'POST') !== (id === null)) return 'this call never existed';
  return method === 'POST' || method === 'PUT' ? sent(call, asked, isRewritten) : 'its method cannot be told';
}

const NOTHING = { isMapped: false, isList: false, args: [], features: [], differences: [] };
const MAPPED = { ...NOTHING, isMapped: true, features: ['list-mapped'] };

const COMPARED =
  'limits are looked up by their URL patterns: a rule has an expression, which is another text';

function one(id: string, { node }: RequestCall, { site, around }: Asked): Replacement | string {
  const { script } = site;
  if (comparesUrl(site, around)) return COMPARED;
  const differences = [EXPRESSION, ERRORS];
  const features = refusalFeatures(site, around);
  const base = { ...MAPPED, call: 'getRule', args: [id], differences };
  return isForReader(node, script)
    ? { ...base, ...NOTHING, args: [id], differences: [...differences, SHOWN], features }
    : { ...base, features: [...MAPPED.features, ...features] };
}

/** Nobody but a reader gets the answer: no program looks at its fields. */
function isForReader(node: Node, script: Script | null): boolean {
  const flow = script === null ? null : flowOf(script, node, () => false);
  return (
    flow !== null &&
    script !== null &&
    isOnlyShown(flow, script) &&
    flow.types.length === 0 &&
    flow.visits.every(({ steps }) => AROUND.has(steps.at(-1) ?? ''))
  );
}

function listed(call: RequestCall, { site, around }: Asked): Replacement | string {
  const { query, node, gone } = call;
  if (!asksForPages(query)) return 'it asks for some of the limits only, or that cannot be told';
  const loop = site.script === null ? null : pageLoopOf(site.script, node, gone);
  if (comparesUrl(site, around)) return COMPARED;
  const differences = [EXPRESSION, ALL_LIMITS];
  if (loop !== null)
    return {
      ...MAPPED,
      call: 'listRules',
      isList: true,
      edits: loop.edits,
      differences: [...differences, ALL_AT_ONCE],
    };
  const page = pageAskedFor(site, around, call);
  if (page === null) return 'it goes through pages, and there are none any more';
  const isAll = page === 'all';
  const pages = isAll ? (query.length > 0 ? [ALL_AT_ONCE] : []) : [PAGES];
  const isShown = isForReader(node, site.script);
  return {
    ...(isShown ? NOTHING : MAPPED),
    ...(isAll ? { call: 'listRules' } : { call: 'listRulePage', args: [page.text] }),
    isList: true,
    differences: [...differences, ...pages, ...(isShown ? [SHOWN] : [])],
  };
}

function sent(call: RequestCall, asked: Asked, isRewritten: IsRewritten): Replacement | string {
  const { body, id } = call;
  const { script } = asked.site;
  if (body === null || script === null) return 'what it sends cannot be told';
  const limit = sentLimit(call, body, asked, isRewritten);
  if ('why' in limit) return limit.why;
  const isShown = id === null && isForReader(call.node, script);
  const isMapped = id !== null || !(isShown || readsOwnFields(call, script));
  return {
    ...NOTHING,
    isMapped,
    call: id === null ? 'createRule' : 'replaceRule',
    args: id === null ? [limit.text] : [id, limit.text],
    elsewhere: limit.edits,
    // What replaces a limit is what was listed before, with all its parts.
    features:
      id !== null
        ? ['replaced', ...Object.keys(PARTS), ...limit.features]
        : [...limit.features, ...(isMapped ? ['add-mapped'] : [])],
    differences: [
      ...limit.differences,
      EXPRESSION,
      ...(id === null ? [LAST] : []),
      ERRORS,
      ...(isShown ? [SHOWN] : []),
    ],
  };
}

/** The limit by what is known of it: as data, put together from data, or by a function when the program runs. */
function sentLimit(
  call: RequestCall,
  body: Node,
  asked: Asked,
  isRewritten: IsRewritten,
): (LimitText & { readonly edits: readonly FileEdit[] }) | { readonly why: string } {
  const { site, around, local } = asked;
  const { script } = site;
  if (!(script instanceof Module)) return { why: 'the file is not read as a script' };
  const values = sentValues(call, asked);
  const table = convertedTable(call, asked, values, isRewritten);
  if (table !== null) return 'why' in table ? table : { ...table, features: [] };
  const known = sentLimits(values, around);
  if ('why' in known) return known;
  const composed = known.isWhole ? composedLimit(script, body, values, around) : null;
  if (composed !== null) return { ...composed, features: [], differences: known.differences };
  const limit = limitText(body, script, (text) => `${local('toRule')}(${text})`);
  if ('why' in limit) return limit;
  const isSentAsIs = limit.differences.some(({ name }) => name === 'fixed-periods');
  if (isSentAsIs && known.rounded !== null) return { why: otherTimesAt(known.rounded) };
  return { ...limit, edits: [], differences: known.isWhole ? known.differences : limit.differences };
}

/** Whether only fields of the new limit are read that a rule has under the same name. */
function readsOwnFields({ node }: RequestCall, script: Script): boolean {
  const flow = flowOf(script, node, (steps) => OWN.has(steps.at(-1) ?? ''));
  const isOwn = (step = '') => OWN.has(step) || AROUND.has(step);
  return flow !== null && flow.escapes.length === 0 && flow.visits.every(({ steps }) => isOwn(steps.at(-1)));
}

const OWN: ReadonlySet<string> = new Set(['id', 'description', 'success', 'ok', 'status', 'errors']);
const AROUND: ReadonlySet<string> = new Set(['result', 'data', 'body', 'json()']);
