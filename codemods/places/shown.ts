/** Answers that go to a reader as a text, so that no program reads their fields: the results of tools of MCP servers. */
import { type Node, nameOf, unwrap } from '../../src/read/javascript/syntax/index.js';
import type { AnswerFlow } from '../direct/answer-flow.js';
import { propertyNamed } from './trees.js';

/** What goes out of sight is shown, and nothing else becomes of it. */
export function isOnlyShown({ escapes }: AnswerFlow): boolean {
  return escapes.length > 0 && escapes.every(({ node }) => isShown(node));
}

/** `{ type: 'text', text: JSON.stringify(answer, null, 2) }` */
export function isShown(answer: Node): boolean {
  const call = answer.parent;
  if (call?.type !== 'CallExpression' || nameOf(call.callee) !== 'JSON.stringify') return false;
  const property = call.parent;
  const object = property?.parent;
  if (call.arguments[0] !== answer || property?.type !== 'Property' || object?.type !== 'ObjectExpression')
    return false;
  const kind = propertyNamed(object, 'type');
  const type = kind === null ? null : unwrap(kind.value);
  return propertyNamed(object, 'text') === property && type?.type === 'Literal' && type.value === 'text';
}
