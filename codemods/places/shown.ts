/** Answers that go to a reader as a text, so that no program reads their fields: the results of tools of MCP servers. */
import type { Script } from '../../src/analysis/edits/index.js';
import {
  type Call,
  type Identifier,
  isFunction,
  Module,
  type Node,
  nameOf,
  parametersOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import type { AnswerFlow } from '../direct/answer-flow.js';
import { propertyNamed, usesOf } from './trees.js';

/** What goes out of sight is shown, and nothing else becomes of it. */
export function isOnlyShown({ escapes }: AnswerFlow, script: Script): boolean {
  return escapes.length > 0 && escapes.every(({ node }) => isShown(node, script));
}

/** `{ type: 'text', text: JSON.stringify(answer, null, 2) }`, or handed to a function of the file that does that alone. */
export function isShown(answer: Node, script: Script): boolean {
  const call = answer.parent;
  if (call?.type !== 'CallExpression') return false;
  if (call.callee.type === 'Identifier') return isHandedToShow(call, call.callee, answer, script);
  if (nameOf(call.callee) !== 'JSON.stringify') return false;
  const property = call.parent;
  const object = property?.parent;
  if (call.arguments[0] !== answer || property?.type !== 'Property' || object?.type !== 'ObjectExpression')
    return false;
  const kind = propertyNamed(object, 'type');
  const type = kind === null ? null : unwrap(kind.value);
  return propertyNamed(object, 'text') === property && type?.type === 'Literal' && type.value === 'text';
}

/** `const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })` */
function isHandedToShow(call: Call, callee: Identifier, answer: Node, script: Script): boolean {
  const [declared, ...others] =
    (script instanceof Module ? script.resolve(callee)?.declarations : null) ?? [];
  const { parent } = declared ?? {};
  const taker = parent?.type === 'VariableDeclarator' && parent.id === declared ? parent.init : parent;
  if (!isFunction(taker) || others.length > 0) return false;
  const parameter = parametersOf(taker)[call.arguments.indexOf(answer as never)];
  const uses = parameter?.type === 'Identifier' ? usesOf(script, parameter) : null;
  return uses !== null && uses.length > 0 && uses.every((use) => isShown(use, script));
}
