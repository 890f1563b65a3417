/**
 * Descriptions of methods beside the path they share: `{ path: 'zones', purge: method({ method: 'DELETE', path:
 * ':id/purge_cache' }) }`. Whoever makes functions of them joins the two; what is made is seldom seen through.
 */

import { asText, concat, type ObjectTerm, type Term, textTerm } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import type { Node, ObjectExpression } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { keyName, unwrap } from '../../syntax/nodes.js';

export interface Described {
  readonly url: Term;
  readonly row: ObjectTerm;
}

const PATHS = /^(?:path|base|basePath|baseUrl|basepath|prefix|endpoint|resource|url|uri)$/;
const SLASH = textTerm('/');

/** The requests that a path in such a description is a part of: its own, or all that share it. */
export function describedBy(engine: Engine, module: Module, path: Node): readonly Described[] {
  const object = pathHolder(path);
  if (object === null) return [];
  const at = { module, env: null };
  const call = object.parent;
  const owner = call?.type === 'CallExpression' && call.arguments[0] === object ? tableOf(call) : null;
  if (owner !== null) {
    const shared = sharedPath(owner);
    const row = engine.evaluate(object, at);
    if (shared === null || row.kind !== 'object') return [];
    return [{ url: joined(engine.evaluate(shared, at), engine.evaluate(path, at)), row }];
  }
  const base = engine.evaluate(path, at);
  return rowsOf(object).flatMap((node): Described[] => {
    const row = engine.evaluate(node, at);
    if (row.kind !== 'object') return [];
    const own = sharedPath(node);
    return [{ url: own === null ? base : joined(base, engine.evaluate(own, at)), row }];
  });
}

/** The object in which a node is the value of a path. */
function pathHolder(path: Node): ObjectExpression | null {
  const property = path.parent;
  if (property?.type !== 'Property' || property.value !== path) return null;
  const name = keyName(property.key, property.computed);
  return name !== null && PATHS.test(name) && property.parent?.type === 'ObjectExpression'
    ? property.parent
    : null;
}

/** The object of which a call makes a member. */
function tableOf(call: Node): ObjectExpression | null {
  const property = call.parent;
  return property?.type === 'Property' &&
    property.value === call &&
    property.parent?.type === 'ObjectExpression'
    ? property.parent
    : null;
}

/** The text that an object itself says as its path. */
function sharedPath(object: ObjectExpression): Node | null {
  for (const property of object.properties) {
    if (property.type !== 'Property') continue;
    const name = keyName(property.key, property.computed);
    const value = unwrap(property.value);
    if (name !== null && PATHS.test(name) && (value.type === 'Literal' || value.type === 'TemplateLiteral'))
      return value;
  }
  return null;
}

/** What the calls are handed that make the members of an object. */
function rowsOf(object: ObjectExpression): ObjectExpression[] {
  return object.properties.flatMap((property): ObjectExpression[] => {
    const value = property.type === 'Property' ? unwrap(property.value) : null;
    const row = value?.type === 'CallExpression' ? value.arguments[0] : undefined;
    return row?.type === 'ObjectExpression' ? [row] : [];
  });
}

function joined(base: Term, path: Term): Term {
  return concat([asText(base), SLASH, asText(path)], null);
}
