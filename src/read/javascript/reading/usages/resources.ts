import type { ResourceUsage } from '../../../usage.js';
import { resourcePackage } from '../../clients/packages.js';
import { lower } from '../../evaluate/domain/lower.js';
import { alternatives, type Term, UNDEFINED } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import type { PlacedCall } from '../../evaluate/language/calls.js';
import type { Node } from '../../syntax/estree.js';
import { unwrap } from '../../syntax/nodes.js';
import { contextOf } from './evidence.js';

/** The resource of an infrastructure tool that a call or construction declares; null if it declares none. */
export function resourceUsage(engine: Engine, placed: PlacedCall): ResourceUsage | null {
  const { node: call, at } = placed;
  const { module } = at;
  const callee = unwrap(call.callee);
  for (const target of alternatives(engine.evaluate(callee, at))) {
    if (target.kind !== 'external') continue;
    const found = resourcePackage(engine.profiles, target.package);
    const name = target.path[target.path.length - 1];
    if (found === null || name === undefined) continue;
    const { args } = placed;
    const declared: Node = callee.type === 'MemberExpression' ? callee.property : callee;
    const isResource = call.type === 'NewExpression';
    // Pulumi: name, arguments. CDKTF: scope, id, arguments. Data sources of Pulumi: arguments.
    const index = isResource ? (found.tool === 'cdktf' ? 2 : 1) : 0;
    const attributes: Term = args[index] ?? UNDEFINED;
    return {
      kind: 'resource',
      tool: found.tool,
      resourceKind: isResource ? 'class' : 'function',
      name,
      nameOrigin: engine.origin(declared, module),
      attributes: lower(attributes),
      site: engine.origin(call, module),
      evidence: [{ kind: 'sdk', name: target.package }],
      context: contextOf(call, module.path, false),
    };
  }
  return null;
}
