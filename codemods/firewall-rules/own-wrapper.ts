/**
 * A function of the same file that hands its own parameter to `fetch`. The reader follows most of these; where it
 * gave up (on a function that calls itself, say), the one call in it is as good as known.
 */
import type { Surroundings } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { childrenOf, isFunction, nameOf } from '../../src/read/javascript/syntax/nodes.js';
import type { Sender } from '../../src/read/usage.js';

/** The call in the wrapper that the sender names; the sender itself where there is none. */
export function throughOwnWrapper(sender: Sender, around: Surroundings): Sender {
  const { file, start } = sender.at;
  const script = sender.known ? null : around.scriptAt(file, start);
  const wrapper = script === null ? null : functionNamed(script.program, sender.client);
  if (wrapper === null) return sender;
  const parameters = new Set(wrapper.params.map((parameter) => nameOf(parameter)));
  const calls = nodesIn(wrapper).filter((node) => node.type === 'CallExpression');
  const sends = calls.filter(({ callee }) => callee.type === 'Identifier' && callee.name === 'fetch');
  const handsOn = sends.every(
    ({ arguments: [url] }) => url?.type === 'Identifier' && parameters.has(url.name),
  );
  const [first] = sends;
  if (first === undefined || sends.length !== 1 || !handsOn) return sender;
  return { client: 'fetch', known: true, at: { file, start: first.range[0], end: first.range[1] } };
}

function functionNamed(program: Node, name: string) {
  for (const node of nodesIn(program)) {
    if (node.type === 'FunctionDeclaration' && node.id != null && nameOf(node.id) === name) return node;
    if (node.type === 'VariableDeclarator' && nameOf(node.id) === name && isFunction(node.init))
      return node.init;
  }
  return null;
}

function nodesIn(root: Node): Node[] {
  const found: Node[] = [];
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    found.push(node);
    pending.push(...childrenOf(node));
  }
  return found;
}
