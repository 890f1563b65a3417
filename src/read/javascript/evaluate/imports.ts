import type { Origin } from '../../../value/index.js';
import { ownClient } from '../clients/own.js';
import { isProfilePackage } from '../clients/packages.js';
import { type ExportTable, exportsOf, useAtEnd } from '../modules/exports.js';
import type { Binding } from '../syntax/bindings.js';
import type { Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { cutsSoFar } from './cuts.js';
import type { Engine } from './engine.js';
import { memberByName } from './members.js';
import { type Term, UNDEFINED, unknown } from './term.js';

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
  // The repository of an SDK itself holds the package it is known by: its name means the same there.
  const isVendors = isProfilePackage(engine.profiles, source);
  const target = isVendors ? null : engine.project.resolve(module.path, source);
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

const MAX_HOPS = 16;

/** What a module exports under a name, through re-exports and barrels. */
export function exportTerm(engine: Engine, module: Module, name: string, origin: Origin, hops = 0): Term {
  if (hops > MAX_HOPS) return unknown('re-exported in a circle', origin, name);
  const table: ExportTable = exportsOf(module);
  const entry = table.names.get(name);
  if (entry?.kind === 'local') {
    if (module.topLevel(entry.name) !== null) {
      return engine.evaluate(useAtEnd(module, entry.name), { module, env: null });
    }
  }
  if (entry?.kind === 'expression') return engine.evaluate(entry.node, { module, env: null });
  if (entry?.kind === 'from') {
    const target = loadedModule(engine, module, entry.source);
    if (target === null) {
      const path = entry.name === null || entry.name === 'default' ? [] : [entry.name];
      const { program } = engine.project;
      return ownClient(program, { kind: 'external', package: entry.source, path, config: null, origin });
    }
    return entry.name === null
      ? wholeModule(engine, target)
      : exportTerm(engine, target, entry.name, origin, hops + 1);
  }
  if (table.whole !== null) {
    const whole = engine.evaluate(table.whole, { module, env: null });
    if (name === 'default') return whole;
    return memberByName(engine, whole, name, origin, { module, env: null });
  }
  for (const source of table.stars) {
    const target = loadedModule(engine, module, source);
    if (target === null) continue;
    const found = exportTerm(engine, target, name, origin, hops + 1);
    if (!(found.kind === 'scalar' && found.value === undefined) && found.kind !== 'unknown') return found;
  }
  if (name === 'default' && table.names.size > 0 && table.isCommonJs) return { kind: 'namespace', module };
  return table.stars.length > 0 ? unknown('not exported', origin, name) : UNDEFINED;
}

function loadedModule(engine: Engine, module: Module, source: string): Module | null {
  const path = engine.project.resolve(module.path, source);
  const loaded = path === null ? null : engine.project.module(path);
  return loaded === null || 'data' in loaded ? null : loaded;
}
