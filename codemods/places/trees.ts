/** Finding one's way in the tree around a site. */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Surroundings } from '../../src/migrate/index.js';
import {
  type Identifier,
  keyName,
  Module,
  type Node,
  type NodeOf,
} from '../../src/read/javascript/syntax/index.js';
import type { Origin } from '../../src/value/index.js';

export type ObjectNode = NodeOf<'ObjectExpression'>;
export type PropertyNode = NodeOf<'Property'>;

/** A node with the script it stands in, the name of its file, and the nodes around it. */
export interface Place<T extends Node = Node> {
  readonly file: string;
  readonly script: Script;
  readonly node: T;
  /** From the program down to the node itself. */
  readonly path: readonly Node[];
}

/** The innermost node of a kind that covers a stretch of a file. */
export function placeOf<K extends Node['type']>(
  around: Surroundings,
  origin: Origin | null,
  kind: K,
): Place<NodeOf<K>> | null {
  if (origin === null) return null;
  const script = around.scriptAt(origin.file, origin.start);
  if (script === null) return null;
  const path = around.nodesAround(script, origin.start, origin.end);
  const index = path.findLastIndex(({ type }) => type === kind);
  const node = path[index];
  if (node === undefined || !isKind(node, kind)) return null;
  return { file: origin.file, script, node, path: path.slice(0, index + 1) };
}

export function isKind<K extends Node['type']>(node: Node, kind: K): node is NodeOf<K> {
  return node.type === kind;
}

/** The last property of a name, which is the one that counts. */
export function propertyNamed(object: ObjectNode, name: string): PropertyNode | null {
  for (const property of object.properties.toReversed()) {
    if (property.type === 'Property' && keyName(property.key, property.computed) === name) return property;
  }
  return null;
}

/** All properties are written out: no getter, no computed name, no spread but of what is known. */
export function isPlain(object: ObjectNode, isKnown: (spread: Node) => boolean = () => false): boolean {
  return object.properties.every((one) =>
    one.type === 'SpreadElement'
      ? isKnown(one.argument)
      : one.kind === 'init' && keyName(one.key, one.computed) !== null,
  );
}

/** All places that use a name, besides its declaration; null where the name is not simply declared once. */
export function usesOf(script: Script, declared: Identifier): readonly Identifier[] | null {
  // What is read for a migration has the index that answers this.
  if (!(script instanceof Module)) return null;
  const binding = script.resolve(declared);
  return binding === null || binding.declarations.length !== 1 ? null : script.references(binding);
}

/** Nobody outside the call can see the value: it is written into it, or into a variable that only it uses, once. */
export function isOwn(place: Place, call: Origin): boolean {
  if (call.file !== place.file) return false;
  const isInCall = ({ range }: Node) => call.start <= range[0] && range[1] <= call.end;
  if (isInCall(place.node)) return true;
  const declarator = place.path.findLast((node) => node.type === 'VariableDeclarator');
  if (declarator?.type !== 'VariableDeclarator' || declarator.init !== place.node) return false;
  if (declarator.id.type !== 'Identifier' || isExported(place.path)) return false;
  const uses = usesOf(place.script, declarator.id);
  return uses?.length === 1 && uses.every(isInCall);
}

/** The object is an argument, or a part of one, and has no name: nobody else can look at it. `path` ends at it. */
export function isWrittenInCall(path: readonly Node[]): boolean {
  const around = path.slice(0, -1).findLast(({ type }) => !PARTS.has(type));
  return around?.type === 'CallExpression';
}

const PARTS = new Set(['Property', 'ObjectExpression', 'ArrayExpression']);

function isExported(path: readonly Node[]): boolean {
  return path.some(({ type }) => type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration');
}
