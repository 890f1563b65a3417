/** Address of the firewall rules of a zone, below the zone. Requests to it never reach the network. */
export const FIREWALL_RULES = 'rulesets/firewall-rules';

/** Address of the filters of a zone, below the zone. Requests to it never reach the network. */
export const FILTERS = 'rulesets/filters';

/** A URL that ends in one of them. */
export interface Address {
  /** All of the URL before the address: new requests go below it. */
  readonly base: string;
  readonly collection: string;
  /** What follows the address: an id, or nothing. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

const ADDRESS =
  /^((?:[^?#]*\/)?)rulesets\/(firewall-rules|filters)(?:\/([^?#]*?))?\/?(?:\?([^#]*))?(?:#.*)?$/;

/** The address that a URL ends in, or null for every other URL. */
export function addressIn(url: string): Address | null {
  const found = ADDRESS.exec(url);
  if (found === null) return null;
  const [, base = '', collection = '', rest = '', query = ''] = found;
  return { base, collection, rest, query: new URLSearchParams(query) };
}

/** Clients take their query as an object too; lists become one pair for each item. */
export function withQuery(address: Address, more: unknown): Address {
  const query = new URLSearchParams(address.query);
  const given = typeof more === 'string' ? new URLSearchParams(more) : Object(more);
  const isIterable = typeof given.entries === 'function';
  const pairs: readonly [unknown, unknown][] = isIterable
    ? Array.from(given.entries())
    : Object.entries(given);
  for (const [name, value] of pairs)
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) query.append(String(name), String(item));
  return { ...address, query };
}
