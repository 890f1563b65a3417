/** `request` of undici: it gives a status code and a body with the ways to read it, and never throws for a status. */
import { type Address, addressIn, withQuery } from './address.js';
import { withoutLength } from './headers.js';
import { answerOldCall, parsed } from './old-calls.js';
import { type Fields, isFields } from './rulesets.js';

interface UndiciAnswer extends Fields {
  readonly statusCode: number;
  readonly body: { text(): Promise<string> } & Fields;
}
type UndiciRequest = (url: unknown, options?: Fields) => Promise<UndiciAnswer>;

/** The same function, which also answers requests to the addresses of this module. */
export function undiciOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {
  return new Proxy(client, {
    apply: (target, self, args: unknown[]) => {
      const send: UndiciRequest = (...sent) => Reflect.apply(target as unknown as UndiciRequest, self, sent);
      const [url, options] = args;
      const address = addressIn(String((url as { readonly href?: unknown } | null)?.href ?? url));
      if (address === null) return Reflect.apply(target as unknown as UndiciRequest, self, args);
      return undiciAnswer(send, address, isFields(options) ? options : {});
    },
  });
}

async function undiciAnswer(send: UndiciRequest, address: Address, options: Fields): Promise<UndiciAnswer> {
  const { method = 'GET', body, query, headers, ...others } = options;
  const kept = { ...others, headers: withoutLength(headers) };
  const call = {
    ...withQuery(address, query),
    method: String(method).toUpperCase(),
    body: parsed(body),
  };
  let last: UndiciAnswer | undefined;
  const answer = await answerOldCall(call, async (verb, path, sent) => {
    const written = sent === undefined ? {} : { body: JSON.stringify(sent) };
    last = await send(address.base + path, { ...kept, method: verb, ...written });
    const text = await last.body.text();
    return { status: last.statusCode, body: parsed(text), native: text };
  });
  const text = typeof answer.native === 'string' ? answer.native : JSON.stringify(answer.body);
  const bytes = () => new TextEncoder().encode(text);
  return {
    headers: {},
    ...last,
    statusCode: answer.status,
    body: {
      text: () => Promise.resolve(text),
      json: () => Promise.resolve(text).then((whole) => JSON.parse(whole) as unknown),
      arrayBuffer: () => Promise.resolve(bytes().buffer),
      dump: () => Promise.resolve(),
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve(bytes());
      },
    },
  };
}
