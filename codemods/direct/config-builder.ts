/** A function of the program that makes all that a client is given: `axios(options('GET', path))`. */
import type { Script } from '../../src/analysis/edits/index.js';
import { type Call, Module, type Node, nameOf, unwrap } from '../../src/read/javascript/syntax/index.js';

export interface BuiltConfig {
  /** What the function is given. */
  readonly given: readonly Node[];
  /** A function that makes the same of it, and sends it. */
  readonly target: { readonly callee: 'function'; readonly client: string };
}

/** Null where the argument of a call is made in another way, or by something that the program has from elsewhere. */
export function builtConfig(script: Script, call: Call, covers: (node: Node) => boolean): BuiltConfig | null {
  const [only, ...others] = call.arguments;
  const inner = only === undefined ? null : unwrap(only);
  if (others.length > 0 || inner?.type !== 'CallExpression' || !covers(inner)) return null;
  const { callee, arguments: given } = inner;
  const isPath = (node: Node) => node.type !== 'CallExpression' && covers(node);
  if (given.length < 2 || !given.some(isPath) || !isOwn(script, callee)) return null;
  const text = (node: Node) => script.text.slice(...node.range);
  const client = `(...args) => ${text(call.callee)}(${text(callee)}(...args))`;
  return { given, target: { callee: 'function', client } };
}

/** A function of the file, or one of its object. */
function isOwn(script: Script, callee: Node): boolean {
  if (callee.type === 'MemberExpression') return /^this\.#?\w+$/.test(nameOf(callee) ?? '');
  return callee.type === 'Identifier' && script instanceof Module && script.resolve(callee) !== null;
}
