/** Headers that spoke of one body do not hold for the requests that take the place of its request. */
import { isFields } from './rulesets.js';

const LENGTH = /^content-length$/i;

interface HeadersLike {
  delete(name: string): void;
  has(name: string): boolean;
}

/** The same headers, in whatever form, without the length of the body. */
export function withoutLength(headers: unknown): unknown {
  if (Array.isArray(headers))
    return headers.filter((pair: unknown) => !(Array.isArray(pair) && LENGTH.test(String(pair[0]))));
  if (!isFields(headers)) return headers;
  const { has, delete: remove } = headers as unknown as Partial<HeadersLike>;
  if (typeof has === 'function' && typeof remove === 'function') {
    if (!has.call(headers, 'content-length')) return headers;
    const copy = new (headers.constructor as new (from: unknown) => HeadersLike)(headers);
    copy.delete('content-length');
    return copy;
  }
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !LENGTH.test(name)));
}
