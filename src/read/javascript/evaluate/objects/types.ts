import { sdkPackage } from '../../clients/packages.js';
import { typedClient } from '../../clients/specs.js';
import { saying } from '../../modules/imported-by.js';
import type { ClassNode, Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { isClass } from '../../syntax/nodes.js';
import { cutsSoFar } from '../domain/cuts.js';
import { choose, type Member, type Term } from '../domain/term.js';
import type { Engine } from '../engine.js';
import { freeInstance } from '../kernel/instances.js';
import { declaredImport, importedTerm } from '../names/imports.js';

/** Generic types whose argument is what counts. */
const TRANSPARENT = new Set([
  'Promise',
  'Readonly',
  'Partial',
  'Required',
  'NonNullable',
  'Awaited',
  'Ref',
  'ComputedRef',
]);
const MAX_DEPTH = 6;

/** What a value of a declared type can be called: an instance of a class of the program, or a client. */
export function termOfType(engine: Engine, type: Node, module: Module): Term | null {
  const { types } = engine.knowledge(module);
  const known = types.get(type);
  if (known !== undefined) return known;
  const cuts = cutsSoFar();
  const term = ofType(engine, type, module, 0);
  if (cutsSoFar() === cuts) types.set(type, term);
  return term;
}

function ofType(engine: Engine, type: Node, module: Module, depth: number): Term | null {
  if (depth > MAX_DEPTH) return null;
  switch (type.type) {
    case 'TSTypeAnnotation':
      return ofType(engine, type.typeAnnotation, module, depth + 1);
    case 'TSUnionType':
      for (const member of type.types) {
        const term = ofType(engine, member, module, depth + 1);
        if (term !== null) return term;
      }
      return null;
    case 'TSTypeReference':
      return termOfReference(engine, type.typeName, type.typeArguments?.params ?? [], module, depth);
    default:
      return null;
  }
}

function termOfReference(
  engine: Engine,
  name: Node,
  args: readonly Node[],
  module: Module,
  depth: number,
): Term | null {
  const path: string[] = [];
  let current = name;
  while (current.type !== 'Identifier') {
    const qualified = current as unknown as { type: string; left?: Node; right?: Node };
    if (
      qualified.type !== 'TSQualifiedName' ||
      qualified.left === undefined ||
      qualified.right?.type !== 'Identifier'
    )
      return null;
    path.unshift(qualified.right.name);
    current = qualified.left;
  }
  if (TRANSPARENT.has(current.name) && args[0] !== undefined)
    return ofType(engine, args[0], module, depth + 1);
  const binding = module.topLevel(current.name);
  const declaration = binding?.declarations[0];
  if (binding === null || declaration === undefined) return typedClient(null, [current.name, ...path]);
  if (isClass(declaration.parent)) return freeInstance(engine, declaration.parent, { module, env: null });
  if (declaration.parent !== undefined && TYPES.has(declaration.parent.type))
    return implementation(engine, current.name, module) ?? memberTerms(engine, current.name, module, depth);
  if (binding.kind !== 'import') return null;
  const imported = declaredImport(binding);
  if (imported === null) return null;
  const named = imported.name === null || imported.name === 'default' ? path : [imported.name, ...path];
  const isSdk = sdkPackage(engine.profiles, imported.source) !== null;
  if (isSdk || engine.project.resolve(module.path, imported.source) === null) {
    return isSdk && named.filter((part) => part !== 'Cloudflare').length === 0
      ? { kind: 'sdk', package: imported.source, chain: [], config: null }
      : typedClient(imported.source, named);
  }
  const term = importedTerm(engine, module, imported.source, imported.name, null);
  if (term.kind === 'class') return freeInstance(engine, term.node, term.at);
  const home = engine.project.resolve(module.path, imported.source);
  const declaring = home === null ? null : engine.project.module(home);
  if (declaring === null || 'data' in declaring || term.kind === 'external') return null;
  const at = declaredAt(engine, imported.name ?? current.name, declaring);
  return implementation(engine, at.name, at.module) ?? memberTerms(engine, at.name, at.module, depth);
}

/** Where a type is declared that a module exports, or hands on. */
function declaredAt(engine: Engine, name: string, module: Module) {
  for (const place of engine.project.exportPlaces(module.path, name)) {
    const declaring = place.kind === 'declared' ? engine.project.module(place.path) : null;
    if (place.kind === 'declared' && declaring !== null && !('data' in declaring))
      return { name: place.name, module: declaring };
  }
  return { name, module };
}

const TYPES: ReadonlySet<string> = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);

/** An object of a type that no class has: of its members, those that are clients or objects of classes. */
function memberTerms(engine: Engine, name: string, module: Module, depth: number): Term | null {
  const declaration = module.topLevel(name)?.declarations[0]?.parent;
  if (declaration === undefined || !TYPES.has(declaration.type)) return null;
  const members = signaturesOf(declaration).flatMap((signature): Member[] => {
    const [key, type] = [Reflect.get(signature, 'key'), Reflect.get(signature, 'typeAnnotation')];
    if (signature.type !== 'TSPropertySignature' || key?.type !== 'Identifier' || !type) return [];
    const value = ofType(engine, type, module, depth + 1);
    return value === null ? [] : [{ key: key.name, keyOrigin: null, origin: null, value }];
  });
  return members.length === 0 ? null : { kind: 'object', members, open: true, origin: null };
}

/** What stands in the braces of an interface, or of a type that is an object. */
function signaturesOf(declaration: Node): readonly Node[] {
  const { body, typeAnnotation } = declaration as unknown as Record<
    string,
    { readonly [key: string]: unknown }
  >;
  const list = body?.body ?? typeAnnotation?.members;
  return Array.isArray(list) ? list : [];
}

/** What a function of a declared type gives back: `connect: () => Client`. */
export function returnedByType(engine: Engine, type: Node, module: Module): Term | null {
  if (type.type === 'TSTypeAnnotation') return returnedByType(engine, type.typeAnnotation, module);
  return type.type === 'TSFunctionType' && type.returnType
    ? termOfType(engine, type.returnType, module)
    : null;
}

/** The classes of the program that implement an interface: here, and where the interface is imported. */
function implementation(engine: Engine, name: string, declaring: Module): Term | null {
  const found: Term[] = [];
  for (const module of [declaring, ...engine.project.importersOf(declaring, saying('implements', name))]) {
    for (const node of module.classes) {
      if (implementedBy(node, module).includes(name))
        found.push(freeInstance(engine, node, { module, env: null }));
    }
  }
  return found.length === 0 ? null : choose(found);
}

/** By the names that the interfaces have where they are declared. */
function implementedBy(node: ClassNode, module: Module): string[] {
  return (node.implements ?? []).flatMap(({ expression }) => {
    if (expression.type !== 'Identifier') return [];
    const binding = module.topLevel(expression.name);
    return (binding?.kind === 'import' ? declaredImport(binding)?.name : null) ?? expression.name;
  });
}
