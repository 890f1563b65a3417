/** Rate limits in Python. */
import { RATE_LIMIT } from '../../../src/convert/index.js';
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_LIMITS, EXPRESSION } from '../../direct/index.js';
import type { RuleKind } from '../../python/kind.js';
import { classifyRules } from '../../python/plan.js';
import { stepsFor } from '../steps.js';
import { sentLimit } from './limit.js';

const RATE_LIMIT_RULES: RuleKind = {
  phase: 'http_ratelimit',
  noun: 'rate limiting rule',
  oldNoun: 'rate limit',
  names: {
    list: 'list_rate_limit_rules',
    answer: 'get_rate_limit_ruleset',
    add: 'add_rate_limit_rule',
    update: 'replace_rate_limit_rule',
    remove: 'delete_rate_limit_rule',
    toOld: 'to_rate_limit',
    toNew: '',
    toPart: '',
    toCustom: '',
    listOld: 'read_rate_limits',
    readOld: 'read_rate_limit',
    addOld: '',
    changeOld: '',
    changeAllOld: '',
    removeOld: 'remove_rate_limit',
  },
  collections: ['rate_limits'],
  mapping: RATE_LIMIT,
  part: null,
  isReplaced: true,
  listed: [EXPRESSION, ALL_LIMITS],
  sentRule: sentLimit,
};

export function classifyPython(site: Site, around: Surroundings): Verdict | null {
  return classifyRules(site, around, RATE_LIMIT_RULES, stepsFor(site));
}
