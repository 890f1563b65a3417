import type { FunctionNode, Node } from '../../syntax/estree.js';
import { ancestor, isClass, isFunction } from '../../syntax/nodes.js';
import { type At, type Environment, type Term, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { freeInstance } from '../kernel/instances.js';
import { prototypeOwner } from './prototypes.js';

/** What `this` is at a place. */
export function evaluateThis(engine: Engine, node: Node, at: At): Term {
  let child = node;
  for (let parent = node.parent; parent !== undefined; parent = child.parent) {
    if (
      parent.type === 'PropertyDefinition' ||
      parent.type === 'StaticBlock' ||
      parent.type === 'AccessorProperty'
    ) {
      const owner = ancestor(parent, isClass);
      if (owner === undefined) break;
      const self = selfIn(at.env, owner);
      if (self !== null) return self;
      const isStatic = parent.type === 'StaticBlock' || parent.static;
      return isStatic ? { kind: 'class', node: owner, at } : freeInstance(engine, owner, at);
    }
    if (isFunction(parent) && parent.type !== 'ArrowFunctionExpression') {
      return selfIn(at.env, parent) ?? freeThis(engine, parent, at);
    }
    child = parent;
  }
  return unknown('this', engine.origin(node, at.module), 'this');
}

function selfIn(env: Environment | null, frame: Node): Term | null {
  for (let current = env; current !== null; current = current.outer) {
    if (current.frame === frame) return current.self;
  }
  return null;
}

/** `this` of a function that nobody is known to call: of its class, its object, or what it constructs. */
function freeThis(engine: Engine, node: FunctionNode, at: At): Term {
  const parent = node.parent;
  if (parent?.type === 'MethodDefinition') {
    const owner = ancestor(parent, isClass);
    if (owner === undefined) return unknown('this');
    return parent.static ? { kind: 'class', node: owner, at } : freeInstance(engine, owner, at);
  }
  if (parent?.type === 'Property' && parent.parent?.type === 'ObjectExpression') {
    const grand = parent.parent.parent;
    const prototypeOf = grand?.type === 'AssignmentExpression' ? prototypeOwner(grand.left) : null;
    if (prototypeOf === null) return engine.evaluate(parent.parent, at);
    return constructedBy(engine, prototypeOf, at);
  }
  if (parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression') {
    const owner = prototypeOwner(parent.left.object);
    if (owner !== null) return constructedBy(engine, owner, at);
    return engine.evaluate(parent.left.object, at);
  }
  if (node.type === 'FunctionDeclaration' && node.id && /^[A-Z]/.test(node.id.name)) {
    return {
      kind: 'instance',
      of: { kind: 'closure', node, at, self: null },
      args: null,
      members: new Map(),
    };
  }
  return unknown('this', null, 'this');
}

function constructedBy(engine: Engine, owner: Node, at: At): Term {
  const term = engine.evaluate(owner, at);
  return term.kind === 'class' || term.kind === 'closure'
    ? { kind: 'instance', of: term, args: null, members: new Map() }
    : unknown('this', null, 'this');
}
