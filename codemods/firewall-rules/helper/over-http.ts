/** `request` and `get` of the platform's `http` and `https`, or of a package that does the same. */
import { Readable, Writable } from 'node:stream';
import { type Address, addressIn } from './address.js';
import { withoutLength } from './headers.js';
import { answerOldCall, parsed } from './old-calls.js';
import { type Answer, type Fields, isFields } from './rulesets.js';

type HttpRequest = (options: Fields, done: (response: HttpAnswer) => void) => HttpCall;

interface HttpAnswer extends Readable {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: Fields;
}

interface HttpCall extends Writable {
  setTimeout(time: number): unknown;
}

/** The same function, which also answers requests to the addresses of this module. */
export function httpOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {
  return new Proxy(client, {
    apply: (target, self, args: unknown[]) => {
      const send: HttpRequest = (...sent) => Reflect.apply(target as unknown as HttpRequest, self, sent);
      const options = httpOptions(args);
      const address = addressIn(String(options.path ?? ''));
      if (address === null) return Reflect.apply(target as unknown as HttpRequest, self, args);
      const call = oldHttpCall(send, address, options);
      const done = args.find((arg) => typeof arg === 'function');
      if (done !== undefined) call.once('response', done as () => void);
      // `get` ends its request by itself.
      if (target.name === 'get') call.end();
      return call;
    },
  });
}

/** What the options say counts more than the URL before them. */
function httpOptions([first, second]: readonly unknown[]): Fields {
  if (isFields(first) && !(first instanceof URL)) return first;
  const { protocol, hostname, port, pathname, search } = new URL(String(first));
  return { protocol, hostname, port, path: pathname + search, ...(isFields(second) ? second : {}) };
}

/** Takes a body as a request does, and has its answer once the body ends. */
function oldHttpCall(send: HttpRequest, address: Address, options: Fields): Writable {
  const given = Object.entries(isFields(options.headers) ? options.headers : {});
  const headers = new Map(given.map(([name, value]) => [name.toLowerCase(), value]));
  const chunks: Uint8Array[] = [];
  let limit = 0;
  let current: HttpCall | undefined;
  let last: HttpAnswer | undefined;

  const exchange = (method: string, path: string, body: string): Promise<HttpAnswer> => {
    // The answers are read here, so they have to come as they are.
    const kept = [...headers].filter(([name]) => !/^(accept|transfer)-encoding$/.test(name));
    const length = body === '' ? {} : { 'content-length': new TextEncoder().encode(body).length };
    const sent = { ...(withoutLength(Object.fromEntries(kept)) as Fields), ...length };
    return new Promise((resolve, reject) => {
      current = send({ ...options, method, path: address.base + path, headers: sent }, resolve);
      current.on('error', reject).on('timeout', () => call.emit('timeout'));
      if (limit > 0) current.setTimeout(limit);
      current.end(body);
    });
  };

  const answer = async (): Promise<HttpAnswer> => {
    const method = String(options.method ?? 'GET').toUpperCase();
    const base = `${String(options.hostname ?? options.host ?? '')} ${address.base}`;
    const old = { ...address, base, method, body: parsed(textOf(chunks) || undefined) };
    const found = await answerOldCall(old, async (verb, path, body) => {
      last = await exchange(verb, path, body === undefined ? '' : JSON.stringify(body));
      const received: Uint8Array[] = [];
      for await (const chunk of last) received.push(chunk as Uint8Array);
      const text = textOf(received);
      return { status: last.statusCode, body: parsed(text), native: text };
    });
    return httpAnswer(found, last);
  };

  const call = new Writable({
    autoDestroy: false,
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      done();
      answer().then(
        (response) =>
          call.emit(
            'response',
            response.once('close', () => call.destroy()),
          ),
        (error: Error) => call.destroy(error),
      );
    },
    destroy(error, done) {
      current?.destroy();
      done(error);
    },
  });
  return Object.assign(call, {
    setHeader: (name: string, value: unknown) => headers.set(name.toLowerCase(), value),
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    removeHeader: (name: string) => headers.delete(name.toLowerCase()),
    setTimeout: (time: number, done?: () => void) => {
      limit = time;
      if (done !== undefined) call.once('timeout', done);
      return call;
    },
    setNoDelay: () => undefined,
    setSocketKeepAlive: () => undefined,
    flushHeaders: () => undefined,
    abort: () => call.destroy(),
  });
}

function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

function httpAnswer({ status, body, native }: Answer, last: HttpAnswer | undefined): HttpAnswer {
  const text = typeof native === 'string' ? native : JSON.stringify(body);
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = last?.headers ?? {};
  const fields = {
    statusCode: status,
    statusMessage: last?.statusCode === status ? last.statusMessage : '',
    headers,
    httpVersion: '1.1',
    complete: true,
  };
  return Object.assign(Readable.from([new TextEncoder().encode(text)], { objectMode: false }), fields);
}
