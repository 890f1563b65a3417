/** The dashboard through a client of the program's own. */
import type { Difference, Site, Surroundings } from '../../src/migrate/index.js';
import type { Node } from '../../src/read/javascript/syntax/index.js';
import { flowOf } from '../direct/answer-flow.js';
import type { Gives } from '../direct/given-back.js';
import { isForReader, type NewFunction, SHOWN } from '../places/through-client.js';
import { type Asked, readFor } from './fields.js';

export function dashboardFunction(difference: Difference): NewFunction {
  return {
    name: 'zoneAnalytics',
    reason: 'a query of GraphQL gives the figures of the dashboard',
    parameters: /^(?:since|until|continuous|time_delta)$/,
    args(text) {
      const [since, until] = [text('since'), text('until')];
      return [since || (until === '' ? '' : 'undefined'), until].filter((arg) => arg !== '');
    },
    asked(site, around, call, gives) {
      const reads = readsOf(site, around, call, gives);
      if (typeof reads === 'string') return reads;
      const { isWhole, isSeries, isShown } = reads;
      return {
        features: [...(isSeries ? ['timeseries'] : []), ...(isShown ? [] : ['dashboard'])],
        differences: [difference, ...(isWhole ? [PARTS] : []), ...(isShown ? [SHOWN] : [])],
      };
    },
  };
}

const PARTS: Difference = {
  name: 'fewer-figures',
  what: 'figures that are not cached, and those by country, status, content type, encryption and search engine are not asked for',
};

/** Whether the answer goes out of sight as a whole; or what is read that the new function does not give. */
function readsOf(
  site: Site,
  around: Surroundings,
  call: Node,
  given: Gives,
): { readonly isWhole: boolean; readonly isSeries: boolean; readonly isShown: boolean } | string {
  const { script } = site;
  const { gives } = given;
  const asked: Asked = { isByHour: true, isFromNow: true, totals: new Set(), timeseries: new Set() };
  const inner = (steps: readonly string[]) => (gives === 'result' ? steps : steps.slice(1));
  const readOf = (steps: readonly string[]) => {
    const read = inner(steps);
    return read.length === 0 ? {} : readFor(read, asked);
  };
  const flow = script === null ? null : flowOf(script, call, (steps) => readOf(steps)?.isLeaf === true);
  if (flow === null) return 'its answer goes where its fields cannot be followed';
  const unknown = flow.visits.find(
    ({ steps }) =>
      (gives === 'envelope' && steps[0] !== 'result') || steps.includes('uncached') || readOf(steps) === null,
  );
  const figures = [...asked.totals, ...asked.timeseries];
  if (unknown !== undefined || figures.some((name) => !GIVEN.test(name)))
    return `it reads ${unknown?.steps.at(-1) ?? 'figures by name'} of the answer, which the new function does not give`;
  const isWhole = flow.escapes.length > 0;
  const isSeries = asked.timeseries.size > 0 || (isWhole && !isTypedWithout(script, call));
  return { isWhole, isSeries, isShown: isForReader(site, around, flow, given) };
}

/** `request<{ totals: … }>(…)` */
function isTypedWithout(script: Site['script'], call: Node): boolean {
  const typed: unknown = Reflect.get(call, 'typeArguments');
  if (script === null || typeof typed !== 'object' || typed === null || !('range' in typed)) return false;
  const text = script.text.slice(...(typed as Node).range);
  return text.includes('{') && !text.includes('timeseries');
}

const GIVEN =
  /^(?:dimensions\.\w+|uniq\.uniques|sum\.(?:requests|cachedRequests|bytes|cachedBytes|threats|pageViews))$/;
