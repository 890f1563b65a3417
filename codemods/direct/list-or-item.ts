/** Whether a value that a program sends is a list or a single object, as far as its file shows it. */
import type { Script } from '../../src/analysis/edits/index.js';
import {
  type Identifier,
  isFunction,
  keyName,
  Module,
  type Node,
  nameOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';

export type Arity = 'list' | 'item';

const OF_LISTS = /^(?:length|map|filter|forEach|push|slice|some|every|find|flatMap|concat|join)$/;
const CALLBACKS = /^(?:map|forEach|filter|flatMap|some|every|find)$/;

/** Null where nothing shows it. */
export function arityOf(script: Script, written: Node): Arity | null {
  const node = unwrap(written);
  switch (node.type) {
    case 'ArrayExpression':
      return 'list';
    case 'ObjectExpression':
      return 'item';
    case 'Identifier':
      return script instanceof Module ? arityOfName(script, node) : null;
    case 'ConditionalExpression': {
      // `Array.isArray(rules) ? rules : [rules]`
      const checked = node.test.type === 'CallExpression' && nameOf(node.test.callee) === 'Array.isArray';
      const other = arityOf(script, node.alternate);
      return checked || arityOf(script, node.consequent) === other ? other : null;
    }
    default:
      return null;
  }
}

function arityOfName(script: Module, name: Identifier): Arity | null {
  const binding = script.resolve(name);
  const [declared] = binding?.declarations ?? [];
  if (binding === null || declared === undefined || binding.declarations.length !== 1) return null;
  return (
    arityOfType(script, declared) ??
    arityOfDeclaration(script, declared) ??
    arityOfReads(script.references(binding)) ??
    (/(?:s|list|array)$/i.test(name.name) ? 'list' : null)
  );
}

function arityOfType({ text }: Module, declared: Node): Arity | null {
  const annotation: unknown = Reflect.get(declared, 'typeAnnotation');
  if (typeof annotation !== 'object' || annotation === null || !('range' in annotation)) return null;
  const type = text.slice(...(annotation as Node).range).replace(/^:\s*/, '');
  if (/\[\]$|^(?:Readonly)?Array</.test(type)) return 'list';
  const isObject = /^(?:\{|Record<|Partial<|Omit<|Pick<)/.test(type);
  const isDeclared =
    /^\w+$/.test(type) &&
    new RegExp(`\\b(?:interface ${literally(type)}\\b|type ${literally(type)} = \\{)`).test(text);
  return isObject || isDeclared ? 'item' : null;
}

function arityOfDeclaration(script: Module, declared: Node): Arity | null {
  const { parent } = declared;
  if (parent?.type === 'VariableDeclarator') {
    const loop = parent.parent?.parent;
    if (loop?.type === 'ForOfStatement' && loop.left === parent.parent) return 'item';
    return parent.init ? arityOf(script, parent.init) : null;
  }
  if (parent?.type === 'AssignmentPattern') return arityOf(script, parent.right);
  const call = isFunction(parent) && parent.params[0] === declared ? parent.parent : undefined;
  const callee = call?.type === 'CallExpression' && call.callee !== parent ? call.callee : null;
  const called = callee?.type === 'MemberExpression' ? keyName(callee.property, callee.computed) : null;
  return called !== null && CALLBACKS.test(called) ? 'item' : null;
}

/** `rules.length`, `rule.action` */
function arityOfReads(references: readonly Identifier[]): Arity | null {
  const names = references.flatMap(({ parent, range }) =>
    parent?.type === 'MemberExpression' && parent.object.range[0] === range[0]
      ? (keyName(parent.property, parent.computed) ?? [])
      : [],
  );
  const inLoop = references.some(
    (one) => one.parent?.type === 'ForOfStatement' && one.parent.right.range[0] === one.range[0],
  );
  if (inLoop || names.some((name) => OF_LISTS.test(name))) return 'list';
  return names.some((name) => /^[a-z]\w*$/i.test(name)) ? 'item' : null;
}
