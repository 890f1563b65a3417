import type { ComponentTemplate, Node } from './estree.js';

/**
 * The expressions in the template of a component as one function that is run after the script, whose names it
 * knows, wherever it stands in the file. No parser makes such a node.
 */
export function componentTemplate(range: [number, number], statements: Node[]): ComponentTemplate {
  const body: Node = { type: 'BlockStatement', body: statements, range };
  const render: Node = {
    type: 'ArrowFunctionExpression',
    params: [],
    body,
    async: true,
    range,
  };
  return {
    type: 'ComponentTemplate',
    body: [{ type: 'ExpressionStatement', expression: render, range }],
    range,
  };
}
