/**
 * Service, protocol and name that are cut out of the name outside: `parts = record.name.split('.')`. The name outside
 * says it all then, as long as nobody shortens it between the cut and the request.
 */
import { isPure, type Script } from '../../src/analysis/edits/index.js';
import type { Site } from '../../src/migrate/index.js';
import {
  childrenOf,
  type Identifier,
  keyName,
  Module,
  type Node,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { alternatives, propertyOf } from '../../src/value/index.js';
import { type ObjectNode, type Place, propertyNamed, usesOf } from '../places/trees.js';
import { recordValues } from './outer-name.js';

/** All three are there, and are the labels of the name of the record that the data is put into. */
export function isCutFromName(site: Site, data: Place<ObjectNode>): boolean {
  const { script } = data;
  const name = nameBeside(data);
  const cuts = [isLabel(0), isLabel(1), isRest].map((isCut, index) => {
    const value = propertyNamed(data.node, ['service', 'proto', 'name'][index] ?? '')?.value;
    const list = value === undefined ? null : isCut(bare(value), script);
    return list === null ? null : splitText(script, list);
  });
  const [text] = cuts;
  if (name === null || text == null || cuts.some((cut) => cut !== text) || text !== name) return false;
  const written = nodesIn(script.program).filter(
    (node) => node.type === 'AssignmentExpression' && script.text.slice(...node.left.range) === text,
  );
  return written.every((one) => isSameText(script, one, text)) && namesAreKept(site, data, written);
}

/** Source of the name of the record: `name: fqdn` beside `data`, or `record.name` of `record.data = …`. */
function nameBeside({ script, path }: Place<ObjectNode>): string | null {
  const [holder, record] = [path.at(-2), path.at(-3)];
  if (holder?.type === 'Property' && record?.type === 'ObjectExpression') {
    const name = propertyNamed(record, 'name')?.value;
    const isOnly = record.properties.every(({ type }) => type === 'Property');
    return keyName(holder.key, holder.computed) === 'data' && isOnly && name !== undefined
      ? script.text.slice(...name.range)
      : null;
  }
  if (holder?.type !== 'AssignmentExpression' || holder.operator !== '=') return null;
  const { left } = holder;
  if (left.type !== 'MemberExpression' || left.computed || !isPure(left.object)) return null;
  return keyName(left.property, false) === 'data' ? `${script.text.slice(...left.object.range)}.name` : null;
}

/** Without what types want of it: `parts[0]!`, `parts[0] ?? ''`. */
function bare(node: Node): Node {
  const inner = unwrap(node);
  const isFilled = inner.type === 'LogicalExpression' && inner.operator === '??' && isText(inner.right, '');
  return isFilled ? unwrap(inner.left) : inner;
}

/** The list of `parts[0]`, or of `[service] = parts`. */
const isLabel = (at: number) => (node: Node, script: Script) => {
  if (node.type === 'Identifier') return listOfPart(script, node, at);
  return node.type === 'MemberExpression' && node.computed && isNumber(node.property, at)
    ? node.object
    : null;
};

/** What is taken apart where a constant is declared, as the part at an index: `const [service, proto, ...rest] = list`. */
function listOfPart(script: Script, name: Identifier, at: number): Node | null {
  const [id, ...others] = (script instanceof Module ? script.resolve(name)?.declarations : null) ?? [];
  const part = id?.parent?.type === 'RestElement' ? id.parent : id;
  const pattern = part?.parent;
  if (pattern?.type !== 'ArrayPattern' || pattern.elements[at] !== part || others.length > 0) return null;
  const declarator = pattern.parent;
  const isConstant = declarator?.parent?.type === 'VariableDeclaration' && declarator.parent.kind === 'const';
  // A list of the rest may be changed before it is joined.
  const isKept = part === id || usesOf(script, name)?.every((use) => use === id || isOnlyRead(use)) === true;
  return declarator?.type === 'VariableDeclarator' && isConstant && isKept ? (declarator.init ?? null) : null;
}

/** The list of `parts.slice(2).join('.')`, also with a library, or of `rest.join('.')` of what is taken apart. */
function isRest(node: Node, script: Script): Node | null {
  const slice = objectOf(node, 'join');
  const [dot, ...others] = node.type === 'CallExpression' ? node.arguments : [];
  if (slice?.type === 'Identifier' && dot !== undefined && isText(dot, '.') && others.length === 0) {
    const isRestElement = (script instanceof Module ? script.resolve(slice)?.declarations : null)?.[0]
      ?.parent;
    return isRestElement?.type === 'RestElement' ? listOfPart(script, slice, 2) : null;
  }
  if (slice?.type !== 'CallExpression' || dot === undefined || others.length > 0 || !isText(dot, '.'))
    return null;
  const list = objectOf(slice, 'slice');
  const [first, second, third] = slice.arguments;
  if (list !== null && first !== undefined && second === undefined && isNumber(first, 2)) return list;
  const isOfLibrary = list?.type === 'Identifier' && LIBRARY.test(list.name) && third === undefined;
  return isOfLibrary && first !== undefined && second !== undefined && isNumber(second, 2) ? first : null;
}

const LIBRARY = /^(?:_|lodash)$/;

/** Source of the text that was split at its dots to give a list, which nobody changes. */
function splitText(script: Script, list: Node): string | null {
  if (list.type === 'Identifier' && script instanceof Module) {
    const [id, ...others] = script.resolve(list)?.declarations ?? [];
    const declarator = id?.parent;
    if (id?.type !== 'Identifier' || others.length > 0 || declarator?.type !== 'VariableDeclarator')
      return null;
    const isRead = usesOf(script, id)?.every((use) => use === id || isOnlyRead(use)) === true;
    return isRead && declarator.init !== null ? splitText(script, declarator.init) : null;
  }
  const text = objectOf(list, 'split');
  const [dot, ...others] = list.type === 'CallExpression' ? list.arguments : [];
  const isSplit =
    text !== null && isPure(text) && others.length === 0 && dot !== undefined && isText(dot, '.');
  return isSplit ? script.text.slice(...text.range) : null;
}

/** `parts[1]`, `parts.slice(…)`, `parts.length`: nothing that could change the list. */
function isOnlyRead(use: Node): boolean {
  const holder = use.parent;
  if (holder?.type === 'CallExpression') {
    const { callee } = holder;
    const library = objectOf(holder, 'slice');
    return callee !== use && library?.type === 'Identifier' && LIBRARY.test(library.name);
  }
  if (holder?.type !== 'MemberExpression' || holder.object !== use) return false;
  const outer = holder.parent;
  const isCalled = outer?.type === 'CallExpression' && outer.callee === holder;
  const name = keyName(holder.property, holder.computed);
  if (isCalled) return name === 'slice' || name === 'join' || name === 'at';
  const isWritten =
    (outer?.type === 'AssignmentExpression' && outer.left === holder) ||
    outer?.type === 'UpdateExpression' ||
    outer?.type === 'ArrayPattern' ||
    (outer?.type === 'UnaryExpression' && outer.operator === 'delete');
  return !isWritten && (holder.computed ? holder.property.type === 'Literal' : name === 'length');
}

/** `x.name = String(x.name)`: whatever it gives has the same labels. */
function isSameText(script: Script, node: Node, text: string): boolean {
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return false;
  const { right } = node;
  if (right.type !== 'CallExpression') return false;
  const [only, ...others] = right.arguments;
  const method = ['toString', 'trim', 'toLowerCase'].map((name) => objectOf(right, name)).find(Boolean);
  if (only === undefined) return method != null && script.text.slice(...method.range) === text;
  const isTextOf =
    (right.callee.type === 'Identifier' && right.callee.name === 'String') ||
    (method?.type === 'Identifier' && LIBRARY.test(method.name));
  return isTextOf && others.length === 0 && script.text.slice(...only.range) === text;
}

/** What is known of the names that are sent: none is written behind the data, and none lacks the labels. */
function namesAreKept(
  site: Site,
  { node, path, file }: Place<ObjectNode>,
  written: readonly Node[],
): boolean {
  const record = path.at(-2)?.type === 'Property' ? path.at(-3) : undefined;
  const isIn = (outer: Node | undefined, at: number) =>
    outer !== undefined && outer.range[0] <= at && at < outer.range[1];
  return recordValues(site).every((one) => {
    const name = propertyOf(one, 'name');
    const at = name?.keyOrigin;
    if (name === undefined) return true;
    const isOther = alternatives(name.value).some((value) => {
      const [first] = value.kind === 'text' ? value.pieces : [];
      return first?.kind === 'text' && !/^_[^.]+(?:\.|$)|^_$/.test(first.text);
    });
    if (isOther || at == null) return !isOther;
    const isBefore = at.file === file && at.start < node.range[0];
    return isBefore || isIn(record, at.start) || written.some((other) => isIn(other, at.start));
  });
}

function objectOf(node: Node, method: string): Node | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const { object, property, computed } = node.callee;
  return keyName(property, computed) === method ? object : null;
}

function isNumber(node: Node, value: number): boolean {
  return node.type === 'Literal' && node.value === value;
}

function isText(node: Node, value: string): boolean {
  return node.type === 'Literal' && node.value === value;
}

function nodesIn(node: Node): readonly Node[] {
  return [node, ...childrenOf(node).flatMap(nodesIn)];
}
