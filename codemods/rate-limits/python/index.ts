/** Rate limits in Python. */
import type { Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { ALL_LIMITS, EXPRESSION } from '../../direct/differences.js';
import type { RuleKind } from '../../python/kind.js';
import { classifyRules } from '../../python/plan.js';
import { stepsFor } from '../steps.js';
import { sentLimit } from './limit.js';
import { readEdits } from './reads.js';

const RATE_LIMIT_RULES: RuleKind = {
  phase: 'http_ratelimit',
  noun: 'rate limiting rule',
  names: {
    list: 'list_rate_limit_rules',
    answer: 'get_rate_limit_ruleset',
    add: 'add_rate_limit_rule',
    update: 'replace_rate_limit_rule',
    remove: 'delete_rate_limit_rule',
    toOld: 'to_rate_limit',
    toNew: '',
    toPart: '',
  },
  collections: ['rate_limits'],
  toOld: [
    'limit = rule[~ratelimit~]',
    'mode = {~block~: ~ban~, ~log~: ~simulate~}.get(rule[~action~], rule[~action~])',
    'return {',
    '    ~id~: rule[~id~],',
    '    ~description~: rule.get(~description~, ~~),',
    '    ~disabled~: not rule.get(~enabled~, True),',
    '    ~threshold~: limit[~requests_per_period~],',
    '    ~period~: limit[~period~],',
    '    ~match~: {~request~: {~url~: rule[~expression~]}},',
    '    ~action~: {~mode~: mode, ~timeout~: limit.get(~mitigation_timeout~, 0)},',
    '}',
  ],
  toNew: [],
  part: null,
  isReplaced: true,
  listed: [EXPRESSION, ALL_LIMITS],
  lost: /(?:\[|\.(?:get|pop)\()\s*["'](?:bypass|correlate|login_protect|methods|schemes|response|headers)["']/,
  readEdits,
  sentRule: sentLimit,
};

export function classifyPython(site: Site, around: Surroundings): Verdict | null {
  return classifyRules(site, around, RATE_LIMIT_RULES, stepsFor(site));
}
