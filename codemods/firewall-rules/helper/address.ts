/**
 * Addresses below `/zones/{id}/` stand for the collections of the Firewall Rules API and the Filters API. A client
 * that is wrapped by this module answers requests to them itself; they never reach the network.
 */

/** A request to one of them. */
export interface OldCall {
  readonly method: string;
  /** All of the URL before the address: new requests go below it. */
  readonly base: string;
  readonly collection: 'firewall-rules' | 'filters';
  /** What follows the address: an id, or nothing. */
  readonly rest: string;
  readonly query: Query;
  readonly body: unknown;
}

type Query = readonly (readonly [name: string, value: string])[];

export type Address = Pick<OldCall, 'base' | 'collection' | 'rest' | 'query'>;

const PATTERN =
  /^((?:[^?#]*\/)?)rulesets\/(firewall-rules|filters)(?:\/([^?#]*?))?\/?(?:\?([^#]*))?(?:#.*)?$/;

/** The address that a URL ends in, or null for every other URL. */
export function addressIn(url: string): Address | null {
  const found = PATTERN.exec(url);
  if (found === null) return null;
  const [, base = '', collection, rest = '', query = ''] = found;
  return {
    base,
    collection: collection === 'filters' ? 'filters' : 'firewall-rules',
    rest: decoded(rest),
    query: parsedQuery(query),
  };
}

export function parsedQuery(text: string): Query {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part): readonly [string, string] => {
      const mark = part.indexOf('=');
      const [name, value] = mark < 0 ? [part, ''] : [part.slice(0, mark), part.slice(mark + 1)];
      return [decoded(name), decoded(value.replace(/\+/g, ' '))];
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function firstOf(query: Query, name: string): string | null {
  return query.find(([key]) => key === name)?.[1] ?? null;
}

export function allOf(query: Query, name: string): string[] {
  return query.filter(([key]) => key === name).map(([, value]) => value);
}
