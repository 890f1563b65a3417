/**
 * Runs that say what the receiver of a call is: `harden(client, zone)` for `client.patchSetting(…)` inside of it,
 * and `new Hardening(client)` for `this.client.patchSetting(…)`. They are looked for where a call takes a root and
 * nothing else tells what it is of.
 */

import type { At, Environment, Free, Instance } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { evaluateArguments, type PlacedCall } from '../../evaluate/language/calls.js';
import { runsOf } from '../../evaluate/language/contexts.js';
import { callSites } from '../../evaluate/names/call-sites.js';
import type { ClassNode, FunctionNode, Node } from '../../syntax/estree.js';
import { ancestor, encloses, isClass, isFunction, unwrap } from '../../syntax/nodes.js';
import { endOf, startOf } from '../../syntax/positions.js';
import type { Roots } from './roots.js';

/** Places where an object is made that are looked at. */
const MAX_MADE = 8;

export function receiverRuns(engine: Engine, call: PlacedCall, roots: Roots): readonly At[] | null {
  const callee = unwrap(call.node.callee);
  return isOnRoot(call, callee, roots) ? runsOfReceiver(engine, call) : null;
}

/** The same for any call; null where its receiver, or the function itself, is not handed over. */
export function runsOfReceiver(engine: Engine, { node, at }: PlacedCall): readonly At[] | null {
  const callee = unwrap(node.callee);
  const handed = callee.type === 'MemberExpression' ? callee.object : callee;
  if (handed.type === 'Super') return null;
  const receiver = engine.evaluate(handed, at);
  const free = receiver.kind === 'unknown' ? receiver.free : undefined;
  if (free === undefined || free.module !== at.module || !isFunction(free.frame)) return null;
  if (isRunning(free, at)) return null;
  if (encloses(free.frame, node)) return runsOf(engine, free, at);
  const owner = ownerOfConstructor(free.frame);
  const method = ancestor(node, isMethod);
  if (owner === null || method === undefined || !encloses(owner, method)) return null;
  return madeObjects(engine, owner, free.frame, at).map((self) => inMethod(method, self, at));
}

/** Whether a root stands among the arguments of a call, or among the names it calls by. */
function isOnRoot(call: PlacedCall, callee: Node, roots: Roots): boolean {
  return (
    (call.at.module.path === roots.file && roots.within(startOf(callee), endOf(callee))) ||
    call.args.some((arg) => roots.touches(arg))
  );
}

function isRunning(free: Free, at: At): boolean {
  for (let env = at.env; env !== null; env = env.outer) if (env.frame === free.frame) return true;
  return false;
}

function ownerOfConstructor(frame: FunctionNode): ClassNode | null {
  const member = frame.parent;
  if (member?.type !== 'MethodDefinition' || member.kind !== 'constructor') return null;
  return ancestor(frame, isClass) ?? null;
}

/** A function with a `this` of its own. */
function isMethod(node: Node): node is FunctionNode {
  return isFunction(node) && node.type !== 'ArrowFunctionExpression';
}

/** The objects of a class, as they are made here and in the files that import it. */
function madeObjects(engine: Engine, owner: ClassNode, made: FunctionNode, at: At): readonly Instance[] {
  return callSites(engine, made, at.module)
    .slice(0, MAX_MADE)
    .map(
      ({ call, module }): Instance => ({
        kind: 'instance',
        of: { kind: 'class', node: owner, at: { module: at.module, env: null } },
        args: evaluateArguments(engine, call.arguments, { module, env: null }),
        members: new Map(),
      }),
    );
}

function inMethod(frame: FunctionNode, self: Instance, at: At): At {
  const env: Environment = { frame, values: new Map(), self, outer: null, depth: 1, memo: new Map() };
  return { module: at.module, env };
}
