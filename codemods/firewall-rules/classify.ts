/** What becomes of one call of the Firewall Rules API or the Filters API. */

import type { Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { Call } from '../../src/read/javascript/syntax/index.js';
import { alternatives, propertyOf } from '../../src/value/index.js';
import { predicateOf } from '../direct/conditions.js';
import {
  ALL_AT_ONCE,
  ALL_RULES,
  ALLOW,
  ERRORS,
  errorsWithout,
  KEPT,
  NO_FILTER,
  ONE_BY_ONE,
  ONE_BY_ONE_DELETED,
  ONE_CALL,
  PAGES,
  SHOWN,
} from '../direct/differences.js';
import { type PageLoop, pageLoopOf } from '../direct/page-loop.js';
import { asksForPages, pageAskedFor, readsPages } from '../direct/pages.js';
import { constantOf } from '../direct/path-pieces.js';
import { type Asked, type Replaced, type Replacement, rewritten } from '../direct/plan.js';
import { refusalFeatures } from '../direct/refusals.js';
import type { RequestCall } from '../direct/request-call.js';
import { sdkCallOf } from '../direct/sdk-call.js';
import { sendingCallsOf } from '../direct/sending.js';
import { httpUsages } from '../places/requests.js';
import { propertyNamed } from '../places/trees.js';
import { marker } from '../places/verdicts.js';
import { added } from './added.js';
import { answerOfRules, handsOnResponse, PLAIN, SENDS_ALLOW } from './answers.js';
import { classifyElsewhere } from './elsewhere.js';
import { entryPointEdits } from './entry-point.js';
import { filterCall } from './filter-calls.js';
import { deletingFunctionGone, handedFilter } from './filter-functions.js';
import { listGone } from './filter-lists.js';
import { callGone, filterGone } from './fold.js';
import { NAMES } from './names.js';
import { positionText, saysPlace } from './order.js';
import { readForFilter } from './read-for-filter.js';
import { readsPriority } from './reads.js';
import { OF_PERSON, PRIORITY, ruleText } from './rule-text.js';
import { stepsFor } from './steps.js';

export function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  // Resources of other tools are no calls.
  if (finding.kind !== 'endpoint' && finding.kind !== 'sdk') return null;
  const byHand = (reason: string): Verdict => ({ ...marker(reason, stepsFor(site)), independent: true });
  if (finding.context === 'test') return byHand('it stands in a test');
  if (script === null)
    return classifyElsewhere(site, around) ?? byHand(`its calls are not followed in ${site.file.language}`);
  if (finding.endpoint === '/filters/validate-expr')
    return byHand('without a zone there is no ruleset that could check an expression');
  return rewritten(site, around, {
    steps: stepsFor,
    named: (template) => NAMES[template] ?? template,
    inPlace,
    replace: (call, asked) => replacementOf(call, asked),
  });
}

/** A filter that is made for a rule goes into it, and a list that is read with `fetch` needs no function. */
function inPlace(site: Site, around: Surroundings): Replaced | null {
  if (/\/filters$|\bfilters\.create$/.test(site.finding.endpoint ?? ''))
    return foldedFilter(site, around) ?? filterNotDeleted(site, around);
  if (/\/filters\/\{[^/]*\}$|\bfilters\.delete$/.test(site.finding.endpoint ?? ''))
    return filterNotDeleted(site, around);
  if (/\/firewall\/rules\/\{[^/]*\}$|\bfirewall\.rules\.get$/.test(site.finding.endpoint ?? ''))
    return notRead(site, around);
  if (!/\/firewall\/rules$/.test(site.finding.endpoint ?? '')) return null;
  const edits =
    readsPages(site, null, around) || site.finding.kind === 'sdk'
      ? null
      : entryPointEdits(site, around, () => around.fromHelper(site.file.path, NAMES.toOldRule ?? ''));
  return edits === null ? null : { edits, differences: [ALLOW, PRIORITY, ALL_RULES] };
}

function foldedFilter(site: Site, around: Surroundings): Replaced | null {
  const { script, file } = site;
  const call = onlyCallOf(site, around, 'POST');
  if (script === null || call === null) return null;
  const gone = filterGone(script, call);
  if (gone !== null) return gone;
  const edits = listGone(script, call) ?? handedFilter(file.path, script, call, around)?.edits ?? null;
  return edits === null ? null : { edits, differences: [ONE_CALL] };
}

