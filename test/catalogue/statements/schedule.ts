import { asked, call, entry, of, reason, shown, TODAY, Z } from './statement.js';

const zone = (rest: string) => `/zones/\${zone}${rest}`;
const account = (rest: string) => `/accounts/\${account}${rest}`;
const read = (id: string, path: string) => entry(id, call('GET', path));
const SCORE = "{ action: 'block', expression: 'cf.threat_score gt 10' }";
const SRV = "{ type: 'SRV', name: 'a', data: { service: '_sip', proto: '_tcp', name: 'a', priority: 1 } }";
const BEHAVIOUR = 'edge/behaviour.test.ts';
const ON_ITS_DAY = shown('edge/endpoints.test.ts', 'is refused on the day of its end');

/** The schedule of section 9, row by row, and the errors of section 7.2 that follow from it. */
export const SCHEDULE = [
  of('9', 1, 'the version is the last segment of the base URL', read('brotli', zone('/settings/brotli'))),
  of('9 schedule', 1, 'firewall rules', read('firewall-rules', zone('/firewall/rules')), ON_ITS_DAY),
  of('9 schedule', 1, 'filters', read('firewall-rules', zone('/filters'))),
  of('9 schedule', 2, 'WAF packages', read('waf-packages', zone('/firewall/waf/packages')), ON_ITS_DAY),
  of('9 schedule', 2, 'WAF overrides', read('waf-packages', zone('/firewall/waf/overrides'))),
  of('9 schedule', 3, 'rate limits', read('rate-limits', zone('/rate_limits')), ON_ITS_DAY),
  of(
    '9 schedule',
    4,
    'error chains of DNS records',
    entry('dns-error-chain'),
    shown(BEHAVIOUR, 'on %s names the cause of a refusal in its place'),
  ),
  of(
    '9 schedule',
    5,
    'values of the security level',
    entry('security-level', call('PATCH', zone('/settings/security_level'), "{ value: 'medium' }")),
  ),
  of(
    '9 schedule',
    5,
    'threat score',
    entry('threat-score', call('POST', zone('/rulesets/${id}/rules'), SCORE)),
  ),
  of('9 schedule', 6, 'use_apex_ns', read('dns-settings', zone('/dns_settings/use_apex_ns')), ON_ITS_DAY),
  of('9 schedule', 6, 'secondary_overrides', read('dns-settings', zone('/dns_settings/secondary_overrides'))),
  of('9 schedule', 7, 'brotli', read('brotli', zone('/settings/brotli')), ON_ITS_DAY),
  of('9 schedule', 8, 'minify', read('minify', zone('/settings/minify')), ON_ITS_DAY),
  of('9 schedule', 9, 'locked', entry('dns-locked', call('POST', zone('/dns_records'), '{ locked: false }'))),
  of(
    '9 schedule',
    10,
    'mobile redirect',
    read('mobile-redirect', zone('/settings/mobile_redirect')),
    ON_ITS_DAY,
  ),
  of(
    '9 schedule',
    11,
    'server-side excludes',
    read('server-side-excludes', zone('/settings/server_side_exclude')),
    ON_ITS_DAY,
  ),
  of('9 schedule', 12, 'SRV data', entry('srv-data', call('POST', zone('/dns_records'), SRV))),
  of('9 schedule', 13, 'privacy pass', read('privacy-pass', zone('/settings/privacy_pass')), ON_ITS_DAY),
  of(
    '9 schedule',
    14,
    'legacy tunnels',
    entry('legacy-tunnels', call('POST', account('/tunnels'), '{}')),
    ON_ITS_DAY,
  ),
  of(
    '9 schedule',
    15,
    'draft ChaCha20 suites',
    entry('tls-chacha20-draft', "tls.connect({ host, ciphers: 'ECDHE-RSA-CHACHA20-POLY1305-OLD' });\n"),
  ),
  of(
    '9 schedule',
    16,
    'Transfer-Encoding with Content-Length',
    entry(
      'te-content-length',
      `fetch(\`https://api.cloudflare.com/client/v4${zone('/settings/ssl')}\`, { method: 'PATCH', headers: { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' } });`,
    ),
  ),
  of(
    '9 schedule',
    17,
    'billing',
    read('billing', '/user/billing/profile'),
    read('billing', '/user/billing/history'),
    ON_ITS_DAY,
  ),
  of(
    '9 schedule',
    18,
    'notification_email of pools',
    entry(
      'notification-email',
      call('POST', account('/load_balancers/pools'), "{ notification_email: 'a@example.com' }"),
    ),
  ),
  of(
    '9 schedule',
    19,
    'Access bookmarks',
    read('access-bookmarks', account('/access/bookmarks')),
    ON_ITS_DAY,
  ),
  of('9 schedule', 20, 'script_monitor', read('script-monitor', zone('/script_monitor')), ON_ITS_DAY),
  of(
    '9 schedule',
    21,
    'direct upload v1',
    entry('images-v1-direct-upload', call('POST', account('/images/v1/direct_upload'))),
    ON_ITS_DAY,
  ),
  of('9 schedule', 22, 'zone analytics', read('zone-analytics', zone('/analytics/dashboard')), ON_ITS_DAY),
  of('9 schedule', 23, 'organizations', read('organizations', '/organizations/${id}/roles'), ON_ITS_DAY),

  of(
    '7.1 text',
    2,
    'the chain of causes ends, and the cause is the error',
    shown(BEHAVIOUR, 'on %s names the cause of a refusal in its place'),
  ),
  of(
    '7.2',
    1,
    'values of the security level but two are refused',
    asked(TODAY, 400, '', [`PATCH ${Z}/settings/security_level`, { value: 'medium' }]),
  ),
  of(
    '7.2',
    2,
    'configuration rules may set the same two alone',
    entry(
      'security-level',
      call(
        'POST',
        zone('/rulesets/${id}/rules'),
        "{ action: 'set_config', expression: 'true', action_parameters: { security_level: 'high' } }",
      ),
    ),
  ),
  of(
    '7.2',
    3,
    'the threat score is refused in rules',
    entry('threat-score', call('POST', zone('/rulesets/${id}/rules'), SCORE)),
  ),
  of(
    '7.2',
    4,
    'service, proto and name are refused in SRV data',
    asked(TODAY, 400, '', [`POST ${Z}/dns_records`, { type: 'SRV', name: 'a', data: { service: '_sip' } }]),
  ),
  of(
    '7.2',
    5,
    'both headers are declined',
    reason('The row of the schedule for the two headers has the code.'),
  ),
  of(
    '7.2',
    6,
    'over the quota no rule is created',
    shown(
      BEHAVIOUR,
      'make nothing of a call that is wrong in part, except that filters stay when the quota is reached',
    ),
  ),
];
