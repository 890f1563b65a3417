/** What becomes of one call of the previous Rate Limiting API. */
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import { type Asked, type Replacement, rewritten } from '../direct/plan.js';
import type { RequestCall } from '../direct/request-call.js';
import { marker } from '../places/verdicts.js';
import { limitText } from './limit-text.js';
import { NAMES } from './names.js';
import { stepsFor } from './steps.js';

const EXPRESSION: Difference = {
  name: 'url-is-expression',
  what: 'rules have an expression, which is given as match.request.url, and neither bypass nor correlate',
};
const ALL_RULES: Difference = {
  name: 'shows-all-rules',
  what: 'the list has all rate limiting rules of the zone, in the order in which they are evaluated',
};
const ALL_AT_ONCE: Difference = {
  name: 'no-pages',
  what: 'all rules come at once: there are no pages and no result_info',
};
const LAST: Difference = {
  name: 'newest-is-last',
  what: 'a new rule goes behind the others; the old API evaluated the newest limit first',
};
const ERRORS: Difference = {
  name: 'error-codes',
  what: 'what the API refuses is told in its own codes and words',
};

export function classify(site: Site, around: Surroundings): Verdict | null {
  const { finding, script } = site;
  if (finding.kind !== 'endpoint' && finding.kind !== 'sdk') return null;
  const byHand = (reason: string): Verdict => ({ ...marker(reason, stepsFor(site)), independent: true });
  if (script === null) return byHand('the file is read as text, so its calls cannot be followed');
  if (finding.context === 'test') return byHand('it stands in a test');
  return rewritten(site, around, {
    steps: stepsFor,
    named: (template) => NAMES[template] ?? template,
    replace,
  });
}

function replace(call: RequestCall, asked: Asked): Replacement | string {
  const { id, method } = call;
  if (method === 'GET') return id === null ? listed(call, asked) : one(id);
  if (method === 'DELETE')
    return id === null
      ? 'this call never existed'
      : { ...NOTHING, call: 'deleteRule', args: [id], differences: [ERRORS] };
  if ((method === 'POST') !== (id === null)) return 'this call never existed';
  return method === 'POST' || method === 'PUT' ? sent(call, asked) : 'its method cannot be told';
}

const NOTHING = { isMapped: false, isList: false, args: [], features: [], differences: [] };
const MAPPED = { ...NOTHING, isMapped: true, features: ['list-mapped'] };

function one(id: string): Replacement {
  return { ...MAPPED, call: 'getRule', args: [id], differences: [EXPRESSION, ERRORS] };
}

const PAGING: ReadonlySet<string> = new Set(['page', 'per_page']);

function listed({ query, node }: RequestCall, { site: { nodes, file } }: Asked): Replacement | string {
  if (query === null || !query.every((name) => PAGING.has(name)))
    return 'it asks for some of the limits only, or that cannot be told';
  const scope = nodes.findLast(({ type, range }) => /Function|Method/.test(type) && range[0] < node.range[0]);
  if (/\bresult_info\b/.test(file.text.slice(...(scope?.range ?? [0, file.text.length]))))
    return 'it goes through pages, and there are none any more';
  const differences = [EXPRESSION, ALL_RULES, ...(query.length > 0 ? [ALL_AT_ONCE] : [])];
  return { ...MAPPED, call: 'listRules', isList: true, differences };
}

function sent({ body, id }: RequestCall, { site: { script }, local }: Asked): Replacement | string {
  if (body === null || script === null) return 'what it sends cannot be told';
  const limit = limitText(body, script, (text) => `${local('toRule')}(${text})`);
  if ('why' in limit) return limit.why;
  return {
    ...NOTHING,
    isMapped: true,
    call: id === null ? 'createRule' : 'replaceRule',
    args: id === null ? [limit.text] : [id, limit.text],
    features: id === null ? [] : ['replaced'],
    differences: [...limit.differences, EXPRESSION, ...(id === null ? [LAST] : []), ERRORS],
  };
}
