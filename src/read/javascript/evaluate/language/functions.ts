import { callExternal, callSdk } from '../../clients/values.js';
import type { Await, FunctionNode, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { Note } from '../../syntax/notes.js';
import { startOf } from '../../syntax/positions.js';
import { type At, choose, type Term, UNDEFINED, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { activateOnce, MAX_CALL_DEPTH, type Site } from '../kernel/activate.js';
import { freeInstance } from '../kernel/instances.js';
import { isFeasible } from '../names/conditions.js';
import { afterMethod } from '../objects/after-method.js';
import { callNative } from './natives.js';

/** Runs of one function inside of each other: what tries again in two places would double with each of them. */
const MAX_RUNNING = 3;

/** The value of a call of a term. */
export function invoke(
  engine: Engine,
  callee: Term,
  self: Term | null,
  args: readonly Term[],
  site: Site | null,
): Term {
  switch (callee.kind) {
    case 'closure': {
      const depth = Math.max(site?.at.env?.depth ?? 0, callee.at.env?.depth ?? 0) + 1;
      const running = engine.running.get(callee.node) ?? 0;
      if (depth > MAX_CALL_DEPTH || running >= MAX_RUNNING || !engine.spend(4))
        return unknown('calls nested too deep');
      const at = activateOnce(engine, callee, self, args, depth);
      engine.running.set(callee.node, running + 1);
      const value = resultOf(engine, callee.node, at);
      engine.running.set(callee.node, running);
      // A method that gives back its own object changes it for the calls that follow in the chain.
      return value.kind === 'instance' && value === at.env?.self
        ? afterMethod(engine, value, callee.node, at)
        : value;
    }
    case 'bound':
      return invoke(engine, callee.target, callee.self ?? self, [...callee.args, ...args], site);
    case 'choice':
      return choose(callee.of.map((option) => invoke(engine, option, self, args, site)));
    case 'native':
      return callNative(engine, callee.name, args, site);
    case 'external':
      return callExternal(engine, callee, args, site);
    case 'sdk':
      return callSdk(callee, args, site);
    case 'response':
      return {
        ...callee,
        path: callee.path.map((step, index) => (index === callee.path.length - 1 ? `${step}()` : step)),
      };
    case 'unknown':
      // A container gives out an instance of the class it is asked for.
      if (args[0]?.kind === 'class') return freeInstance(engine, args[0].node, args[0].at);
      if (callee.returns !== undefined) return callee.returns;
      return unknown('result of an unknown call', callee.origin, callee.name, callee.free);
    default:
      return unknown('not a function');
  }
}

/** What comes of an activation, worked out once. */
function resultOf(engine: Engine, node: FunctionNode, at: At): Term {
  const { env } = at;
  if (env?.result !== undefined && env.isCut !== true) return env.result;
  if (env !== null) env.isRunning = true;
  const result = node.generator === true ? yielded(engine, node, at) : returned(engine, node, at);
  if (env !== null) {
    env.isRunning = false;
    if (!engine.exhausted) env.result = result;
  }
  return result;
}

/** What a function returns in one activation: the join of the returns that can be reached. */
export function returned(engine: Engine, node: FunctionNode, at: At): Term {
  if (node.body === null) return unknown('no body');
  if (node.body.type !== 'BlockStatement') return engine.evaluate(node.body, at);
  const values: Term[] = [];
  const statements = givingsOf(node, at.module).returns;
  for (let index = 0; index < statements.length; index++) {
    const statement = statements[index];
    if (statement === undefined || statement.argument === null || !isFeasible(engine, statement, node, at))
      continue;
    values.push(engine.evaluate(statement.argument, at));
  }
  return values.length === 0 ? UNDEFINED : choose(values);
}

/** What a generator hands to whoever walks it; what it waits for an answer to is no item of a list. */
function yielded(engine: Engine, node: FunctionNode, at: At): Term {
  const items: Term[] = [];
  for (const statement of givingsOf(node, at.module).yields) {
    const { argument, delegate } = statement.expression;
    if (argument === null || !isFeasible(engine, statement, node, at)) continue;
    const value = engine.evaluate(argument, at);
    if (delegate === true && value.kind === 'array') for (const one of value.items) items.push(one);
    else items.push(value);
  }
  return items.length === 0 ? unknown('generator') : { kind: 'array', items, open: true, origin: null };
}

type ReturnStatement = Node & { type: 'ReturnStatement' | 'ThrowStatement' };
type YieldStatement = Node & { type: 'ExpressionStatement'; expression: Await };

interface Givings {
  readonly returns: readonly ReturnStatement[];
  readonly yields: readonly YieldStatement[];
}

const givings = new Note(() => new Map<FunctionNode, Givings>());

/** Return statements of a function itself, not of functions inside it, and what it yields. */
function givingsOf(node: FunctionNode, module: Module): Givings {
  const known = givings.of(module);
  const remembered = known.get(node);
  if (remembered !== undefined) return remembered;
  const found: ReturnStatement[] = [];
  const yields: YieldStatement[] = [];
  const pending: (Node | null)[] = [node.body];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === null) continue;
    switch (next.type) {
      case 'ReturnStatement':
        found.push(next);
        break;
      case 'ExpressionStatement':
        if (isYield(next)) yields.push(next);
        break;
      case 'BlockStatement':
        for (const one of next.body) pending.push(one);
        break;
      case 'IfStatement':
        pending.push(next.consequent, next.alternate);
        break;
      case 'TryStatement':
        pending.push(next.block, next.handler, next.finalizer);
        break;
      case 'CatchClause':
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        pending.push(next.body);
        break;
      case 'SwitchStatement':
        for (const one of next.cases) pending.push(one);
        break;
      case 'SwitchCase':
        for (const one of next.consequent) pending.push(one);
        break;
      default:
        break;
    }
  }
  const byPlace = (a: Node, b: Node): number => startOf(a) - startOf(b);
  const given: Givings = { returns: found.sort(byPlace), yields: yields.sort(byPlace) };
  known.set(node, given);
  return given;
}

function isYield(statement: Node): statement is YieldStatement {
  return statement.type === 'ExpressionStatement' && statement.expression.type === 'YieldExpression';
}
