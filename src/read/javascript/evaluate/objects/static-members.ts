import type { Origin } from '../../../../value/index.js';
import type { FunctionNode, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { keyName } from '../../syntax/nodes.js';
import { type At, type ClassTerm, type Closure, type Term, UNDEFINED, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { MAX_INHERITANCE } from '../kernel/instances.js';
import { termOfType } from './types.js';

/** A static member, also of the classes above, and what is assigned to the class later. */
export function staticMember(engine: Engine, owner: ClassTerm, name: string, origin: Origin): Term {
  let current = owner;
  for (let level = 0; level < MAX_INHERITANCE; level++) {
    for (const member of current.node.body.body) {
      if (
        member.type === 'MethodDefinition' &&
        member.static &&
        keyName(member.key, member.computed) === name
      ) {
        const closure: Closure = { kind: 'closure', node: member.value, at: current.at, self: owner };
        return member.kind === 'get' ? engine.invoke(closure, owner, [], null) : closure;
      }
      if (
        member.type === 'PropertyDefinition' &&
        member.static &&
        keyName(member.key, member.computed) === name
      ) {
        const first = member.value === null ? UNDEFINED : engine.evaluate(member.value, current.at);
        const later = assignedTo(engine, current.at, current.node.id?.name, name);
        if (first.kind !== 'scalar' || (first.value !== null && first.value !== undefined)) return first;
        return later ?? typedField(engine, member, current.at.module) ?? unknown('field', origin, name);
      }
    }
    const assigned = assignedTo(engine, current.at, current.node.id?.name, name);
    if (assigned !== null) return assigned;
    if (current.node.superClass === null) break;
    const base = engine.evaluate(current.node.superClass, current.at);
    if (base.kind !== 'class') break;
    current = base;
  }
  return unknown('static member', origin, name);
}

function typedField(
  engine: Engine,
  member: Node & { type: 'PropertyDefinition' | 'AccessorProperty' },
  module: Module,
): Term | null {
  const annotation = member.typeAnnotation?.typeAnnotation;
  return annotation === undefined ? null : termOfType(engine, annotation, module);
}

/** `name.member = value` at any place of the module. */
function assignedTo(engine: Engine, at: At, name: string | undefined, member: string): Term | null {
  if (name === undefined) return null;
  for (const write of at.module.writesTo(member)) {
    if (write.left.type !== 'MemberExpression' || write.left.object.type !== 'Identifier') continue;
    if (write.left.object.name !== name) continue;
    return engine.evaluate(write.right, at);
  }
  return null;
}

/** A member of a function: assigned to it, or `bind`, `call` and `apply`, which the caller handles. */
export function closureMember(engine: Engine, closure: Closure, name: string, origin: Origin): Term {
  const own = closure.node.id?.name ?? declaredName(closure.node);
  return assignedTo(engine, closure.at, own, name) ?? unknown('member of a function', origin, name);
}

/** The name of the variable that a function is declared as. */
export function declaredName(node: FunctionNode): string | undefined {
  const parent = node.parent;
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
    ? parent.id.name
    : undefined;
}