/** The one call that sends what stands at a site, by its method. */
function onlyCallOf(site: Site, around: Surroundings, method: string): Call | null {
  const sdk = sdkCallOf(site);
  const sending = sdk === null ? sendingCallsOf(site, around) : typeof sdk === 'string' ? [] : [sdk];
  const [only, ...others] = typeof sending === 'string' ? [] : sending;
  if (only === undefined || others.length > 0 || only.method !== method) return null;
  const call = 'call' in only ? only.call : only.node;
  return call.type === 'CallExpression' ? call : null;
}

/** A filter goes with its rule. */
function filterNotDeleted(site: Site, around: Surroundings): Replaced | null {
  const { script, file } = site;
  const call = onlyCallOf(site, around, 'DELETE');
  if (script === null || call === null) return null;
  const edits = callGone(script, call) ?? deletingFunctionGone(file.path, script, call, around);
  return edits === null ? null : { edits, differences: [NO_FILTER] };
}

function notRead(site: Site, around: Surroundings): Replaced | null {
  const { script } = site;
  const call = script === null ? null : onlyCallOf(site, around, 'GET');
  const edits = script === null || call === null ? null : readForFilter(script, call);
  return edits === null ? null : { edits, differences: [NO_FILTER] };
}

function replacementOf(call: RequestCall, asked: Asked): Replacement | string {
  return /filters/.test(asked.site.finding.endpoint ?? '')
    ? filterCall(call, asked, listOf)
    : ruleCall(call, asked);
}

function ruleCall(call: RequestCall, asked: Asked): Replacement | string {
  const { id, method } = call;
  switch (method) {
    case 'GET':
      return id === null ? listOf(call, asked, 'listRules') : oneRule(call, asked, id);
    case 'POST':
      return id === null ? added(call, asked) : 'this call never existed';
    case 'PUT':
    case 'PATCH':
      return id === null ? changedAll(call, asked) : changed(call, asked, id);
    case 'DELETE':
      return id === null ? deletedAll(call, asked) : deleted(call, asked, id);
    default:
      return 'its method cannot be told';
  }
}

function oneRule(call: RequestCall, asked: Asked, id: string): Replacement | string {
  const { reads, edits, isShown, times } = answerOfRules(call, asked, 'rule');
  if (edits === null) return SENDS_ALLOW;
  const differences = [ALLOW, ERRORS, ...(isShown ? [SHOWN] : []), ...times.differences];
  const features = [...refusalFeatures(asked.site, asked.around), ...times.features];
  const plain = { ...PLAIN, call: 'getRule', args: [id], differences, edits, features };
  return reads === null ? { ...plain, isMapped: true, features: ['list-mapped', ...features] } : plain;
}

function listOf(
  call: RequestCall,
  asked: Asked,
  name: string,
  args: readonly string[] = [],
): Replacement | string {
  const { query, node, conditions } = call;
  const { site } = asked;
  if (!asksForPages(query)) {
    const isOfSome =
      conditions !== null && conditions.length > 0 && !call.paging?.isOpen && name === 'listRules';
    const predicate = isOfSome && !readsPages(site, node, asked.around) ? predicateOf(conditions) : null;
    if (predicate === null) return 'its query asks for some of the rules, in a way that cannot be rewritten';
    return listOf({ ...call, query: [] }, asked, 'findRules', [predicate]);
  }
  const loop = site.script === null ? null : pageLoopOf(site.script, node, call.gone);
  if (loop !== null) return listAtOnce(call, asked, name, loop);
  const page = pageAskedFor(site, asked.around, call);
  if (page === null) return 'it goes through pages, and there are none any more';
  // Filters have no pages: whoever wants a few gets all.
  const isLimit =
    name === 'listFilters' &&
    call.convention.callee !== 'sdk' &&
    page !== 'all' &&
    !/\bpage\b/.test(page.text);
  const isAll = page === 'all' || isLimit;
  if (!isAll && name !== 'listRules') return 'it asks for one page of the filters, or of some of the rules';
  const pages = isAll ? (query.length > 0 ? [ALL_AT_ONCE] : []) : [PAGES];
  const { reads, edits, flow, isShown, times } = answerOfRules(call, asked, 'rules', true);
  const shown = isShown ? [SHOWN] : [];
  const differences = [ALLOW, PRIORITY, ALL_RULES, ...pages, ...shown, ...times.differences];
  if (edits === null) return SENDS_ALLOW;
  const isOfWhole = call.paging?.isWhole === true;
  if (isOfWhole && isAll) return 'its query asks for some of the rules, in a way that cannot be rewritten';
  const positions = [
    ...(flow !== null && readsPriority(flow) ? ['priority'] : []),
    ...(isOfWhole ? ['conditions'] : []),
  ];
  const list = page === 'all' || isLimit ? { call: name, args } : { call: 'listRulePage', args: [page.text] };
  const base = { ...PLAIN, ...list, isList: true, differences, edits };
  if (name !== 'listFilters' && reads !== null) return { ...base, features: positions };
  return { ...base, isMapped: true, features: ['list-mapped', ...positions, ...times.features] };
}

