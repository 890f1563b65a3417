import { evaluateArguments, evaluateCallee } from '../evaluate/calls.js';
import type { Engine } from '../evaluate/engine.js';
import {
  type At,
  alternatives,
  known,
  memberNamed,
  type Sdk,
  type Term,
  textTerm,
  UNDEFINED,
  unknown,
} from '../evaluate/term.js';
import type { Call, New } from '../syntax/estree.js';
import type { Request } from './request.js';
import { exactMethod, methodNamed } from './verbs.js';

/**
 * Requests that are sent through an SDK's client by path: `client.get('/zones/…')` of version 3 and later,
 * `client._client.request('GET', 'zones/…')` of version 2. Null for a call of a named method.
 */
export function sdkRequest(engine: Engine, sdk: Sdk, node: Call | New, at: At): Request | null {
  const names = sdk.chain.map((step) => step.name).filter((name) => name !== '_client' && name !== 'client');
  const [name] = names;
  if (name === undefined || names.length !== 1) return null;
  const verb = exactMethod(name);
  if (verb === null && name !== 'request') return null;
  const args = evaluateArguments(engine, node.arguments, at);
  const origin = engine.origin(node, at.module);
  let [url = UNDEFINED, options = UNDEFINED] = args;
  let method: Term = verb === null ? unknown('method', origin) : textTerm(verb, origin);
  if (verb === null) {
    const first = known(url);
    if (first !== null && methodNamed(first) !== null) {
      method = url;
      [, url = UNDEFINED, options = UNDEFINED] = args;
    } else if (url.kind === 'object') {
      options = url;
      method = memberNamed(url, 'method')?.value ?? method;
      url = memberNamed(url, 'path')?.value ?? memberNamed(url, 'url')?.value ?? UNDEFINED;
    }
  }
  if (url.kind === 'scalar') return null;
  const body = options.kind === 'object' ? memberNamed(options, 'body')?.value : undefined;
  const headers = options.kind === 'object' ? memberNamed(options, 'headers')?.value : undefined;
  return {
    method,
    url,
    body: body ?? (options.kind === 'unknown' ? options : UNDEFINED),
    headers: headers ?? UNDEFINED,
    client: sdk.package,
    isClient: true,
    mock: false,
    route: false,
  };
}

/** The SDK call that a call makes: a chain that starts at a client. */
export function sdkCallOf(engine: Engine, node: Call | New, at: At): Sdk | null {
  if (node.type === 'NewExpression') return null;
  const { target } = evaluateCallee(engine, node.callee, at);
  for (const option of alternatives(target))
    if (option.kind === 'sdk' && option.chain.length > 0) return option;
  return null;
}
