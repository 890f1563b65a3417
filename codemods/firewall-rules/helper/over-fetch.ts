/** `fetch`, of the platform or of a package that does the same. */
import { addressIn } from './address.js';
import { withoutLength } from './headers.js';
import { answerOldCall, parsed } from './old-calls.js';
import type { Answer, Fields } from './rulesets.js';

interface FetchedAnswer {
  readonly status: number;
  readonly headers: unknown;
  text(): Promise<string>;
}

type FetchLike = (input: unknown, init?: unknown) => Promise<FetchedAnswer>;

/** The same `fetch`, which also answers requests to the addresses of this module. */
export function fetchOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {
  const send = client as unknown as FetchLike;
  return (async (...args: Parameters<FetchLike>) => {
    const [input, init] = args;
    const url = urlOf(input); //? request
    //! request const url = String(input);
    const address = addressIn(url);
    if (address === null) return send(...args);
    const given = await withRequest(input, init); //? request
    //! request const given = Object(init) as Fields;
    const { method = 'GET', body } = given;
    const call = { ...address, method: String(method).toUpperCase(), body: parsed(body) };
    let last: FetchedAnswer | undefined;
    const answer = await answerOldCall(call, async (verb, path, sent) => {
      const options = {
        ...given,
        headers: withoutLength(given.headers), //? length
        method: verb,
        body: JSON.stringify(sent),
      };
      last = await send(address.base + path, options);
      const text = await last.text();
      return { status: last.status, body: parsed(text), native: text };
    });
    return responseOf(answer, last, url);
  }) as unknown as T;
}

interface RequestLike extends Fields {
  readonly url?: string;
  readonly href?: string;
  readonly clone?: () => RequestLike;
  readonly text?: () => Promise<string>;
}

/** `fetch` takes a text, a URL, or a request. */
function urlOf(input: unknown): string {
  const { url, href } = Object(input) as RequestLike;
  return String(url ?? href ?? input);
}

/** What a request says counts where the options say nothing. */
async function withRequest(input: unknown, init: unknown): Promise<Fields> {
  const { clone, method, headers, signal } = Object(input) as RequestLike;
  const options = Object(init) as Fields;
  if (clone === undefined) return options;
  const body = options.body ?? (method === 'GET' ? undefined : await clone.call(input).text?.());
  return { method, headers, signal, ...options, body };
}

/** A response of the same class as those that the client gives. */
export function responseOf(
  { status, body, native }: Answer,
  last: FetchedAnswer | undefined,
  asked: string,
): FetchedAnswer {
  const text = typeof native === 'string' ? native : JSON.stringify(body);
  const { headers, url = asked } = Object(last) as Fields;
  const own: unknown = Object(last).constructor;
  const Known = (own === Object ? globalThis.Response : own) as new (
    text: string,
    init: Fields,
  ) => FetchedAnswer;
  const given =
    Symbol.iterator in Object(headers) ? Array.from(headers as Iterable<readonly [string, string]>) : [];
  // What a body was encoded with and how long it was do not hold for the new one.
  const kept = given.filter(([name]) => !/^(content-(encoding|length)|transfer-encoding)$/i.test(name));
  const init = { status, headers: kept.length > 0 ? kept : { 'content-type': 'application/json' } };
  return Object.defineProperty(new Known(text, init), 'url', { value: url });
}
