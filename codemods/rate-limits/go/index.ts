/** Rate limits in Go. */
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_LIMITS, EXPRESSION } from '../../direct/differences.js';
import type { RuleKind } from '../../go/kind.js';
import { classifyGoRules } from '../../go/plan.js';
import { stepsFor } from '../steps.js';
import { sentLimit } from './limit.js';
import { SDK_LIMITS } from './sdk.js';

const RATE_LIMIT_RULES: RuleKind = {
  sdk: SDK_LIMITS,
  phase: 'http_ratelimit',
  noun: 'rate limiting rule',
  names: {
    list: 'rateLimitRules',
    get: 'rateLimitRule',
    add: 'addRateLimitRule',
    update: 'replaceRateLimitRule',
    remove: 'deleteRateLimitRule',
  },
  collections: ['rate_limits'],
  isWhole: true,
  listed: [EXPRESSION, ALL_LIMITS],
  fields: [
    { old: 'id', now: 'id' },
    { old: 'disabled', now: 'enabled', isNegated: true },
    { old: 'threshold', now: 'ratelimit.requests_per_period' },
    { old: 'period', now: 'ratelimit.period' },
    { old: 'match.request.url', now: 'expression' },
  ],
  gone: ['match', 'action', 'bypass', 'correlate', 'login_protect'],
  actions: {},
  written: () => [],
  featuresOf: () => [],
  sentStruct: () => ({ why: 'a limit is put together apart from its call' }),
  sentMap: ({ types }, call, body, struct) => sentLimit(types, call, body, struct),
};

export function classifyGo(site: Site, around: Surroundings): Verdict | null {
  const steps = stepsFor(site);
  return classifyGoRules(site, around, RATE_LIMIT_RULES, steps);
}
