/** Whether an expression gives a text before Pulumi deploys anything, not one of its outputs. */
import {
  type Identifier,
  keyName,
  type Module,
  type Node,
  type NodeOf,
} from '../../../src/read/javascript/syntax/index.js';
import { literally } from '../../../src/value/index.js';
import { isKind } from '../trees.js';

const MAX_DEPTH = 5;

export function isPlainText(module: Module, code: string, made: NodeOf<'NewExpression'>): boolean {
  const path = code.split(/\??\./);
  if (!path.every((part) => /^[\w$]+$/.test(part))) return false;
  const [root = '', ...rest] = path;
  if (isInName(module, code, made)) return true;
  const [start, end] = made.range;
  const used = [...(module.identifiers.get(root) ?? [])].find(
    ({ range }) => start <= range[0] && range[1] <= end && module.text.startsWith(code, range[0]),
  );
  return used !== undefined && isText(module, used, rest, 0);
}

/** The name of a resource is always plain, so what stands in it is, too. */
function isInName(module: Module, code: string, made: NodeOf<'NewExpression'>): boolean {
  const name = made.arguments.find(({ type }) => type === 'TemplateLiteral' || type === 'Identifier');
  if (name === undefined || !made.arguments.slice(0, 2).includes(name)) return false;
  const text = module.text.slice(...name.range);
  return text === code || new RegExp(`\\$\\{\\s*${literally(code)}\\s*\\}`).test(text);
}

/** What a name stands for, or a member of it. */
function isText(module: Module, used: Identifier, rest: readonly string[], depth: number): boolean {
  const declared = module.resolve(used)?.declarations;
  const [only] = declared ?? [];
  if (only === undefined || declared?.length !== 1 || depth > MAX_DEPTH) return false;
  if (rest.length === 0 && isTypedText(module, only)) return true;
  const { parent } = only;
  if (parent?.type !== 'VariableDeclarator') {
    const list = listOfCallback(only);
    return list !== null && areItemsTexts(module, list, rest, depth);
  }
  const declaration = parent.parent;
  const loop = declaration?.parent;
  if (loop?.type === 'ForOfStatement' && loop.left === declaration)
    return areItemsTexts(module, loop.right, rest, depth);
  return (
    declaration?.type === 'VariableDeclaration' &&
    declaration.kind === 'const' &&
    parent.init != null &&
    isTextNode(module, parent.init, rest, depth)
  );
}

/** `name: string` */
function isTypedText(module: Module, { typeAnnotation }: Identifier): boolean {
  return (
    typeAnnotation != null && module.text.slice(...typeAnnotation.range).replace(/^:\s*/, '') === 'string'
  );
}

/** `list` of `list.forEach((one) => …)`, for the first parameter. */
function listOfCallback(parameter: Identifier): Node | null {
  const callback = parameter.parent;
  if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return null;
  const call = callback.parent;
  if (callback.params[0] !== parameter || call?.type !== 'CallExpression' || call.arguments[0] !== callback)
    return null;
  const { callee } = call;
  const isEach =
    callee.type === 'MemberExpression' &&
    /^(?:forEach|map|flatMap)$/.test(keyName(callee.property, callee.computed) ?? '');
  return isEach ? callee.object : null;
}

function areItemsTexts(module: Module, list: Node, rest: readonly string[], depth: number): boolean {
  const node = list.type === 'Identifier' ? constantOf(module, list) : list;
  return (
    node !== null &&
    isKind(node, 'ArrayExpression') &&
    node.elements.length > 0 &&
    node.elements.every((one) => one !== null && isTextNode(module, one, rest, depth + 1))
  );
}

function constantOf(module: Module, used: Identifier): Node | null {
  const declared = module.resolve(used)?.declarations;
  const parent = declared?.length === 1 ? declared[0]?.parent : undefined;
  return parent?.type === 'VariableDeclarator' ? (parent.init ?? null) : null;
}

function isTextNode(module: Module, node: Node, rest: readonly string[], depth: number): boolean {
  const [first, ...others] = rest;
  if (first !== undefined) {
    if (!isKind(node, 'ObjectExpression')) return false;
    const property = node.properties.findLast(
      (one) => one.type === 'Property' && keyName(one.key, one.computed) === first,
    );
    return property?.type === 'Property' && isTextNode(module, property.value, others, depth);
  }
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string';
    case 'TSAsExpression':
      return isTextNode(module, node.expression, rest, depth);
    case 'TemplateLiteral':
      return node.expressions.every((one) => isTextNode(module, one, [], depth + 1));
    case 'Identifier':
      return isText(module, node, [], depth + 1);
    case 'CallExpression':
      return isOfConfig(module, node);
    default:
      return false;
  }
}

/** `config.require('domain')`, where `config` is one of Pulumi's. */
function isOfConfig(module: Module, { callee }: NodeOf<'CallExpression'>): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false;
  if (keyName(callee.property, callee.computed) !== 'require') return false;
  const made = constantOf(module, callee.object);
  return made?.type === 'NewExpression' && /(?:^|\.)Config$/.test(module.text.slice(...made.callee.range));
}
