import {
  type At,
  asText,
  memberNamed,
  type Term,
  textTerm,
  UNDEFINED,
  unknown,
} from '../evaluate/domain/term.js';
import { joinBase } from '../evaluate/domain/urls.js';
import type { Engine } from '../evaluate/engine.js';
import type { PlacedCall } from '../evaluate/language/calls.js';
import type { Node } from '../syntax/estree.js';
import { keyName, unwrap } from '../syntax/nodes.js';
import type { Request } from './request.js';
import { baseOf } from './values.js';

/**
 * Endpoints that are declared as queries: `build.query({ query: (id) => path })`. What the function gives back
 * is the path, or an object of options; the base stands at the declaration of the whole.
 */
export function queryRequest(engine: Engine, call: PlacedCall): Request | null {
  const { node, at } = call;
  const callee = unwrap(node.callee);
  if (node.type === 'NewExpression' || callee.type !== 'MemberExpression') return null;
  if (!/^(?:query|mutation|infiniteQuery)$/.test(keyName(callee.property, callee.computed) ?? ''))
    return null;
  const [options] = call.args;
  const query = options?.kind === 'object' ? memberNamed(options, 'query')?.value : undefined;
  if (query?.kind !== 'closure') return null;
  const args = query.node.params.map(() => unknown('argument'));
  const asked = engine.invoke(query, null, args, { node, at });
  const object = asked.kind === 'object' ? asked : null;
  const url = object === null ? asked : (memberNamed(object, 'url')?.value ?? UNDEFINED);
  if (url.kind !== 'text' && url.kind !== 'choice') return null;
  const base = baseAround(engine, node, at);
  const method = object === null ? undefined : memberNamed(object, 'method')?.value;
  return {
    method: method ?? textTerm('GET', engine.origin(node, at.module)),
    url: base === null ? asText(url) : joinBase(base, url),
    body: (object === null ? undefined : memberNamed(object, 'body')?.value) ?? UNDEFINED,
    headers: (object === null ? undefined : memberNamed(object, 'headers')?.value) ?? UNDEFINED,
    client: 'query',
    isClient: base !== null,
    mock: false,
    route: false,
  };
}

/** The base URL that the declaration around an endpoint gives its queries. */
function baseAround(engine: Engine, node: Node, at: At): Term | null {
  for (let current = node.parent; current !== undefined; current = current.parent) {
    if (current.type !== 'ObjectExpression') continue;
    for (const property of current.properties) {
      if (property.type !== 'Property' || keyName(property.key, property.computed) !== 'baseQuery') continue;
      const query = engine.evaluate(unwrap(property.value), at);
      return query.kind === 'external' ? baseOf(query.config) : null;
    }
  }
  return null;
}
