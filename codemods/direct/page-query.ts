/** A query that is kept apart from the path, and asks for nothing but pages: a typed object, `URLSearchParams`, its text. */
import type { Script } from '../../src/analysis/edits/index.js';
import {
  type Identifier,
  keyName,
  Module,
  type Node,
  type NodeOf,
  nameOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { isKind, propertyNamed, usesOf } from '../places/index.js';
import { PAGING, type Paging } from './pages.js';
import { constantOf, joined, piecesOf } from './path-pieces.js';

/** The pages that a value asks for; null where it may ask for something else. */
export function pagesOf(script: Script, node: Node): Paging | null {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') return typedPages(script, inner) ?? parametersNamed(script, inner);
  return isParameters(inner) ? parametersMade(script, inner) : null;
}

/** The same of a text: `params.toString()`, `?${params}`, also where it is only put there if there is something in it. */
export function pagesInText(script: Script, node: Node): Paging | null {
  const inner = unwrap(node);
  const constant = inner.type === 'Identifier' ? constantOf(script, inner) : null;
  if (constant !== null && !isParameters(constant.init)) return pagesInText(script, constant.init);
  if (inner.type === 'ConditionalExpression')
    return isNothing(inner.alternate) ? pagesInText(script, inner.consequent) : null;
  const called = inner.type === 'CallExpression' ? inner.callee : null;
  const isText =
    called?.type === 'MemberExpression' && keyName(called.property, called.computed) === 'toString';
  if (isText) return pagesOf(script, called.object);
  const [sign, own, ...others] = joined(piecesOf(script, inner) ?? []);
  const isQuery = sign?.kind === 'text' && sign.text === '?' && own?.kind === 'expression';
  return isQuery && others.length === 0 ? pagesInText(script, own.node) : pagesOf(script, inner);
}

function isNothing(node: Node): boolean {
  return node.type === 'Literal' && node.value === '';
}

/** `query?: { page?: number; per_page?: number }` of a parameter. */
function typedPages(script: Script, name: Identifier): Paging | null {
  const binding = script instanceof Module ? script.resolve(name) : null;
  const [declared, ...others] = binding?.declarations ?? [];
  if (binding?.kind !== 'parameter' || declared?.type !== 'Identifier' || others.length > 0) return null;
  const type = declared.typeAnnotation?.typeAnnotation;
  if (type === undefined || !hasOnlyPages(script, type)) return null;
  const isOptional = Reflect.get(declared, 'optional') === true;
  return { text: isOptional ? `${name.name} ?? {}` : name.name, isOpen: true };
}

/** `query = {}` of a function whose callers say what they ask for; null where its name or its type says something else. */
export function queryHandedIn(script: Script, node: Node): Paging | null {
  const inner = unwrap(node);
  const binding = script instanceof Module && inner.type === 'Identifier' ? script.resolve(inner) : null;
  const [declared, ...others] = binding?.declarations ?? [];
  if (binding?.kind !== 'parameter' || inner.type !== 'Identifier' || declared?.type !== 'Identifier')
    return null;
  const type = declared.typeAnnotation?.typeAnnotation;
  const isText = type !== undefined && /^(?:string|URLSearchParams)\b/.test(script.text.slice(...type.range));
  if (others.length > 0 || isText || !ASKING.test(inner.name)) return null;
  const isThere = declared.parent?.type === 'AssignmentPattern';
  return { text: isThere ? inner.name : `${inner.name} ?? {}`, isOpen: true, isWhole: true };
}

/** Names of what is asked for; options may say how to send. */
const ASKING = /^(?:query|queries|params|parameters|qs|search|searchParams|filters?|criteria|where)$/i;

function hasOnlyPages(script: Script, type: Node): boolean {
  if (isKind(type, 'TSTypeLiteral')) return type.members.every(isPage);
  if (!isKind(type, 'TSTypeReference') || type.typeName.type !== 'Identifier') return false;
  const { name } = type.typeName;
  return script.program.body.some((node): boolean => {
    const own: Node = node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node;
    if (isKind(own, 'TSTypeAliasDeclaration'))
      return own.id.name === name && hasOnlyPages(script, own.typeAnnotation);
    const inherited: unknown = Reflect.get(own, 'extends');
    return (
      isKind(own, 'TSInterfaceDeclaration') &&
      own.id.name === name &&
      !(Array.isArray(inherited) && inherited.length > 0) &&
      own.body.body.every(isPage)
    );
  });
}

function isPage(member: Node): boolean {
  return isKind(member, 'TSPropertySignature') && PAGING.has(keyName(member.key, member.computed) ?? '');
}

function isParameters(node: Node): node is NodeOf<'NewExpression'> {
  return node.type === 'NewExpression' && nameOf(node.callee) === 'URLSearchParams';
}

/** `new URLSearchParams({ page, per_page: '50' })` */
function parametersMade(script: Script, made: NodeOf<'NewExpression'>): Paging | null {
  const [fields, ...others] = made.arguments;
  if (fields?.type !== 'ObjectExpression' || others.length > 0) return null;
  const isPaging = (one: Node) => one.type === 'Property' && PAGING.has(keyName(one.key, one.computed) ?? '');
  if (!fields.properties.every(isPaging)) return null;
  const page = propertyNamed(fields, 'page')?.value;
  const isOpen = page !== undefined && !(page.type === 'Literal' && String(page.value) === '1');
  return { text: script.text.slice(...fields.range), isOpen };
}

/** A constant of them, which may be filled by `params.set('page', page)`. */
function parametersNamed(script: Script, name: Identifier): Paging | null {
  const constant = constantOf(script, name);
  if (constant === null || !isParameters(constant.init)) return null;
  const uses = usesOf(script, constant.id) ?? [];
  const filled = uses.flatMap((use) => filledBy(use) ?? []);
  if (!filled.every((key) => PAGING.has(key)) || !uses.every((use) => isPlainUse(use))) return null;
  if (filled.length === 0) return parametersMade(script, constant.init);
  const [given] = constant.init.arguments;
  if (given !== undefined && parametersMade(script, constant.init) === null) return null;
  return { text: `Object.fromEntries(${name.name})`, isOpen: filled.includes('page') };
}

/** The name that a call of `set` or `append` gives a value; empty where it is no text. */
function filledBy(use: Node): string | null {
  const member = use.parent;
  if (member?.type !== 'MemberExpression' || member.object !== use) return null;
  if (!/^(?:set|append)$/.test(keyName(member.property, member.computed) ?? '')) return null;
  const call = member.parent;
  const [key] = call?.type === 'CallExpression' ? call.arguments : [];
  return key?.type === 'Literal' ? String(key.value) : '';
}

/** It is filled, or becomes a text. */
function isPlainUse(use: Node): boolean {
  const { parent } = use;
  if (filledBy(use) !== null || parent?.type === 'TemplateLiteral') return true;
  return (
    parent?.type === 'MemberExpression' &&
    /^(?:toString|size)$/.test(keyName(parent.property, parent.computed) ?? '')
  );
}
