import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/edge/core/json.js';
import { type Call, runTwins } from './twins.js';

const path = (letter: string) => `http.request.uri.path eq "/${letter}"`;
const block = (letter: string): JsonObject => ({
  action: 'block',
  expression: path(letter),
  description: letter,
});
const post = (...bodies: JsonObject[]): Call => ({ method: 'POST', path: 'firewall/rules', body: bodies });
const inline = (letter: string, more: JsonObject = {}): JsonObject => ({
  action: 'block',
  filter: { expression: path(letter) },
  description: letter,
  ...more,
});
const get = (query = ''): Call => ({ method: 'GET', path: `firewall/rules${query}` });

const SCENARIOS: readonly {
  name: string;
  rules: readonly JsonObject[] | null;
  calls: readonly Call[];
  but?: readonly string[];
}[] = [
  { name: 'list of a zone without an entry point', rules: null, calls: [get()] },
  { name: 'first rule', rules: null, calls: [post(inline('a')), get()] },
  {
    name: 'two first rules by priority',
    rules: null,
    calls: [post(inline('a', { priority: 2 }), inline('b', { priority: 1 })), get()],
  },
  {
    name: 'ties',
    rules: null,
    calls: [post(inline('a', { priority: 1 }), inline('b', { priority: 1, action: 'allow' })), get()],
  },
  {
    name: 'ties one by one',
    rules: null,
    calls: [post(inline('a', { priority: 1 })), post(inline('b', { priority: 1, action: 'allow' })), get()],
  },
  {
    name: 'two-call flow',
    rules: null,
    calls: [
      { method: 'POST', path: 'filters', body: [{ expression: path('a') }] },
      {
        method: 'POST',
        path: 'firewall/rules',
        body: [{ filter: { id: '{0}' }, action: 'block', description: 'x' }],
      },
    ],
    but: ['.0.body.result.0.id', '.1.body.result.0.filter.id'],
  },
  { name: 'paused', rules: [block('a')], calls: [post(inline('b', { paused: true })), get('?paused=true')] },
  {
    name: 'bypass',
    rules: [],
    calls: [post(inline('b', { action: 'bypass', products: ['rateLimit', 'bic', 'waf'] })), get()],
  },
  {
    name: 'replace',
    rules: [],
    calls: [
      post(inline('b')),
      {
        method: 'PUT',
        path: 'firewall/rules/{0}',
        body: { action: 'allow', filter: { id: '{0f}' }, description: 'n' },
      },
      get(),
    ],
  },
  {
    name: 'delete one and many',
    rules: [],
    calls: [
      post(inline('a'), inline('b'), inline('c')),
      { method: 'DELETE', path: 'firewall/rules/{0}' },
      { method: 'DELETE', path: 'firewall/rules?id={0.1}&id={0.2}' },
      get(),
    ],
  },
  {
    name: 'allow goes before block',
    rules: [],
    calls: [post(inline('a')), post(inline('b', { action: 'allow' })), get()],
  },
  {
    name: 'shared filter',
    rules: [],
    calls: [
      { method: 'POST', path: 'filters', body: [{ expression: path('a') }] },
      {
        method: 'POST',
        path: 'firewall/rules',
        body: [
          { filter: { id: '{0}' }, action: 'log' },
          { filter: { id: '{0}' }, action: 'block' },
        ],
      },
      { method: 'PUT', path: 'filters/{0}', body: { id: '{0}', expression: path('z') } },
      get(),
    ],
    but: ['id'],
  },
];

describe('calls of the old API and of the helper', () => {
  it.each(SCENARIOS)('$name', async ({ rules, calls, but = [] }) => {
    const { states, answers } = await runTwins(rules, calls);
    expect(states).toEqual([]);
    expect(answers.filter(({ where }) => !but.some((end) => where.endsWith(end)))).toEqual([]);
  });
});
