/** Loops over a list that is written out, whose body makes one rule and nothing else. */
import {
  type Identifier,
  keyName,
  type Module,
  type Node,
  type NodeOf,
} from '../../src/read/javascript/syntax/index.js';
import { classOf } from '../places/resource-text/class-of.js';
import { isKind, propertyNamed } from '../places/trees.js';
import type { Turn } from './values.js';

export interface ScriptLoop {
  readonly statement: Node;
  /** As they are written: `rules`, `rule`. */
  readonly list: string;
  readonly parameter: string;
  /** All names that change with each turn. */
  readonly names: readonly string[];
  readonly turns: readonly Turn[];
}

/** The loop around the statement that makes a resource; null where it does more, or its list is not known. */
export function loopAround(statement: Node, module: Module): ScriptLoop | null {
  const body = statement.parent;
  if (body?.type !== 'BlockStatement' || !makesOneRule(body, module)) return null;
  const found = forOf(body, module) ?? callback(body);
  if (found === null) return null;
  const { item, index, list, loop } = found;
  const elements = elementsOf(list, module);
  const turns = elements?.map((element, at) => turnOf(item, index, element, at)) ?? [];
  if (turns.length === 0 || turns.includes(null)) return null;
  const known = turns.flatMap((turn) => turn ?? []);
  return {
    statement: loop,
    list: module.text.slice(...list.range),
    parameter: parameterText(item, module),
    names: [...(known[0]?.keys() ?? [])].flatMap((one) => (one.type === 'Identifier' ? [one.name] : [])),
    turns: known,
  };
}

const PARTS: ReadonlySet<string> = new Set(['Filter', 'FirewallRule']);

function makesOneRule({ body }: NodeOf<'BlockStatement'>, module: Module): boolean {
  const made = body.map((one) => {
    const value =
      one.type === 'ExpressionStatement'
        ? one.expression
        : one.type === 'VariableDeclaration' && one.declarations.length === 1
          ? one.declarations[0]?.init
          : null;
    return value?.type === 'NewExpression' ? (classOf(module, value.callee)?.name ?? '') : '';
  });
  return made.every((type) => PARTS.has(type)) && made.filter((type) => type === 'FirewallRule').length === 1;
}

interface Found {
  readonly item: Node;
  readonly index: Node | null;
  readonly list: Node;
  readonly loop: Node;
}

/** `for (const rule of rules) { … }` */
function forOf(body: NodeOf<'BlockStatement'>, { text }: Module): Found | null {
  const loop = body.parent;
  if (loop?.type !== 'ForOfStatement' || loop.left.type !== 'VariableDeclaration') return null;
  if (/^for\s+await\b/.test(text.slice(...loop.range))) return null;
  const [declared] = loop.left.declarations;
  return declared === undefined ? null : { item: declared.id, index: null, list: loop.right, loop };
}

/** `rules.forEach((rule, index) => { … });` */
function callback(body: NodeOf<'BlockStatement'>): Found | null {
  const made = body.parent;
  if ((made?.type !== 'ArrowFunctionExpression' && made?.type !== 'FunctionExpression') || made.async)
    return null;
  const call = made.parent;
  if (
    call?.type !== 'CallExpression' ||
    call.arguments.length !== 1 ||
    call.parent?.type !== 'ExpressionStatement'
  )
    return null;
  const { callee } = call;
  const [item, index = null] = made.params;
  if (callee.type !== 'MemberExpression' || item === undefined || made.params.length > 2) return null;
  const isEach = /^(?:forEach|map)$/.test(keyName(callee.property, callee.computed) ?? '');
  return isEach ? { item, index, list: callee.object, loop: call.parent } : null;
}

function elementsOf(list: Node, module: Module): readonly Node[] | null {
  const written = list.type === 'Identifier' ? constantOf(list, module) : list;
  const array = written?.type === 'TSAsExpression' ? written.expression : written;
  if (array === null || array === undefined || !isKind(array, 'ArrayExpression')) return null;
  const elements = array.elements.flatMap((one) =>
    one === null || one.type === 'SpreadElement' ? [] : [one],
  );
  return elements.length === array.elements.length ? elements : null;
}

/** What a name is given once; null where something else might change it. */
function constantOf(name: Identifier, module: Module): Node | null {
  const binding = module.resolve(name);
  const declared = binding?.declarations.length === 1 ? binding.declarations[0] : undefined;
  const declarator = declared?.parent;
  if (binding === null || declarator?.type !== 'VariableDeclarator' || declarator.id !== declared)
    return null;
  const declaration = declarator.parent;
  if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return null;
  const isRead = module.references(binding).every(isLoopOver);
  return isRead ? (declarator.init ?? null) : null;
}

/** Another use might add to the list. */
function isLoopOver(use: Node): boolean {
  const { parent } = use;
  if (parent?.type === 'ForOfStatement') return parent.right === use;
  return (
    parent?.type === 'MemberExpression' &&
    parent.object === use &&
    /^(?:forEach|map|length)$/.test(keyName(parent.property, parent.computed) ?? '')
  );
}

function turnOf(item: Node, index: Node | null, element: Node, at: number): Turn | null {
  const turn = new Map<Node, Node | number>();
  if (index !== null) {
    if (index.type !== 'Identifier') return null;
    turn.set(index, at);
  }
  if (item.type === 'Identifier') return turn.set(item, element);
  if (item.type !== 'ObjectPattern' || !isKind(element, 'ObjectExpression')) return null;
  for (const property of item.properties) {
    if (property.type !== 'Property' || property.value.type !== 'Identifier') return null;
    const name = keyName(property.key, property.computed);
    const value = name === null ? null : propertyNamed(element, name)?.value;
    if (value == null) return null;
    turn.set(property.value, value);
  }
  return turn;
}

/** Without its type, which the list gives. */
function parameterText(item: Node, { text }: Module): string {
  return item.type === 'Identifier' ? item.name : text.slice(...item.range);
}
