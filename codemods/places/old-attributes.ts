/** What an old resource can say, whichever tool declares it. */
export const OLD_ATTRIBUTES = {
  firewallRule: new Set([
    'zone_id',
    'filter_id',
    'filter',
    'action',
    'description',
    'paused',
    'priority',
    'products',
  ]),
  filter: new Set(['zone_id', 'expression', 'description', 'paused', 'ref']),
  rateLimit: new Set([
    'zone_id',
    'threshold',
    'period',
    'match',
    'action',
    'correlate',
    'disabled',
    'description',
    'bypass_url_patterns',
  ]),
  wafPackage: new Set(['zone_id', 'package_id', 'sensitivity', 'action_mode']),
} as const;
