import { exportsOf } from '../../modules/exports.js';
import type { Binding } from '../../syntax/bindings.js';
import type { Identifier, Node } from '../../syntax/estree.js';
import { isClass, isFunction, unwrap } from '../../syntax/nodes.js';
import {
  type At,
  choose,
  concat,
  type Environment,
  type Frame,
  type Term,
  UNDEFINED,
  unknown,
} from '../domain/term.js';
import type { Engine } from '../engine.js';
import { asHole } from '../kernel/holes.js';
import { bindPattern } from '../kernel/patterns.js';
import { caughtTerm } from '../names/caught.js';
import { enumTerm } from '../names/enums.js';
import { exportedOf, importBinding } from '../names/imports.js';
import { narrowed } from '../names/narrowing.js';
import { allWrites, overwrites, type Write, writesSeen } from '../names/writes.js';
import { returnedByType, termOfType } from '../objects/types.js';
import { applyMutations } from './mutations.js';

/** What a name stands for where it is used. */
export function evaluateIdentifier(engine: Engine, node: Identifier, at: At): Term {
  const binding = at.module.resolve(node);
  if (binding === null) {
    if (node.name === 'undefined') return UNDEFINED;
    if (node.name === 'exports' && exportsOf(at.module).isCommonJs) return exportedOf(at.module);
    return {
      kind: 'external',
      package: 'global',
      path: [node.name],
      config: null,
      origin: engine.origin(node, at.module),
    };
  }
  const term = bindingTerm(engine, binding, node, at);
  return term.kind === 'unknown' ? (narrowed(engine, node, binding, at) ?? term) : term;
}

/** What stands outside of all functions is the same in every activation: it is worked out once. */
function placeOf(binding: Binding, at: At): At {
  if (at.env === null || binding.scope !== at.module.program || activationValue(at.env, binding) !== null)
    return at;
  return binding.kind === 'var' || binding.kind === 'import' ? at : { module: at.module, env: null };
}

function bindingTerm(engine: Engine, binding: Binding, use: Identifier, within: At): Term {
  const at = placeOf(binding, within);
  const declaration = binding.declarations[0];
  if (declaration === undefined) return unknown('not declared');
  switch (binding.kind) {
    case 'import':
      return applyMutations(engine, importBinding(engine, at.module, binding), binding, use, at);
    case 'enum':
      return enumTerm(engine, binding, at);
    case 'class':
    case 'function': {
      const owner = declaration.parent;
      if (isClass(owner)) return { kind: 'class', node: owner, at };
      if (!isFunction(owner)) return unknown('not a function');
      const writes = allWrites(at.module, binding);
      return writes.length > 0
        ? assigned(engine, binding, use, at)
        : { kind: 'closure', node: owner, at, self: null };
    }
    case 'type':
      return unknown('a type', engine.origin(use, at.module), binding.name);
    case 'parameter':
      return parameterTerm(engine, binding, use, at);
    case 'catch':
      return (
        caughtTerm(engine, declaration, at) ??
        unknown('caught error', engine.origin(use, at.module), binding.name)
      );
    case 'var':
    case 'lexical': {
      const loop = loopOf(declaration);
      if (loop !== null) {
        return activationValue(at.env, binding) ?? freeTerm(engine, binding, loop, use, at);
      }
      const chosen = activationValue(at.env, binding);
      if (chosen !== null) return chosen;
      const term = assigned(engine, binding, use, at);
      const typed = term.kind === 'unknown' ? declaredType(engine, declaration, at) : null;
      return typed ?? applyMutations(engine, term, binding, use, at);
    }
  }
}

/** The loop whose head declares a name. */
function loopOf(declaration: Node): Frame | null {
  let node: Node | undefined = declaration;
  while (node !== undefined && node.type !== 'VariableDeclaration') node = node.parent;
  const parent = node?.parent;
  return (parent?.type === 'ForOfStatement' || parent?.type === 'ForInStatement') && parent.left === node
    ? parent
    : null;
}

export function activationValue(env: Environment | null, binding: Binding): Term | null {
  for (let current = env; current !== null; current = current.outer) {
    const value = current.values.get(binding);
    if (value !== undefined) return value;
  }
  return null;
}

function freeTerm(engine: Engine, binding: Binding, frame: Frame, use: Identifier, at: At): Term {
  return unknown('parameter', engine.origin(use, at.module), binding.name, {
    frame,
    binding,
    module: at.module,
  });
}

function parameterTerm(engine: Engine, binding: Binding, use: Identifier, at: At): Term {
  const frame = binding.scope;
  if (!isFunction(frame)) return unknown('parameter');
  const passed = activationValue(at.env, binding);
  const start =
    passed === null ? freeParameter(engine, binding, frame, use, at) : asTyped(engine, passed, binding, at);
  const later = writesSeen(at.module, binding, use);
  if (later === null) return tooMany(engine, binding, use, at);
  if (later.length === 0) return applyMutations(engine, start, binding, use, at);
  const values = later.map((write) => writtenValue(engine, write, binding, at));
  const sure = later[0] !== undefined && overwrites(later[0], use);
  return applyMutations(engine, choose(sure ? values : [start, ...values]), binding, use, at);
}

