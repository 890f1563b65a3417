/**
 * Who runs a piece of code, and with what. A name that is free because its function, loop or callback has no
 * activation yet gets one per known run: per element of the list a loop walks or a callback is mapped over,
 * per call of a named function, here or in the files that import it. Where the arguments of a call are free in
 * turn, its own callers are looked up first, at most `MAX_LEVELS` up.
 */

import type { Binding } from '../../syntax/bindings.js';
import type { Call, ForEach, FunctionNode, New, Node } from '../../syntax/estree.js';
import { isFunction, keyName, parametersOf, unwrap } from '../../syntax/nodes.js';
import { endOf, startOf } from '../../syntax/positions.js';
import { elementsOf, keyTerm } from '../domain/collections.js';
import { cutByLimit, cutsSoFar, firstOf } from '../domain/cuts.js';
import { freeNames } from '../domain/free-names.js';
import {
  type At,
  type Closure,
  type Environment,
  type Free,
  memberNamed,
  type Term,
  unknown,
} from '../domain/term.js';
import type { Engine } from '../engine.js';
import { activate } from '../kernel/activate.js';
import { bindPattern } from '../kernel/patterns.js';
import { callSites, usesByName } from '../names/call-sites.js';
import { failureOf } from '../names/caught.js';
import { oneOf } from '../objects/typed.js';
import { pipedItems } from '../packages/piped.js';
import { evaluateArguments, evaluateCallee } from './calls.js';
import { commandArguments, validatedArgument } from './described-arguments.js';
import { attributesOf } from './elements.js';

const MAX_LEVELS = 8;
const MAX_RUNS = 1024;

/** Methods that call their argument once per element. */
export const ITERATORS: ReadonlySet<string> = new Set(
  'map forEach filter find findIndex some every flatMap each mapSeries eachSeries mapLimit'.split(' '),
);

/** The runs of the frame of a free name; null if nobody is known to run it. */
export function runsOf(engine: Engine, free: Free, at: At, level = 0): readonly At[] | null {
  if (level >= MAX_LEVELS || !engine.spend(8)) return null;
  const known = engine.runs.find(free, at.env, level);
  if (known !== undefined) return known;
  const cuts = cutsSoFar();
  const runs = findRuns(engine, free, at, level);
  if (cutsSoFar() === cuts) engine.runs.keep(free, at.env, level, runs);
  return runs;
}

/** Whether anybody is known to run the frame of a free name: as `runsOf`, without looking at what it is run with. */
export function isRun(engine: Engine, free: Free, at: At): boolean {
  const { frame, module } = free;
  const isNamed = isFunction(frame) && callAround(frame) === null;
  if (isNamed && callSites(engine, frame, module).length > 0) return engine.spend(8);
  return runsOf(engine, free, at) !== null;
}

function findRuns(engine: Engine, free: Free, at: At, level: number): readonly At[] | null {
  const { frame, module } = free;
  if (frame.type === 'ForOfStatement' || frame.type === 'ForInStatement')
    return loopRuns(engine, frame, { module, env: at.env }, level);
  if (!isFunction(frame)) return null;
  const place: At = { module, env: at.env };
  const found =
    callbackRuns(engine, frame, place, level) ?? callRuns(engine, frame, free.binding, place, level);
  if (found === null || found.length === 0) return typedRuns(engine, free, at);
  return firstOf(found, MAX_RUNS, 'runs of a function');
}

/** A parameter of a type that lists its values: one run with them all. They were not written where they are used. */
function typedRuns(engine: Engine, free: Free, at: At): readonly At[] | null {
  const [declaration] = free.binding.declarations;
  if (declaration === undefined || !isFunction(free.frame)) return null;
  const listed = listedIn(declaration.typeAnnotation?.typeAnnotation);
  const texts = listed ?? engine.project.program.types?.of(declaration)?.texts ?? [];
  if (texts.length === 0) return null;
  const values = new Map<Binding, Term>([[free.binding, oneOf(texts)]]);
  return [
    {
      module: free.module,
      env: { frame: free.frame, values, self: null, outer: at.env, depth: depthOf(at), memo: new Map() },
    },
  ];
}

