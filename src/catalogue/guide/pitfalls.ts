import { OWASP_SENSITIVITY, PERIODS } from '../tables/ruleset-engine.js';
import type { Decision, Pitfall } from './model.js';

const RULE_LISTS = ['firewall-rules', 'rate-limits'];
const RULESETS = [...RULE_LISTS, 'waf-packages', 'mobile-redirect'];

const sensitivities = Object.entries(OWASP_SENSITIVITY)
  .map(([name, { threshold, level }]) => `${name}: score_threshold ${threshold}, paranoia level ${level}`)
  .join('; ');

/** In the order in which they are told: what breaks other people's data comes first. */
export const PITFALLS: readonly Pitfall[] = [
  {
    id: 'put-replaces-all',
    when: { entries: RULESETS, methods: ['POST', 'PUT', 'PATCH'] },
    text: 'PUT on a ruleset or entry point replaces all its rules, also those of other people. Write single rules.',
  },
  {
    id: 'no-entry-point',
    when: { entries: RULESETS, tool: 'http' },
    text: 'A zone without rules has no entry point: GET answers 404 with code 10003. Treat it as an empty list, not as an error.',
  },
  {
    id: 'no-entry-point-sdk',
    when: { entries: RULESETS, tool: 'sdk' },
    text: 'A zone without rules has no entry point: the SDK reports 404 (code 10003) as an error. Treat it as an empty list.',
  },
  {
    id: 'answer-is-ruleset',
    when: { entries: RULE_LISTS, methods: ['POST', 'PUT', 'PATCH'] },
    text: 'A write answers with the whole ruleset: result is an object, and a new rule is the last of result.rules unless position is sent.',
  },
  {
    id: 'one-rule-per-request',
    when: { entries: ['firewall-rules'], methods: ['POST'], path: 'firewall/rules', tool: 'http' },
    text: 'POST takes one rule, not a list. If a later one fails, the earlier ones stay.',
  },
  {
    id: 'whole-rule',
    when: { entries: RULESETS, methods: ['PUT', 'PATCH'] },
    text: 'PATCH of a rule needs action and expression, and drops fields that are left out. Read the rule, change it, send it back without id, version and last_updated.',
  },
  {
    id: 'no-single-rule',
    when: { entries: RULE_LISTS, methods: ['GET'], path: 'rules/{' },
    text: 'No request reads one rule: find it in the rules of the entry point. Report a missing one as the old 404 was reported.',
  },
  {
    id: 'no-single-limit',
    when: { entries: RULE_LISTS, methods: ['GET'], path: 'rate_limits/{' },
    text: 'No request reads one rule: find it in the rules of the entry point. Report a missing one as the old 404 was reported.',
  },
  {
    id: 'no-pages',
    when: { entries: RULE_LISTS, methods: ['GET'], query: 'page' },
    text: 'The entry point has no pages: page, per_page and result_info are gone, and all rules come at once.',
  },
  ...['id', 'description', 'action', 'paused', 'ref'].map((query) => ({
    id: `no-filter-${query}`,
    when: { entries: RULE_LISTS, methods: ['GET' as const], query },
    text: `The query parameter ${query} is gone: select the rules in code.`,
  })),
  {
    id: 'delete-by-query',
    when: { entries: ['firewall-rules'], methods: ['DELETE'], query: 'id' },
    text: 'DELETE takes one rule in its path: loop over the ids. A missing id answers 404, where the old call went on.',
  },
  {
    id: 'position',
    when: { entries: ['firewall-rules'], sends: 'priority' },
    text: 'Rules run in list order; priority is gone. Lower priorities came first, rules without one last. A new rule goes to the end; position puts it elsewhere: {"before": <rule id or "" for the start>} or {"index": <from 1>}.',
  },
  {
    id: 'allow-is-skip',
    when: { entries: ['firewall-rules'], sends: 'action', values: ['allow'] },
    text: 'Action allow is refused: it is skip with action_parameters {"ruleset": "current"}, and only skips rules after it. Put it before them (in a request: "position": {"before": ""}).',
  },
  {
    id: 'filter-elsewhere',
    when: { entries: ['firewall-rules'], methods: ['POST', 'PUT'], written: 'filter.id' },
    text: 'The id of the filter is written in the code, and filters cannot be read any more: no expression of another file is known to be its own. Ask its owner, or leave the call with a marker.',
  },
  {
    id: 'bypass-is-skip',
    when: { entries: ['firewall-rules'], sends: 'action', values: ['bypass'] },
    text: 'Action bypass is skip with products, and needs one: without any it is refused. The products waf and rateLimit are now phases: ["http_request_firewall_managed"] and ["http_ratelimit"].',
  },
  {
    id: 'enabled',
    when: { entries: ['firewall-rules'], sends: 'paused', unconverted: true },
    text: 'paused becomes its opposite, enabled; a paused filter disables its rule, too.',
    covers: ['enabled-read'],
  },
  {
    id: 'enabled-read',
    when: { entries: ['firewall-rules'], reads: 'paused' },
    text: 'paused is read: it is the opposite of enabled.',
  },
  {
    id: 'shared-filter',
    when: { entries: ['firewall-rules'], methods: ['PUT'], path: '/filters' },
    text: 'Several rules could use one filter: change the expression of each of them.',
  },
  {
    id: 'ref-unique',
    when: { entries: ['firewall-rules'], sends: 'ref' },
    text: 'ref has to be unique in the ruleset.',
  },
  {
    id: 'old-ids',
    when: { entries: [...RULE_LISTS, 'waf-packages'], takesId: true },
    text: 'Ids of the old API mean nothing in the new one. Ids in files, databases, arguments or variables have to be found again, by description or ref.',
  },
  {
    id: 'periods',
    when: { entries: ['rate-limits'], sends: 'period', notValues: PERIODS },
    text: `ratelimit.period must be one of ${PERIODS.join(', ')}; plans allow fewer: Free 10, Pro up to 60, Business up to 600. Round to the nearest and say so, or refuse it.`,
  },
  {
    id: 'characteristics',
    when: { entries: ['rate-limits'], methods: ['POST'], unconverted: true },
    covers: ['characteristics-changed'],
    text: 'ratelimit.characteristics must hold cf.colo.id; ["cf.colo.id","ip.src"] counts as before.',
  },
  {
    id: 'crawlers',
    when: { entries: ['rate-limits'], methods: ['POST'], unconverted: true },
    covers: ['crawlers-changed'],
    text: 'The old API exempted crawlers of search engines: add "and not cf.client.bot".',
  },
  {
    id: 'characteristics-changed',
    when: { entries: ['rate-limits'], methods: ['PUT', 'PATCH'], sends: 'match', unconverted: true },
    text: 'ratelimit.characteristics must hold cf.colo.id; ["cf.colo.id","ip.src"] counts as before.',
  },
  {
    id: 'crawlers-changed',
    when: { entries: ['rate-limits'], methods: ['PUT', 'PATCH'], sends: 'match', unconverted: true },
    text: 'The old API exempted crawlers of search engines: add "and not cf.client.bot".',
  },
  {
    id: 'challenge-timeout',
    when: {
      entries: ['rate-limits'],
      sends: 'action.mode',
      values: ['challenge', 'js_challenge', 'managed_challenge'],
    },
    text: 'A challenge needs mitigation_timeout 0.',
  },
  {
    id: 'url-pattern',
    when: { entries: ['rate-limits'], open: 'match.request.url' },
    text: "The pattern is only known at run time, and no simple text operation converts it: * may span /, the scheme is optional, and queries were never compared. 'edge-sunset convert rate-limits' shows the expression for a given pattern.",
  },
  {
    id: 'counts-responses',
    when: { entries: ['rate-limits'], sends: 'match.response', unconverted: true },
    text: 'Conditions on the response belong into ratelimit.counting_expression.',
  },
  {
    id: 'origin-traffic',
    when: { entries: ['rate-limits'], methods: ['POST', 'PUT', 'PATCH'], unconverted: true },
    text: 'match.response.origin_traffic was true where it was left out: requests_to_origin: true, unless it says false.',
  },
  {
    id: 'owasp-levels',
    when: { entries: ['waf-packages'], sends: 'sensitivity' },
    text: `Sensitivity is two things: ${sensitivities}; off: enabled false on the rule. Higher paranoia levels are switched off as categories.`,
  },
  {
    id: 'waf-rule-ids',
    when: { entries: ['waf-packages'], path: '/rules/' },
    text: 'Rules of the old packages have other ids in the managed rulesets; find the new one by its description, and override it.',
  },
  {
    id: 'waf-override',
    when: { entries: ['waf-packages'], path: '/rules/', methods: ['PATCH', 'PUT'] },
    text: 'overrides.rules may have an item for this rule already: change its field and keep its others (score_threshold, sensitivity_level), and all other items.',
  },
  {
    id: 'waf-groups',
    when: { entries: ['waf-packages'], path: '/groups' },
    text: 'Groups became categories: overrides.categories: [{"category": <name>, "enabled": true or false}].',
  },
  {
    id: 'token-waf',
    when: { entries: [...RULE_LISTS, 'waf-packages'], tool: 'http' },
    text: 'The token needs the permission Zone WAF (Read, or Edit for changes); the old one was Firewall Services.',
  },
  {
    id: 'token-redirect',
    when: { entries: ['mobile-redirect'] },
    text: 'The token needs the permission Single Redirect: Edit.',
  },
  {
    id: 'members-page',
    when: { entries: ['organizations'], methods: ['GET'], path: '/members' },
    text: 'Members and roles come 20 to a page, names may be null, and without status=accepted open invitations are listed, too.',
  },
  {
    id: 'role-objects',
    when: { entries: ['organizations'], sends: 'roles' },
    text: 'POST takes role ids as texts, PUT takes objects with an id.',
  },
  {
    id: 'form',
    when: { entries: ['images-v1-direct-upload'], methods: ['POST'] },
    text: 'Let the client set Content-Type: the form needs its boundary. expiry must be 2 minutes to 6 hours ahead.',
  },
  {
    id: 'graphql-errors',
    when: { entries: ['zone-analytics', 'dns-analytics'] },
    text: 'Errors come with status 200 in errors; the result is data.viewer.zones[0], without success and result. limit is required.',
  },
  {
    id: 'settings-one-by-one',
    when: { entries: ['settings-batch'], methods: ['PATCH'] },
    text: 'If a later setting is refused, the earlier ones stay as written; all together were written or refused.',
  },
  {
    id: 'settings-asked-for',
    when: { entries: ['settings-batch'], methods: ['GET'] },
    text: 'Ask only for the settings that the program uses, and for none that is retired: its request fails.',
  },
  {
    id: 'settings-resources',
    when: { entries: ['settings-batch'], tool: 'resource' },
    text: 'cloudflare_zone_setting is a resource of provider 5, one for each setting_id: zero_rtt is 0rtt there, and universal_ssl is no zone setting. With provider 4 the old resource stays until the provider is raised; its retired settings go now.',
  },
  {
    id: 'graphql-time',
    when: { entries: ['zone-analytics'], methods: ['GET'], query: 'since' },
    text: 'since and until must be times; negative numbers were minutes before now. Use httpRequests1mGroups for hours, 1hGroups for days, 1dGroups for longer.',
  },
  {
    id: 'name-outside',
    when: { entries: ['srv-data'], sends: 'name' },
    text: 'If name outside is the whole name already, it stays; do not add the labels twice.',
  },
  {
    id: 'srv-zone-apex',
    when: { entries: ['srv-data'], open: 'data.name' },
    text: 'data.name may be "@" or empty: then the base is the name of the zone.',
  },
  {
    id: 'srv-only',
    when: { entries: ['srv-data'], open: 'type' },
    text: 'Only SRV records change: NAPTR has a service in data that stays.',
  },
  {
    id: 'active-connections',
    when: { entries: ['legacy-tunnels'], methods: ['DELETE'] },
    text: 'A tunnel with active connections is not deleted: DELETE its connections first.',
  },
  {
    id: 'apps-pages',
    when: { entries: ['access-bookmarks'], methods: ['GET'], notPath: '/{uuid}' },
    text: 'The list holds all applications and has pages: filter by type, and read every page.',
  },
  {
    id: 'bookmark-id',
    when: { entries: ['access-bookmarks'], methods: ['POST'], path: '/{uuid}' },
    text: 'The id in the path is gone: keep the id of the answer.',
  },
  {
    id: 'several-addresses',
    when: { entries: ['notification-email'], sends: 'notification_email' },
    text: 'The field held several addresses, separated by commas: one item each.',
  },
  {
    id: 'one-ruleset-per-phase',
    when: { entries: [...RULE_LISTS, 'waf-packages'], tool: 'resource' },
    text: 'A zone has one ruleset per phase: all rules go into one resource, in the order in which they run. Forget the old resources in the state (terraform state rm, or a removed block) before they are deleted.',
  },
  {
    id: 'fold',
    when: { entries: ['threat-score'] },
    text: "'edge-sunset expr fold' shows what is left of an expression with score 0: always false, always true, or the rest of it.",
  },
  {
    id: 'tests',
    when: { context: 'test' },
    text: 'Tests and mocks of these calls change with them; none may be skipped, deleted or weakened.',
  },
];

