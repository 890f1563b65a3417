/** What the emulated API answers, and how a request finds it: all of it that a check of requests needs. */
import type { Route } from '../core/router.js';
import { filterRoutes } from '../legacy/filters.js';
import { firewallRuleRoutes } from '../legacy/firewall-rules.js';
import { rateLimitRoutes } from '../legacy/rate-limits.js';
import { wafRoutes } from '../legacy/waf.js';
import { bucketRoutes } from '../resources/buckets.js';
import { dnsRoutes } from '../resources/dns.js';
import { imageRoutes } from '../resources/images.js';
import { kvRoutes } from '../resources/kv.js';
import { listRoutes } from '../resources/lists.js';
import { pageShieldRoutes } from '../resources/page-shield.js';
import { peopleRoutes } from '../resources/people.js';
import { plainRoutes } from '../resources/plain.js';
import { renamedRoutes } from '../resources/renamed.js';
import { retiredRoutes } from '../resources/retired.js';
import { PLAIN_RESOURCES } from '../resources/rows.js';
import { settingRoutes } from '../resources/settings.js';
import { tunnelRoutes } from '../resources/tunnels.js';
import { zoneRoutes } from '../resources/zones.js';
import { rulesetRoutes } from '../rulesets/routes.js';

export { Router } from '../core/router.js';

/** Everything the emulated API answers. */
export const ROUTES: readonly Route[] = [
  ...zoneRoutes,
  ...rulesetRoutes,
  ...firewallRuleRoutes,
  ...filterRoutes,
  ...rateLimitRoutes,
  ...dnsRoutes,
  ...settingRoutes,
  ...wafRoutes,
  ...pageShieldRoutes,
  ...bucketRoutes,
  ...imageRoutes,
  ...kvRoutes,
  ...listRoutes,
  ...tunnelRoutes,
  ...peopleRoutes,
  ...renamedRoutes,
  ...retiredRoutes,
  ...PLAIN_RESOURCES.flatMap(plainRoutes),
];
