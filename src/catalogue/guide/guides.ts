import {
  CUSTOM_RULES,
  MANAGED_RULES,
  OWASP_RULESET,
  RATE_LIMITS,
  REDIRECTS,
} from '../tables/ruleset-engine.js';
import type { FieldMove, Guide, NewRequest } from './model.js';

function readEntryPoint(phase: string): NewRequest {
  return {
    when: {},
    method: 'GET',
    path: `/zones/{zone_id}/rulesets/phases/${phase}/entrypoint`,
    does: 'the ruleset with its id (result.id) and all rules (result.rules); 404 if there is none yet',
  };
}

/** Requests on the rules of a phase, for an old API that had a list of objects at `path`, and where a new one goes. */
function rulesetRequests(phase: string, path: string, order: string): readonly NewRequest[] {
  const rules = '/zones/{zone_id}/rulesets/{ruleset_id}/rules';
  return [
    readEntryPoint(phase),
    {
      when: { methods: ['POST'], path },
      method: 'POST',
      path: rules,
      body: 'converted',
      does: `adds one rule, at the end without a position; ${order}`,
    },
    {
      when: { methods: ['POST'], path },
      method: 'POST',
      path: '/zones/{zone_id}/rulesets',
      body: `{"name":"default","kind":"zone","phase":"${phase}","rules":[<the rule>]}`,
      does: 'instead, if the entry point answered 404; the rule without a position',
    },
    {
      when: { methods: ['PUT', 'PATCH'], path },
      method: 'PATCH',
      path: `${rules}/{rule_id}`,
      body: 'converted',
      does: 'changes one rule; send the whole rule',
    },
    {
      when: { methods: ['DELETE'], path },
      method: 'DELETE',
      path: `${rules}/{rule_id}`,
      does: 'removes one rule; the answer is the ruleset that is left',
    },
  ];
}

const RULE_ANSWER: readonly FieldMove[] = [
  { old: 'id', now: 'id', note: 'a new id' },
  { old: 'description', now: 'description' },
  { old: 'priority', now: null, note: 'the position in the list' },
  { old: 'created_on', now: 'last_updated' },
  { old: 'modified_on', now: 'last_updated' },
  { old: 'result_info', now: null, note: 'there are no pages' },
];