/** The texts of a type that is written as them alone. */
function listedIn(annotation: Node | undefined): readonly string[] | null {
  const members =
    annotation?.type === 'TSUnionType' ? annotation.types : annotation === undefined ? [] : [annotation];
  const texts: string[] = [];
  for (const member of members) {
    if (
      member.type !== 'TSLiteralType' ||
      member.literal.type !== 'Literal' ||
      typeof member.literal.value !== 'string'
    )
      return null;
    texts.push(member.literal.value);
  }
  return texts.length === 0 ? null : texts;
}

function frameEnvironment(frame: ForEach, values: Map<Binding, Term>, at: At): Environment {
  return { frame, values, self: null, outer: at.env, depth: at.env?.depth ?? 0, memo: new Map() };
}

/** `at`, or each of its runs if what is evaluated there is free. */
function placesFor(
  engine: Engine,
  at: At,
  terms: (place: At) => readonly Term[],
  level: number,
): readonly At[] {
  for (const free of terms(at).flatMap((term) => freeNames(term))) {
    const runs = runsOf(engine, free, at, level + 1);
    if (runs !== null)
      return firstOf(runs, MAX_RUNS, 'runs of a function').map((run) => ({
        module: at.module,
        env: run.env,
      }));
  }
  return [at];
}

function loopRuns(engine: Engine, frame: ForEach, at: At, level: number): readonly At[] | null {
  const declaration = frame.left.type === 'VariableDeclaration' ? frame.left.declarations[0]?.id : frame.left;
  if (declaration === undefined) return null;
  const runs: At[] = [];
  for (const place of placesFor(
    engine,
    at,
    (candidate) => [engine.evaluate(frame.right, candidate)],
    level,
  )) {
    const list = engine.evaluate(frame.right, place);
    const items = frame.type === 'ForInStatement' ? keysOf(list) : listOf(list);
    if (items === null) continue;
    for (const item of items) {
      const values = new Map<Binding, Term>();
      const run: At = { module: at.module, env: frameEnvironment(frame, values, place) };
      bindPattern(engine, declaration, item, run, values);
      runs.push(run);
    }
  }
  return runs.length === 0 ? null : runs;
}

/** Elements of a list, or the one that stands for all elements of a response. */
function listOf(term: Term): readonly Term[] | null {
  const items = elementsOf(term);
  if (items !== null) return items;
  return term.kind === 'response' ? [{ ...term, path: [...term.path, '[]'] }] : null;
}

function keysOf(term: Term): readonly Term[] | null {
  return term.kind === 'object' ? term.members.map((member) => keyTerm(member.key, member.keyOrigin)) : null;
}

/** Runs of a function that is written as an argument of a call, or called where it is written. */
function callbackRuns(engine: Engine, frame: FunctionNode, at: At, level: number): readonly At[] | null {
  const around = callAround(frame);
  if (around === null) return null;
  const { call, node } = around;
  const closure: Closure = { kind: 'closure', node: frame, at, self: null };
  if (call.callee !== node) return argumentRuns(engine, closure, call, node, at, level);
  const args = (place: At): readonly Term[] => evaluateArguments(engine, call.arguments, place);
  return placesFor(engine, at, args, level).map((place) => run(engine, closure, args(place), place));
}

/** The call that a function is written in, as its callee or an argument, and the node that stands there. */
function callAround(frame: FunctionNode): { readonly call: Call; readonly node: Node } | null {
  let node: Node = frame;
  while (node.parent !== undefined && unwrap(node.parent) === frame) node = node.parent;
  const call = node.parent;
  return call?.type === 'CallExpression' ? { call, node } : null;
}

function run(engine: Engine, closure: Closure, args: readonly Term[], place: At): At {
  return activate(engine, closure, null, args, depthOf(place) + 1, place.env);
}

