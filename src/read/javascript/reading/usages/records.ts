/**
 * Records described or built outside of a call that can be tied to them: DNS records and load balancer pools
 * in object literals, schemas and types. What such a record is, is told by the company its fields keep.
 */
import { recordShape } from '../../../record-shapes.js';
import type { RecordUsage, ResponseRead } from '../../../usage.js';
import { lower } from '../../evaluate/domain/lower.js';
import {
  alternatives,
  known,
  memberNamed,
  type ObjectTerm,
  type Term,
  unknown,
} from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import type { Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { isFunction, keyName, nameOf, unwrap } from '../../syntax/nodes.js';
import { contextOf } from './evidence.js';

/** Fields of the data of a record, of which two tell an SRV record's. */
const SRV_DATA = new Set(['service', 'proto', 'port', 'priority', 'weight', 'target']);

function usage(
  engine: Engine,
  module: Module,
  node: Node,
  path: string,
  body: Term | null,
  reads: readonly ResponseRead[],
): RecordUsage {
  const context = contextOf(node, module.path, false);
  return {
    kind: 'record',
    path,
    body: body === null ? { kind: 'unknown', why: 'described, not sent', origin: null } : lower(body),
    reads,
    site: engine.origin(node, module),
    evidence: [],
    context: context === 'code' && reads.some((read) => read.by === 'type') ? 'types' : context,
  };
}

/** A record that is written as an object: an SRV record, by its type and the fields of its data. */
export function literalRecord(engine: Engine, module: Module, key: Node): RecordUsage | null {
  const objects: Node[] = [];
  for (let node = key.parent; node !== undefined && objects.length < 3; node = node.parent) {
    if (node.type === 'ObjectExpression') objects.push(node);
    else if (
      node.type !== 'Property' &&
      !/^(?:TS\w+|ArrayExpression|ConditionalExpression|LogicalExpression)$/.test(node.type)
    )
      break;
  }
  for (const node of objects) {
    const term = engine.evaluate(node, { module, env: null });
    if (term.kind === 'object' && isServiceRecord(term)) {
      return usage(engine, module, node, '/zones/{zone_id}/dns_records', term, []);
    }
  }
  return null;
}

/** The data of a record whose type is asked for around it: `if (type === 'SRV')`, `case 'SRV':`. */
export function narrowedRecord(engine: Engine, module: Module, key: Node): RecordUsage | null {
  const data = key.parent?.parent;
  if (data?.type !== 'ObjectExpression') return null;
  const keys = data.properties.flatMap((property) =>
    property.type === 'Property' ? [keyName(property.key, property.computed) ?? ''] : [],
  );
  if (keys.filter((key) => SRV_DATA.has(key)).length < 3) return null;
  const type = serviceTypeAround(data);
  if (type === null) return null;
  const at = { module, env: null };
  const body: Term = {
    kind: 'object',
    members: [
      { key: 'type', keyOrigin: null, origin: null, value: engine.evaluate(type, at) },
      { key: 'data', keyOrigin: null, origin: null, value: engine.evaluate(data, at) },
    ],
    open: true,
    origin: engine.origin(data, module),
  };
  return usage(engine, module, data, '/zones/{zone_id}/dns_records', body, []);
}

/** The text `SRV` that something is compared with, where only what is equal gets to a place. */
function serviceTypeAround(place: Node): Node | null {
  let inner = place;
  for (let node = place.parent; node !== undefined && !isFunction(node); inner = node, node = node.parent) {
    const test =
      (node.type === 'IfStatement' || node.type === 'ConditionalExpression') && node.consequent === inner
        ? node.test
        : node.type === 'SwitchCase' && node.test !== inner
          ? node.test
          : null;
    const type = test === null ? null : serviceTypeIn(test);
    if (type !== null) return type;
  }
  return null;
}

function serviceTypeIn(test: Node): Node | null {
  const inner = unwrap(test);
  if (inner.type === 'Literal') return inner.value === 'SRV' ? inner : null;
  if (inner.type === 'LogicalExpression')
    return inner.operator === '&&' ? (serviceTypeIn(inner.left) ?? serviceTypeIn(inner.right)) : null;
  if (inner.type !== 'BinaryExpression' || !/^===?$/.test(inner.operator)) return null;
  return serviceTypeIn(inner.right) ?? serviceTypeIn(inner.left);
}

function isServiceRecord(term: ObjectTerm): boolean {
  const type = memberNamed(term, 'type')?.value;
  if (type === undefined || !alternatives(type).some((option) => known(option) === 'SRV')) return false;
  const data = memberNamed(term, 'data')?.value;
  return (
    data !== undefined &&
    alternatives(data).some(
      (option) =>
        option.kind === 'object' && option.members.filter((member) => SRV_DATA.has(member.key)).length >= 2,
    )
  );
}

/** A field of a schema that demands it: `z.object({ name: z.boolean() })`. */
export function schemaRecord(engine: Engine, module: Module, key: Node): RecordUsage | null {
  const property = key.parent;
  const object = property?.parent;
  if (property?.type !== 'Property' || object?.type !== 'ObjectExpression') return null;
  const fields = object.properties.flatMap((other) =>
    other.type === 'Property' ? [keyName(other.key, other.computed) ?? ''] : [],
  );
  const name = keyName(property.key, property.computed);
  const demand = demandOf(object, property.value, name);
  if (name === null || demand === null) return null;
  const shape = recordShape(name, schemaName(object), fields, module.text);
  if (shape === null) return null;
  const place = demand === 'optional' ? key : demand;
  const origin = engine.origin(place, module);
  const quoted = place.type === 'Literal' && typeof place.value === 'string' ? 1 : 0;
  const read: ResponseRead = {
    at: `result.${name}`,
    origin: { ...origin, start: origin.start + quoted, end: origin.end - quoted },
    by: demand === 'optional' ? 'type' : 'schema',
  };
  return usage(engine, module, object, shape.path, null, [read]);
}

/** Where a schema demands a field: its key, or the entry of a list; null if the object is no schema. */
function demandOf(object: Node, value: Node, name: string | null): Node | 'optional' | null {
  // JSON Schema: `properties` beside a list of what is required.
  const holder = object.parent;
  const isProperties = holder?.type === 'Property' && keyName(holder.key, holder.computed) === 'properties';
  if (isProperties && holder.parent?.type === 'ObjectExpression') {
    for (const sibling of holder.parent.properties) {
      if (sibling.type !== 'Property' || keyName(sibling.key, sibling.computed) !== 'required') continue;
      const list = unwrap(sibling.value);
      if (list.type !== 'ArrayExpression') continue;
      return (
        list.elements.find((element) => element?.type === 'Literal' && element.value === name) ?? 'optional'
      );
    }
    return 'optional';
  }
  const chain = callNames(value);
  if (chain === null || holder?.type !== 'CallExpression') return null;
  const callee = nameOf(holder.callee) ?? '';
  if (!/(?:^|\.)(?:object|strictObject|looseObject|type|strict|shape|extend|Struct|Object)$/.test(callee))
    return null;
  return chain.some((part) => OPTIONAL.test(part))
    ? 'optional'
    : value.parent?.type === 'Property'
      ? value.parent.key
      : value;
}

const OPTIONAL = /^(?:optional|nullish|partial|default|catch|maybe|Optional|undefinedable)$/;

/** Names along a chain of calls, those of its arguments' calls included: `v.optional(v.boolean())`. */
function callNames(value: Node): string[] | null {
  const names: string[] = [];
  const pending: Node[] = [unwrap(value)];
  for (let node = pending.pop(); node !== undefined && names.length < 24; node = pending.pop()) {
    if (node.type === 'CallExpression') {
      pending.push(unwrap(node.callee));
      for (const one of node.arguments.map(unwrap)) pending.push(one);
    } else if (node.type === 'MemberExpression') {
      const name = keyName(node.property, node.computed);
      if (name !== null) names.push(name);
      pending.push(unwrap(node.object));
    }
  }
  return names.length === 0 ? null : names;
}

/** The name a schema is kept under. */
function schemaName(node: Node): string | null {
  for (let current = node.parent; current !== undefined; current = current.parent) {
    if (current.type === 'VariableDeclarator')
      return current.id.type === 'Identifier' ? current.id.name : null;
    if (current.type === 'Property') return keyName(current.key, current.computed);
    if (!/^(?:CallExpression|MemberExpression|ObjectExpression|TS\w+)$/.test(current.type)) return null;
  }
  return null;
}

/** A field of a type declaration. `path` leads from the declaration to it. */
export function typeRecord(engine: Engine, module: Module, path: readonly Node[]): RecordUsage | null {
  const signature = path.find((node) => node.type === 'TSPropertySignature');
  const declaration = path[0];
  if (signature?.type !== 'TSPropertySignature' || declaration === undefined) return null;
  const name = keyName(signature.key, signature.computed);
  if (name === null) return null;
  const siblings = path.flatMap((node): Node[] =>
    node.type === 'TSTypeLiteral'
      ? node.members
      : (node as unknown as { type: string; body?: Node[] }).type === 'TSInterfaceBody'
        ? (node as unknown as { body: Node[] }).body
        : [],
  );
  const fields = siblings.flatMap((member) =>
    member.type === 'TSPropertySignature' ? [keyName(member.key, member.computed) ?? ''] : [],
  );
  const owner =
    declaration.type === 'TSInterfaceDeclaration' || declaration.type === 'TSTypeAliasDeclaration'
      ? declaration.id.name
      : null;
  const shape = recordShape(name, owner, fields, module.text);
  if (shape === null) return null;
  const read: ResponseRead = {
    at: `result.${name}`,
    origin: engine.origin(signature.key, module),
    by: 'type',
  };
  const field: Term = {
    kind: 'object',
    members: [
      { key: name, keyOrigin: read.origin, origin: read.origin, value: unknown('declared', read.origin) },
    ],
    open: true,
    origin: engine.origin(declaration, module),
  };
  return { ...usage(engine, module, signature, shape.path, field, [read]), context: 'types' };
}