export const GUIDES: readonly Guide[] = [
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
  {
    entries: ['organizations'],
    task: 'Replace the organizations API with the accounts API.',
    requests: [
      {
        when: { methods: ['PATCH'], notPath: 'ations/{identifier}/' },
        method: 'PUT',
        path: '/accounts/{account_id}',
        body: '{"name":<name>}',
        does: 'renames the account',
      },
      {
        when: { path: '/members', methods: ['GET'] },
        method: 'GET',
        path: '/accounts/{account_id}/members?status=accepted&page=<n>&per_page=50',
        does: 'all members, page by page',
      },
      {
        when: { path: '/members/', methods: ['PATCH'] },
        method: 'PUT',
        path: '/accounts/{account_id}/members/{member_id}',
        body: '{"roles":[{"id":<role id>}]}',
        does: 'sets the roles, as objects',
      },
      {
        when: { path: '/members/', methods: ['DELETE'] },
        method: 'DELETE',
        path: '/accounts/{account_id}/members/{member_id}',
        does: 'removes the member',
      },
      {
        when: { path: '/invites', methods: ['POST'] },
        method: 'POST',
        path: '/accounts/{account_id}/members',
        body: '{"email":<invited_member_email>,"roles":[<role id>],"status":"pending"}',
        does: 'invites; auto_accept: true is status accepted',
      },
      {
        when: { path: '/invites', methods: ['GET'] },
        method: 'GET',
        path: '/accounts/{account_id}/members?status=pending&page=<n>&per_page=50',
        does: 'open invitations',
      },
      {
        when: { path: '/invites/', methods: ['PATCH', 'DELETE'] },
        method: 'DELETE',
        path: '/accounts/{account_id}/members/{member_id}',
        does: 'withdraws an invitation; PUT with roles changes it',
      },
      {
        when: { path: '/roles' },
        method: 'GET',
        path: '/accounts/{account_id}/roles?page=<n>&per_page=50',
        does: 'all roles, page by page; permissions are an object of {read, write}',
      },
      {
        when: { path: '/audit_logs' },
        method: 'GET',
        path: '/accounts/{account_id}/audit_logs',
        does: 'the same entries',
      },
      {
        when: { path: '/railguns' },
        method: null,
        path: null,
        does: 'railguns: no request; remove the call',
      },
    ],
    sent: [
      { old: 'invited_member_email', now: 'email' },
      { old: 'auto_accept', now: 'status', note: 'true is accepted, false is pending' },
    ],
    read: [
      { old: 'invited_member_email', now: 'email' },
      { old: 'email', now: 'user.email' },
      { old: 'permissions', now: 'permissions', note: 'an object of {read, write} in place of a list' },
    ],
  },
  {
    entries: ['access-bookmarks'],
    task: 'Replace the bookmarks API with Access applications of type bookmark.',
    requests: [
      {
        when: { methods: ['GET'], notPath: '/{uuid}' },
        method: 'GET',
        path: '/accounts/{account_id}/access/apps',
        does: 'all applications; keep those with type bookmark',
      },
      {
        when: { methods: ['GET'], path: '/{uuid}' },
        method: 'GET',
        path: '/accounts/{account_id}/access/apps/{app_id}',
        does: 'one application',
      },
      {
        when: { methods: ['POST'] },
        method: 'POST',
        path: '/accounts/{account_id}/access/apps',
        body: '{"type":"bookmark",<name, domain, logo_url, app_launcher_visible as before>}',
        does: 'creates one; the server chooses the id',
      },
      {
        when: { methods: ['PUT'] },
        method: 'PUT',
        path: '/accounts/{account_id}/access/apps/{app_id}',
        body: '{"type":"bookmark",<fields as before>}',
        does: 'changes one',
      },
      {
        when: { methods: ['DELETE'] },
        method: 'DELETE',
        path: '/accounts/{account_id}/access/apps/{app_id}',
        does: 'removes one',
      },
    ],
    sent: [],
    read: [],
  },
  {
    entries: ['images-v1-direct-upload'],
    task: 'Ask version 2 for the upload address, with a multipart form in place of JSON.',
    requests: [
      {
        when: {},
        method: 'POST',
        path: '/accounts/{account_id}/images/v2/direct_upload',
        body: 'multipart/form-data with expiry, metadata, requireSignedURLs ("true")',
        does: 'the answer has id and uploadURL as before',
      },
    ],
    sent: [],
    read: [],
  },
  {
    entries: ['notification-email'],
    task: 'Stop sending notification_email, and create a notification policy for its addresses.',
    requests: [
      {
        when: { methods: ['POST', 'PUT', 'PATCH'] },
        method: 'POST',
        path: '/accounts/{account_id}/alerting/v3/policies',
        body: '{"name":<name>,"enabled":true,"alert_type":"load_balancing_health_alert","mechanisms":{"email":[{"id":<one address>}]},"filters":{"pool_id":[<id of the pool>]}}',
        does: 'after the pool or monitor is written without the field; one item of email per address',
      },
    ],
    sent: [{ old: 'notification_email', now: null, note: 'mechanisms.email of the policy' }],
    read: [{ old: 'notification_email', now: null, note: 'mechanisms.email of the policy' }],
  },
  {
    entries: ['srv-data'],
    task: 'Send the whole name, _service._proto.name, in the field name outside of data, and only priority, weight, port and target inside.',
    convert: 'srv-data',
    requests: [
      {
        when: { methods: ['POST'] },
        method: 'POST',
        path: '/zones/{zone_id}/dns_records',
        body: 'converted',
        does: 'the same request with the new body',
      },
      {
        when: { methods: ['PUT'] },
        method: 'PUT',
        path: '/zones/{zone_id}/dns_records/{dns_record_id}',
        body: 'converted',
        does: 'the same request with the new body',
      },
      {
        when: { methods: ['PATCH'] },
        method: 'PATCH',
        path: '/zones/{zone_id}/dns_records/{dns_record_id}',
        body: 'converted',
        does: 'the same request with the new body',
      },
    ],
    sent: [
      { old: 'data.service', now: 'name', note: 'its first label' },
      { old: 'data.proto', now: 'name', note: 'its second label' },
      { old: 'data.name', now: 'name', note: 'what follows' },
    ],
    read: [
      { old: 'service', now: 'name', note: 'name.split(".")[0]' },
      { old: 'proto', now: 'name', note: 'name.split(".")[1]' },
    ],
  },
  {
    entries: ['zone-analytics', 'dns-analytics'],
    task: 'Query the GraphQL Analytics API for exactly the fields that the code reads.',
    requests: [
      {
        when: { entries: ['zone-analytics'] },
        method: 'POST',
        path: '/graphql',
        body: '{"query":"query($zone:String!,$since:Time!,$until:Time!){viewer{zones(filter:{zoneTag:$zone}){httpRequests1hGroups(limit:1000,filter:{datetime_geq:$since,datetime_lt:$until}){sum{requests bytes cachedRequests cachedBytes threats pageViews}uniq{uniques}}}}}","variables":{"zone":<zone id>,"since":<time>,"until":<time>}}',
        does: 'the totals; add dimensions{datetime} for a time series',
      },
      {
        when: { entries: ['dns-analytics'] },
        method: 'POST',
        path: '/graphql',
        body: '{"query":"query($zone:String!,$since:Time!,$until:Time!){viewer{zones(filter:{zoneTag:$zone}){dnsAnalyticsAdaptiveGroups(limit:1000,filter:{datetime_geq:$since,datetime_lt:$until}){count dimensions{queryName responseCode}}}}}","variables":{"zone":<zone id>,"since":<time>,"until":<time>}}',
        does: 'one group for each combination of dimensions',
      },
    ],
    sent: [],
    read: [
      { old: 'requests', now: 'sum.requests', note: 'cached: sum.cachedRequests; uncached: the difference' },
      { old: 'bandwidth', now: 'sum.bytes', note: 'cached: sum.cachedBytes; uncached: the difference' },
      { old: 'threats', now: 'sum.threats' },
      { old: 'pageviews', now: 'sum.pageViews' },
      { old: 'uniques', now: 'uniq.uniques' },
      { old: 'http_status', now: 'sum.responseStatusMap', note: 'a list of {edgeResponseStatus, requests}' },
      {
        old: 'country',
        now: 'sum.countryMap',
        note: 'a list of {clientCountryName, requests, bytes, threats}',
      },
      {
        old: 'content_type',
        now: 'sum.contentTypeMap',
        note: 'a list of {edgeResponseContentTypeName, requests, bytes}',
      },
      { old: 'timeseries', now: 'the groups', note: 'with dimensions{datetime}' },
      { old: 'totals', now: 'the one group without dimensions' },
      { old: 'colos', now: 'httpRequestsAdaptiveGroups', note: 'with dimensions{coloCode}' },
    ],
  },
  {
    entries: ['tunnel-routes-by-network'],
    task: 'Create routes with the network in the body, and change or delete them by their id.',
    requests: [
      {
        when: { methods: ['POST'] },
        method: 'POST',
        path: '/accounts/{account_id}/teamnet/routes',
        body: '{"network":<CIDR, not encoded>,"tunnel_id":<as before>,"comment":<as before>}',
        does: 'creates the route',
      },
      {
        when: { methods: ['PATCH', 'DELETE'] },
        method: 'GET',
        path: '/accounts/{account_id}/teamnet/routes?network_subset=<CIDR>&network_superset=<CIDR>&is_deleted=false',
        does: 'the route of exactly this network, for its id',
      },
      {
        when: { methods: ['PATCH'] },
        method: 'PATCH',
        path: '/accounts/{account_id}/teamnet/routes/{route_id}',
        body: '<as before>',
        does: 'changes the route',
      },
      {
        when: { methods: ['DELETE'] },
        method: 'DELETE',
        path: '/accounts/{account_id}/teamnet/routes/{route_id}',
        does: 'removes the route',
      },
    ],
    sent: [],
    read: [],
  },
];
