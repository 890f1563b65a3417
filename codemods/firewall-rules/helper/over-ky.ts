/** `ky`: `fetch` with methods, whose promise has the ways to read a body. */
import { type Address, addressIn, withQuery } from './address.js';
import { answerOldCall, parsed } from './old-calls.js';
import { responseOf } from './over-fetch.js';
import type { Fields } from './rulesets.js';

type KyLike = (url: unknown, options?: Fields) => Promise<KyResponse>;
type KyResponse = Parameters<typeof responseOf>[1] & Fields;

/** The same client, which also answers requests to the addresses of this module. */
export function kyOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {
  const send = client as unknown as KyLike;
  const through = (verb: string | null, url: unknown, options: Fields) => {
    const address = addressIn(String((url as { readonly href?: unknown } | null)?.href ?? url));
    const given = verb === null ? options : { ...options, method: verb };
    return address === null ? send(url, given) : withReaders(kyAnswer(send, address, given));
  };
  return new Proxy(client, {
    get: (target, name) =>
      typeof name === 'string' && /^(get|delete|post|put|patch)$/.test(name)
        ? (url: unknown, options?: Fields) => through(name, url, options ?? {})
        : (Reflect.get(target, name) as unknown),
    apply: (_target, _self, [url, options]: [unknown, Fields | undefined]) =>
      through(null, url, options ?? {}),
  });
}

async function kyAnswer(send: KyLike, address: Address, options: Fields): Promise<KyResponse> {
  const { json, body, searchParams, method = 'get', ...kept } = options;
  const call = {
    ...withQuery(address, searchParams),
    method: String(method).toUpperCase(),
    body: json ?? parsed(body),
  };
  let last: KyResponse | undefined;
  let seen: { readonly constructor: unknown; readonly request?: unknown } | undefined;
  const answer = await answerOldCall(call, async (verb, path, sent) => {
    const given = { ...kept, method: verb.toLowerCase(), ...(sent === undefined ? {} : { json: sent }) };
    const response = await send(address.base + path, given).catch((error: unknown) => {
      const { response: refused } = (error ?? {}) as { readonly response?: KyResponse };
      if (refused === undefined) throw error;
      seen = error as Error;
      return refused;
    });
    const text = await response.text();
    last = response;
    return { status: response.status, body: parsed(text), native: text };
  });
  const response = responseOf(answer, last, address.base) as KyResponse;
  if (answer.status < 400 || kept.throwHttpErrors === false) return response;
  if (typeof seen?.constructor !== 'function') {
    const message = `Request failed with status code ${answer.status}`;
    throw Object.assign(new Error(message), { name: 'HTTPError', response, options });
  }
  const HTTPError = seen.constructor as new (...args: unknown[]) => Error;
  throw new HTTPError(response, seen.request, options);
}

const READERS = ['json', 'text', 'arrayBuffer', 'blob', 'formData'];

function withReaders(answer: Promise<KyResponse>): Promise<KyResponse> {
  const readers = READERS.map((name) => [
    name,
    () => answer.then((response) => (response[name] as () => unknown).call(response)),
  ]);
  return Object.assign(answer, Object.fromEntries(readers));
}
