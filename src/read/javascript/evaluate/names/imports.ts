import type { Origin } from '../../../../value/index.js';
import { ownClient } from '../../clients/own.js';
import type { ExportPlace } from '../../modules/export-index.js';
import { exportsOf, useAtEnd } from '../../modules/exports.js';
import type { Binding } from '../../syntax/bindings.js';
import type { Node } from '../../syntax/estree.js';
import type { Module } from '../../syntax/module.js';
import { cutsSoFar } from '../domain/cuts.js';
import { type Term, UNDEFINED, unknown } from '../domain/term.js';
import type { Engine } from '../engine.js';

/** What an imported name means: something of another file, or of a package. */
export function importBinding(engine: Engine, module: Module, binding: Binding): Term {
  const known = engine.knowledge(module).imports.get(binding);
  if (known !== undefined) return known;
  const declared = declaredImport(binding);
  if (declared === null) return unknown('import');
  const declaration = binding.declarations[0];
  const origin = declaration === undefined ? null : engine.origin(declaration, module);
  const cuts = cutsSoFar();
  const term = importedTerm(engine, module, declared.source, declared.name, origin);
  if (cutsSoFar() === cuts) engine.knowledge(module).imports.set(binding, term);
  return term;
}

/** Source and exported name of an import; null as name for the module itself. */
export function declaredImport(binding: Binding): { source: string; name: string | null } | null {
  const specifier = binding.declarations[0]?.parent;
  if (specifier?.type === 'TSImportEqualsDeclaration') {
    const reference = specifier.moduleReference;
    return reference.type === 'TSExternalModuleReference' && reference.expression.type === 'Literal'
      ? { source: String(reference.expression.value), name: null }
      : null;
  }
  const declaration = specifier?.parent;
  if (declaration?.type !== 'ImportDeclaration') return null;
  const source = String(declaration.source.value);
  switch (specifier?.type) {
    case 'ImportDefaultSpecifier':
      return { source, name: 'default' };
    case 'ImportNamespaceSpecifier':
      return { source, name: null };
    case 'ImportSpecifier':
      return { source, name: moduleName(specifier.imported ?? specifier.local) };
    default:
      return null;
  }
}

function moduleName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

/** The export `name` of what `source` means in a module, or the module itself. */
export function importedTerm(
  engine: Engine,
  module: Module,
  source: string,
  name: string | null,
  origin: Origin | null,
): Term {
  const target = engine.project.resolve(module.path, source);
  if (target === null) {
    const path = name === null || name === 'default' ? [] : [name];
    return ownClient(engine.project.program, {
      kind: 'external',
      package: source,
      path,
      config: null,
      origin,
    });
  }
  const loaded = engine.project.module(target);
  if (loaded === null) return unknown('unreadable module', origin, name ?? source);
  if ('data' in loaded) return loaded.data;
  if (name === null) return wholeModule(engine, loaded);
  return exportTerm(engine, loaded, name, origin ?? { file: module.path, start: 0, end: 0 });
}

/** `require('./x')` and `import * as x`: what CommonJS assigned, or the names that are exported. */
function wholeModule(engine: Engine, module: Module): Term {
  const { whole } = exportsOf(module);
  return whole === null ? { kind: 'namespace', module } : engine.evaluate(whole, { module, env: null });
}

/** `exports` within a module of CommonJS: what it offers, as the module itself calls it. */
export function exportedOf(module: Module): Term {
  return { kind: 'namespace', module };
}

/** What a module exports under a name, through re-exports and barrels. */
export function exportTerm(engine: Engine, module: Module, name: string, origin: Origin): Term {
  let found: Term = unknown('not exported', origin, name);
  for (const place of engine.project.exportPlaces(module.path, name)) {
    found = termAt(engine, place, origin);
    if (found.kind !== 'unknown' && !(found.kind === 'scalar' && found.value === undefined)) return found;
  }
  return found;
}

function termAt(engine: Engine, place: ExportPlace, origin: Origin): Term {
  if (place.kind === 'package') {
    const { source, name } = place;
    const path = name === null || name === 'default' ? [] : [name];
    return ownClient(engine.project.program, {
      kind: 'external',
      package: source,
      path,
      config: null,
      origin,
    });
  }
  const module = engine.project.module(place.path);
  if (module === null || 'data' in module) return unknown('unreadable module', origin, place.path);
  switch (place.kind) {
    case 'module':
      return wholeModule(engine, module);
    case 'declared':
      return declaredExport(engine, module, place.name, origin);
    case 'missing': {
      const { names, stars, isCommonJs } = exportsOf(module);
      if (place.name === 'default' && names.size > 0 && isCommonJs) return { kind: 'namespace', module };
      return stars.length > 0 ? unknown('not exported', origin, place.name) : UNDEFINED;
    }
  }
}

function declaredExport(engine: Engine, module: Module, name: string, origin: Origin): Term {
  const { names, whole } = exportsOf(module);
  const entry = names.get(name);
  if (entry?.kind === 'local' && module.topLevel(entry.name) !== null)
    return engine.evaluate(useAtEnd(module, entry.name), module.outside);
  if (entry?.kind === 'expression') return engine.evaluate(entry.node, module.outside);
  if (whole === null) return UNDEFINED;
  const value = engine.evaluate(whole, module.outside);
  return name === 'default' ? value : engine.member(value, name, origin, module.outside);
}
