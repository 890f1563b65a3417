/** `axios`, an instance of it, or anything with its methods. */
import { type Address, addressIn, queryOf } from './address.js';
import { withoutLength } from './headers.js';
import { answerOldCall, parsed } from './old-calls.js';
import { type Answer, type Fields, isFields } from './rulesets.js';

type Call = (...args: unknown[]) => unknown;
interface AxiosAnswer extends Fields {
  readonly status: number;
  readonly data: unknown;
}

/** The same client, which also answers requests to `FIREWALL_RULES` and `FILTERS`. */
export function axiosOverRulesets<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const call: Call = (...args) => Reflect.apply(member, target, args);
      if (name === 'request') return (...args: unknown[]) => throughConfig(target, call, args);
      if (typeof name !== 'string' || !/^(get|delete|post|put|patch)$/.test(name)) return member;
      return (...args: unknown[]) => throughVerb(target, call, name, args);
    },
    apply: (target, self, args: unknown[]) =>
      throughConfig(target, (...sent) => Reflect.apply(target as Call, self, sent), args),
  });
}

const WITH_BODY = /^(post|put|patch)$/i;

function throughVerb(client: object, call: Call, verb: string, args: unknown[]): unknown {
  const [url, first, second] = args;
  const config = WITH_BODY.test(verb) ? second : first;
  const given: Fields = { ...(isFields(config) ? config : {}), url, method: verb };
  const address = addressOf(client, given);
  if (address === null) return call(...args);
  const data = WITH_BODY.test(verb) ? first : given.data;
  return answered(client, address, { ...given, data }, (method, target, options, body) => {
    const send = Reflect.get(client, method.toLowerCase()) as Call;
    const rest = WITH_BODY.test(method) ? [body, options] : [options];
    return Reflect.apply(send, client, [target, ...rest]);
  });
}

function throughConfig(client: object, call: Call, args: unknown[]): unknown {
  const [first, second] = args;
  const config = typeof first === 'string' ? { ...(isFields(second) ? second : {}), url: first } : first;
  const address = isFields(config) ? addressOf(client, config) : null;
  if (address === null || !isFields(config)) return call(...args);
  return answered(client, address, config, (method, url, options, data) =>
    call({ ...options, method, url, ...(data === undefined ? {} : { data }) }),
  );
}

/** The query may stand in the URL and in `params`, which the client knows how to write. */
function addressOf(client: object, config: Fields): Address | null {
  const { url, params } = config;
  const address = typeof url === 'string' ? addressIn(url) : null;
  if (address === null || !params) return address;
  const { getUri } = client as { readonly getUri?: (config: Fields) => string };
  const written = typeof getUri === 'function' ? addressIn(getUri.call(client, config)) : null;
  return written === null
    ? { ...address, query: address.query.concat(queryOf(params)) }
    : { ...written, base: address.base };
}

type SendOn = (method: string, url: string, options: Fields, body: unknown) => unknown;

async function answered(
  client: object,
  address: Address,
  config: Fields,
  send: SendOn,
): Promise<AxiosAnswer> {
  const { url, method, data, params: _, ...others } = config;
  const options = 'headers' in others ? { ...others, headers: withoutLength(others.headers) } : others;
  let last: AxiosAnswer | undefined;
  let seen: unknown;
  const baseURL = String(options.baseURL ?? defaultsOf(client).baseURL ?? '');
  const call = { ...address, method: String(method ?? 'get').toUpperCase(), body: parsed(data) };
  // Two clients may call two zones by the same path.
  const zone = { ...call, base: `${baseURL} ${address.base}` };
  const answer = await answerOldCall(zone, async (verb, path, body) => {
    try {
      const response = (await send(verb, address.base + path, options, body)) as AxiosAnswer;
      last = response;
      return { status: response.status, body: parsed(response.data), native: response };
    } catch (error) {
      const response = (error as { readonly response?: AxiosAnswer } | null)?.response;
      if (typeof response?.status !== 'number') throw error;
      seen = error;
      return { status: response.status, body: parsed(response.data), native: error };
    }
  });
  if (answer.native !== undefined) return nativeAnswer(answer.native);
  const text = typeof last?.data === 'string';
  const response: AxiosAnswer = {
    headers: {},
    request: undefined,
    ...last,
    status: answer.status,
    statusText: answer.status === 200 ? 'OK' : '',
    config: { ...(isFields(last?.config) ? last.config : options), url, method },
    data: text ? JSON.stringify(answer.body) : answer.body,
  };
  if (isAccepted(client, config, answer.status)) return response;
  throw errorOf(client, seen, response);
}

function nativeAnswer(native: unknown): AxiosAnswer {
  const isError = native instanceof Error || (isFields(native) && native.status === undefined);
  if (isError) throw native;
  return native as AxiosAnswer;
}

function defaultsOf(client: object): Fields {
  const { defaults } = client as { readonly defaults?: unknown };
  return isFields(defaults) || typeof defaults === 'function' ? (defaults as Fields) : {};
}

function isAccepted(client: object, config: Fields, status: Answer['status']): boolean {
  const validate = 'validateStatus' in config ? config.validateStatus : defaultsOf(client).validateStatus;
  if (validate === null) return true;
  return typeof validate === 'function'
    ? Boolean((validate as (status: number) => unknown)(status))
    : status >= 200 && status < 300;
}

/** An error of the client's own class, where one can be had, with the answer in it. */
function errorOf(client: object, seen: unknown, response: AxiosAnswer): Error {
  const { config, request, status } = response;
  const message = `Request failed with status code ${status}`;
  const code = status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
  const known: unknown =
    (client as { readonly AxiosError?: unknown }).AxiosError ??
    (seen instanceof Error && seen.constructor !== Error ? seen.constructor : undefined);
  if (typeof known === 'function') {
    const AxiosError = known as new (...args: unknown[]) => Error;
    return new AxiosError(message, code, config, request, response);
  }
  const fields = { name: 'AxiosError', isAxiosError: true, code, config, request, response, status };
  return Object.assign(new Error(message), fields);
}