/** A caller that does not know what it hands on leaves it to the type. */
function asTyped(engine: Engine, passed: Term, binding: Binding, at: At): Term {
  const declaration = binding.declarations[0];
  if (passed.kind !== 'unknown' || declaration === undefined) return passed;
  return declaredType(engine, declaration, at) ?? passed;
}

/** A parameter nobody has passed yet: its default, what its type says, or unknown until a caller is chosen. */
function freeParameter(
  engine: Engine,
  binding: Binding,
  frame: Frame & { params: Node[] },
  use: Identifier,
  at: At,
): Term {
  const free = freeTerm(engine, binding, frame, use, at);
  const declaration = binding.declarations[0];
  if (declaration === undefined) return free;
  const typed = declaredType(engine, declaration, at);
  if (typed?.kind === 'external') return { ...typed, free: { frame, binding, module: at.module } };
  // What its callers hand over has more than the members whose types are known.
  if (typed?.kind === 'object') return choose([free, typed]);
  if (typed !== null) return typed;
  const parent = declaration.parent;
  if (parent?.type === 'AssignmentPattern' && parent.left === declaration) {
    return choose([free, engine.evaluate(parent.right, at)]);
  }
  const returns = declaration.typeAnnotation
    ? returnedByType(engine, declaration.typeAnnotation.typeAnnotation, at.module)
    : null;
  return returns !== null && free.kind === 'unknown' ? { ...free, returns } : free;
}

function declaredType(engine: Engine, declaration: Identifier, at: At): Term | null {
  return declaration.typeAnnotation
    ? termOfType(engine, declaration.typeAnnotation.typeAnnotation, at.module)
    : null;
}

function tooMany(engine: Engine, binding: Binding, use: Node, at: At): Term {
  return unknown('too many possible values', engine.origin(use, at.module), binding.name);
}

/** The join of the writes that a use can see. */
function assigned(engine: Engine, binding: Binding, use: Node, at: At): Term {
  const seen = writesSeen(at.module, binding, use);
  if (seen === null) return tooMany(engine, binding, use, at);
  const only = seen[0];
  if (only !== undefined && seen.length === 1) {
    const value = writtenValue(engine, only, binding, at);
    return named(value.kind === 'choice' ? choose([value], engine.origin(use, at.module)) : value, binding);
  }
  const values: Term[] = [];
  for (let index = 0; index < seen.length; index++) {
    const write = seen[index];
    if (write === undefined || (write.kind === 'set' && write.value === null && seen.length > 1)) continue;
    values.push(writtenValue(engine, write, binding, at));
  }
  if (values.length === 0) return unknown('never written', engine.origin(use, at.module), binding.name);
  // In a loop a variable is also what it was the round before: the other writes say what that was.
  const told = values.filter((value) => !(value.kind === 'unknown' && value.why === 'defined by itself'));
  return named(choose(told.length > 0 ? told : values, engine.origin(use, at.module)), binding);
}

function named(term: Term, { name }: Binding): Term {
  return term.kind === 'unknown' && term.name === undefined ? { ...term, name } : term;
}

/** A number is added to what is nowhere a text: it counts. */
function counts(before: Term, added: Term): boolean {
  const isText = (term: Term): boolean =>
    term.kind === 'choice' ? term.of.some(isText) : term.kind === 'text';
  return added.kind === 'scalar' && typeof added.value === 'number' && !isText(before);
}

function writtenValue(engine: Engine, write: Write, binding: Binding, at: At): Term {
  switch (write.kind) {
    case 'step':
      return unknown('counter', engine.origin(write.node, at.module), binding.name);
    case 'compound': {
      const before = engine.evaluate(write.target, at);
      const right = engine.evaluate(write.node.right, at);
      if (write.node.operator === '+=') {
        if (counts(before, right))
          return unknown('counter', engine.origin(write.node, at.module), binding.name);
        return concat(
          [before, asHole(engine, right, write.node.right, at)],
          engine.origin(write.node, at.module),
        );
      }
      return /^(?:\?\?|\|\||&&)=$/.test(write.node.operator) ? choose([before, right]) : unknown('computed');
    }
    case 'set': {
      if (write.value === null) return UNDEFINED;
      const value = engine.evaluate(unwrap(write.value), at);
      if (write.target.type === 'Identifier') return value;
      const values = new Map<Binding, Term>();
      bindPattern(engine, write.target, value, at, values);
      return values.get(binding) ?? unknown('pattern');
    }
  }
}
