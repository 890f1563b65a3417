/**
 * The vendor's SDK. Its own methods still know how to take arguments and to give pages: they are called on a client
 * whose `fetch` answers the old calls.
 */
import { fetchOverRulesets } from './over-fetch.js';
import type { Fields } from './rulesets.js';

interface SdkLike {
  readonly fetch?: unknown;
  readonly _options?: Fields;
  readonly withOptions?: (options: Fields) => object;
}

const clients = new WeakMap<object, object>();

/** The same client, which also answers requests to `FIREWALL_RULES` and `FILTERS`. */
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
export const sdkPaths = new Map<string, string>();

function addressed(url: unknown): unknown {
  const path = /(\/zones\/[^/?#]+\/)(firewall\/rules|filters)(?=[/?#]|$)/;
  return String(url).replace(path, (whole, zone: string, old: string) => {
    const address = sdkPaths.get(old);
    return address === undefined ? whole : zone + address;
  });
}
