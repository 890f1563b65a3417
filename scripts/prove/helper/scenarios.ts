/** Calls of the Firewall Rules API and the Filters API that the helper has to answer as the old API did. */
import type { JsonObject } from '../../../src/edge/core/json.js';
import { type Call, rulesetIdOf, startIdOf, type TwinStart } from './twins.js';

const pathIs = (letter: string) => `http.request.uri.path eq "/${letter}"`;
const block = (letter: string, more: JsonObject = {}): JsonObject => ({
  action: 'block',
  expression: pathIs(letter),
  description: letter,
  ...more,
});
const inline = (letter: string, more: JsonObject = {}): JsonObject => ({
  action: 'block',
  filter: { expression: pathIs(letter) },
  description: letter,
  ...more,
});
const post = (...bodies: JsonObject[]): Call => ({ method: 'POST', path: 'firewall/rules', body: bodies });
const put = (id: string, body: JsonObject): Call => ({
  method: 'PUT',
  path: `firewall/rules/${id}`,
  body: { action: 'block', filter: { id: id.replace('}', 'f}') }, ...body },
});
const get = (query = ''): Call => ({ method: 'GET', path: `firewall/rules${query}` });
const remove = (path: string): Call => ({ method: 'DELETE', path });
const filter = (letter: string, more: JsonObject = {}): Call => ({
  method: 'POST',
  path: 'filters',
  body: [{ expression: pathIs(letter), ...more }],
});
const OWNER = { authorization: 'Bearer somebody-else' };
const ENTRY = 'http_request_firewall_custom';

export interface HelperScenario extends TwinStart {
  readonly name: string;
  /** Ends of places in the answers that may differ, since a filter has no id of its own any more. */
  readonly but?: readonly string[];
}

const FILTER_IDS = ['.filter.id', '.0.body.result.0.id'];

