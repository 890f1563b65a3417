/**
 * `axios`, an instance of it, or anything with its methods. The old calls are answered in the place where a request
 * would go out, so that interceptors, transforms and defaults meet each call once, as they did before.
 */
import { type Address, addressIn, withQuery } from './address.js';
import { withoutLength } from './headers.js';
import { answerOldCall, parsed } from './old-calls.js';
import { type Fields, isFields } from './rulesets.js';

type Call = (args: unknown[]) => unknown;
type Adapter = (config: Fields) => Promise<AxiosAnswer>;

interface AxiosAnswer extends Fields {
  readonly status: number;
  readonly data: unknown;
}

interface AxiosLike {
  readonly defaults?: { readonly adapter?: unknown };
  readonly create?: () => { readonly request: Adapter };
  readonly getUri?: (config: Fields) => string;
  readonly AxiosError?: unknown;
}

/** The same client, which also answers requests to the addresses of this module. */
export function axiosOverRulesets<T extends object>(client: T): T {
  const over = (url: unknown, args: unknown[], place: number): unknown[] => {
    if (typeof url !== 'string' || addressIn(url) === null) return args;
    const given = args[place];
    const config = isFields(given) ? given : {};
    return Object.assign([...args], { [place]: { ...config, adapter: adapterOver(client, config.adapter) } });
  };
  // The client itself and its `request` take a configuration, or a URL before it.
  const configured = (args: unknown[]): unknown[] => {
    const [first] = args;
    return isFields(first) ? over(first.url, args, 0) : over(first, args, 1);
  };
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      const call: Call = (args) => Reflect.apply(member, target, args);
      if (name === 'request') return (...args: unknown[]) => call(configured(args));
      const place = ['get', 'delete'].includes(name) ? 1 : ['post', 'put', 'patch'].includes(name) ? 2 : 0;
      return place === 0 ? member : (...args: unknown[]) => call(over(args[0], args, place));
    },
    apply: (target, self, args: unknown[]) => Reflect.apply(target as never, self, configured(args)),
  });
}

/** What sends a request, but for those that are answered here. */
function adapterOver(client: AxiosLike, given: unknown): Adapter {
  const adapter = given ?? client.defaults?.adapter;
  // Newer versions name their adapters: a client without interceptors finds them.
  const send: Adapter =
    typeof adapter === 'function'
      ? (adapter as Adapter)
      : (config) => {
          const plain = client.create?.();
          if (plain === undefined) throw new TypeError('this is not an axios that can be wrapped');
          return plain.request({ ...config, adapter });
        };
  return async (config) => {
    const address = addressOf(client, config);
    return address === null ? send({ ...config, adapter }) : answered(client, address, config, send);
  };
}

/** The query may stand in the URL and in `params`, which the client knows how to write. */
function addressOf({ getUri }: AxiosLike, config: Fields): Address | null {
  const { url, params } = config;
  const address = typeof url === 'string' ? addressIn(url) : null;
  if (address === null || !params) return address;
  const written = typeof getUri === 'function' ? addressIn(getUri(config)) : null;
  return { ...address, query: (written ?? withQuery(address, params)).query };
}

async function answered(
  client: AxiosLike,
  address: Address,
  config: Fields,
  send: Adapter,
): Promise<AxiosAnswer> {
  const { method, data, headers, baseURL } = config;
  const options = {
    ...config,
    params: undefined,
    headers: withoutLength(headers),
    responseType: 'text',
    transformRequest: [(body: unknown) => body],
    transformResponse: [(body: unknown) => body],
  };
  let last: AxiosAnswer | undefined;
  const errors: unknown[] = [];
  const call = {
    ...address,
    // Two clients may call two zones by the same path.
    base: `${String(baseURL ?? '')} ${address.base}`,
    method: String(method ?? 'get').toUpperCase(),
    body: parsed(data),
  };
  const answer = await answerOldCall(call, async (verb, path, body) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const request = { ...options, method: verb.toLowerCase(), url: address.base + path, data: sent };
    try {
      last = await send(request);
      return { status: last.status, body: parsed(last.data), native: last };
    } catch (error) {
      const { response } = (error ?? {}) as { readonly response?: AxiosAnswer };
      if (typeof response?.status !== 'number') throw error;
      errors.push(error);
      last = response;
      return { status: response.status, body: parsed(response.data), native: error };
    }
  });
  // Whoever tries again by what the error says does so with the whole call.
  if (errors.includes(answer.native)) throw Object.assign(answer.native as object, { config });
  const { status, body, native } = answer;
  const found = native === undefined ? { ...last, status, data: JSON.stringify(body) } : native;
  const defaults = { statusText: status === 200 ? 'OK' : '', headers: {}, request: undefined };
  const response: AxiosAnswer = { ...defaults, ...(found as AxiosAnswer), config };
  if (acceptsStatus(config, status)) return response;
  throw errorOf(client, errors[0], response);
}

function acceptsStatus({ validateStatus }: Fields, status: number): boolean {
  if (typeof validateStatus !== 'function') return true;
  return Boolean((validateStatus as (status: number) => unknown)(status));
}

/** An error of the client's own class; before 0.27 it had none, and no codes. */
function errorOf({ AxiosError }: AxiosLike, seen: unknown, response: AxiosAnswer): Error {
  const { config, request, status } = response;
  const message = `Request failed with status code ${status}`;
  const known = AxiosError ?? (seen instanceof Error && seen.constructor !== Error ? seen.constructor : null);
  if (typeof known === 'function')
    return new (known as new (...args: unknown[]) => Error)(
      message,
      'ERR_BAD_REQUEST',
      config,
      request,
      response,
    );
  const toJSON = () => ({ message, name: 'Error', config });
  return Object.assign(new Error(message), { config, request, response, isAxiosError: true, toJSON });
}
