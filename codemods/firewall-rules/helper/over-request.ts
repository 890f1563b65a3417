/** `request`, the packages with promises around it, and its heirs: they take the modules that send for them. */
import * as http from 'node:http';
import * as https from 'node:https';
import { addressIn } from './address.js';
import { httpOverRulesets } from './over-http.js';
import { isFields } from './rulesets.js';

const HTTP_MODULES = {
  'http:': { ...http, request: httpOverRulesets(http.request) },
  'https:': { ...https, request: httpOverRulesets(https.request) },
};

/** The same client, which also answers requests to the addresses of this module. */
export function requestOverRulesets<T extends (...args: never[]) => unknown>(client: T): T {
  const over = (args: readonly unknown[]): readonly unknown[] => {
    const [first, second, ...rest] = args;
    const isAlone = isFields(first) && (first.uri ?? first.url) !== undefined;
    const given = isAlone ? first : { ...(isFields(second) ? second : {}), uri: first };
    const uri = given.uri ?? given.url;
    if (addressIn(String(isFields(uri) ? uri.href : uri)) === null) return args;
    const done = isAlone ? [second] : isFields(second) ? rest : [second];
    return [{ ...given, httpModules: HTTP_MODULES }, ...done];
  };
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      return typeof name === 'string' && /^(get|del|delete|post|put|patch)$/.test(name)
        ? (...args: unknown[]) => Reflect.apply(member as T, target, over(args) as never)
        : member;
    },
    apply: (target, self, args) => Reflect.apply(target, self, over(args) as never),
  });
}
