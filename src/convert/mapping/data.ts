/** What rules of the retired APIs correspond to. */
import type { Mapping } from './model.js';

/** A firewall rule with its filter, as a WAF custom rule. */
export const FIREWALL_RULE: Mapping = {
  fields: [
    { old: 'id', now: 'id' },
    { old: 'action', now: 'action' },
    { old: 'description', now: 'description', absent: '' },
    { old: 'ref', now: 'ref', isRare: true },
    { old: 'paused', now: 'enabled', isNegated: true },
    // A filter has no id of its own any more: the rule has it.
    { old: 'filter.id', now: 'id' },
    { old: 'filter.expression', now: 'expression' },
    { old: 'filter.paused', value: false, isRare: true },
  ],
  gone: [
    'priority',
    'products',
    'created_on',
    'modified_on',
    'filter.paused',
    'filter.description',
    'filter.ref',
  ],
  identity: 'id',
  position: 'priority',
  known: ['enabled'],
  meanings: { action: { allow: { action: 'skip', action_parameters: { ruleset: 'current' } } } },
  refused: {
    action: { bypass: 'a bypass needs a person to choose phases' },
    products: { '*': 'a bypass needs a person to choose phases' },
  },
  parts: {},
};

/** A filter apart from its rule, as the rule that has its expression. */
export const FILTER: Mapping = {
  ...FIREWALL_RULE,
  fields: [
    { old: 'id', now: 'id' },
    { old: 'expression', now: 'expression' },
    { old: 'description', now: 'description', absent: '' },
  ],
  gone: [],
};

/** A rate limit as a rate limiting rule; `rateLimitRule` converts what is more than a place. */
export const RATE_LIMIT: Mapping = {
  fields: [
    { old: 'id', now: 'id' },
    { old: 'description', now: 'description', absent: '', placeholder: 'text' },
    { old: 'disabled', now: 'enabled', isNegated: true, placeholder: true },
    { old: 'threshold', now: 'ratelimit.requests_per_period', placeholder: 1 },
    { old: 'period', now: 'ratelimit.period', placeholder: 60 },
    { old: 'match.request.url', now: 'expression' },
    { old: 'action.mode', now: 'action', values: { block: 'ban', log: 'simulate' } },
    { old: 'action.timeout', now: 'ratelimit.mitigation_timeout', absent: 0, placeholder: 60 },
    {
      old: 'action.response.body',
      now: 'action_parameters.response.content',
      isRare: true,
      placeholder: 'text',
    },
    {
      old: 'action.response.content_type',
      now: 'action_parameters.response.content_type',
      isRare: true,
      placeholder: 'text',
    },
  ],
  gone: [
    'bypass',
    'correlate',
    'login_protect',
    'match.request.methods',
    'match.request.schemes',
    'match.response',
    'action.response',
  ],
  identity: 'id',
  position: null,
  known: [],
  meanings: {},
  refused: {},
  parts: { ratelimit: 'limit' },
};
