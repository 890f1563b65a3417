/** The resource of filters of the vendor's SDK. */
import { FILTERS } from './filters.js';
import { cloudflareOverRulesets, sdkPaths } from './over-sdk.js';

sdkPaths.set('filters', FILTERS);

/** `client.filters`, which answers its calls over rulesets. */
export function filtersOf<T extends { filters: unknown }>(client: T): T['filters'] {
  return cloudflareOverRulesets(client).filters;
}
