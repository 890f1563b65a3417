import { sdkPackage } from '../../clients/packages.js';
import { clientOf, typedClient } from '../../clients/specs.js';
import { constructSdk } from '../../clients/values.js';
import type { Node } from '../../syntax/estree.js';
import type { Declared } from '../../types.js';
import { choose, type External, type Scalar, type Term, textTerm, type Unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** Expressions that may be anything: what they are, only their type may tell. */
const ASKED = new Set<string>([
  'Identifier',
  'MemberExpression',
  'CallExpression',
  'NewExpression',
  'AwaitExpression',
  'ThisExpression',
]);

/** What an expression is by its type, where the program itself does not tell: a client, or one of a few texts. */
export function typedTerm(engine: Engine, node: Node, untold: Unknown | Scalar): Term | null {
  const { types } = engine.project.program;
  if (types === undefined || engine.exhausted || !ASKED.has(node.type)) return null;
  const type = types.of(node);
  if (type === null) return null;
  const client = clientOfType(engine, type.declared);
  const free = untold.kind === 'unknown' ? untold.free : undefined;
  if (client?.kind === 'external' && free !== undefined) return { ...client, free };
  if (client !== null) return client;
  // Of a parameter its callers say more.
  return free === undefined && type.texts.length > 0 ? oneOf(type.texts) : null;
}

/** One of some texts that were not written where they are used. */
export function oneOf(texts: readonly string[]): Term {
  return choose(texts.map((text) => textTerm(text)));
}

function clientOfType(engine: Engine, declared: readonly Declared[]): Term | null {
  for (const type of declared) {
    const client = sdkOf(engine, type, declared) ?? httpClient(type);
    if (client !== null) return client;
  }
  return null;
}

/** The client of an SDK, which is named after it, or a resource, whose file is where the client has it. */
function sdkOf(engine: Engine, type: Declared, declared: readonly Declared[]): Term | null {
  const sdk = sdkPackage(engine.profiles, type.package);
  if (sdk === null) return null;
  const name = sdk.name.slice(sdk.name.indexOf('/') + 1);
  if (type.name.toLowerCase().endsWith(name.toLowerCase()))
    return { kind: 'sdk', package: sdk.name, chain: [], config: null };
  const isResource =
    type.file.startsWith('resources/') && declared.some((other) => other.name === 'APIResource');
  if (!isResource) return null;
  const source = `${sdk.name}/${type.file}`;
  return constructSdk({ kind: 'external', package: source, path: [], config: null, origin: null }, []);
}

function httpClient(type: Declared): External | null {
  if (type.package !== 'global') return typedClient(type.package, [type.name]);
  const external: External = {
    kind: 'external',
    package: 'global',
    path: [type.name],
    config: null,
    origin: null,
  };
  return clientOf(external) === null ? null : external;
}
