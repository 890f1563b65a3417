/** `$fetch` of ofetch: it gives the parsed body, and the whole response by its method `raw`. */
import { type Address, addressIn, withQuery } from './address.js';
import { answerOldCall, parsed } from './old-calls.js';
import { responseOf } from './over-fetch.js';
import { type Fields, isFields } from './rulesets.js';

/** The same client, which also answers requests to the addresses of this module. */
export function ofetchOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {
  const raw = (client as unknown as { readonly raw: OfetchRaw }).raw;
  const through = async (url: unknown, options: Fields): Promise<Fields> => {
    const address = addressIn(String(url));
    return address === null ? raw(url, options) : ofetchAnswer(raw, address, options);
  };
  return new Proxy(client, {
    get: (target, name) =>
      name === 'raw'
        ? (url: unknown, options?: Fields) => through(url, options ?? {})
        : (Reflect.get(target, name) as unknown),
    apply: (target, self, args: unknown[]) => {
      const [url, options] = args;
      if (addressIn(String(url)) === null)
        return Reflect.apply(target as unknown as (...all: unknown[]) => unknown, self, args);
      return through(url, isFields(options) ? options : {}).then(({ _data }) => _data);
    },
  });
}

type OfetchRaw = (url: unknown, options: Fields) => Promise<Fields>;

async function ofetchAnswer(raw: OfetchRaw, address: Address, options: Fields): Promise<Fields> {
  const { body, query, params, method = 'GET', ...kept } = options;
  const call = {
    ...withQuery(address, query ?? params),
    method: String(method).toUpperCase(),
    body: parsed(body),
  };
  let last: Fields | undefined;
  let seen: unknown;
  const answer = await answerOldCall(call, async (verb, path, sent) => {
    try {
      const response = await raw(address.base + path, { ...kept, method: verb, body: sent });
      last = response;
      return { status: Number(response.status), body: parsed(response._data), native: response };
    } catch (error) {
      const { response } = (error ?? {}) as { readonly response?: Fields };
      if (response === undefined) throw error;
      seen = error;
      return { status: Number(response.status), body: parsed(response._data), native: error };
    }
  });
  if (answer.native instanceof Error) throw answer.native;
  const text = { status: answer.status, body: answer.body };
  const response = Object.assign(responseOf(text, last as Parameters<typeof responseOf>[1], address.base), {
    _data: answer.body,
  });
  if (answer.status < 400 || kept.ignoreResponseError === true) return response as unknown as Fields;
  const fields = {
    name: 'FetchError',
    status: answer.status,
    statusCode: answer.status,
    data: answer.body,
    response,
  };
  const error = new Error(`Request failed with status code ${answer.status}`);
  if (seen instanceof Error) Object.setPrototypeOf(error, Object.getPrototypeOf(seen) as object);
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(error, name, { value });
  throw error;
}