export const DECISIONS: readonly Decision[] = [
  {
    name: 'old-ids',
    when: { entries: RULE_LISTS, takesId: true },
    question: 'Where do stored ids of the old API go?',
    options: [
      { value: 'lookup', means: 'the program finds the rule by description or ref' },
      { value: 'replace', means: 'the owner replaces stored ids once, before the change is deployed' },
    ],
  },
  {
    name: 'position',
    when: { entries: ['firewall-rules'], methods: ['POST'], open: 'priority' },
    question: 'Which position has a rule whose priority is only known at run time?',
    options: [
      { value: 'append', means: 'behind all other rules' },
      { value: 'first', means: 'before all other rules' },
      { value: 'sorted', means: 'the program sorts the rules that it writes by priority' },
    ],
  },
  {
    name: 'period',
    when: { entries: ['rate-limits'], sends: 'period', notValues: PERIODS },
    question: 'What becomes of a period that rate limiting rules do not take?',
    options: [
      { value: 'nearest', means: 'the nearest that is accepted, the threshold unchanged' },
      { value: 'scaled', means: 'the nearest that is accepted, the threshold in proportion' },
    ],
  },
  {
    name: 'email',
    when: { entries: ['notification-email'], sends: 'notification_email' },
    question: 'Who is told about unhealthy pools?',
    options: [
      { value: 'policy', means: 'the program creates a notification policy' },
      { value: 'drop', means: 'nobody, or a policy that the owner creates' },
    ],
  },
  {
    name: 'score',
    when: { entries: ['threat-score'] },
    question: 'cf.threat_score is always 0. What decides now?',
    options: [
      { value: 'drop', means: 'the comparison goes; the rule does what it does with score 0' },
      { value: 'score', means: 'cf.bot_management.score or cf.waf.score, with a threshold of the owner' },
    ],
  },
];