export const HELPER_SCENARIOS: readonly HelperScenario[] = [
  { name: 'no entry point', rules: null, calls: [get(), { method: 'GET', path: 'filters' }] },
  { name: 'first rules', rules: null, calls: [post(inline('a'), inline('b')), get()] },
  {
    name: 'first rules by priority',
    rules: null,
    calls: [post(inline('a', { priority: 2 }), inline('b', { priority: 1 }), inline('c')), get()],
  },
  {
    name: 'priority ties',
    rules: [],
    calls: [
      post(inline('a', { priority: 1 })),
      post(inline('b', { priority: 1, action: 'allow' })),
      post(inline('c', { priority: 1, action: 'log' })),
      get(),
    ],
  },
  {
    name: 'rules without priorities',
    rules: [block('x')],
    calls: [
      post(inline('a', { action: 'allow' })),
      post(inline('b', { action: 'log' })),
      post(inline('c')),
      get(),
    ],
  },
  {
    name: 'priority before rules without one',
    rules: [block('x'), block('y')],
    calls: [post(inline('a', { priority: 7 })), get()],
  },
  {
    name: 'an order that somebody chose',
    rules: [block('x'), block('y', { action: 'log' }), block('z', { action: 'managed_challenge' })],
    calls: [
      get(),
      post(inline('a', { priority: 2 })),
      { method: 'PATCH', path: 'firewall/rules/{0.2}', body: { priority: 1 } },
      get(),
    ],
  },
  {
    name: 'paused',
    rules: [],
    calls: [post(inline('a', { paused: true }), inline('b')), get('?paused=true')],
  },
  {
    name: 'paused filter',
    rules: [],
    calls: [post(inline('a', { filter: { expression: pathIs('a'), paused: true } })), get()],
  },
  {
    name: 'paused by its owner',
    rules: [block('a', { enabled: false }), block('b')],
    calls: [get(), get('?paused=false')],
  },
  {
    name: 'replaced without paused',
    rules: [block('a', { enabled: false })],
    calls: [get(), put('{0}', { description: 'a' })],
  },
  {
    name: 'allow and bypass',
    rules: [],
    calls: [
      post(
        inline('a', { action: 'allow' }),
        inline('b', { action: 'bypass', products: ['rateLimit', 'waf', 'bic'] }),
      ),
      get(),
    ],
  },
  {
    name: 'another action',
    rules: [block('a'), block('b')],
    calls: [get(), put('{0}', { action: 'allow', description: 'a' }), get('?action=allow')],
  },
  {
    name: 'unknown fields',
    rules: [block('a', { note_of_somebody: 'kept', logging: { enabled: false } })],
    calls: [get(), put('{0}', { description: 'changed' })],
  },
  { name: 'no description', rules: [block('a')], calls: [get(), put('{0}', {}), get('?description=a')] },
  {
    name: 'rules of rulesets',
    rules: [
      block('x', { action: 'skip', action_parameters: { rulesets: ['0'.repeat(32)] } }),
      block('a'),
      block('y', { action: 'skip', action_parameters: { phases: ['http_ratelimit'] } }),
    ],
    calls: [get(), post(inline('b', { action: 'log' })), get()],
  },
  {
    name: 'priority moves',
    rules: [],
    calls: [
      post(inline('a', { priority: 1 }), inline('b', { priority: 2 }), inline('c', { priority: 3 })),
      { method: 'PATCH', path: 'firewall/rules/{0.2}', body: { priority: 1 } },
      { method: 'PATCH', path: 'firewall/rules', body: [{ id: '{0}', priority: 9 }] },
      get(),
    ],
  },
  {
    name: 'second rule refused',
    rules: [block('x')],
    calls: [post(inline('a'), inline('b', { filter: { expression: 'ip.src eq' } })), get()],
  },
  {
    name: 'filter, then rule',
    rules: [],
    calls: [
      filter('a'),
      post({ action: 'block', filter: { id: '{0}' } }),
      { method: 'GET', path: 'filters/{0}' },
    ],
    but: [...FILTER_IDS, '.2.body.result.id'],
  },
  {
    name: 'shared filter',
    rules: [],
    calls: [
      filter('a'),
      post({ action: 'log', filter: { id: '{0}' } }, { action: 'block', filter: { id: '{0}' } }),
      { method: 'PUT', path: 'filters/{0}', body: { id: '{0}', expression: pathIs('z'), paused: true } },
      get(),
    ],
    but: [...FILTER_IDS, '.2.body.result.id'],
  },
  {
    name: 'filter of a rule that was there',
    rules: [block('a', { note_of_somebody: 'kept' }), block('b')],
    calls: [
      get(),
      { method: 'PUT', path: 'filters/{0f}', body: { id: '{0f}', expression: pathIs('z') } },
      get(),
    ],
  },
  {
    name: 'filter in use',
    rules: [block('a')],
    calls: [get(), remove('filters/{0f}'), remove('firewall/rules/{0}'), remove('filters/{0f}')],
  },
  { name: 'filter twice', rules: [], calls: [filter('a'), filter('a'), post(inline('a'))], but: FILTER_IDS },
  { name: 'rule twice', rules: [block('a')], calls: [post(inline('a'))] },
  {
    name: 'deleted at once',
    rules: [],
    calls: [
      post(inline('a'), inline('b'), inline('c')),
      remove('firewall/rules?id={0.0}&id={0.2}'),
      get(),
      remove('firewall/rules/{0.1}'),
      get(),
    ],
  },
  {
    name: 'nobody',
    rules: [block('a')],
    calls: [{ method: 'GET', path: 'firewall/rules/{9}' }, remove('firewall/rules/{9}')],
  },
  {
    name: 'pages',
    rules: Array.from({ length: 30 }, (_, index) => block(`p${index}`)),
    calls: [get(), get('?page=2'), get('?page=3&per_page=10')],
  },
  { name: 'tags', rules: [], calls: [post(inline('a', { ref: 'tag' })), get()] },
  {
    name: 'too many requests',
    rules: [block('a')],
    calls: [get(), get()],
    faults: () => ({ answers: [{ nth: 1, of: 'request', status: 429 }] }),
  },
  {
    name: 'a server that fails on a write',
    rules: [block('a')],
    calls: [post(inline('b')), get()],
    faults: () => ({ answers: [{ nth: 1, of: 'write', status: 503 }] }),
  },
  {
    name: 'a server that fails on a deletion',
    rules: [block('a')],
    calls: [get(), remove('firewall/rules/{0}'), get()],
    faults: () => ({ answers: [{ nth: 1, of: 'write', status: 503 }] }),
  },
  {
    name: 'entry point made meanwhile',
    rules: null,
    calls: [post(inline('a')), get()],
    faults: (zone) => ({
      edits: [
        {
          nth: 1,
          of: 'write',
          request: {
            method: 'POST',
            path: `/zones/${zone}/rulesets`,
            headers: OWNER,
            body: { name: 'n', kind: 'zone', phase: ENTRY, rules: [{ action: 'block', expression: 'ssl' }] },
          },
        },
      ],
    }),
  },
  {
    name: 'neighbour deleted meanwhile',
    rules: [block('x', { action: 'log' }), block('y')],
    calls: [post(inline('a', { action: 'allow' })), get()],
    faults: (zone) => ({
      edits: [
        {
          nth: 1,
          of: 'write',
          request: {
            method: 'DELETE',
            path: `/zones/${zone}/rulesets/${rulesetIdOf(zone)}/rules/${startIdOf(zone, 1)}`,
            headers: OWNER,
          },
        },
      ],
    }),
  },
  {
    name: 'entry point hidden',
    rules: [block('a')],
    calls: [get(), post(inline('b')), get()],
    isEntryHidden: true,
  },
  {
    name: 'no entry point, and nobody says so',
    rules: null,
    calls: [get(), post(inline('a')), get()],
    isEntryHidden: true,
  },
  {
    // What changes nothing is a write of the old API only, so the second write is the whole list there, and here its
    // second rule.
    name: 'a server that fails in the middle',
    rules: [block('a', { note_of_somebody: 'kept' }), block('b')],
    calls: [
      get(),
      put('{0}', { description: 'a' }),
      {
        method: 'PUT',
        path: 'firewall/rules',
        body: [
          { id: '{0.0}', action: 'log', filter: { id: '{0.0f}' }, description: 'a', priority: 9 },
          { id: '{0.1}', action: 'log', filter: { id: '{0.1f}' }, description: 'b' },
        ],
      },
      get(),
    ],
    faults: () => ({ answers: [{ nth: 2, of: 'write', status: 503 }] }),
  },
  {
    name: 'no filter',
    rules: [block('a')],
    calls: [
      { method: 'POST', path: 'filters', body: [{ description: 'none' }] },
      { method: 'PUT', path: 'filters/{9}', body: 'ssl' },
      remove('filters'),
      { method: 'POST', path: 'filters/validate-expr', body: {} },
    ],
  },
  {
    name: 'not a list',
    rules: [],
    calls: [
      { method: 'POST', path: 'firewall/rules', body: inline('a') },
      post(inline('b', { action: 'stop' })),
    ],
  },
];

export function scenarioNamed(name: string): HelperScenario {
  const found = HELPER_SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`there is no scenario named ${name}`);
  return found;
}