/** Runs of a function that is handed to a call: once per element, with what was awaited, or as the callee does. */
function argumentRuns(
  engine: Engine,
  closure: Closure,
  call: Call,
  argument: Node,
  at: At,
  level: number,
): readonly At[] | null {
  const index = call.arguments.indexOf(argument);
  if (index < 0) return null;
  const callee = unwrap(call.callee);
  const receiver = callee.type === 'MemberExpression' ? callee.object : null;
  const method = callee.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
  if (receiver !== null && (method === 'catch' || (method === 'then' && index === 1)))
    return [run(engine, closure, [failureOf(engine.evaluate(receiver, at))], at)];
  if (receiver !== null && method === 'then')
    return [run(engine, closure, [engine.evaluate(receiver, at)], at)];
  if (receiver !== null && method === 'reduce') {
    const start = call.arguments[1];
    const first = start === undefined ? unknown('reduce') : engine.evaluate(start, at);
    return (listOf(engine.evaluate(receiver, at)) ?? []).map((item) =>
      run(engine, closure, [first, item], at),
    );
  }
  const piped = pipedItems(engine, call, at);
  if (piped !== null) return piped.map((item) => run(engine, closure, [item], at));
  const handled = receiver === null ? null : commandArguments(engine, call, receiver, method, index, at);
  if (handled !== null) return [run(engine, closure, handled, at)];
  const validated = validatedArgument(engine, call, index, at);
  if (validated !== null) return [run(engine, closure, [validated], at)];
  const source =
    receiver !== null && index === 0 && ITERATORS.has(method ?? '') ? receiver : call.arguments[0];
  if (source === undefined || source === argument) return handedRuns(engine, call, index, closure, at);
  const runs: At[] = [];
  for (const place of placesFor(engine, at, (candidate) => [engine.evaluate(source, candidate)], level)) {
    const list = engine.evaluate(source, place);
    if (list.kind === 'object' && list.as !== 'set' && method === 'forEach') {
      for (const member of list.members) {
        runs.push(run(engine, closure, [member.value, keyTerm(member.key, member.keyOrigin)], place));
      }
      continue;
    }
    (listOf(list) ?? []).forEach((item, position) => {
      runs.push(run(engine, closure, [item, { kind: 'scalar', value: position, origin: null }], place));
    });
  }
  return runs.length > 0 ? runs : handedRuns(engine, call, index, closure, at);
}

/** Runs of a callback inside the function it is handed to. */
function handedRuns(
  engine: Engine,
  call: Call,
  index: number,
  closure: Closure,
  at: At,
): readonly At[] | null {
  const { target, self } = evaluateCallee(engine, call.callee, at);
  if (target.kind !== 'closure' || depthOf(at) > MAX_LEVELS) return null;
  const inside = activate(
    engine,
    target,
    self,
    evaluateArguments(engine, call.arguments, at),
    depthOf(at) + 1,
  );
  const parameter = parametersOf(target.node)[index];
  if (parameter?.type !== 'Identifier') return null;
  const binding = target.at.module.resolve(parameter);
  if (binding === null) return null;
  const runs: At[] = [];
  for (const use of target.at.module.references(binding)) {
    const user = use.parent;
    if (user?.type !== 'CallExpression' || user.callee !== use) continue;
    const args = evaluateArguments(engine, user.arguments, inside);
    runs.push(activate(engine, closure, null, args, depthOf(inside) + 1, inside.env));
  }
  return runs.length === 0 ? null : runs;
}

function depthOf(at: At): number {
  return at.env?.depth ?? 0;
}

/** Runs of a named function: one per call of it. */
function callRuns(
  engine: Engine,
  frame: FunctionNode,
  wanted: Binding,
  at: At,
  level: number,
): readonly At[] | null {
  const sites = callSites(engine, frame, at.module);
  const runs: At[] = [
    ...handedByName(engine, frame, at, level),
    ...renderedRuns(engine, frame, wanted, at, level),
    ...optionRuns(engine, frame, at, level),
  ];
  if (sites.length === 0 && runs.length === 0) return null;
  for (const { call, module, skip = 0 } of sites) {
    // The caller's own names are looked up where it runs: inside this very activation, if it stands there.
    const inside: At = { module, env: isInside(call, at) ? at.env : null };
    const needed = (place: At): readonly Term[] =>
      argumentsFor(engine, frame, wanted, call.arguments.slice(skip), place);
    for (const place of placesFor(engine, inside, needed, level)) {
      const closure: Closure = { kind: 'closure', node: frame, at, self: null };
      runs.push(
        activate(
          engine,
          closure,
          selfOf(engine, call, place),
          evaluateArguments(engine, call.arguments.slice(skip), place),
          depthOf(place) + 1,
          mergedOuter(at, place),
        ),
      );
      if (runs.length < MAX_RUNS) continue;
      cutByLimit(`more than ${MAX_RUNS} runs of a function`);
      return runs;
    }
  }
  return runs;
}

