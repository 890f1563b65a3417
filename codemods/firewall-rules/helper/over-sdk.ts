/**
 * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client
 * whose `fetch` answers the old calls.
 */
import { FILTERS, FIREWALL_RULES } from './address.js';
import { fetchOverRulesets } from './over-fetch.js';
import type { Fields } from './rulesets.js';

/** `client.firewall.rules`, which answers its calls over rulesets. */
export function firewallRulesOf<T extends { firewall: { rules: unknown } }>(
  client: T,
): T['firewall']['rules'] {
  return cloudflareOverRulesets(client).firewall.rules;
}

/** `client.filters`, which answers its calls over rulesets. */
export function filtersOf<T extends { filters: unknown }>(client: T): T['filters'] {
  return cloudflareOverRulesets(client).filters;
}

interface SdkLike {
  readonly fetch?: unknown;
  readonly _options?: Fields;
  readonly withOptions?: (options: Fields) => object;
}

const clients = new WeakMap<object, object>();

/** The same client, which also answers requests to the addresses of this module. */
export function cloudflareOverRulesets<T extends object>(client: T): T {
  const known = clients.get(client) ?? twinOf(client);
  clients.set(client, known);
  return known as T;
}

function twinOf(client: object): object {
  const { fetch, _options, withOptions } = client as SdkLike;
  if (typeof fetch !== 'function') throw new TypeError('this is not a client of the SDK of majors 3 to 7');
  const over = fetchOverRulesets(fetch as (...args: never[]) => unknown) as unknown as SdkFetch;
  const options = { fetch: (url: unknown, init?: Fields) => over(addressed(url), init) };
  if (typeof withOptions === 'function') return withOptions.call(client, options);
  const Client = client.constructor as new (options: Fields) => object;
  return new Client({ ..._options, ...options });
}

type SdkFetch = (url: unknown, init?: Fields) => unknown;

/** Addresses by the paths that the SDK writes itself. */
function addressed(url: unknown): string {
  let path = String(url);
  path = path.replace(/(\/zones\/[^/?#]+\/)firewall\/rules(?=[/?#]|$)/, `$1${FIREWALL_RULES}`); //? rules
  path = path.replace(/(\/zones\/[^/?#]+\/)filters(?=[/?#]|$)/, `$1${FILTERS}`); //? filters-api
  return path;
}
