import { type At, choose, type Term } from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import type { Call, Identifier, New, Node } from '../syntax/estree.js';
import { isFunction, keyName, unwrap } from '../syntax/nodes.js';

/** Bodies that a request gets after it was made: `request.write(body)`, `request.end(body)`, `xhr.send(body)`. */

/** By client, the methods of the request that take its body. */
const TAKERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['http', ['write', 'end']],
  ['xhr', ['send']],
]);

/** What is written to the request that a call makes or opens; null if nothing is. */
export function writtenBody(engine: Engine, client: string, node: Call | New, at: At): Term | null {
  const takers = TAKERS.get(client);
  if (takers === undefined) return null;
  const bodies: Term[] = [];
  for (const use of usesOfRequest(node, at)) {
    const member = use.parent;
    if (member?.type !== 'MemberExpression' || member.object !== use) continue;
    const call = member.parent;
    if (call?.type !== 'CallExpression' || call.callee !== member) continue;
    const [body] = call.arguments;
    if (body === undefined || isFunction(unwrap(body))) continue;
    if (takers.includes(keyName(member.property, member.computed) ?? ''))
      bodies.push(engine.evaluate(body, at));
  }
  return bodies.length === 0 ? null : choose(bodies);
}

/** The call itself and the uses of the name it is kept under; of a method that opens, its receiver's. */
function usesOfRequest(node: Call | New, at: At): readonly Node[] {
  const callee = unwrap(node.callee);
  const opened = callee.type === 'MemberExpression' && keyName(callee.property, callee.computed) === 'open';
  const name = opened ? callee.object : nameOfResult(node);
  const binding = name?.type === 'Identifier' ? at.module.resolve(name) : null;
  return binding === null ? [node] : [node, ...at.module.references(binding)];
}

function nameOfResult(node: Node): Identifier | null {
  const { parent } = node;
  const target =
    parent?.type === 'VariableDeclarator' && parent.init === node
      ? parent.id
      : parent?.type === 'AssignmentExpression' && parent.right === node
        ? parent.left
        : null;
  return target?.type === 'Identifier' ? target : null;
}
