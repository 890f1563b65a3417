import type { SourceFile } from '../../reader.js';
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
} from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import type { PlacedCall } from '../evaluate/language/calls.js';
import type { Call } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { keyName, nameOf, unwrap } from '../syntax/nodes.js';
import { sdkPackage } from './packages.js';
import type { Request } from './request.js';
import { exactMethod, methodNamed } from './verbs.js';

/**
 * Requests that are sent through an SDK's client by path: `client.get('/zones/…')` of version 3 and later,
 * `client._client.request('GET', 'zones/…')` of version 2. Null for a call of a named method.
 */
export function sdkRequest(engine: Engine, sdk: Sdk, call: PlacedCall): Request | null {
  const names = sdk.chain.map((step) => step.name).filter((name) => name !== '_client' && name !== 'client');
  const [name] = names;
  if (name === undefined || names.length !== 1) return null;
  const verb = exactMethod(name);
  if (verb === null && name !== 'request') return null;
  const { node, at, args } = call;
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
export function sdkCallOf(engine: Engine, call: PlacedCall): Sdk | null {
  const { node, at } = call;
  if (node.type === 'NewExpression') return null;
  const { target } = call.callee;
  for (const option of alternatives(target))
    if (option.kind === 'sdk' && option.chain.length > 0) return option;
  return target.kind === 'unknown' ? namedSdk(engine, node, at) : null;
}

const CLIENT_NAMES = /cloud_?flare|^_?cf(?:_?(?:client|api|sdk))?$/i;
const MAX_STEPS = 6;

/**
 * `ctx.cloudflare.firewall.rules.list(…)` of an object nobody can follow: what is named after the SDK is its client,
 * where a file that is tied to this one by imports gets the SDK.
 */
function namedSdk(engine: Engine, node: Call, at: At): Sdk | null {
  const chain: Sdk['chain'][number][] = [];
  let step = unwrap(node.callee);
  while (step.type === 'MemberExpression' && chain.length < MAX_STEPS) {
    const name = keyName(step.property, step.computed);
    if (name === null) return null;
    chain.unshift({ name, origin: engine.origin(step.property, at.module) });
    step = unwrap(step.object);
    const last = nameOf(step)?.split('.').pop();
    if (chain.length < 2 || last === undefined || !CLIENT_NAMES.test(last)) continue;
    const found = engine.evaluate(step, at).kind === 'unknown' ? importedNear(engine, at.module) : null;
    return found === null ? null : { kind: 'sdk', package: found, chain, config: null };
  }
  return null;
}

const near = new WeakMap<readonly SourceFile[], string | null>();

/** The SDK that one of the files tied to a module by imports gets. */
function importedNear(engine: Engine, module: Module): string | null {
  const files = engine.project.tied(module.path);
  if (files === null) return null;
  let found = near.get(files);
  if (found === undefined) {
    const sdks = engine.profiles.flatMap(({ packages }) =>
      packages.flatMap((id) => sdkPackage(engine.profiles, id.slice(id.indexOf(':') + 1))?.name ?? []),
    );
    found =
      sdks.find((name) =>
        files.some(
          ({ text }) =>
            text.includes(`from '${name}'`) ||
            text.includes(`from "${name}"`) ||
            text.includes(`require('${name}')`) ||
            text.includes(`require("${name}")`),
        ),
      ) ?? null;
    near.set(files, found);
  }
  return found;
}
