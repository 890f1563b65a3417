import { constructExternal } from '../../clients/values.js';
import type { Call, New, Node } from '../../syntax/estree.js';
import { keyName, unwrap } from '../../syntax/nodes.js';
import { rangeOf } from '../../syntax/positions.js';
import { constructNative } from '../builtins/global-functions.js';
import { cutByLimit } from '../domain/cuts.js';
import { lazyInstance, once } from '../domain/lazy.js';
import { type At, choose, known, type Term, UNDEFINED, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import type { Site } from '../kernel/activate.js';
import { importedTerm } from '../names/imports.js';
import { callMethod } from './natives.js';

/** The parts of a call, also of one that is written as something else. */
export interface CallParts {
  readonly callee: Node;
  readonly arguments: readonly Node[];
  readonly node: Node;
}

const MAX_ARGUMENTS = 64;

/** Arguments as values; what follows a spread of unknown length is lost. */
export function evaluateArguments(engine: Engine, nodes: readonly Node[], at: At): Term[] {
  const only = nodes[0];
  if (nodes.length === 1 && only !== undefined && only.type !== 'SpreadElement')
    return [engine.evaluate(only, at)];
  const args: Term[] = [];
  if (nodes.length > MAX_ARGUMENTS) cutByLimit(`more than ${MAX_ARGUMENTS} arguments`);
  for (let index = 0; index < nodes.length && index < MAX_ARGUMENTS; index++) {
    const node = nodes[index];
    if (node === undefined) continue;
    if (node.type !== 'SpreadElement') args.push(engine.evaluate(node, at));
    else {
      const spread = engine.evaluate(node.argument, at);
      if (spread.kind !== 'array' || spread.open) break;
      for (const one of spread.items) args.push(one);
    }
  }
  return args;
}

/** The function a call calls, and the receiver it works on. */
export interface Callee {
  readonly target: Term;
  readonly self: Term | null;
  /** The name of the method, if the callee is a member. */
  readonly method: string | null;
}

/** A call in one environment: whoever asks for its parts, they are evaluated once, and not before. */
export class PlacedCall {
  readonly node: Call | New;
  readonly at: At;
  readonly #engine: Engine;
  #callee: Callee | null = null;
  #args: readonly Term[] | null = null;

  constructor(engine: Engine, node: Call | New, at: At) {
    this.#engine = engine;
    this.node = node;
    this.at = at;
  }

  get callee(): Callee {
    this.#callee ??= evaluateCallee(this.#engine, this.node.callee, this.at);
    return this.#callee;
  }

  get args(): readonly Term[] {
    this.#args ??= evaluateArguments(this.#engine, this.node.arguments, this.at);
    return this.#args;
  }
}

export function evaluateCallee(engine: Engine, callee: Node, at: At): Callee {
  const node = unwrap(callee);
  if (node.type === 'MemberExpression' && node.object.type !== 'Super') {
    const self = engine.evaluate(node.object, at);
    const method = keyName(node.property, node.computed) ?? known(engine.evaluate(node.property, at));
    const target = engine.evaluate(node, at);
    return { target, self, method };
  }
  if (node.type === 'MemberExpression') {
    // `super.method(…)`: looked up from the class above.
    const self = engine.evaluate(
      {
        type: 'ThisExpression',
        range: rangeOf(node.object),
        ...(node.parent ? { parent: node.parent } : {}),
      },
      at,
    );
    const method = keyName(node.property, node.computed);
    const target = method === null ? unknown('super') : superMember(engine, self, method, node, at);
    return { target, self, method };
  }
  return { target: engine.evaluate(node, at), self: null, method: null };
}

function superMember(engine: Engine, self: Term, method: string, node: Node, at: At): Term {
  if (self.kind !== 'instance' || self.of.kind !== 'class' || self.of.node.superClass === null)
    return unknown('super');
  const base = engine.evaluate(self.of.node.superClass, self.of.at);
  const origin = engine.origin(node, at.module);
  if (base.kind === 'external') return engine.member(base, method, origin, at);
  if (base.kind !== 'class') return unknown('super');
  const member = engine.member(
    { kind: 'instance', of: base, args: null, members: new Map() },
    method,
    origin,
    at,
  );
  return member.kind === 'closure' ? { ...member, self } : member;
}

/** The value of a call. */
export function evaluateCall(engine: Engine, call: CallParts, at: At): Term {
  const callee = unwrap(call.callee);
  if (callee.type === 'Super') return UNDEFINED;
  const site: Site = { node: call.node, at };
  if (callee.type === 'Identifier' && callee.name === 'require' && at.module.resolve(callee) === null) {
    const source = call.arguments[0] === undefined ? null : known(engine.evaluate(call.arguments[0], at));
    return source === null
      ? unknown('require', engine.origin(call.node, at.module))
      : importedTerm(engine, at.module, source, null, engine.origin(call.node, at.module));
  }
  const { target, self, method } = evaluateCallee(engine, callee, at);
  const args = evaluateArguments(engine, call.arguments, at);
  if (self !== null && method !== null) {
    const own =
      applyFunctionMethod(engine, self, method, args, site) ?? callMethod(engine, self, method, args, site);
    if (own !== null) return own;
  }
  const result = engine.invoke(target, self, args, site);
  return result.kind === 'unknown' && result.origin === null
    ? { ...result, origin: engine.origin(call.node, at.module) }
    : result;
}

/** `f.call(…)`, `f.apply(…)`, `f.bind(…)`; a function of elsewhere stays itself when it is bound to an object. */
function applyFunctionMethod(
  engine: Engine,
  self: Term,
  method: string,
  args: readonly Term[],
  site: Site,
): Term | null {
  if (self.kind === 'external' && method === 'bind' && args.length < 2) return self;
  if (self.kind !== 'closure' && self.kind !== 'bound') return null;
  const [receiver = UNDEFINED, ...rest] = args;
  switch (method) {
    case 'call':
      return engine.invoke(self, receiver, rest, site);
    case 'apply': {
      const [list] = rest;
      return engine.invoke(self, receiver, list?.kind === 'array' ? list.items : [], site);
    }
    case 'bind':
      return { kind: 'bound', target: self, self: receiver.kind === 'scalar' ? null : receiver, args: rest };
    default:
      return null;
  }
}

/** The value of `new X(…)`. */
export function evaluateNew(engine: Engine, node: New, at: At): Term {
  const target = engine.evaluate(unwrap(node.callee), at);
  return construct(
    engine,
    target,
    once(() => evaluateArguments(engine, node.arguments, at)),
    { node, at },
  );
}

function construct(engine: Engine, target: Term, args: () => readonly Term[], site: Site): Term {
  switch (target.kind) {
    case 'class':
    case 'closure':
      return lazyInstance(target, args);
    case 'choice':
      return choose(target.of.map((option) => construct(engine, option, args, site)));
    case 'external': {
      const [name] = target.path;
      const native =
        target.package === 'global' && target.path.length === 1 && name !== undefined ? name : null;
      const nodeUrl = /^(?:node:)?url$/.test(target.package) ? (name ?? null) : null;
      return (
        constructNative(engine, native ?? nodeUrl, args(), site) ??
        constructExternal(engine, target, args(), site)
      );
    }
    default:
      return unknown('constructed by an unknown', engine.origin(site.node, site.at.module));
  }
}
