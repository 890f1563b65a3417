import type { Route } from './core/router.js';
import { filterRoutes } from './legacy/filters.js';
import { firewallRuleRoutes } from './legacy/firewall-rules.js';
import { rateLimitRoutes } from './legacy/rate-limits.js';
import { dnsRoutes } from './resources/dns.js';
import { plainRoutes } from './resources/plain.js';
import { PLAIN_RESOURCES } from './resources/rows.js';
import { settingRoutes } from './resources/settings.js';
import { zoneRoutes } from './resources/zones.js';
import { rulesetRoutes } from './rulesets/routes.js';

/** Everything the emulated API answers. */
export const ROUTES: readonly Route[] = [
  ...zoneRoutes,
  ...rulesetRoutes,
  ...firewallRuleRoutes,
  ...filterRoutes,
  ...rateLimitRoutes,
  ...dnsRoutes,
  ...settingRoutes,
  ...PLAIN_RESOURCES.flatMap(plainRoutes),
];
