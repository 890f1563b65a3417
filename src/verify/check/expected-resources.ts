import { CUSTOM_RULES, RATE_LIMITS } from '../../catalogue/index.js';
import type { JsonObject } from '../../edge/index.js';
import { literally } from '../../value/index.js';
import { type Expected, firewallRule, type Room } from './expected.js';
import { rateLimit } from './expected-limits.js';
import type { Marks } from './marks.js';
import { isRecord } from './rule-words.js';
import type { SentResource } from './sent.js';

/** What retired resources of Terraform did, in the words of what took their place. */
export function expectedOfResources(retired: readonly SentResource[], marks: Marks): Expected {
  const filterBodies = retired.filter(({ type }) => type === 'cloudflare_filter');
  const room: Room = { marks, effects: [], requests: [], open: [], filters: [] };
  for (const resource of retired) {
    const { attributes, at, type } = resource;
    if (!isRecord(attributes)) continue;
    if (type === 'cloudflare_firewall_rule') {
      const reference = typeof attributes.filter_id === 'string' ? marks.name(attributes.filter_id) : '';
      const filters = filterBodies.filter((one) =>
        new RegExp(`^${literally(one.type)}\\.${literally(one.label)}[.[]`).test(reference),
      );
      // The rows of one table make rules and filters in the same order.
      const row = retired
        .filter((one) => one.type === type && one.label === resource.label)
        .indexOf(resource);
      const filter = filters[row] ?? filters[0];
      const body = isRecord(filter?.attributes) ? filter.attributes : { expression: marks.fresh() };
      const { zone_id, filter_id, ...rest } = attributes;
      const rule = firewallRule({ ...rest, filter: withoutKeys(body, ['zone_id']) }, room);
      room.effects.push({ kind: 'add', phase: CUSTOM_RULES, rule, at });
    } else if (type === 'cloudflare_rate_limit') {
      const rule = rateLimit(apiRateLimit(attributes), room, at);
      if (rule !== null) room.effects.push({ kind: 'add', phase: RATE_LIMITS, rule, at });
    } else if (type !== 'cloudflare_filter' && !KEPT_RESOURCES.has(type)) {
      room.open.push({ at, why: `what replaces ${type} is not known here` });
    }
  }
  return room;
}

/** Resources of which only some attributes are gone, or only the name is: `checkKept` compares the rest. */
export const KEPT_RESOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['cloudflare_zone_settings_override', ['cloudflare_zone_settings_override']],
  ['cloudflare_record', ['cloudflare_record', 'cloudflare_dns_record']],
  ['cloudflare_load_balancer_pool', ['cloudflare_load_balancer_pool']],
  ['cloudflare_argo_tunnel', ['cloudflare_tunnel', 'cloudflare_zero_trust_tunnel_cloudflared']],
]);

function withoutKeys(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** The provider spells a rate limit in its own words. */
function apiRateLimit({
  zone_id,
  match,
  correlate,
  bypass_url_patterns: bypass,
  ...rest
}: JsonObject): JsonObject {
  const { request, response } = isRecord(match) ? match : ({} as JsonObject);
  const { url_pattern: url, ...others } = isRecord(request) ? request : ({} as JsonObject);
  const { statuses, headers, ...answer } = isRecord(response) ? response : ({} as JsonObject);
  return {
    ...rest,
    match: {
      request: { ...others, ...(url === undefined ? {} : { url }) },
      ...(response === undefined
        ? {}
        : {
            response: {
              ...answer,
              ...(statuses === undefined ? {} : { status: statuses }),
              ...(headers === undefined ? {} : { headers: Array.isArray(headers) ? headers : [headers] }),
            },
          }),
    },
    ...(correlate === undefined
      ? {}
      : { correlate: Array.isArray(correlate) ? (correlate[0] ?? {}) : correlate }),
    ...(Array.isArray(bypass) ? { bypass: bypass.map((value) => ({ name: 'url', value })) } : {}),
  };
}