/** Runs of a component: one per element on the way from a root. */
function renderedRuns(
  engine: Engine,
  frame: FunctionNode,
  wanted: Binding,
  at: At,
  level: number,
): readonly At[] {
  const closure: Closure = { kind: 'closure', node: frame, at, self: null };
  return [...(engine.rendered.get(frame) ?? [])].flatMap(([element, module]) => {
    const needed = (place: At): readonly Term[] => {
      const attributes = attributesOf(engine, element, place);
      const own = memberByBinding(attributes, wanted);
      return [own ?? attributes];
    };
    return placesFor(engine, { module, env: null }, needed, level).map((place) =>
      run(engine, closure, [attributesOf(engine, element, place)], place),
    );
  });
}

/** The member of an object that a pattern takes under the name of a binding. */
function memberByBinding(object: Term, { declarations }: Binding): Term | null {
  const property = declarations[0]?.parent;
  const name = property?.type === 'Property' ? keyName(property.key, property.computed) : null;
  return object.kind === 'object' && name !== null ? (memberNamed(object, name)?.value ?? null) : null;
}

/** Runs of a function among the options of a call, with the options it stands beside: `{ queryKey, queryFn }`. */
function optionRuns(engine: Engine, frame: FunctionNode, at: At, level: number): readonly At[] {
  const closure: Closure = { kind: 'closure', node: frame, at, self: null };
  const uses: readonly Node[] = [frame, ...usesByName(frame, at.module)];
  return uses.flatMap((use) => {
    const property = use.parent;
    if (property?.type !== 'Property' || property.value !== use) return [];
    const options = property.parent;
    if (options?.type !== 'ObjectExpression' || keyName(property.key, property.computed) !== 'queryFn')
      return [];
    const inside: At = { module: at.module, env: isInside(options, at) ? at.env : null };
    const evaluated = (place: At): readonly Term[] => [engine.evaluate(options, place)];
    return placesFor(engine, inside, evaluated, level).map((place) =>
      run(engine, closure, evaluated(place), place),
    );
  });
}

/** Runs of a named function that is handed to calls by its name: `list.forEach(send)`. */
function handedByName(engine: Engine, frame: FunctionNode, at: At, level: number): readonly At[] {
  return usesByName(frame, at.module).flatMap((use) => {
    const call = use.parent;
    if (call?.type !== 'CallExpression' || call.callee === use) return [];
    return argumentRuns(engine, { kind: 'closure', node: frame, at, self: null }, call, use, at, level) ?? [];
  });
}

function mergedOuter(at: At, place: At): Environment | null {
  return at.env ?? (place.env === null ? null : place.env);
}

/** By its parents: the activation may be one of another file, where the same offsets mean something else. */
function isInside(call: Node, at: At): boolean {
  const frame = at.env?.frame;
  if (frame === undefined) return false;
  let around: Node | undefined = call;
  while (around !== undefined && around !== frame) around = around.parent;
  return around !== undefined;
}

/** The arguments of a call, those first that the parameter takes its value from whose runs are looked for. */
function argumentsFor(
  engine: Engine,
  frame: FunctionNode,
  wanted: Binding,
  args: readonly Node[],
  place: At,
): readonly Term[] {
  const index = parametersOf(frame).findIndex((parameter) =>
    wanted.declarations.some((id) => startOf(parameter) <= startOf(id) && endOf(id) <= endOf(parameter)),
  );
  return [args[index], ...args.filter((_, at) => at !== index)].flatMap((argument) =>
    argument === undefined || argument.type === 'SpreadElement' ? [] : [engine.evaluate(argument, place)],
  );
}

function selfOf(engine: Engine, call: Call | New, place: At): Term | null {
  const callee = unwrap(call.callee);
  if (callee.type !== 'MemberExpression') return null;
  const self = callee.object.type === 'Super' ? null : engine.evaluate(callee.object, place);
  return self?.kind === 'instance' || self?.kind === 'class' || self?.kind === 'object' ? self : null;
}