/** The whole list, where the program asked for one page after the other. */
function listAtOnce(call: RequestCall, asked: Asked, name: string, loop: PageLoop): Replacement | string {
  const { reads, edits, times } = answerOfRules(call, asked, 'rules', true, loop.isGone);
  if (edits === null) return SENDS_ALLOW;
  const isMapped = name !== 'listRules' || reads === null;
  return {
    ...PLAIN,
    call: name,
    isList: true,
    isMapped,
    features: isMapped ? ['list-mapped', ...times.features] : [],
    edits: [...edits, ...loop.edits],
    differences: [ALLOW, PRIORITY, ALL_RULES, ALL_AT_ONCE, ...times.differences],
  };
}

function deleted(call: RequestCall, asked: Asked, id: string): Replacement {
  const raw = handsOnResponse(call, answerOfRules(call, asked, 'rule'));
  const differences = [ERRORS, ...errorsWithout(call.deletedBy)];
  return { ...PLAIN, ...raw, call: 'deleteRule', args: [id], differences };
}

function deletedAll(call: RequestCall, asked: Asked): Replacement | string {
  const { ids, convention } = call;
  if (ids === null || convention.gives === 'response' || answerOfRules(call, asked, 'rules').isRead)
    return 'it deletes several rules at once';
  const differences = [ERRORS, ONE_BY_ONE_DELETED, ...errorsWithout(call.deletedBy)];
  return { ...PLAIN, call: 'deleteRules', args: [ids], differences };
}

function changed(call: RequestCall, asked: Asked, id: string): Replacement | string {
  const { site } = asked;
  const { script } = site;
  if (call.body === null || script === null) return 'what it sends cannot be told';
  const held = call.body.type === 'Identifier' ? constantOf(script, call.body)?.init : call.body;
  const priority = held?.type === 'ObjectExpression' ? propertyNamed(held, 'priority') : null;
  if (priority === null && sendsPriority(site)) return OF_PERSON;
  const rule = ruleText(call.body, {
    script,
    mapped: (text) => `${asked.local('toRule')}(${text})`,
    folded: () => null,
    isUpdate: true,
    id,
    position: (value) => positionText(script, site.file.path, value, id),
  });
  if ('why' in rule) return rule.why;
  const answer = answerOfRules(call, asked, 'rule');
  const { reads, edits } = answer;
  if (edits === null) return SENDS_ALLOW;
  return {
    ...handsOnResponse(call, answer),
    call: 'updateRule',
    isMapped: reads === null,
    isList: false,
    args: [id, rule.text],
    edits: [...rule.edits, ...edits],
    features: [
      ...rule.features,
      // Lists have the positions that priorities are compared with.
      ...(priority === null || saysPlace(script, priority.value, id, rule.text) ? [] : ['priority']),
      ...(rule.features.includes('skip') || /\baction\b/.test(rule.text) ? ['action'] : []),
      ...(reads === null ? ['update-mapped'] : []),
    ],
    differences: [...rule.differences, KEPT, ERRORS, ...(answer.isShown ? [SHOWN] : [])],
  };
}

/** Rules with the fields of the retired API, each of which is changed by itself. */
function changedAll(call: RequestCall, asked: Asked): Replacement | string {
  const { script } = asked.site;
  const { body, bodyVariable, convention } = call;
  if (script === null || body === null || bodyVariable !== null) return 'what it sends cannot be told';
  const answer = answerOfRules(call, asked, 'rules');
  if (answer.edits === null) return SENDS_ALLOW;
  if (convention.gives === 'response' && !answer.isRead) return 'it changes several rules at once';
  return {
    call: 'updateRules',
    isMapped: answer.reads === null,
    isList: true,
    args: [script.text.slice(...body.range)],
    edits: answer.edits,
    features: ['action', ...(answer.reads === null ? ['update-mapped'] : [])],
    differences: [PRIORITY, KEPT, ERRORS, ONE_BY_ONE, ...(answer.isShown ? [SHOWN] : [])],
  };
}

function sendsPriority(site: Site): boolean {
  return httpUsages(site).some(({ body }) =>
    alternatives(body).some((one) => one.kind === 'object' && propertyOf(one, 'priority') !== undefined),
  );
}
