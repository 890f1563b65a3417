/** What goes from the types of an object with one of its properties. */
import { removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import { keyName, type Node, type NodeOf } from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { useInImporter } from './resource-text/uses.js';
import { isKind } from './trees.js';

/** Edits of the types in the same file; where other code needs the property, the reason why it stays. */
export function typesWithout(
  file: string,
  script: Script,
  property: NodeOf<'Property'>,
  around: Surroundings,
): readonly FileEdit[] | string {
  const path = around.nodesAround(script, ...property.range);
  const holder = path.findLastIndex(({ type }) => type === 'VariableDeclarator');
  const names = path.slice(holder + 1).flatMap((node) => (isKind(node, 'Property') ? [nameOf(node)] : []));
  const name = names.at(-1) ?? '';
  const reader = useInImporter(file, around, (text) => text.search(new RegExp(`\\.${literally(name)}\\b`)));
  if (reader !== null) return `${reader} reads it by its name`;
  const type = annotationOf(path[holder], path);
  const demand = type === undefined ? 'none' : demandOf(script, type, names);
  if (demand === 'none') return [];
  if (demand === 'unknown') return 'its type stands elsewhere';
  const word = new RegExp(`(?<![\\w$-])${literally(name)}(?![\\w$-])`, 'g');
  const places = [...script.text.matchAll(word)].map(({ index }) =>
    around.nodesAround(script, index, index + name.length),
  );
  const members = places.flatMap((nodes) => nodes.findLast((node) => isKind(node, 'TSLiteralType')) ?? []);
  const gone = [property, demand, ...members];
  const isOther = (nodes: readonly Node[]) => isCode(nodes) && !nodes.some((node) => gone.includes(node));
  const isNamed = useInImporter(file, around, (text) => text.search(word)) !== null;
  if (isNamed || places.some(isOther)) return 'its type demands it, and other code names it';
  const edits = [...new Set([demand, ...members])].map((node) =>
    isKind(node, 'TSLiteralType')
      ? withoutMember(node, around.nodesAround(script, ...node.range))
      : removeStatement(script, node),
  );
  return edits.every((edit) => edit !== null)
    ? edits.map((edit) => ({ ...edit, file }))
    : 'its type is written in a way that cannot be edited';
}

function nameOf({ key, computed }: NodeOf<'Property'>): string {
  return keyName(key, computed) ?? '';
}

/** `const map: Type`, `… satisfies Type`, `… as Type` */
function annotationOf(holder: Node | undefined, path: readonly Node[]): Node | undefined {
  if (holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier' && holder.id.typeAnnotation)
    return holder.id.typeAnnotation.typeAnnotation;
  return path.flatMap((node) =>
    node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression' ? node.typeAnnotation : [],
  )[0];
}

const OPEN: ReadonlySet<string> = new Set([
  'TSAnyKeyword',
  'TSUnknownKeyword',
  'TSObjectKeyword',
  'TSStringKeyword',
  'TSNumberKeyword',
]);

/** The part of a type that demands a property; `names` lead to it. */
function demandOf(script: Script, type: Node, names: readonly string[]): Node | 'none' | 'unknown' {
  const [name] = names;
  if (name === undefined || OPEN.has(type.type)) return 'none';
  switch (type.type) {
    case 'TSTypeLiteral':
      return demandAmong(script, type.members, names);
    case 'TSUnionType': {
      const member = type.types.find(
        (one) => one.type === 'TSLiteralType' && one.literal.type === 'Literal' && one.literal.value === name,
      );
      return member ?? 'unknown';
    }
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier'
        ? demandOfNamed(script, type, type.typeName.name, names)
        : 'unknown';
    default:
      return 'unknown';
  }
}

function demandOfNamed(
  script: Script,
  { typeArguments }: NodeOf<'TSTypeReference'>,
  called: string,
  names: readonly string[],
): Node | 'none' | 'unknown' {
  const [first, second] = typeArguments?.params ?? [];
  if (called === 'const' || called === 'Partial') return 'none';
  if (called === 'Readonly' && first !== undefined) return demandOf(script, first, names);
  if (called === 'Record' && first !== undefined && second !== undefined)
    return names.length > 1 ? demandOf(script, second, names.slice(1)) : demandOf(script, first, names);
  const declaration = script.program.body
    .map((node): Node => (node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node))
    .find(
      (node): node is NodeOf<'TSInterfaceDeclaration'> | NodeOf<'TSTypeAliasDeclaration'> =>
        (isKind(node, 'TSInterfaceDeclaration') || isKind(node, 'TSTypeAliasDeclaration')) &&
        node.id.name === called,
    );
  if (declaration === undefined) return 'unknown';
  if (isKind(declaration, 'TSTypeAliasDeclaration'))
    return demandOf(script, declaration.typeAnnotation, names);
  const own = demandAmong(script, declaration.body.body, names);
  const inherited: unknown = Reflect.get(declaration, 'extends');
  return own === 'none' && Array.isArray(inherited) && inherited.length > 0 ? 'unknown' : own;
}

function demandAmong(
  script: Script,
  members: readonly Node[],
  [name, ...inner]: readonly string[],
): Node | 'none' | 'unknown' {
  const member = members.find(
    (one): one is NodeOf<'TSPropertySignature'> =>
      one.type === 'TSPropertySignature' && keyName(one.key, one.computed) === name,
  );
  if (member === undefined || member.optional) return 'none';
  const held = member.typeAnnotation?.typeAnnotation;
  return inner.length === 0 ? member : held ? demandOf(script, held, inner) : 'none';
}

/** Words in comments are no code. */
function isCode(nodes: readonly Node[]): boolean {
  return /Identifier|Literal|Template|JSX/.test(nodes.at(-1)?.type ?? '');
}

/** With the sign that kept a member of a union apart; null where nothing else is in it. */
function withoutMember(member: Node, path: readonly Node[]): Edit | null {
  const parent = path[path.indexOf(member) - 1];
  if (parent?.type !== 'TSUnionType' || parent.types.length < 2) return null;
  const index = parent.types.indexOf(member as never);
  const [start, end] = member.range;
  const before = parent.types[index - 1]?.range[1];
  return before === undefined
    ? { start, end: parent.types[1]?.range[0] ?? end, text: '' }
    : { start: before, end, text: '' };
}
