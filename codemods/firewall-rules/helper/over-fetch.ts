/** `fetch`, of the platform or of a package that does the same. */
import { type Address, addressIn } from './address.js';
import { withoutLength } from './headers.js';
import { answerOldCall, parsed } from './old-calls.js';
import { type Answer, type Fields, isFields } from './rulesets.js';

interface FetchedAnswer {
  readonly status: number;
  readonly headers: unknown;
  readonly url?: string;
  text(): Promise<string>;
}

type FetchLike = (input: unknown, init?: Fields) => Promise<FetchedAnswer>;

/** The same `fetch`, which also answers requests to `FIREWALL_RULES` and `FILTERS`. */
export function fetchOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {
  return new Proxy(client, {
    apply: (target, self, args: unknown[]) => {
      const send: FetchLike = (...sent) => Reflect.apply(target as unknown as FetchLike, self, sent);
      const [input, init] = args;
      const address = addressIn(urlOf(input));
      if (address === null) return Reflect.apply(target as unknown as FetchLike, self, args);
      return fetched(send, address, input, isFields(init) ? init : {});
    },
  });
}

/** `fetch` takes a text, a URL, or a request. */
function urlOf(input: unknown): string {
  const { url, href } = Object(input) as { url?: unknown; href?: unknown };
  return String(url ?? href ?? input);
}

interface RequestLike extends Fields {
  readonly method?: string;
  clone(): { text(): Promise<string> };
}

async function fetched(
  send: FetchLike,
  address: Address,
  input: unknown,
  init: Fields,
): Promise<FetchedAnswer> {
  const request = isFields(input) && typeof input.clone === 'function' ? (input as RequestLike) : null;
  const method = String(init.method ?? request?.method ?? 'GET').toUpperCase();
  const body = init.body ?? (request === null || method === 'GET' ? undefined : await request.clone().text());
  const ofRequest = request === null ? {} : { headers: request.headers, signal: request.signal };
  const given = { ...ofRequest, ...init };
  const options = { ...given, headers: withoutLength(given.headers) };
  let last: FetchedAnswer | undefined;
  const answer = await answerOldCall({ ...address, method, body: parsed(body) }, async (verb, path, sent) => {
    const response = await send(address.base + path, {
      ...options,
      method: verb,
      body: sent === undefined ? undefined : JSON.stringify(sent),
    });
    const text = await response.text();
    last = response;
    return { status: response.status, body: parsed(text), native: text };
  });
  return responseOf(answer, last, urlOf(input));
}

/** A response of the same class as those that the client gives. */
export function responseOf(answer: Answer, last: FetchedAnswer | undefined, asked: string): FetchedAnswer {
  const text = typeof answer.native === 'string' ? answer.native : JSON.stringify(answer.body);
  const { status } = answer;
  const own: unknown = last?.constructor;
  const known = own === undefined || own === Object ? platformResponse() : own;
  if (typeof known !== 'function')
    return Object.assign({}, last, { status, headers: last?.headers, text: () => Promise.resolve(text) });
  const Response = known as new (text: string, init: Fields) => FetchedAnswer;
  const response = new Response(text, { status, headers: headersOf(last, answer) });
  Object.defineProperty(response, 'url', { value: last?.url ?? asked });
  return response;
}

function platformResponse(): unknown {
  return (globalThis as { readonly Response?: unknown }).Response;
}

/** What a body was encoded with and how long it was do not hold for the new one. */
function headersOf(last: FetchedAnswer | undefined, { native }: Answer): Fields {
  const headers: { [name: string]: string } = { 'content-type': 'application/json' };
  const all = last?.headers as
    | { forEach?: (tell: (value: string, name: string) => void) => void }
    | undefined;
  if (typeof all?.forEach !== 'function') return headers;
  all.forEach((value, name) => {
    const isOfBody = /^(content-(encoding|length|type)|transfer-encoding)$/i.test(name);
    if (!isOfBody || (native !== undefined && /type$/i.test(name))) headers[name.toLowerCase()] = value;
  });
  return headers;
}
