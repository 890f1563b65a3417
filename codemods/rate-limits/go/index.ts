/** Rate limits in Go. */
import { RATE_LIMIT } from '../../../src/convert/index.js';
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_LIMITS, EXPRESSION } from '../../direct/index.js';
import type { RuleKind } from '../../go/kind.js';
import { mappedIn } from '../../go/mapped-fields.js';
import { classifyGoRules } from '../../go/plan.js';
import { stepsFor } from '../steps.js';
import { sentLimit } from './limit.js';
import { SDK_LIMITS } from './sdk.js';

const RATE_LIMIT_RULES: RuleKind = {
  sdk: SDK_LIMITS,
  phase: 'http_ratelimit',
  noun: 'rate limiting rule',
  oldNoun: 'rate limit',
  mapping: RATE_LIMIT,
  names: {
    list: 'rateLimitRules',
    get: 'rateLimitRule',
    add: 'addRateLimitRule',
    update: 'replaceRateLimitRule',
    remove: 'deleteRateLimitRule',
    listOld: 'rateLimits',
    toOld: 'toRateLimit',
  },
  collections: ['rate_limits'],
  isWhole: true,
  listed: [EXPRESSION, ALL_LIMITS],
  ...mappedIn(RATE_LIMIT),
  gone: ['match', 'action', 'bypass', 'correlate', 'login_protect'],
  written: () => [],
  featuresOf: () => [],
  sentStruct: () => ({ why: 'a limit is put together apart from its call' }),
  sentMap: ({ types }, call, body, struct) => sentLimit(types, call, body, struct),
};

export function classifyGo(site: Site, around: Surroundings): Verdict | null {
  const steps = stepsFor(site);
  return classifyGoRules(site, around, RATE_LIMIT_RULES, steps);
}
