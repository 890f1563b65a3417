/** Rate limits in PHP and Ruby. */
import { RATE_LIMIT } from '../../../src/convert/index.js';
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_LIMITS, EXPRESSION } from '../../direct/index.js';
import type { RuleKind } from '../../php-ruby/kind.js';
import { classifyRules } from '../../php-ruby/plan.js';
import { stepsFor } from '../steps.js';
import { sentLimit } from './limit.js';

const RATE_LIMIT_RULES: RuleKind = {
  phase: 'http_ratelimit',
  noun: 'rate limiting rule',
  oldNoun: 'rate limit',
  names: {
    list: 'rateLimitRules',
    answer: 'rateLimitRulesAnswer',
    add: 'addRateLimitRule',
    update: 'replaceRateLimitRule',
    remove: 'deleteRateLimitRule',
    toOld: 'toRateLimit',
    toCustom: '',
    readOld: '',
    addOld: '',
    changeOld: '',
    changeAllOld: '',
    removeOld: '',
  },
  collections: ['rate_limits'],
  isWhole: true,
  listed: [EXPRESSION, ALL_LIMITS],
  mapping: RATE_LIMIT,
  sentRule: ({ syntax, tree }, call) => sentLimit(syntax, tree, call),
};

export function classifyPhpOrRuby(site: Site, around: Surroundings): Verdict | null {
  return classifyRules(site, around, RATE_LIMIT_RULES, stepsFor(site));
}
