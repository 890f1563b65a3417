/** Rate limits, which are rate limiting rules now. */
import { RATE_LIMIT } from '../../src/convert/index.js';
import { ALL_LIMITS, EXPRESSION } from '../direct/index.js';
import type { RuleKind } from '../planner/index.js';

export const RATE_LIMIT_RULES: RuleKind = {
  phase: 'http_ratelimit',
  noun: 'rate limiting rule',
  oldNoun: 'rate limit',
  name: 'rate limit rule',
  collections: ['rate_limits'],
  isWhole: true,
  listed: [EXPRESSION, ALL_LIMITS],
  mapping: RATE_LIMIT,
  part: null,
};
