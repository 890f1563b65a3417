/** What codemods of analytics endpoints have in common: a call, a period, reads, and a query for exactly those. */
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { type AnalyticsCall, analyticsCallOf, queryEdits, THROWS } from './graphql.js';
import { type NewRead, newReads } from './new-reads.js';
import { type NewFunction, throughClient } from './through-client.js';
import { editsHere, inPlace, marker } from './verdicts.js';

/** What a call of an endpoint asks for, and how a query asks for it. */
export interface Asking {
  /** Of the steps behind the answer's `result`. What is asked for is noted on the way. */
  readonly read: (steps: readonly string[]) => NewRead | null;
  /** The query, its lines indented like code; null if nothing of the answer was read. */
  readonly ask: () => string | null;
  readonly variables: readonly (readonly [string, string])[];
}

interface Analytics {
  readonly steps: string;
  readonly difference: Difference;
  /** By the parameters of the address; or why it cannot be asked for. */
  readonly asking: (query: AnalyticsCall['query'], site: Site) => Asking | string;
  /** For a client that refuses answers without `success`. */
  readonly made: NewFunction;
}

export function asQuery(
  site: Site,
  around: Surroundings,
  { steps, difference, asking, made }: Analytics,
): Verdict | null {
  const { script, finding } = site;
  if (script === null || finding.kind !== 'endpoint') return null;
  const byHand = (reason: string) => marker(reason, steps);
  if (finding.context === 'test') return byHand('it stands in a test');
  const call = analyticsCallOf(site, around);
  if (call === THROWS) {
    const verdict = throughClient(site, around, made);
    return typeof verdict === 'string' ? marker(verdict, steps, OWN_REQUEST) : verdict;
  }
  if (typeof call === 'string') return byHand(call);
  const asked = asking(call.query, site);
  if (typeof asked === 'string') return byHand(asked);
  const reads = newReads(script, call.node, (steps) => readOf(call.sends, steps, asked));
  if (typeof reads === 'string') return byHand(reads);
  if (reads.isShown) return byHand('its answer is shown whole, and a query names each field');
  const text = asked.ask();
  if (text === null) return byHand('nothing of what it answers is read');
  const edits = queryEdits(site, call, { text, variables: [['zone', call.zone], ...asked.variables] });
  if (edits === null) return byHand('the options of the call cannot be edited');
  return inPlace({
    level: 'review',
    reason: 'a query of GraphQL asks for the fields that are read',
    edits: editsHere(site, [...edits, ...reads.edits]),
    differences: [difference],
  });
}

const OWN_REQUEST = 'Send a GraphQL query with a request of its own: its answers have no success field.';

function readOf(sends: AnalyticsCall['sends'], given: readonly string[], { read }: Asking): NewRead | null {
  const [opening = '', ...steps] = given;
  if (opening !== (sends === 'axios' ? 'data' : 'json()'))
    return STATUS.has(opening) ? { isLeaf: true } : null;
  const [first, ...inner] = steps;
  if (first === undefined) return {};
  if (first === 'errors') return { isLeaf: true };
  if (first === 'success') return SUCCESS;
  if (first !== 'result') return null;
  return inner.length === 0 ? RESULT : read(inner);
}

const STATUS: ReadonlySet<string> = new Set(['ok', 'status', 'statusText', 'statusCode']);

const RESULT: NewRead = {
  member: '.data.viewer.zones[0]',
  guarded: '.data.viewer.zones[0]', // errors come without data, and are no figures
  pattern: (target) => `data: { viewer: { zones: [${target}] } }`,
};

const SUCCESS: NewRead = {
  expression: (object) => `!${object}.errors`,
  around: (object, { parent }) =>
    parent?.type === 'UnaryExpression' && parent.operator === '!'
      ? { node: parent, text: `${object}.errors` }
      : null,
  isLeaf: true,
};

/** A list of the answer that a query asks for under the same name. */
export const SAME: NewRead = {};

/** The query around the fields of a zone. */
export function zoneQuery(type: 'Time' | 'Date', fields: readonly string[]): string {
  return [
    '',
    `  query ($zone: String!, $since: ${type}!, $until: ${type}!) {`,
    '    viewer {',
    '      zones(filter: { zoneTag: $zone }) {',
    ...fields.map((line) => `        ${line}`),
    '      }',
    '    }',
    '  }',
  ].join('\n');
}
