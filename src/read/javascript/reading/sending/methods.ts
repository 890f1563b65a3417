import type { At, ClassTerm, Environment, Instance, Term } from '../../evaluate/domain/term.js';
import { type Engine, MAX_STEPS_OF_CALL } from '../../evaluate/engine.js';
import { MAX_CALL_DEPTH } from '../../evaluate/kernel/activate.js';
import { PlacedCall } from '../../evaluate/language/calls.js';
import type { CallSite } from '../../evaluate/names/call-sites.js';
import type { ClassNode, FunctionNode } from '../../syntax/estree.js';
import { isFunction } from '../../syntax/nodes.js';
import { MAX_SENT } from './directly.js';
import { reachOf } from './reach.js';
import type { Roots } from './roots.js';
import { type Sent, sentInside } from './sent.js';

/**
 * What the methods of an instance send, for an object whose fields carry a root: a resource class that is
 * constructed with its path, a subclass that names it. Nobody need be seen to call the methods.
 */
export function sentByMethods(
  engine: Engine,
  instance: Instance,
  roots: Roots,
): readonly { sent: Sent; site: CallSite }[] {
  const found: { sent: Sent; site: CallSite }[] = [];
  let owner = instance.of.kind === 'class' ? instance.of : null;
  for (let level = 0; owner !== null && level < MAX_CALL_DEPTH; level++) {
    const { module } = owner.at;
    for (const method of functionsOf(owner.node)) {
      const env: Environment = {
        frame: method,
        values: new Map(),
        self: instance,
        outer: classScope(owner, instance),
        depth: 1,
        memo: new Map(),
      };
      for (const call of module.callsWithin(method)) {
        if (!reachOf(engine).call(call, module)) continue;
        const at: At = { module, env };
        const { value } = engine.within(MAX_STEPS_OF_CALL, () =>
          sentInside(engine, new PlacedCall(engine, call, at), method, roots, 1),
        );
        for (const sent of value) found.push({ sent, site: { call, module } });
        if (found.length > MAX_SENT || engine.exhausted) return found;
      }
    }
    const base: Term | null =
      owner.node.superClass === null ? null : engine.evaluate(owner.node.superClass, owner.at);
    owner = base?.kind === 'class' ? base : null;
  }
  return found;
}

function classScope(owner: ClassTerm, instance: Instance): Environment {
  return {
    frame: owner.node,
    values: new Map(),
    self: instance,
    outer: owner.at.env,
    depth: 1,
    memo: new Map(),
  };
}

function functionsOf(node: ClassNode): FunctionNode[] {
  return node.body.body.flatMap((member): FunctionNode[] => {
    if (member.type === 'MethodDefinition')
      return member.static || member.kind === 'constructor' ? [] : [member.value];
    return member.type === 'PropertyDefinition' && !member.static && isFunction(member.value)
      ? [member.value]
      : [];
  });
}
