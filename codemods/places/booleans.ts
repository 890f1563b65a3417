/** Values that are true or false. */
import type { Script } from '../../src/analysis/edits/index.js';
import { keyName, Module, type Node, nameOf, unwrap } from '../../src/read/javascript/syntax/index.js';

const COMPARING: ReadonlySet<string> = new Set([
  '===',
  '!==',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'in',
  'instanceof',
]);

/** Whether a value is true or false, and nothing that only counts as one of them. */
export function isBoolean(node: Node, script: Script): boolean {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'Literal':
      return typeof inner.value === 'boolean';
    case 'UnaryExpression':
      return inner.operator === '!';
    case 'BinaryExpression':
      return COMPARING.has(inner.operator);
    case 'LogicalExpression':
      return isBoolean(inner.left, script) && isBoolean(inner.right, script);
    case 'CallExpression':
      return nameOf(inner.callee) === 'Boolean';
    case 'MemberExpression':
      // Of a rule.
      return keyName(inner.property, inner.computed) === 'paused';
    case 'Identifier': {
      const [declared, ...others] =
        (script instanceof Module ? script.resolve(inner)?.declarations : null) ?? [];
      if (declared === undefined || others.length > 0) return false;
      const typed = script.text.slice(...declared.range);
      if (/^[\w$]+\s*:\s*boolean$/.test(typed)) return true;
      const { parent } = declared;
      // A parameter that has a default.
      if (parent?.type === 'AssignmentPattern') return isBoolean(parent.right, script);
      const isConstant =
        parent?.type === 'VariableDeclarator' &&
        parent.parent?.type === 'VariableDeclaration' &&
        parent.parent.kind === 'const';
      return isConstant && parent.init !== null && isBoolean(parent.init, script);
    }
    default:
      return false;
  }
}
