/** A report through a client of the program's own. */
import type { Difference } from '../../src/migrate/index.js';
import { flowOf } from '../direct/answer-flow.js';
import { isForReader, type NewFunction, SHOWN } from '../places/through-client.js';

const PARAMETERS: readonly string[] = ['dimensions', 'metrics', 'since', 'until', 'limit'];
/** Fields of the report that the new function gives. */
const GIVEN: ReadonlySet<string> = new Set(['rows', 'data', 'totals']);

const COUNTS: Difference = {
  name: 'query-counts-only',
  what: 'of the metrics only queryCount has a figure, the busiest rows come first, and a dimension that GraphQL does not know is an error',
};

export function reportFunction(difference: Difference): NewFunction {
  return {
    name: 'dnsReport',
    reason: 'a query of GraphQL gives the rows of the report',
    parameters: /^(?:dimensions|metrics|since|until|limit|sort)$/,
    isFixed: (name, text) => name !== 'sort' || /^['"`]-queryCount['"`]$/.test(text),
    args(text) {
      const given = PARAMETERS.map((name) => [name, text(name)] as const).filter(([, value]) => value !== '');
      const fields = given.map(([name, value]) => (name === value ? name : `${name}: ${value}`));
      return fields.length === 0 ? [] : [`{ ${fields.join(', ')} }`];
    },
    asked(site, around, call, given) {
      const { script } = site;
      const { gives } = given;
      const flow = script === null ? null : flowOf(script, call, (steps) => GIVEN.has(steps.at(-1) ?? ''));
      if (flow === null) return 'its answer goes where its fields cannot be followed';
      const unknown = flow.visits.find(({ steps }) => {
        const [first, ...inner] = steps;
        const field = gives === 'result' ? first : first === 'result' ? inner[0] : 'around it';
        return field !== undefined && !GIVEN.has(field);
      });
      return unknown === undefined
        ? isForReader(site, around, flow, given)
          ? { features: [], unread: ['metrics'], differences: [difference, COUNTS, SHOWN] }
          : { features: ['report'], differences: [difference, COUNTS] }
        : `it reads ${unknown.steps.at(-1)} of the answer, which the new function does not give`;
    },
  };
}
