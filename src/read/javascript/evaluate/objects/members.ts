import type { Origin } from '../../../../value/index.js';
import { parsedMember } from '../../clients/command-line.js';
import { ownClient } from '../../clients/own.js';
import { exportsOf } from '../../modules/exports.js';
import type { Member as MemberNode } from '../../syntax/estree.js';
import { keyName } from '../../syntax/nodes.js';
import {
  type At,
  choose,
  chooseMember,
  each,
  known,
  memberNamed,
  type Term,
  UNDEFINED,
  unknown,
} from '../domain/term.js';
import { urlPart } from '../domain/urls.js';
import type { Engine } from '../engine.js';
import { symbolName } from '../kernel/keys.js';
import { exportedOf, exportTerm } from '../names/imports.js';
import { instanceMember } from './classes.js';
import { closureMember, staticMember } from './static-members.js';

/** A step of an SDK chain whose name is only known at run time. */
export const ANY_MEMBER = '*';

/** Members of objects that every object has: reading one of them says nothing of the object. */
const INHERITED = new Set(['constructor', 'hasOwnProperty', 'toString', 'valueOf']);

export function memberOf(engine: Engine, object: Term, node: MemberNode, at: At): Term {
  const origin = engine.origin(node.property, at.module);
  const written = keyName(node.property, node.computed) ?? symbolName(at.module, node.property);
  if (written !== null) return memberByName(engine, object, written, origin, at);
  const key = engine.evaluate(node.property, at);
  return each(key, (option) => {
    const name = known(option);
    return name === null ? anyMember(object, origin) : memberByName(engine, object, name, origin, at);
  });
}

/** A lookup in a table by a key that is not known: any row. */
function anyMember(object: Term, origin: Origin): Term {
  switch (object.kind) {
    case 'sdk':
      return { ...object, chain: [...object.chain, { name: ANY_MEMBER, origin }] };
    case 'object':
      return object.members.length === 0
        ? unknown('empty table', origin)
        : chooseMember(object.members, object.open, origin);
    case 'array':
      return object.items.length === 0 ? unknown('empty list', origin) : choose(object.items, origin);
    case 'response':
      return { ...object, path: [...object.path, '[]'] };
    case 'choice':
      return choose(
        object.of.map((option) => anyMember(option, origin)),
        origin,
      );
    case 'unknown':
      return object;
    default:
      return unknown('computed member', origin);
  }
}

/** What a member of a term is. */
export function memberByName(engine: Engine, object: Term, name: string, origin: Origin, at: At): Term {
  switch (object.kind) {
    case 'choice':
      return choose(
        object.of.map((option) => memberByName(engine, option, name, origin, at)),
        origin,
      );
    case 'object': {
      const member = memberNamed(object, name);
      if (member !== undefined) {
        const { value } = member;
        return value.kind === 'closure' && value.self === null ? { ...value, self: object } : value;
      }
      return object.open || INHERITED.has(name) || object.as !== undefined
        ? unknown('member', origin, name)
        : UNDEFINED;
    }
    case 'array': {
      const index = Number(name);
      if (Number.isInteger(index))
        return object.items[index] ?? (object.open ? unknown('open', origin) : UNDEFINED);
      return unknown('member of a list', origin, name);
    }
    case 'unknown':
      return unknown(
        'member',
        origin,
        object.name === undefined ? name : `${object.name}.${name}`,
        object.free,
      );
    case 'instance':
      return instanceMember(engine, object, name, origin);
    case 'class':
      return staticMember(engine, object, name, origin);
    case 'closure':
      return closureMember(engine, object, name, origin);
    case 'namespace':
      return exportTerm(engine, object.module, name, origin);
    case 'external': {
      const parsed = parsedMember(object, name);
      if (parsed !== null) return parsed;
      const path = [...object.path, name];
      if (object.package === 'global') {
        if (
          path.length === 2 &&
          path[0] === 'module' &&
          name === 'exports' &&
          exportsOf(at.module).isCommonJs
        )
          return exportedOf(at.module);
        if (path[0] === 'process' && path[1] === 'env') {
          return path.length > 2 ? unknown('environment', origin, path.join('.')) : { ...object, path };
        }
        if (/^(?:window|globalThis|global|self)$/.test(path[0] ?? '') && path.length > 1)
          return { ...object, path: path.slice(1) };
      }
      if (object.package !== 'global' && name === 'default' && object.path.length === 0) return object;
      return ownClient(engine.project.program, { ...object, path, origin });
    }
    case 'url':
      return urlPart(object, name) ?? unknown('part of a URL', origin, name);
    case 'sdk':
      return { ...object, chain: [...object.chain, { name, origin }] };
    case 'response':
      return { ...object, path: [...object.path, name] };
    case 'scalar':
      return object.value === undefined || object.value === null
        ? UNDEFINED
        : unknown('member', origin, name);
    default:
      return unknown('member', origin, name);
  }
}
