/** What becomes of one call of the Firewall Rules API or the Filters API. */
import type { Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import { alternatives, propertyOf } from '../../src/value/index.js';
import { type Asked, type Replacement, rewritten } from '../direct/plan.js';
import type { RequestCall } from '../direct/request-call.js';
import { httpUsages } from '../places/requests.js';
import { marker } from '../places/verdicts.js';
import { ALL_AT_ONCE, ALL_RULES, ALLOW, DUPLICATES, ERRORS, FILTER, KEPT } from './differences.js';
import { NAMES } from './names.js';
import { classifyPython } from './python/index.js';
import { PRIORITY, ruleText } from './rule-text.js';
import { stepsFor } from './steps.js';

export function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  // Resources of other tools are no calls.
  if (finding.kind !== 'endpoint' && finding.kind !== 'sdk') return null;
  const byHand = (reason: string): Verdict => ({ ...marker(reason, stepsFor(site)), independent: true });
  if (finding.context === 'test') return byHand('it stands in a test');
  if (script === null)
    return (
      (site.file.language === 'python' ? classifyPython(site, around) : null) ??
      byHand(`its calls are not followed in ${site.file.language}`)
    );
  if (finding.endpoint === '/filters/validate-expr')
    return byHand('without a zone there is no ruleset that could check an expression');
  return rewritten(site, around, {
    steps: stepsFor,
    named: (template) => NAMES[template] ?? template,
    replace: (call, asked) => replacementOf(call, asked),
  });
}

function replacementOf(call: RequestCall, asked: Asked): Replacement | string {
  return /filters/.test(asked.site.finding.endpoint ?? '') ? filterCall(call, asked) : ruleCall(call, asked);
}

const PLAIN = { isMapped: false, isList: false, args: [], features: [], differences: [] };

function ruleCall(call: RequestCall, asked: Asked): Replacement | string {
  const { id, method } = call;
  switch (method) {
    case 'GET':
      return id === null
        ? listOf(call, asked, 'listRules')
        : {
            ...PLAIN,
            call: 'getRule',
            isMapped: true,
            args: [id],
            features: ['list-mapped'],
            differences: [ALLOW, ERRORS],
          };
    case 'POST':
      return id === null ? added(call, asked) : 'this call never existed';
    case 'PUT':
    case 'PATCH':
      return id === null ? 'it changes several rules at once' : changed(call, asked, id);
    case 'DELETE':
      return id === null
        ? 'it deletes several rules at once'
        : { ...PLAIN, call: 'deleteRule', args: [id], differences: [ERRORS] };
    default:
      return 'its method cannot be told';
  }
}

const PAGING: ReadonlySet<string> = new Set(['page', 'per_page']);

function listOf({ query, node }: RequestCall, { site }: Asked, call: string): Replacement | string {
  if (query === null || !query.every((name) => PAGING.has(name)))
    return 'it asks for some of the rules only, or that cannot be told';
  if (readsPages(site, node)) return 'it goes through pages, and there are none any more';
  const differences = [ALLOW, PRIORITY, ALL_RULES, ...(query.length > 0 ? [ALL_AT_ONCE] : [])];
  return { ...PLAIN, call, isMapped: true, isList: true, features: ['list-mapped'], differences };
}

/** In a loop, or beside a look at the number of pages. */
function readsPages({ nodes, file }: Site, node: RequestCall['node']): boolean {
  const scope = nodes.findLast((one) => /Function|Method/.test(one.type) && one.range[0] < node.range[0]);
  const [start, end] = scope?.range ?? [0, file.text.length];
  return /\bresult_info\b/.test(file.text.slice(start, end));
}

function added(call: RequestCall, asked: Asked): Replacement | string {
  const { site, use } = asked;
  const { body } = call;
  const { script } = site;
  if (body === null || script === null) return 'what it sends cannot be told';
  const isRead = use === 'read';
  if (body.type !== 'ArrayExpression') {
    const text = script.text.slice(...body.range);
    if (body.type !== 'Identifier' && body.type !== 'MemberExpression')
      return 'what it sends is not written as a list';
    const args = [`${text}.map(${asked.local('toRule')})`];
    const differences = [PRIORITY, DUPLICATES, ERRORS];
    return { call: 'addRules', isMapped: isRead, isList: true, args, features: ['skip'], differences };
  }
  const rules = body.elements.map((element) =>
    element === null || element.type === 'SpreadElement'
      ? { why: 'what it sends is not written as a list of rules' }
      : ruleText(element, {
          script,
          mapped: (text) => `${asked.local('toRule')}(${text})`,
          folded: () => null,
          isUpdate: false,
        }),
  );
  const texts = [];
  for (const rule of rules) {
    if ('why' in rule) return rule.why;
    texts.push(rule);
  }
  const isOne = texts.length === 1 && !isRead;
  const list = texts.map(({ text }) => text).join(', ');
  return {
    call: isOne ? 'addRule' : 'addRules',
    isMapped: isRead,
    isList: true,
    args: [isOne ? list : `[${list}]`],
    features: texts.flatMap(({ features }) => features),
    differences: [...texts.flatMap(({ differences }) => differences), PRIORITY, DUPLICATES, ERRORS],
  };
}

function changed(call: RequestCall, asked: Asked, id: string): Replacement | string {
  const { site, use } = asked;
  const { script } = site;
  if (call.body === null || script === null) return 'what it sends cannot be told';
  if (sendsPriority(site)) return 'a new priority needs a person to choose a position';
  const rule = ruleText(call.body, {
    script,
    mapped: (text) => `${asked.local('toRule')}(${text})`,
    folded: () => null,
    isUpdate: true,
  });
  if ('why' in rule) return rule.why;
  const isRead = use === 'read';
  return {
    call: 'updateRule',
    isMapped: isRead,
    isList: false,
    args: [id, rule.text],
    features: [...rule.features, ...(isRead ? ['update-mapped'] : [])],
    differences: [...rule.differences, KEPT, ERRORS],
  };
}

function sendsPriority(site: Site): boolean {
  return httpUsages(site).some(({ body }) =>
    alternatives(body).some((one) => one.kind === 'object' && propertyOf(one, 'priority') !== undefined),
  );
}

function filterCall(call: RequestCall, asked: Asked): Replacement | string {
  const { method, id } = call;
  if (method === 'GET' && id === null) {
    const list = listOf(call, asked, 'listFilters');
    return typeof list === 'string' ? list : { ...list, differences: [...list.differences, FILTER] };
  }
  return 'filters are parts of rules now: only the rule can be changed';
}
