import type { Origin } from '../../../../value/index.js';
import { saying } from '../../modules/imported-by.js';
import type { ClassNode, FunctionNode, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { ancestor, isClass, keyName } from '../../syntax/nodes.js';
import { endOf, startOf } from '../../syntax/positions.js';
import { cutShort, cutsSoFar } from '../domain/cuts.js';
import { once } from '../domain/lazy.js';
import {
  type At,
  type ClassTerm,
  type Closure,
  choose,
  type Environment,
  type Instance,
  type Term,
  unknown,
} from '../domain/term.js';
import type { Engine } from '../engine.js';
import { activate, MAX_CALL_DEPTH } from '../kernel/activate.js';
import { freeInstance, MAX_INHERITANCE } from '../kernel/instances.js';
import { symbolName } from '../kernel/keys.js';
import { PROTOTYPE, prototypeOwner } from './prototypes.js';
import { declaredName } from './static-members.js';
import { termOfType } from './types.js';

/** Why a member is unknown that is being looked for. */
const UNDER_WAY = 'defined by itself';

/** A member of an instance, looked up along its classes, and in those below for what they leave open. */
export function instanceMember(engine: Engine, instance: Instance, name: string, origin: Origin): Term {
  return lookedUp(engine, instance, name, origin, name, true);
}

/** The same without the classes below: what an instance holds, not what it may be asked to do. */
export function heldMember(engine: Engine, instance: Instance, name: string, origin: Origin): Term {
  return lookedUp(engine, instance, name, origin, `held ${name}`, false);
}

function lookedUp(
  engine: Engine,
  instance: Instance,
  name: string,
  origin: Origin,
  key: string,
  below: boolean,
): Term {
  const set = instance.fields?.get(name);
  if (set !== undefined) return set;
  const remembered = instance.members.get(key);
  if (remembered !== undefined) {
    if (remembered.kind === 'unknown' && remembered.why === UNDER_WAY) cutShort();
    return remembered;
  }
  const settled = engine.settledMembers.get(instance, key);
  if (settled !== undefined) {
    cutShort();
    return settled;
  }
  instance.members.set(key, unknown(UNDER_WAY, origin, `this.${name}`));
  const cuts = cutsSoFar();
  let term: Term | null = null;
  try {
    term = findMember(engine, instance, name, origin, below);
    return term;
  } finally {
    const isCut = cutsSoFar() !== cuts;
    if (term !== null && !isCut) instance.members.set(key, term);
    else instance.members.delete(key);
    if (term !== null && isCut) engine.settledMembers.add(instance, key, term);
  }
}

function findMember(engine: Engine, instance: Instance, name: string, origin: Origin, below: boolean): Term {
  const missing = unknown('member', origin, `this.${name}`);
  if (instance.of.kind === 'closure') {
    return functionInstanceMember(engine, instance, instance.of, name) ?? missing;
  }
  let owner: ClassTerm = instance.of;
  let args: Arguments = () => instance.args;
  for (let level = 0; level < MAX_INHERITANCE; level++) {
    const [made, given] = [owner, args];
    const constructed = (): At => constructorAt(engine, made, instance, given);
    const own = ownMember(engine, owner, instance, name, constructed);
    if (own !== null) return own;
    const { superClass } = owner.node;
    if (superClass === null)
      return below && instance.args === null && instance.of.kind === 'class'
        ? (inheritorsMember(engine, instance.of, name, origin) ?? missing)
        : missing;
    const base = engine.evaluate(superClass, owner.at);
    if (base.kind === 'external') {
      // A class of a package: its methods are the package's, configured by the fields of this class.
      return {
        kind: 'external',
        package: base.package,
        path: [...base.path, name],
        config: instance,
        origin,
      };
    }
    if (base.kind === 'sdk' || base.kind !== 'class') return missing;
    args = () => superArguments(engine, made.node, constructed, given);
    owner = base;
  }
  return missing;
}

/** What the classes below one that leaves a method to them define under its name. */
function inheritorsMember(engine: Engine, owner: ClassTerm, name: string, origin: Origin): Term | null {
  const own = owner.node.id?.name;
  if (own === undefined) return null;
  const { module } = owner.at;
  const found: Term[] = [];
  for (const place of [module, ...engine.project.importersOf(module, saying('extends', own, name))]) {
    for (const node of place.classes) {
      if (node === owner.node || node.superClass?.type !== 'Identifier' || !definesMethod(node, name))
        continue;
      const base = engine.evaluate(node.superClass, { module: place, env: null });
      if (base.kind !== 'class' || base.node !== owner.node) continue;
      const self = freeInstance(engine, node, { module: place, env: null });
      found.push({ kind: 'bound', target: instanceMember(engine, self, name, origin), self, args: [] });
    }
  }
  return found.length === 0 ? null : choose(found);
}

function definesMethod(node: ClassNode, name: string): boolean {
  return node.body.body.some(
    (member) =>
      (member.type === 'MethodDefinition' || member.type === 'PropertyDefinition') &&
      !member.static &&
      keyName(member.key, member.computed) === name,
  );
}

function constructorOf(node: ClassNode): FunctionNode | null {
  for (const member of node.body.body) {
    if (member.type === 'MethodDefinition' && member.kind === 'constructor') return member.value;
  }
  return null;
}

/** What a constructor gets; null if nobody is known to call it. */
type Arguments = () => readonly Term[] | null;

/** Where the constructor of a class runs for an instance: one run for all members, unless a bound has cut it short. */
function constructorAt(engine: Engine, owner: ClassTerm, instance: Instance, args: Arguments): At {
  const known = instance.constructed?.get(owner.node);
  if (known !== undefined && known.env?.isCut !== true) return known;
  const settled = engine.settledConstructors.get(instance, owner.node);
  if (settled !== undefined) return settled;
  const cuts = cutsSoFar();
  const constructed = runConstructor(engine, owner, instance, args());
  if (cutsSoFar() === cuts) {
    instance.constructed ??= new Map();
    instance.constructed.set(owner.node, constructed);
  } else engine.settledConstructors.add(instance, owner.node, constructed);
  return constructed;
}

function runConstructor(
  engine: Engine,
  owner: ClassTerm,
  instance: Instance,
  args: readonly Term[] | null,
): At {
  const node = constructorOf(owner.node);
  const { at } = owner;
  const depth = (at.env?.depth ?? 0) + 1;
  const classEnv: Environment = {
    frame: owner.node,
    values: new Map(),
    self: instance,
    outer: at.env,
    depth,
    memo: new Map(),
  };
  if (node === null) return { module: at.module, env: classEnv };
  const closure: Closure = { kind: 'closure', node, at, self: instance };
  if (args !== null && depth <= MAX_CALL_DEPTH)
    return activate(engine, closure, instance, args, depth, classEnv);
  return {
    module: at.module,
    env: { frame: node, values: new Map(), self: instance, outer: classEnv, depth, memo: new Map() },
  };
}

function superArguments(
  engine: Engine,
  node: ClassNode,
  constructed: () => At,
  args: Arguments,
): readonly Term[] | null {
  const own = constructorOf(node);
  if (own === null) return args();
  const at = constructed();
  for (const call of at.module.callsWithin(own)) {
    if (call.callee.type === 'Super') return call.arguments.map((argument) => engine.evaluate(argument, at));
  }
  return null;
}

function ownMember(
  engine: Engine,
  owner: ClassTerm,
  instance: Instance,
  name: string,
  constructed: () => At,
): Term | null {
  const values: Term[] = [];
  let annotation: Node | null = null;
  for (const member of owner.node.body.body) {
    if (
      member.type === 'MethodDefinition' &&
      !member.static &&
      (keyName(member.key, member.computed) ?? symbolName(owner.at.module, member.key)) === name
    ) {
      if (member.kind === 'method')
        return { kind: 'closure', node: member.value, at: owner.at, self: instance };
      if (member.kind === 'get') {
        return engine.invoke(
          { kind: 'closure', node: member.value, at: owner.at, self: instance },
          instance,
          [],
          null,
        );
      }
    }
    if (
      member.type === 'PropertyDefinition' &&
      !member.static &&
      (keyName(member.key, member.computed) ?? symbolName(owner.at.module, member.key)) === name
    ) {
      annotation = member.typeAnnotation?.typeAnnotation ?? null;
      if (member.value !== null) values.push(engine.evaluate(member.value, constructed()));
    }
  }
  const parameter = parameterProperty(owner.node, name);
  if (parameter !== null) values.push(engine.evaluate(parameter, constructed()));
  for (const one of thisWrites(engine, owner.at.module, owner.node, name, constructed)) values.push(one);
  if (values.length > 0) {
    const known = values.filter(
      (value) => !(value.kind === 'scalar' && (value.value === null || value.value === undefined)),
    );
    const term = choose(known.length > 0 ? known : values);
    if (term.kind !== 'unknown' || annotation === null) return term;
  }
  if (annotation !== null) {
    return termOfType(engine, annotation, owner.at.module) ?? unknown('field', null, `this.${name}`);
  }
  return values.length > 0 ? choose(values) : assignedWhole(engine, owner, name, constructed);
}

/** The name of a parameter that is a field at once. */
function parameterProperty(node: ClassNode, name: string): Node | null {
  for (const parameter of constructorOf(node)?.params ?? []) {
    if (parameter.type !== 'TSParameterProperty') continue;
    const inner =
      parameter.parameter.type === 'AssignmentPattern' ? parameter.parameter.left : parameter.parameter;
    if (inner.type === 'Identifier' && inner.name === name) return inner;
  }
  return null;
}

/** Values that methods of a class, or a constructing function, assign to `this.name`. */
function thisWrites(
  engine: Engine,
  module: Module,
  owner: Node,
  name: string,
  constructed: () => At,
): Term[] {
  const values: Term[] = [];
  for (const write of module.writesTo(name)) {
    if (write.left.type !== 'MemberExpression' || write.operator !== '=') continue;
    if (!isThis(write.left.object, module)) continue;
    if (startOf(write) < startOf(owner) || endOf(write) > endOf(owner)) continue;
    if (isClass(owner) && ancestor(write, isClass) !== owner) continue;
    values.push(engine.evaluate(write.right, constructed()));
  }
  return values;
}

/** `this`, or a variable that holds it: `const self = this`. */
export function isThis(node: Node, module: Module): boolean {
  if (node.type === 'ThisExpression') return true;
  if (node.type !== 'Identifier' || !/^_?(?:self|that|me|this|_this|vm|ctx|client)$/.test(node.name))
    return false;
  const declarator = module.resolve(node)?.declarations[0]?.parent;
  return declarator?.type === 'VariableDeclarator' && declarator.init?.type === 'ThisExpression';
}

/** `Object.assign(this, options)` in a constructor. */
function assignedWhole(engine: Engine, owner: ClassTerm, name: string, constructed: () => At): Term | null {
  const node = constructorOf(owner.node);
  if (node === null) return null;
  const { module } = owner.at;
  for (const call of module.callsWithin(node)) {
    const { callee } = call;
    if (callee.type !== 'MemberExpression' || keyName(callee.property, callee.computed) !== 'assign')
      continue;
    if (call.arguments[0]?.type !== 'ThisExpression') continue;
    for (const argument of call.arguments.slice(1).reverse()) {
      const at = constructed();
      const member = engine.member(engine.evaluate(argument, at), name, engine.origin(argument, module), at);
      if (!(member.kind === 'scalar' && member.value === undefined)) return member;
    }
  }
  return null;
}

/** A member of what a constructing function makes: set on `this`, or on its prototype. */
function functionInstanceMember(
  engine: Engine,
  instance: Instance,
  maker: Closure,
  name: string,
): Term | null {
  const { module } = maker.at;
  const constructed = once(
    (): At =>
      instance.args === null
        ? {
            module,
            env: {
              frame: maker.node,
              values: new Map(),
              self: instance,
              outer: maker.at.env,
              depth: 1,
              memo: new Map(),
            },
          }
        : activate(engine, maker, instance, instance.args, (maker.at.env?.depth ?? 0) + 1),
  );
  const written = thisWrites(engine, module, maker.node, name, constructed);
  if (written.length > 0) return withSelf(choose(written), instance);
  const own = maker.node.id?.name ?? declaredName(maker.node);
  const writes = [...module.writesTo(name), ...(name === PROTOTYPE ? [] : module.writesTo(PROTOTYPE))];
  for (const write of writes.sort((a, b) => startOf(a) - startOf(b))) {
    if (write.left.type !== 'MemberExpression') continue;
    const direct = prototypeOwner(write.left.object);
    if (
      direct?.type === 'Identifier' &&
      direct.name === own &&
      keyName(write.left.property, write.left.computed) === name
    ) {
      return withSelf(engine.evaluate(write.right, maker.at), instance);
    }
    const whole = prototypeOwner(write.left);
    if (whole?.type === 'Identifier' && whole.name === own) {
      const members = engine.evaluate(write.right, maker.at);
      const member = engine.member(members, name, engine.origin(write, module), maker.at);
      if (member.kind === 'closure') return withSelf(member, instance);
    }
  }
  return null;
}

function withSelf(term: Term, self: Term): Term {
  return term.kind === 'closure' ? { ...term, self } : term;
}
