import type { Binding } from '../../syntax/bindings.js';
import type { Identifier, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { isFunction, unwrap } from '../../syntax/nodes.js';
import { Note } from '../../syntax/notes.js';
import { elementsOf, keyTerm } from '../domain/collections.js';
import { type At, choose, known, type Term } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { leaves } from './writes.js';

/**
 * What tests around a place say of an unknown variable: inside `case 'a':` it is `'a'`, after
 * `if (!LIST.includes(x)) return` it is a member of the list. Null if nothing says anything.
 */
export function narrowed(engine: Engine, use: Identifier, binding: Binding, at: At): Term | null {
  if (!testsOf(at.module, binding).some((other) => other !== use)) return null;
  const means = (node: Node): boolean => {
    const inner = unwrap(node);
    return inner.type === 'Identifier' && inner.name === binding.name && at.module.resolve(inner) === binding;
  };
  let child: Node = use;
  for (let parent = use.parent; parent !== undefined; parent = child.parent) {
    let found: Term | null = null;
    if (
      parent.type === 'SwitchCase' &&
      parent.parent?.type === 'SwitchStatement' &&
      means(parent.parent.discriminant)
    ) {
      const { cases } = parent.parent;
      const tests: Term[] = [];
      for (let index = cases.indexOf(parent); index >= 0; index--) {
        const label = cases[index];
        if (label === undefined || (label !== parent && leaves(label.consequent.at(-1), true))) break;
        if (label.test === null) return null;
        tests.push(engine.evaluate(label.test, at));
      }
      found = tests.length > 0 ? choose(tests.reverse()) : null;
    } else if (
      (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') &&
      child !== parent.test
    ) {
      found = membersBy(engine, parent.test, child === parent.consequent, means, at);
    } else if (parent.type === 'LogicalExpression' && child === parent.right) {
      found = membersBy(engine, parent.left, parent.operator === '&&', means, at);
    } else if (parent.type === 'BlockStatement' || parent.type === 'Program') {
      for (const statement of parent.body) {
        if (statement === child) break;
        if (statement.type === 'IfStatement' && leaves(statement.consequent, false)) {
          found = membersBy(engine, statement.test, false, means, at) ?? found;
        }
      }
    }
    if (found !== null) return found;
    // A test outside the function says nothing of a later value, but does of the parameter of an outer one.
    if (isFunction(parent) && parent === binding.scope) return null;
    child = parent;
  }
  return null;
}

const tests = new Note(() => new Map<Binding, readonly Identifier[]>());

/** Uses of a name that tests are made of. */
function testsOf(module: Module, binding: Binding): readonly Identifier[] {
  const known = tests.of(module);
  let found = known.get(binding);
  if (found === undefined) {
    found = module.references(binding).filter(isTested);
    known.set(binding, found);
  }
  return found;
}

function isTested(use: Identifier): boolean {
  const parent = use.parent;
  switch (parent?.type) {
    case 'SwitchStatement':
      return true;
    case 'BinaryExpression':
      return /^(?:[!=]==?|in)$/.test(parent.operator);
    case 'CallExpression':
      return (
        parent.callee.type === 'MemberExpression' &&
        parent.callee.property.type === 'Identifier' &&
        /^(?:includes|has|hasOwn|hasOwnProperty)$/.test(parent.callee.property.name)
      );
    case 'TSAsExpression':
      return true;
    default:
      return false;
  }
}

/** The values a variable can have where `test` came out as `outcome`. */
function membersBy(
  engine: Engine,
  test: Node,
  outcome: boolean,
  means: (node: Node) => boolean,
  at: At,
): Term | null {
  const node = unwrap(test);
  switch (node.type) {
    case 'UnaryExpression':
      return node.operator === '!' ? membersBy(engine, node.argument, !outcome, means, at) : null;
    case 'LogicalExpression': {
      const all = (node.operator === '&&') === outcome;
      const left = membersBy(engine, node.left, outcome, means, at);
      const right = membersBy(engine, node.right, outcome, means, at);
      if (all) return left ?? right;
      return left !== null && right !== null ? choose([left, right]) : null;
    }
    case 'BinaryExpression': {
      if (node.operator === 'in') {
        return outcome && means(node.left) ? keysOf(engine.evaluate(node.right, at)) : null;
      }
      if (!/^[!=]==?$/.test(node.operator) || node.operator.startsWith('=') !== outcome) return null;
      const other = means(node.left) ? node.right : means(node.right) ? node.left : null;
      if (other === null) return null;
      const term = engine.evaluate(other, at);
      return known(term) === null ? null : term;
    }
    case 'CallExpression': {
      const callee = unwrap(node.callee);
      if (!outcome || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
        return null;
      const [first, second] = node.arguments;
      const { name } = callee.property;
      if (name === 'hasOwn' && first !== undefined && second !== undefined && means(second)) {
        return keysOf(engine.evaluate(first, at));
      }
      if (first === undefined || !means(first)) return null;
      const object = engine.evaluate(callee.object, at);
      if (name === 'hasOwnProperty') return keysOf(object);
      if (name !== 'includes' && name !== 'has') return null;
      if (object.kind === 'object' && object.as === 'map') return keysOf(object);
      const elements = elementsOf(object);
      return elements === null || elements.length === 0 ? null : choose(elements);
    }
    default:
      return null;
  }
}

function keysOf(term: Term): Term | null {
  if (term.kind !== 'object' || term.members.length === 0) return null;
  return choose(term.members.map((member) => keyTerm(member.key, member.keyOrigin)));
}
