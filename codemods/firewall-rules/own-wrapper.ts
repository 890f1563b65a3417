/**
 * Senders that the reader could not name, and that are `fetch` all the same: a function of the same file that hands
 * its own parameter to `fetch` (and calls itself, say), and a name that the file gives the platform's `fetch` to, or
 * the type of it.
 */

import type { Script } from '../../src/analysis/edits/index.js';
import type { Surroundings } from '../../src/migrate/model.js';
import type { Node } from '../../src/read/javascript/syntax/estree.js';
import { childrenOf, isFunction, nameOf } from '../../src/read/javascript/syntax/nodes.js';
import type { Sender } from '../../src/read/usage.js';

/** The call that surely sends; the sender itself where there is none. */
export function knownSender(sender: Sender, around: Surroundings): Sender {
  const { file, start } = sender.at;
  const script = sender.known ? null : around.scriptAt(file, start);
  if (script === null) return sender;
  const call = callIn(script.program, sender.client);
  if (call !== null) return { client: 'fetch', known: true, at: { file, start: call[0], end: call[1] } };
  return isFetch(script, sender.client) ? { ...sender, client: 'fetch', known: true } : sender;
}

/** The one call of `fetch` in the wrapper of that name, if it hands on what the wrapper is given. */
function callIn(program: Node, name: string): Node['range'] | null {
  const wrapper = functionNamed(program, name);
  if (wrapper === null) return null;
  const parameters = new Set(wrapper.params.map((parameter) => nameOf(parameter)));
  const calls = nodesIn(wrapper).filter((node) => node.type === 'CallExpression');
  const sends = calls.filter(({ callee }) => callee.type === 'Identifier' && callee.name === 'fetch');
  const handsOn = sends.every(
    ({ arguments: [url] }) => url?.type === 'Identifier' && parameters.has(url.name),
  );
  const [first] = sends;
  return first === undefined || sends.length !== 1 || !handsOn ? null : first.range;
}

const GLOBAL = '(?:globalThis\\.|window\\.|self\\.)?fetch';
/** `fetch`, `options.fetch ?? fetch`, each also bound. */
const GIVES_FETCH = new RegExp(`^(?:[\\w.?#]+\\s*(?:\\?\\?|\\|\\|)\\s*)?${GLOBAL}(?:\\.bind\\([\\w.]*\\))?$`);
const TYPED_FETCH = new RegExp(`^:\\s*typeof ${GLOBAL}$`);

/** Whether all that the file says of a name (`this.fetch`, `fetcher`) is that it is the platform's. */
function isFetch({ program, text }: Script, client: string): boolean {
  const name = client.slice(client.lastIndexOf('.') + 1);
  const written = nodesIn(program).flatMap((node) => saidOf(node, name));
  return (
    written.length > 0 &&
    written.every(({ value, type }) => {
      const says = (node: Node | null, pattern: RegExp) =>
        node !== null && pattern.test(text.slice(...node.range));
      return says(type, TYPED_FETCH) || says(value, GIVES_FETCH);
    })
  );
}

interface Said {
  readonly value: Node | null;
  readonly type: Node | null;
}

/** What a node says of a variable, parameter or field of that name. */
function saidOf(node: Node, name: string): Said[] {
  const said = (target: Node | null | undefined, value: Node | null | undefined): Said[] =>
    target == null || nameOf(target)?.replace(/^this\./, '') !== name
      ? []
      : [{ value: value ?? null, type: typeOf(target) ?? typeOf(node) }];
  switch (node.type) {
    case 'VariableDeclarator':
      return said(node.id, node.init);
    case 'AssignmentExpression':
      return said(node.left, node.right);
    case 'AssignmentPattern':
      return said(node.left, node.right);
    case 'PropertyDefinition':
      return said(node.key, node.value);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return node.params.flatMap((parameter) =>
        parameter.type === 'Identifier' ? said(parameter, null) : [],
      );
    default:
      return [];
  }
}

function typeOf(node: Node): Node | null {
  const type: unknown = Reflect.get(node, 'typeAnnotation');
  return typeof type === 'object' && type !== null && 'range' in type ? (type as Node) : null;
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
