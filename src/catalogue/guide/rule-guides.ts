/** Guides for what became rules of rulesets. */
import {
  CUSTOM_RULES,
  MANAGED_RULES,
  OWASP_RULESET,
  RATE_LIMITS,
  REDIRECTS,
} from '../tables/ruleset-engine.js';
import type { FieldMove, Guide } from './model.js';
import { readEntryPoint, rulesetRequests } from './ruleset-requests.js';

const RULE_ANSWER: readonly FieldMove[] = [
  { old: 'id', now: 'id', note: 'a new id' },
  { old: 'description', now: 'description' },
  { old: 'priority', now: null, note: 'the position in the list' },
  { old: 'created_on', now: 'last_updated' },
  { old: 'modified_on', now: 'last_updated' },
  { old: 'result_info', now: null, note: 'there are no pages' },
];

export const RULE_GUIDES: readonly Guide[] = [
  {
    entries: ['firewall-rules'],
    task: `Replace the Firewall Rules and Filters APIs with WAF custom rules: rules of the zone's entry point ruleset of phase ${CUSTOM_RULES}.`,
    convert: 'firewall-rules',
    requests: [
      ...rulesetRequests(CUSTOM_RULES, 'firewall/rules', 'rules that let requests pass come first'),
      {
        when: { methods: ['POST'], path: '/filters', notPath: 'validate-expr' },
        method: null,
        path: null,
        does: 'POST /filters: no request; the expression of the filter is written into its rule',
      },
      {
        when: { methods: ['GET'], path: '/filters' },
        method: null,
        path: null,
        does: 'GET /filters: read `expression` of the rules of the entry point instead',
      },
      {
        when: { methods: ['PUT'], path: '/filters' },
        method: 'PATCH',
        path: '/zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}',
        body: 'converted',
        does: 'PUT /filters: changes the expression of each rule that used the filter; send the whole rule',
      },
      {
        when: { methods: ['DELETE'], path: '/filters' },
        method: null,
        path: null,
        does: 'DELETE /filters: no request; the expression goes with its rule',
      },
      {
        when: { path: 'validate-expr' },
        method: null,
        path: null,
        does: 'validate-expr: no request; an invalid expression is rejected with 400 when the rule is written',
      },
    ],
    sent: [
      { old: 'filter.expression', now: 'expression' },
      { old: 'expression', now: 'expression' },
      { old: 'filter.id', now: null, note: 'write the expression of this filter' },
      { old: 'filter.paused', now: 'enabled', negated: true },
      { old: 'paused', now: 'enabled', negated: true },
      { old: 'action', now: 'action' },
      { old: 'description', now: 'description' },
      { old: 'ref', now: 'ref', note: 'must be unique in the ruleset' },
      { old: 'priority', now: null, note: 'the position in the list' },
      { old: 'products', now: 'action_parameters.products' },
    ],
    read: [
      { old: 'filter', now: 'expression', note: 'filter.expression is the expression of the rule' },
      { old: 'paused', now: 'enabled', negated: true },
      ...[{ old: 'action', now: 'action', note: 'allow and bypass are skip' }, ...RULE_ANSWER],
    ],
  },
  {
    entries: ['rate-limits'],
    task: `Replace the previous rate limiting API with rate limiting rules: rules of the zone's entry point ruleset of phase ${RATE_LIMITS}.`,
    convert: 'rate-limits',
    requests: rulesetRequests(
      RATE_LIMITS,
      'rate_limits',
      'the newest limit came first: "position": {"before": ""}',
    ),
    sent: [
      { old: 'threshold', now: 'ratelimit.requests_per_period' },
      { old: 'period', now: 'ratelimit.period' },
      { old: 'action.timeout', now: 'ratelimit.mitigation_timeout' },
      { old: 'action.mode', now: 'action', note: 'ban is block, simulate is log' },
      { old: 'action.response', now: 'action_parameters.response', note: 'with status_code 429' },
      { old: 'match.request.url', now: 'expression', note: "see 'edge-sunset convert rate-limits'" },
      { old: 'match.request.methods', now: 'expression', note: 'http.request.method in {…}' },
      {
        old: 'match.response.status',
        now: 'ratelimit.counting_expression',
        note: 'http.response.code in {…}',
      },
      { old: 'bypass', now: 'expression', note: 'and not (…)' },
      { old: 'correlate', now: 'ratelimit.characteristics' },
      { old: 'disabled', now: 'enabled', negated: true },
      { old: 'description', now: 'description' },
    ],
    read: [
      { old: 'threshold', now: 'ratelimit.requests_per_period' },
      { old: 'period', now: 'ratelimit.period' },
      { old: 'disabled', now: 'enabled', negated: true },
      { old: 'match', now: 'expression' },
      { old: 'timeout', now: 'ratelimit.mitigation_timeout' },
      { old: 'mode', now: 'action', note: 'ban is block, simulate is log' },
      ...RULE_ANSWER,
    ],
  },
  {
    entries: ['waf-packages'],
    task: `Replace WAF packages with managed rulesets: execute rules in the zone's entry point ruleset of phase ${MANAGED_RULES}.`,
    convert: 'waf-packages',
    requests: [
      {
        when: {},
        method: 'GET',
        path: `/zones/{zone_id}/rulesets/phases/${MANAGED_RULES}/entrypoint`,
        does: `the rules that execute managed rulesets; the OWASP one has action_parameters.id ${OWASP_RULESET}`,
      },
      {
        when: { methods: ['PATCH'] },
        method: 'PATCH',
        path: '/zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}',
        body: 'converted',
        does: 'changes the execute rule of the managed ruleset; send the whole rule. POST to …/rules if there is none',
      },
      {
        when: { methods: ['GET'], path: '/rules' },
        method: 'GET',
        path: '/zones/{zone_id}/rulesets/{managed_ruleset_id}',
        does: 'all rules of a managed ruleset, with their categories in place of groups',
      },
    ],
    sent: [
      {
        old: 'sensitivity',
        now: 'action_parameters.overrides',
        note: 'a category and score_threshold, see the pitfalls',
      },
      { old: 'action_mode', now: 'action_parameters.overrides.rules[].action', note: 'simulate is log' },
      {
        old: 'mode',
        now: 'action_parameters.overrides',
        note: 'rules[] or categories[] with enabled or action',
      },
    ],
    read: [
      { old: 'sensitivity', now: 'action_parameters.overrides.rules[].score_threshold' },
      { old: 'action_mode', now: 'action_parameters.overrides.rules[].action' },
      { old: 'detection_mode', now: null, note: 'anomaly is the OWASP ruleset, traditional the managed one' },
      { old: 'mode', now: 'enabled', note: 'of an override, else of the managed rule' },
    ],
  },
  {
    entries: ['mobile-redirect'],
    task: `Replace the setting with a redirect rule in the zone's entry point ruleset of phase ${REDIRECTS}; "status": "off" deletes that rule.`,
    requests: [
      readEntryPoint(REDIRECTS),
      {
        when: { sends: 'value' },
        method: 'GET',
        path: '/zones/{zone_id}',
        does: 'result.name, the host below which the subdomain stands',
      },
      {
        when: { methods: ['PATCH'] },
        method: 'POST',
        path: '/zones/{zone_id}/rulesets/{ruleset_id}/rules',
        body: '{"ref":"mobile_redirect","action":"redirect","expression":"not http.host in {\\"<subdomain>.<zone name>\\"} and (http.user_agent contains \\"mobi\\" or http.user_agent contains \\"Mobi\\")","action_parameters":{"from_value":{"status_code":301,"target_url":{"expression":"concat(\\"https://<subdomain>.<zone name>\\", http.request.uri.path)"},"preserve_query_string":true}}}',
        does: 'switches it on; PATCH …/rules/{rule_id} if a rule with this ref is there',
      },
      {
        when: { methods: ['PATCH'] },
        method: 'DELETE',
        path: '/zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}',
        does: 'switches it off: removes the rule with this ref, if it is there',
      },
    ],
    sent: [
      { old: 'value.status', now: null, note: 'on is a rule, off is none' },
      { old: 'value.mobile_subdomain', now: 'action_parameters.from_value.target_url.expression' },
      {
        old: 'value.strip_uri',
        now: 'action_parameters.from_value.target_url',
        note: 'true: {"value":"https://<subdomain>.<zone name>/"}',
      },
    ],
    read: [{ old: 'mobile_subdomain', now: 'action_parameters.from_value.target_url.expression' }],
  },
];
