/**
 * superagent: a request is built step by step and sent when somebody waits for it. The steps are kept, and taken
 * again for each request that is sent in its place.
 */
import { type Address, addressIn, withQuery } from './address.js';
import { answerOldCall, parsed } from './old-calls.js';
import { type Fields, isFields } from './rulesets.js';

type SuperStep = (...args: unknown[]) => unknown;
type Start = (method: string, url: string) => Promise<SuperAnswer> & { readonly [step: string]: SuperStep };
type SuperAnswer = Fields & { readonly status: number };

/** The same client, which also answers requests to the addresses of this module. */
export function superagentOverRulesets<T extends object>(client: T): T {
  const start: Start = (method, url) => {
    const verb = Reflect.get(client, method.toLowerCase()) as SuperStep;
    return Reflect.apply(verb, client, [url]) as ReturnType<Start>;
  };
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || !/^(get|del|delete|post|put|patch)$/.test(name)) return member;
      const method = name === 'del' ? 'DELETE' : name.toUpperCase();
      return (url: unknown, ...rest: unknown[]) => {
        const address = addressIn(String(url));
        if (address === null) return Reflect.apply(member as SuperStep, target, [url, ...rest]);
        return begun(start, address, method, rest);
      };
    },
    apply(target, self, args: unknown[]) {
      const [method, url] = typeof args[1] === 'string' ? args : ['GET', args[0]];
      const address = addressIn(String(url));
      if (address === null) return Reflect.apply(target as SuperStep, self, args);
      return begun(start, address, String(method).toUpperCase(), []);
    },
  });
}

/** What was given to the verb itself: a body, or the query of a request without one, and who waits for the answer. */
function begun(start: Start, address: Address, method: string, given: readonly unknown[]): object {
  const call = superCall(start, address, method);
  const [data] = given.filter((arg) => typeof arg !== 'function');
  if (data !== undefined && data !== null) call[method === 'GET' ? 'query' : 'send']?.(data);
  const done = given.find((arg) => typeof arg === 'function');
  if (done !== undefined) call.end?.(done);
  return call;
}

function superCall(start: Start, address: Address, method: string): { readonly [step: string]: SuperStep } {
  const steps: (readonly [name: string, args: readonly unknown[]])[] = [];
  let asked = address;
  let body: unknown;
  let isAccepted = (response: SuperAnswer): unknown => response.status >= 200 && response.status < 300;
  let answer: Promise<SuperAnswer> | undefined;
  const begin = () => {
    answer ??= superAnswer(
      (verb, path) => {
        const real = start(verb, address.base + path);
        for (const [name, args] of steps) real[name]?.(...args);
        return real;
      },
      { ...asked, method, body: parsed(body) },
      (response) => isAccepted(response),
    );
    return answer;
  };
  const own: { readonly [step: string]: SuperStep } = {
    query: (more) => {
      asked = withQuery(asked, more);
    },
    send: (more) => {
      body = isFields(body) && isFields(more) ? { ...body, ...more } : more;
    },
    ok: (accepts) => {
      isAccepted = accepts as typeof isAccepted;
      steps.push(['ok', [accepts]]);
    },
  };
  const waits: { readonly [step: string]: SuperStep } = {
    // biome-ignore lint/suspicious/noThenProperty: the client's requests are waited for as promises are.
    then: (good, bad) => begin().then(good as undefined, bad as undefined),
    catch: (bad) => begin().catch(bad as undefined),
    finally: (after) => begin().finally(after as undefined),
  };
  const call: { readonly [step: string]: SuperStep } = new Proxy(waits, {
    get: (target, name) => {
      if (typeof name !== 'string' || name in target) return Reflect.get(target, name) as unknown;
      return (...args: unknown[]) => {
        const [done] = args;
        if (name === 'end')
          begin().then(
            (response) => (done as SuperStep)(null, response),
            (error: Fields) => (done as SuperStep)(error, error.response),
          );
        else if (own[name] !== undefined) own[name](...args);
        else steps.push([name, args]);
        return call;
      };
    },
  });
  return call;
}

async function superAnswer(
  begin: (verb: string, path: string) => ReturnType<Start>,
  call: Parameters<typeof answerOldCall>[0],
  isAccepted: (response: SuperAnswer) => unknown,
): Promise<SuperAnswer> {
  let last: SuperAnswer | undefined;
  let seen: unknown;
  const answer = await answerOldCall(call, async (verb, path, body) => {
    const real = begin(verb, path);
    try {
      last = await (body === undefined ? real : (real.send?.(body) as typeof real));
      return { status: last.status, body: last.body, native: last };
    } catch (error) {
      const { response } = (error ?? {}) as { readonly response?: SuperAnswer };
      if (response === undefined) throw error;
      seen = error;
      last = response;
      return { status: response.status, body: response.body, native: error };
    }
  });
  if (answer.native === seen && seen !== undefined) throw seen;
  if (answer.native !== undefined) return answer.native as SuperAnswer;
  const { status, body } = answer;
  const fields = {
    status,
    statusCode: status,
    ok: status < 300,
    body,
    text: JSON.stringify(body),
    error: false,
  };
  const own = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }]);
  const response = Object.create(last ?? null, Object.fromEntries(own)) as SuperAnswer;
  if (isAccepted(response)) return response;
  throw Object.assign(new Error(`Request failed with status code ${status}`), { status, response });
}
