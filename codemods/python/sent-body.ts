/** What a request of a program in Python sends. */
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Argument } from './call.js';
import type { Sender } from './sender.js';
import { bodyVariable, type Variable, valueAt } from './variables.js';

interface Body {
  readonly node: SyntaxNode | null;
  readonly variable: Variable | null;
  readonly wrap: (text: string) => string;
}

/** What is sent, without the function that makes JSON of it. */
export function bodyOf(tree: SyntaxTree, argument: Argument | null, sender: Sender): Body | string {
  const plain = (text: string) => text;
  if (argument === null) return { node: null, variable: null, wrap: plain };
  let { value } = argument;
  // Generated code sends an empty form with requests that have no body.
  const given = value.type === 'identifier' ? valueAt(tree, value) : null;
  const isEmpty = /^(?:\{\}|""|'')$/.test(textOf(tree, given?.value ?? value));
  if (argument.key === 'data' && isEmpty && (given === null || given.uses.length === 1))
    return { node: null, variable: given, wrap: plain };
  let wrap = plain;
  const dumped = /^json\.dumps$/;
  const [callee, list] = value.children;
  if (value.type === 'call' && callee !== undefined && dumped.test(textOf(tree, callee))) {
    const inner = list?.children.filter(({ isNamed }) => isNamed) ?? [];
    const [only, ...others] = inner;
    if (only === undefined || others.length > 0) return 'its body is no JSON value';
    value = only;
    wrap = (text) => `json.dumps(${text})`;
  } else if (sender.parameters === null && argument.key === 'data') return 'its body is no JSON value';
  const variable = bodyVariable(tree, value);
  return { node: variable?.value ?? value, variable, wrap };
}
