/** Rate limits of the previous version become rate limiting rules: rules of the ruleset of a phase. */
import { EXEMPT_CRAWLERS } from '../../src/convert/index.js';
import type { Codemod } from '../../src/migrate/index.js';
import { ruleModule } from '../direct/index.js';
import { classify } from './classify.js';
import { TEMPLATES } from './generated/templates.js';
import { NAMES } from './names.js';
import { stepsFor } from './steps.js';

export const rateLimits: Codemod = {
  id: 'rate-limits',
  entries: ['rate-limits'],
  ties: 'ids',
  helper: ruleModule('rateLimitRules', {
    phase: 'http_ratelimit',
    names: NAMES,
    mapping: TEMPLATES.mapping,
    pageSize: 20,
  }),
  classify,
  steps: stepsFor,
  checklist: [
    EXEMPT_CRAWLERS,
    'Give the token the permission Zone > Zone WAF > Edit: the old permission for firewall services does not reach rulesets.',
    'Ids of rate limits that were stored outside of the program mean nothing any more: empty those places, or fill them from a new list.',
    'Fields, periods and the number of rate limiting rules depend on the plan: compare them with the limits of the zone.',
  ],
};
