/** Values that are compared with others, or that something is looked up with: another text would not be found. */
import type { Script } from '../../src/analysis/edits/index.js';
import { isFunction, isWrapper, keyName, Module, type Node } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { functionAround } from '../direct/answer-places.js';
import { usesOf } from './trees.js';

const COMPARING = /^(?:has|get|set|add|delete|includes|indexOf|startsWith|endsWith|match|test|replace)$/;
const EMPTY = /^(?:null|undefined|''|"")$/;

/** Whether that happens to the value of an expression, as far as its file shows. */
export function isCompared(script: Module, value: Node): boolean {
  const { parent } = value;
  if (parent !== undefined && isWrapper(parent)) return isCompared(script, parent);
  switch (parent?.type) {
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return parent.parent?.type !== 'IfStatement' && isCompared(script, parent);
    case 'BinaryExpression': {
      const other = parent.left === value ? parent.right : parent.left;
      if (parent.operator === '+') return isCompared(script, parent);
      return /^[!=]==?$/.test(parent.operator) && !EMPTY.test(script.text.slice(...other.range));
    }
    case 'MemberExpression':
      if (parent.property === value) return parent.computed;
      return COMPARING.test(keyName(parent.property, parent.computed) ?? '');
    case 'CallExpression': {
      const { callee } = parent;
      if (callee === value || callee.type !== 'MemberExpression') return false;
      return COMPARING.test(keyName(callee.property, callee.computed) ?? '');
    }
    case 'VariableDeclarator':
      return isNameCompared(script, parent.id);
    case 'Property':
      return isFieldCompared(script, keyName(parent.key, parent.computed));
    // An entry of a map: `[limit.match.request.url, limit]`.
    case 'ArrayExpression':
      return isFunction(parent.parent);
    case 'ReturnStatement':
      return isResultCompared(script, functionAround(parent));
    default:
      return isFunction(parent) && isResultCompared(script, parent);
  }
}

/** Whether rules are looked up by the text at the end of a path: those that exist have the old one. */
export function isTextCompared(script: Script | null, nodes: readonly Node[]): boolean {
  const text = nodes.findLast(({ type }) => /^(?:Literal|TemplateLiteral)$/.test(type));
  return script instanceof Module && text !== undefined && isCompared(script, text);
}

export function isNameCompared(script: Module, name: Node): boolean {
  return name.type === 'Identifier' && (usesOf(script, name) ?? []).some((use) => isCompared(script, use));
}

/** `rule.expression === wanted.expression` */
function isFieldCompared({ text }: Module, name: string | null): boolean {
  if (name === null) return false;
  return new RegExp(`\\.${literally(name)} ?[!=]==? ?[\\w.?!]{1,80}\\.${literally(name)}\\b`).test(text);
}

/** Of a function with a name, at its calls; of a callback, unless its results are joined to a text. */
function isResultCompared(script: Module, of: Node | null): boolean {
  const { parent } = of ?? {};
  const name =
    of?.type === 'FunctionDeclaration' ? of.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
  if (name?.type === 'Identifier')
    return (usesOf(script, name) ?? []).some(
      (use) =>
        use.parent?.type === 'CallExpression' && use.parent.callee === use && isCompared(script, use.parent),
    );
  const member = parent?.parent;
  if (parent?.type !== 'CallExpression') return false;
  return !(member?.type === 'MemberExpression' && keyName(member.property, member.computed) === 'join');
}
