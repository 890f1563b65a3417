/** `got`, whose promise has the ways to read a body and whose errors carry the response. */
import { type Address, addressIn, withQuery } from './address.js';
import { answerOldCall, parsed } from './old-calls.js';
import { type Fields, isFields } from './rulesets.js';

type GotLike = (url: unknown, options?: Fields) => Promise<GotAnswer>;
interface GotAnswer extends Fields {
  readonly statusCode: number;
  readonly body: unknown;
}

/** The same client, which also answers requests to the addresses of this module. */
export function gotOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {
  const send = client as unknown as GotLike;
  const through = (verb: string | null, url: unknown, options: Fields) => {
    const given = isFields(url) && url.href === undefined ? url : { ...options, url };
    const target = String((given.url as { readonly href?: unknown } | undefined)?.href ?? given.url);
    const address = addressIn(target);
    const method = verb ?? given.method ?? 'GET';
    if (address !== null) return withGotReaders(send, address, { ...given, method });
    return verb === null ? send(url, options) : send(url, { ...options, method: verb.toUpperCase() });
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

function withGotReaders(send: GotLike, address: Address, options: Fields): Promise<unknown> {
  const { responseType = 'text', resolveBodyOnly } = options;
  const answer = gotAnswer(send, address, options);
  const whole = answer.then((response) =>
    resolveBodyOnly === true
      ? gotBody(responseType, response.body)
      : { ...response, body: gotBody(responseType, response.body) },
  );
  const read = (as: unknown) => {
    // Whoever reads the body hears of an error there.
    whole.catch(() => undefined);
    return answer.then(({ body }) => gotBody(as, body));
  };
  return Object.assign(whole, {
    json: () => read('json'),
    text: () => read('text'),
    buffer: () => read('buffer'),
  });
}

function gotBody(as: unknown, body: unknown): unknown {
  if (as === 'json') return body;
  const text = JSON.stringify(body);
  return as === 'buffer' ? new TextEncoder().encode(text) : text;
}

async function gotAnswer(send: GotLike, address: Address, options: Fields): Promise<GotAnswer> {
  const { url: _, json, body, searchParams, method, responseType: __, ...kept } = options;
  const call = {
    ...withQuery(address, searchParams),
    method: String(method).toUpperCase(),
    body: json ?? parsed(body),
  };
  let last: GotAnswer | undefined;
  let seen: unknown;
  const answer = await answerOldCall(call, async (verb, path, sent) => {
    const given = {
      ...kept,
      method: verb,
      resolveBodyOnly: false,
      ...(sent === undefined ? {} : { json: sent }),
    };
    try {
      const response = await send(address.base + path, given);
      last = response;
      return { status: response.statusCode, body: parsed(response.body), native: response };
    } catch (error) {
      const { response } = (error ?? {}) as { readonly response?: GotAnswer };
      if (response === undefined) throw error;
      last = response;
      seen = error;
      return { status: response.statusCode, body: parsed(response.body), native: error };
    }
  });
  if (answer.native instanceof Error) throw answer.native;
  const { status } = answer;
  const response = { ...last, statusCode: status, ok: status < 400, body: answer.body };
  if (status < 400 || kept.throwHttpErrors === false) return response;
  const error = new Error(`Response code ${status}`);
  if (seen instanceof Error) Object.setPrototypeOf(error, Object.getPrototypeOf(seen) as object);
  const fields = { name: 'HTTPError', code: 'ERR_NON_2XX_3XX_RESPONSE', response, options };
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(error, name, { value });
  throw error;
}
